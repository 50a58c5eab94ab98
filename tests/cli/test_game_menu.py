"""`pacgrid play`, when it is given no game."""

import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.console import Console

from pacgrid import Layout
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.series import Series
from pacgrid.cli.watching import play_chosen, start_menu
from pacgrid.game import Limits
from pacgrid.games.pacman import PacmanSetup
from pacgrid.session.game_session import GameSession
from pacgrid.session.menus import GameChoice
from pacgrid.session.session import Settings

SERIES = Series(Matchup(PacmanSetup(Layout.load("small"), 1), ("keyboard",), Limits()), 1, 7)


def series_of(choice: GameChoice) -> Series:
    ghosts = [choice.ghosts]
    matchup = Matchup.of(Layout.load(choice.layout), choice.pacman, ghosts, limits=Limits())
    return replace(SERIES, matchup=matchup)


def play_round(session: GameSession) -> None:
    while session.games[0].next_ply() and session.games[0].states[-1].to_move:
        pass


class Person:
    """A renderer whose person does one thing in each session."""

    real_time = True

    def __init__(self, *reactions: Callable[[GameSession], object]) -> None:
        self.sheets: list[bool] = []
        self._reactions = iter(reactions)

    def show(self, session: GameSession) -> None:
        self.sheets.append(session.sheets.open is not None)
        next(self._reactions)(session)


def starts(*keys: str, then: str) -> Callable[[GameSession], object]:
    """Choose with keys, start, play a round, and press a key."""

    def react(session: GameSession) -> None:
        for key in (*keys, "enter"):
            session.press(key)
        play_round(session)
        session.press(then)

    return react


def again(session: GameSession) -> None:
    play_round(session)
    session.press("r")


def ends(session: GameSession) -> None:
    """Get caught, and press Enter."""
    while session.games[0].next_ply():
        pass
    session.press("end")
    session.press("enter")


def played(person: Person) -> list[str]:
    """The results that are printed."""
    file = io.StringIO()
    results = play_chosen(series_of, person, Settings(), Console(file=file))
    lines = file.getvalue().splitlines()
    assert len(results) == len(lines)
    return [line.split("(")[1].rstrip(")") for line in lines]


@pytest.mark.parametrize(
    ("reactions", "results", "sheets"),
    [
        ([lambda it: it.press("q")], [], [True]),
        ([starts(then="q")], ["small, seed 7"], [True]),
        (
            [starts("down", "down", "right", then="r"), again, ends, lambda it: it.press("q")],
            ["training, seed 7", "training, seed 8", "training, seed 9"],
            [True, False, False, True],
        ),
    ],
)
def test_games_are_chosen_played_again_and_chosen_anew(
    reactions: list[Callable[[GameSession], object]], results: list[str], sheets: list[bool]
) -> None:
    person = Person(*reactions)
    assert played(person) == results
    assert person.sheets == sheets


def test_every_game_in_the_menu_can_be_played() -> None:
    menu = start_menu(series_of, 1, Settings())
    rows = [row.text.strip("‹ ›") for row in menu.sheet().rows[:3]]
    assert rows == ["you", "small", "random_ghost"]
    for row in range(3):
        for _ in range(20):
            menu.choose_row(row)
            assert not menu.problem
            assert menu.sheet().subtitle


def test_the_menu_offers_the_agents_in_files_of_this_folder(tmp_path, monkeypatch) -> None:
    (tmp_path / "my_agent.py").write_text("class Mine:\n    def act(self, state): ...\n")
    monkeypatch.chdir(tmp_path)
    menu = start_menu(series_of, 1, Settings())
    menu.choose_row(0)
    assert menu.choice.pacman == "my_agent.py"
    assert menu.sheet().subtitle == "Your agent, from this folder."
    assert "has no agent" in menu.problem
