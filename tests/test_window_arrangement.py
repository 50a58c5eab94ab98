"""Where everything is in a window."""

import pytest

from pacgrid import Layout, Maze
from pacgrid.render.window.arrangement import Size, arranged, good_size, unit_for
from pacgrid.render.window.sdl import pygame

MEDIUM = Maze.of(Layout.load("medium"))
TALL = Maze.of(Layout.parse("\n".join(["%%%%%", "%P..%", *["%...%"] * 20, "%%%%%"])))
SIZES = [(200, 160), (480, 360), (800, 600), (1154, 680), (700, 1100), (1920, 1080), (3840, 2160)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("games", [1, 2])
def test_nothing_lies_over_the_boards(size: Size, games: int) -> None:
    places = arranged(size, [MEDIUM] * games, 3)
    others = [places.header, places.timeline, places.footer, places.agents, places.thought]
    others = [place for place in (*others, *places.strips) if place.width and place.height]
    window = pygame.Rect((0, 0), size)
    assert len(places.boards) == games
    for board in places.boards:
        assert window.contains(board)
        assert board.collidelist(others) == -1
    assert all(window.contains(place) for place in others)


def test_there_is_a_panel_beside_the_board_where_there_is_room() -> None:
    places = arranged((1154, 680), [MEDIUM], 3)
    assert places.agents.left > places.boards[0].right
    assert places.thought.top == places.agents.bottom


def test_in_a_high_window_the_panel_is_below() -> None:
    places = arranged((700, 1100), [MEDIUM], 3)
    assert places.agents.top > places.boards[0].bottom
    assert places.thought.left == places.agents.right


def test_in_a_small_window_the_board_is_what_counts() -> None:
    places = arranged((480, 360), [MEDIUM], 3)
    assert not places.agents.width
    assert places.cell >= 15


def test_boards_lie_beside_each_other_or_below_whichever_gives_larger_cells() -> None:
    wide = arranged((1200, 700), [TALL, TALL], 1).boards
    assert wide[0].top == wide[1].top
    high = arranged((600, 1000), [MEDIUM, MEDIUM], 3).boards
    assert high[0].left == high[1].left


def test_everything_grows_with_the_screen() -> None:
    assert unit_for((3840, 2160), 2) == 2
    assert unit_for((1920, 1080), 1) == 1
    assert unit_for((380, 270), 2) == 0.5
    small, large = arranged((1154, 680), [MEDIUM], 3), arranged((2308, 1360), [MEDIUM], 3, 2)
    assert (large.cell, large.header.height) == (2 * small.cell, 2 * small.header.height)


@pytest.mark.parametrize("name", Layout.shipped())
@pytest.mark.parametrize("screen", [(1024, 768), (1920, 1080)])
def test_every_shipped_layout_fits_on_the_screen(name: str, screen: Size) -> None:
    maze = Maze.of(Layout.load(name))
    width, height = good_size([maze], screen, 1)
    assert (width, height) <= (0.92 * screen[0], 0.85 * screen[1])
    assert arranged((width, height), [maze], 3).cell > 8


def test_four_games_have_no_hole_among_them() -> None:
    places = arranged((1500, 800), [MEDIUM] * 4, seats=3)
    assert len({board.left for board in places.boards}) == 2
    assert len({board.top for board in places.boards}) == 2
