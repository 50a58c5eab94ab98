"""All that is in a window, painted."""

from collections.abc import Iterator

import pytest

from helpers.shows import eastward
from pacgrid import Layout
from pacgrid.agent_loader import load_agent
from pacgrid.render.window.board import Board
from pacgrid.render.window.desk import Desk, desk_size
from pacgrid.render.window.sdl import pygame
from pacgrid.session.game_source import LiveGame, ReplayedGame
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK, LIGHT


@pytest.fixture(scope="module")
def replay() -> ReplayedGame:
    agents = [load_agent("alpha_beta"), load_agent("random_ghost")]
    show = LiveGame(Layout.load("training"), agents)
    for _ in range(12):
        show.next_ply()
    return ReplayedGame(show.record)


@pytest.fixture
def player(replay: ReplayedGame) -> Iterator[Player]:
    player = Player(replay, patience=None)
    player.go_to(4)
    yield player
    player.leave()


def painted(desk: Desk, player: Player, size: tuple[int, int] = (1154, 680)) -> pygame.Surface:
    surface = pygame.Surface(size)
    desk.paint(surface, player)
    return surface


def same(one: pygame.Surface, other: pygame.Surface) -> bool:
    return one.get_buffer().raw == other.get_buffer().raw


def test_the_board_in_it_is_the_board(player: Player) -> None:
    desk = Desk()
    surface = painted(desk, player)
    assert desk.places
    place = desk.places.boards[0]
    alone = pygame.Surface(place.size)
    maze = player.state().maze
    Board(maze, desk.places.cell).paint(alone, player.scene(), (0, 0))
    assert same(surface.subsurface(place).copy(), alone)


@pytest.mark.slow
def test_what_is_kept_does_not_show(player: Player) -> None:
    """A desk that has painted much paints as a new one does."""
    desk = Desk()
    for ply, overlays, theme in ((0, set(Overlay), LIGHT), (9, set(), DARK)):
        player.go_to(ply)
        player.overlays = overlays
        desk.theme = theme
        painted(desk, player, (900, 700))
    player.go_to(4)
    player.overlays = {Overlay.VALUES}
    assert same(painted(desk, player), painted(Desk(), player))


def test_every_overlay_changes_the_picture(player: Player) -> None:
    desk, pictures = Desk(), set()
    for overlay in (None, *Overlay):
        player.overlays = {overlay} if overlay else set()
        pictures.add(painted(desk, player).get_buffer().raw)
    assert len(pictures) == 7


@pytest.mark.parametrize("size", [(1, 1), (160, 120), (90, 2000), (700, 1100), (2560, 300)])
def test_a_window_can_have_any_size(player: Player, size: tuple[int, int]) -> None:
    player.overlays = set(Overlay)
    painted(Desk(), player, size)


def test_games_side_by_side_have_a_board_each(replay: ReplayedGame) -> None:
    player = Player(replay, ReplayedGame(replay.record), patience=None)
    player.go_to(5)
    desk = Desk()
    surface = painted(desk, player)
    assert desk.places
    one, other = (surface.subsurface(place).copy() for place in desk.places.boards)
    assert same(one, other)
    player.go_to(99)
    assert not same(painted(desk, player), surface)
    player.leave()


def test_the_verdict_goes_when_one_goes_back() -> None:
    show = eastward()
    while show.next_ply():
        pass
    player, desk = Player(show, patience=None), Desk()
    player.go_to(99)

    def tells() -> bool:
        surface = painted(desk, player)
        assert desk.places
        over = surface.subsurface(desk.places.boards[0])
        return pygame.mask.from_threshold(over, DARK.good, (30, 30, 30, 255)).count() > 50

    assert tells()
    player.ply_back()
    assert not tells()
    player.leave()


def test_a_good_size_has_room_for_the_panel(replay: ReplayedGame, player: Player) -> None:
    desk = Desk()
    painted(desk, player, desk_size([replay], (1920, 1080), 1))
    assert desk.places
    assert desk.places.agents.width
    assert desk.places.thought.height > 250
