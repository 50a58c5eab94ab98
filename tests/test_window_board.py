"""Boards, painted on surfaces."""

import pytest

from pacgrid import Action, Layout, State
from pacgrid.render.sdl import pygame
from pacgrid.render.window.board import Board
from pacgrid.session.scene import Stride, scene
from pacgrid.session.themes import DARK

CELL = 20
STATE = State.initial(Layout.parse("%%%%%%%\n%P..G.%\n%.%%%.%\n%.%%%.%\n%..o..%\n%%%%%%%"))


def paint(board: Board, state: State, fraction: float = 1) -> pygame.Surface:
    surface = pygame.Surface(board.size)
    board.paint(surface, scene(Stride.standing(state), fraction), (0, 0))
    return surface


def centre(surface: pygame.Surface, x: float, y: float) -> tuple[int, ...]:
    """The colour in the middle of a cell."""
    place = (int((x + 0.5) * CELL), int((STATE.maze.height - y - 0.5) * CELL))
    return tuple(surface.get_at(place))[:3]


def test_everything_is_where_it_belongs() -> None:
    picture = paint(Board(STATE.maze, CELL), STATE)
    assert centre(picture, 2, 4) == DARK.food
    assert centre(picture, 3, 2.5)[2] == pytest.approx(DARK.wall[2], abs=4)  # shrinking rounds down
    assert centre(picture, 0.75, 3) == DARK.background
    assert centre(picture, 0.75, 4) == DARK.pacman
    assert centre(picture, 4, 3.9) == DARK.ghost(1)
    outline = max(picture.get_at((x, 3 * CELL)).b for x in range(CELL))
    assert outline == pytest.approx(DARK.edge[2], abs=4)


def test_eaten_food_is_gone_as_if_it_had_never_been_painted() -> None:
    moves = (Action.EAST, Action.WEST, Action.WEST)
    after = STATE
    for action in moves:
        after = after.successor(action)
    used = Board(STATE.maze, CELL)
    paint(used, STATE)
    fresh = Board(STATE.maze, CELL)
    for state in (after, STATE):  # and back again, as in a new game
        assert paint(used, state).get_buffer().raw == paint(fresh, state).get_buffer().raw


@pytest.mark.parametrize("corner", [(0, 0), (7, 3), (-13, 5), (90, 70), (500, 500)])
@pytest.mark.parametrize("depth", [24, 32])
def test_a_board_is_painted_as_far_as_there_is_room(corner: tuple[int, int], depth: int) -> None:
    board, seen = Board(STATE.maze, CELL), scene(Stride.standing(STATE), 1)
    surface = pygame.Surface((160, 140), depth=depth)
    surface.fill(DARK.bar)
    expected = surface.copy()
    expected.blit(paint(board, STATE), corner)
    board.paint(surface, seen, corner)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(expected, "RGB")
    assert not surface.get_locked()


def test_the_smallest_boards_can_be_painted() -> None:
    paint(Board(STATE.maze, 4), STATE)
