"""The menus to take over, and to choose a game from."""

from collections.abc import Callable

import pytest

from helpers.game_sources import CORRIDOR, ROOM, Scripted, eastward, steered
from pacgrid.agent_loader import load_agent
from pacgrid.errors import PacgridError
from pacgrid.session.frame import Tab
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import GameSource, LiveGame
from pacgrid.session.menus import GameChoice, StartMenu, TakeoverMenu
from pacgrid.session.playback import Playback
from pacgrid.session.session import NextAction, Settings


def menu_of(*games: GameSource) -> TakeoverMenu:
    return TakeoverMenu(Playback(games, Settings(), patience=None))


@pytest.fixture
def menu() -> TakeoverMenu:
    return menu_of(LiveGame(ROOM, [load_agent("reflex"), load_agent("random_ghost")]))


def selection(menu: TakeoverMenu) -> tuple[int, str]:
    """The agent to replace, and the replacement."""
    sheet = menu.sheet()
    return sheet.tabs[sheet.selected_tab].agent, menu.names[menu.row]


def test_the_first_choice_is_to_play_pacman_yourself(menu: TakeoverMenu) -> None:
    assert selection(menu) == (0, "keyboard")
    sheet = menu.sheet()
    assert (sheet.title, sheet.subtitle) == ("Take over from here", "Replace Pac-Man (reflex) with")
    assert [(row.label, row.text) for row in sheet.rows[:2]] == [("1", "you"), ("2", "reflex")]


@pytest.mark.parametrize(
    ("keys", "agent", "name"),
    [
        (["down"], 0, "reflex"),
        (["down", "right"], 1, "random_ghost"),
        (["tab"], 1, "keyboard"),
        (["tab", "tab"], 0, "keyboard"),
        (["left"], 1, "keyboard"),
        (["2"], 0, "reflex"),
        (["e"], 0, "expected_utility"),
        (["e", "y"], 0, "keyboard"),
        (["e", "ß", "0"], 0, "expected_utility"),
        (["r", "r"], 0, "random_agent"),
        (["r", "r", "r"], 0, "reflex"),
    ],
)
def test_arrows_digits_and_letters_select(
    menu: TakeoverMenu, keys: list[str], agent: int, name: str
) -> None:
    for key in keys:
        menu.press(key)
    assert selection(menu) == (agent, name)


def test_rows_wrap_around_and_the_selection_fits_a_shorter_list(
    menu: TakeoverMenu,
) -> None:
    menu.press("right")
    menu.press("up")
    most = len(menu.names)
    menu.press("right")
    assert len(menu.names) < most
    assert menu.row == len(menu.names) - 1


@pytest.mark.parametrize("key", ["escape", "q", "t"])
def test_some_keys_only_close_it(menu: TakeoverMenu, key: str) -> None:
    menu.press(key)
    assert (menu.is_open, menu.branch) == (False, None)


def test_enter_or_a_click_takes_over(menu: TakeoverMenu) -> None:
    menu.press("e")
    menu.choose_row(menu.row)
    assert not menu.is_open
    assert menu.branch
    number, game = menu.branch
    assert (number, game.agents) == (0, ("expected_utility", "random_ghost"))


def test_a_game_that_is_over_can_not_be_taken_over() -> None:
    over = eastward()
    while over.next_ply():
        pass
    playback = Playback([over], Settings(), patience=None)
    playback.seek(playback.last)
    menu = TakeoverMenu(playback)
    menu.press("enter")
    assert menu.is_open
    assert menu.sheet().problem.startswith("this game is over here")
    menu.press("down")
    assert not menu.sheet().problem


def test_an_agent_that_cannot_be_loaded_is_reported() -> None:
    menu = menu_of(LiveGame(CORRIDOR, [Scripted([])]))
    menu.press("down")
    menu.press("enter")
    assert "scripted" in menu.sheet().problem
    assert menu.branch is None


def test_each_of_two_games_can_be_taken_over() -> None:
    menu = menu_of(eastward(), eastward())
    assert menu.sheet().tabs == (Tab(0, 0, "Pac-Man, game 1"), Tab(0, 1, "Pac-Man, game 2"))
    menu.choose_tab(1)
    assert menu.sheet().subtitle == "Replace Pac-Man (scripted) in game 2 with"
    menu.press("e")
    menu.press("enter")
    assert menu.branch
    assert menu.branch[0] == 1


def test_the_keyboard_steers_in_one_game_only() -> None:
    menu = menu_of(eastward(), steered())
    menu.press("enter")
    assert "you already play in another game" in menu.sheet().problem
    menu.press("right")
    menu.press("enter")
    assert not menu.is_open


PACMEN = {"keyboard": "You play.", "reflex": "A reflex agent."}
LAYOUTS = {"corridor": "A corridor.", "room": "A room.", "broken": ""}
GHOSTS = {"random_ghost": "Moves at random."}


def build(choice: GameChoice) -> GameSource:
    if choice.layout == "broken":
        raise PacgridError("broken: no such layout")
    return eastward({"corridor": CORRIDOR, "room": ROOM}[choice.layout])


def start_menu(choice: GameChoice | None = None, speed: float = 4) -> StartMenu:
    return StartMenu(PACMEN, LAYOUTS, GHOSTS, build, Settings(speed), choice)


def pressed(*keys: str, speed: float = 4) -> StartMenu:
    made = start_menu(speed=speed)
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
    assert start_menu(GameChoice("reflex", "room", "random_ghost")).game.record.layout is ROOM


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
    made = start_menu()
    session = GameSession(made.game, start_menu=made)
    act(session)
    assert (session.sheets.open is not None) == (session.frame().sheet is not None) == is_open
    assert session.next_action is action
    assert session.games[0].record.layout is layout
    session.close()
