"""The menu to take over."""

import pytest

from helpers.shows import ROOM, eastward
from pacgrid import Layout
from pacgrid.agent_loader import load_agent
from pacgrid.render.window.chooser import Chooser
from pacgrid.render.window.sdl import pygame
from pacgrid.session.game_source import LiveGame
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK

SIZE = (800, 600)


def player(layout: Layout = ROOM) -> Player:
    agents = [load_agent("reflex"), load_agent("random_ghost")]
    return Player(LiveGame(layout, agents), patience=None)


@pytest.fixture
def chooser() -> Chooser:
    return Chooser(player())


def paint(chooser: Chooser, size: tuple[int, int] = SIZE) -> pygame.Surface:
    surface = pygame.Surface(size)
    chooser.paint(surface, DARK, 1)
    return surface


def test_what_cannot_be_is_told() -> None:
    playing = Player(eastward(), patience=None)
    while playing.shows[0].next_ply():
        pass
    playing.go_to(99)
    chooser = Chooser(playing)
    assert chooser.press("enter")
    assert chooser.trouble == "the game is over at this point: step back first"
    before = paint(chooser).get_buffer().raw
    chooser.press("down")
    assert not chooser.trouble
    assert paint(chooser).get_buffer().raw != before


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
    chooser.player.leave()


@pytest.mark.parametrize("size", [(1, 1), (200, 160), (480, 360), (3840, 2160)])
def test_it_has_room_anywhere(chooser: Chooser, size: tuple[int, int]) -> None:
    paint(chooser, size)
