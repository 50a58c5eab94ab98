"""The menu to take over."""

import pytest

from pacgrid import Layout
from pacgrid.loading import load_agent
from pacgrid.view.player import Player
from pacgrid.view.show import LiveShow
from pacgrid.view.themes import CLASSIC
from pacgrid.view.window.chooser import Chooser
from pacgrid.view.window.sdl import pygame
from shows import CORRIDOR, ROOM, Scripted, eastward

SIZE = (800, 600)


def player(layout: Layout = ROOM) -> Player:
    agents = [load_agent("reflex"), load_agent("random_ghost")]
    return Player(LiveShow(layout, agents), patience=None)


@pytest.fixture
def chooser() -> Chooser:
    return Chooser(player())


def paint(chooser: Chooser, size: tuple[int, int] = SIZE) -> pygame.Surface:
    surface = pygame.Surface(size)
    chooser.paint(surface, CLASSIC, 1)
    return surface


def test_at_first_it_offers_the_keyboard_in_the_place_of_pacman(chooser: Chooser) -> None:
    assert (chooser.seat, chooser.name) == (0, "keyboard")
    assert chooser.names[1] == "reflex"


def test_arrows_and_tab_choose(chooser: Chooser) -> None:
    for key in ("down", "right"):
        assert chooser.press(key)
    assert (chooser.seat, chooser.name) == (1, "random_ghost")
    chooser.press("up")
    chooser.press("tab")
    assert (chooser.seat, chooser.name) == (0, "keyboard")
    chooser.press("up")
    assert chooser.name == chooser.names[-1]


def test_digits_and_letters_choose(chooser: Chooser) -> None:
    chooser.press("3")
    assert chooser.name == chooser.names[2]
    chooser.press("e")
    assert chooser.name == "expectimax"
    chooser.press("k")
    assert chooser.name == "keyboard"
    chooser.press("ß")
    chooser.press("0")
    assert chooser.name == "keyboard"


def test_enter_takes_and_the_game_waits_there(chooser: Chooser) -> None:
    playing = chooser._player
    chooser.press("e")
    assert not chooser.press("enter")
    assert chooser.taken
    assert playing.shows[0].agents == ("expectimax", "random_ghost")
    assert playing.paused
    playing.leave()


def test_escape_leaves_it_as_it_was(chooser: Chooser) -> None:
    assert not chooser.press("escape")
    assert not chooser.taken


def test_what_cannot_be_is_told_and_nothing_is_lost() -> None:

    playing = Player(eastward(), patience=None)
    while playing.shows[0].next_ply():
        pass
    playing.go_to(99)
    chooser = Chooser(playing)
    assert chooser.press("enter")
    assert chooser.trouble == "the game is over here: go back first"
    before = paint(chooser).get_buffer().raw
    chooser.press("down")
    assert not chooser.trouble
    assert paint(chooser).get_buffer().raw != before


def test_an_agent_that_cannot_be_loaded_is_told_of() -> None:
    chooser = Chooser(Player(LiveShow(CORRIDOR, [Scripted([])]), patience=None))
    chooser.names.append("no_such_agent")
    chooser.press("up")
    assert chooser.press("enter")
    assert "no_such_agent" in chooser.trouble
    paint(chooser)


def test_a_click_chooses_an_agent_and_on_a_name_it_takes(chooser: Chooser) -> None:
    paint(chooser)
    seats = [place.center for place, kind, _ in chooser._places if kind == "seat"]
    assert chooser.click(seats[1])
    assert chooser.seat == 1
    paint(chooser)
    names = {number: place.center for place, kind, number in chooser._places if kind == "name"}
    assert chooser.click((0, 0))
    assert not chooser.click(names[1])
    assert chooser.taken
    chooser._player.leave()


@pytest.mark.parametrize("size", [(1, 1), (200, 160), (480, 360), (3840, 2160)])
def test_it_has_room_anywhere(chooser: Chooser, size: tuple[int, int]) -> None:
    paint(chooser, size)


def test_with_two_games_it_has_the_agents_of_both() -> None:
    playing = Player(eastward(), eastward(), patience=None)
    chooser = Chooser(playing)
    chooser.press("right")
    chooser.press("e")
    assert not chooser.press("enter")
    assert [show.agents for show in playing.shows] == [("scripted",), ("expectimax",)]
    playing.leave()


def test_the_same_letter_leads_to_the_next_name(chooser: Chooser) -> None:
    with_r = [name for name in chooser.names if name.startswith("r")]
    assert len(with_r) > 1
    seen = []
    for _ in range(len(with_r) + 1):
        chooser.press("r")
        seen.append(chooser.name)
    assert seen == [*with_r, with_r[0]]


def test_a_name_stays_chosen_as_far_as_the_other_seat_has_so_many(chooser: Chooser) -> None:
    chooser.press("right")
    chooser.press("up")
    most = len(chooser.names)
    chooser.press("right")
    assert len(chooser.names) < most
    assert chooser.name == chooser.names[-1]


@pytest.mark.parametrize("key", ["escape", "q", "t"])
def test_the_keys_that_leave_the_menu_are_those_of_the_terminal(chooser: Chooser, key: str) -> None:
    assert not chooser.press(key)
    assert not chooser.taken
