"""The menu to take over."""

import pytest

from helpers.game_sources import CORRIDOR, ROOM, Scripted, eastward, steered
from pacgrid.agent_loader import load_agent
from pacgrid.session.frame import Tab
from pacgrid.session.game_source import GameSource, LiveGame
from pacgrid.session.playback import Playback
from pacgrid.session.settings import Settings
from pacgrid.session.takeover_menu import TakeoverMenu


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
