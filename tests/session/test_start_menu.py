"""The menu to choose a game from."""

from collections.abc import Callable

import pytest

from helpers.game_sources import CORRIDOR, ROOM, eastward
from pacgrid.errors import PacgridError
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import GameSource
from pacgrid.session.next_action import NextAction
from pacgrid.session.settings import Settings
from pacgrid.session.start_menu import GameChoice, StartMenu

PACMEN = {"keyboard": "You play.", "reflex": "A reflex agent."}
LAYOUTS = {"corridor": "A corridor.", "room": "A room.", "broken": ""}
GHOSTS = {"random_ghost": "Moves at random."}


def build(choice: GameChoice) -> GameSource:
    if choice.layout == "broken":
        raise PacgridError("broken: no such layout")
    return eastward({"corridor": CORRIDOR, "room": ROOM}[choice.layout])


def menu(choice: GameChoice | None = None, speed: float = 4) -> StartMenu:
    return StartMenu(PACMEN, LAYOUTS, GHOSTS, build, Settings(speed), choice)


def pressed(*keys: str, speed: float = 4) -> StartMenu:
    made = menu(speed=speed)
    for key in keys:
        made.press(key)
    return made


@pytest.mark.parametrize(
    ("keys", "selected", "rows"),
    [
        ((), "Start", ["you", "corridor", "random_ghost", "4 rounds/s"]),
        (("up", "right"), "Speed", ["you", "corridor", "random_ghost", "6 rounds/s"]),
        (("down", "right"), "Pac-Man", ["reflex", "corridor", "random_ghost", "4 rounds/s"]),
        (("down",) * 2 + ("right",), "Layout", ["you", "room", "random_ghost", "4 rounds/s"]),
        (("up", "up", "left"), "Ghosts", ["you", "corridor", "random_ghost", "4 rounds/s"]),
        (("w", "a"), "Speed", ["you", "corridor", "random_ghost", "3 rounds/s"]),
        (("right", "x"), "Start", ["you", "corridor", "random_ghost", "4 rounds/s"]),
    ],
)
def test_arrows_select_and_change(keys: tuple[str, ...], selected: str, rows: list[str]) -> None:
    sheet = pressed(*keys).sheet()
    assert sheet.selected is not None
    assert sheet.rows[sheet.selected].label == selected
    assert [row.text.strip("‹ ›") for row in sheet.rows[:-1]] == rows


@pytest.mark.parametrize(
    ("speed", "key", "expected"),
    [(4, "right", 6), (4, "left", 3), (10, "right", 2), (2, "left", 10), (7.5, "left", 6)],
)
def test_left_and_right_choose_the_next_speed(speed: float, key: str, expected: float) -> None:
    assert f"{expected} rounds/s" in pressed("up", key, speed=speed).sheet().rows[3].text


def test_the_selected_row_is_described() -> None:
    texts = [pressed(*["down"] * n).sheet().subtitle for n in range(1, 4)]
    assert texts == ["You play.", "A corridor.", "Moves at random."]


def test_a_menu_opens_with_the_last_choice() -> None:
    assert menu(GameChoice("reflex", "room", "random_ghost")).game.record.layout is ROOM


def test_a_game_that_cannot_be_built_cannot_be_started() -> None:
    broken = pressed("down", "down", "left", "enter")
    assert broken.is_open
    assert broken.sheet().problem == "broken: no such layout"
    broken.press("left")
    broken.press("enter")
    assert not broken.is_open


@pytest.mark.parametrize(
    ("act", "is_open", "action", "layout"),
    [
        (lambda it: it.press("enter"), False, None, CORRIDOR),
        (lambda it: it.sheets.choose_row(1), True, None, ROOM),
        (lambda it: (it.sheets.choose_row(1), it.sheets.choose_row(4)), False, None, ROOM),
        (lambda it: it.press("escape"), False, NextAction.QUIT, CORRIDOR),
    ],
)
def test_a_session_shows_the_chosen_game(
    act: Callable[[GameSession], object],
    is_open: bool,
    action: NextAction | None,
    layout: object,
) -> None:
    made = menu()
    session = GameSession(made.game, start_menu=made)
    act(session)
    assert (session.sheets.open is not None) == (session.frame().sheet is not None) == is_open
    assert session.next_action is action
    assert session.games[0].record.layout is layout
    session.close()
