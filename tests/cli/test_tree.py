"""`pacgrid tree`."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import Result

from pacgrid import State
from pacgrid.cli.options import OptionError
from pacgrid.errors import PacgridError
from pacgrid.session.session import Session
from pacgrid.session.tree_session import TreeSession

Pacgrid = Callable[..., Result]
CORNER = """
%%%%%%%
%P..1 %
%%%%%%%
"""
GAME = """
from pacgrid.games.nim import Nim

class Mine(Nim):
    @classmethod
    def initial(cls):
        return cls((1, 2))

    def successor(self, action):
        if self.heaps == (1, 2):
            return super().successor(action)
        return 1 / 0
"""
FAILS = """
from pacgrid import Agent

class Mine(Agent):
    def act(self, state):
        after = state.successor(state.legal_actions()[0]).score
        return 1 / 0
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("corner.txt").write_text(CORNER)
    Path("mine.py").write_text(FAILS)
    Path("game.py").write_text(GAME)
    Path("one.tree").write_text("MAX: 1 2")


def test_a_drawn_tree_is_searched_to_its_end(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "book").stdout
    assert "a2: C ▼ MIN = 2  [3, ∞]  cut: 2 < alpha = 3" in text
    assert "alpha_beta:depth=2: 11 nodes, 1 cut; step " in text


def test_a_game_with_chance_is_searched_by_expectiminimax(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "gamble").stdout
    assert "gamble: ● CHANCE = −1.1" in text
    assert "expectiminimax:depth=2: 6 nodes; step " in text


def test_a_position_of_pacman_is_searched(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "--agent", "expectimax:depth=1", "--position", "corner.txt").stdout
    assert "● CHANCE" in text
    stdin = pacgrid("tree", "-a", "expectimax:depth=1", "--position", "-", stdin=CORNER).stdout
    assert stdin == text
    ghost = f"{CORNER}to move: ghost 1\nghost 1: (4, 1)\n"
    assert "▼" in pacgrid("tree", "-a", "minimax:depth=1", "--position", "-", stdin=ghost).stdout


def test_a_step_of_the_search_is_shown(pacgrid: Pacgrid) -> None:
    text = pacgrid("tree", "one.tree", "--step", 0, "--max-nodes", 2).stdout
    assert "★" not in text
    assert "+ 1 node" in text
    assert "step 0 of " in text


def test_pictures_and_pages_are_written(pacgrid: Pacgrid) -> None:
    result = pacgrid("tree", "book", "--svg", "book.svg", "--html", "book.html", "--theme", "dark")
    assert (result.stdout, result.stderr) == ("", "Wrote book.svg\nWrote book.html\n")
    assert Path("book.svg").read_text("utf-8").startswith("<svg")
    assert "<title>alpha_beta:depth=2: book</title>" in Path("book.html").read_text("utf-8")


def test_a_view_steps_through_the_search(pacgrid: Pacgrid, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Session] = []
    monkeypatch.setattr(
        import_module("pacgrid.cli.tree"), "show", lambda _, session: shown.append(session)
    )
    pacgrid("tree", "book", "--view", "window", "--step", 3, "--speed", 5)
    (session,) = shown
    assert isinstance(session, TreeSession)
    assert (session.position.step, session.settings.speed) == (3, 5)
    frame = session.frame()
    assert (frame.caption.players, frame.caption.game) == (
        "alpha_beta:depth=2",
        "book, 3 of 13 nodes",
    )


def test_without_a_keyboard_a_terminal_view_prints_the_tree(pacgrid: Pacgrid) -> None:
    assert pacgrid("tree", "book", "-v", "terminal").stdout == pacgrid("tree", "book").stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("bok", "did you mean 'book'"),
        ("none.tree", "none.tree"),
        ("book --agent alpha_bet", "did you mean 'alpha_beta'"),
        ("book --layout small", "GAME and --layout"),
        ("book --step 99", "--step 99: the steps are 0 to "),
        ("book --iteration 2", "--iteration 2: the search has 1"),
        ("--position lost.txt", "the game is over here"),
        ("--position none.txt", "none.txt: can't be read"),
        ("book --svg no/where.svg", "there is no directory no"),
        ("book --port 80", "need --view web"),
        ("game.py", "game.py: ZeroDivisionError: division by zero (game.py, line 12, in successor"),
        ("nim --agent reflex", "reflex: can't play this game: it needs state."),
    ],
)
def test_what_is_wrong_is_said_in_one_line(pacgrid: Pacgrid, words: str, problem: str) -> None:
    lost = State.parse(CORNER)
    while not lost.is_terminal:
        lost = lost.successor(lost.legal_actions()[-1 if lost.to_move else 0])
    Path("lost.txt").write_text(str(lost))
    with pytest.raises(PacgridError) as caught:
        pacgrid("tree", *words.split())
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_agent_that_fails_is_shown_with_its_own_frames(pacgrid: Pacgrid) -> None:
    with pytest.raises(PacgridError, match="ZeroDivisionError") as caught:
        pacgrid("tree", "--agent", "mine.py", "--position", "corner.txt")
    assert "return 1 / 0" in getattr(caught.value, "details", "")


def test_two_things_to_search_are_too_many(pacgrid: Pacgrid) -> None:
    with pytest.raises(OptionError, match="--layout and --position"):
        pacgrid("tree", "--layout", "small", "--position", "corner.txt")
