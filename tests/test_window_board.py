"""Pixels of boards and figures."""

import pytest

from pacgrid import Action, Layout, State
from pacgrid.render.sdl import pygame
from pacgrid.render.shapes import ghost, pacman
from pacgrid.render.window.board import Board
from pacgrid.render.window.figures import pictures
from pacgrid.session.scene import Mood, Stride, scene
from pacgrid.session.themes import DARK

CELL = 20
PICTURES = pictures(40, DARK)
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


@pytest.mark.parametrize(
    ("facing", "gap"),
    [
        (Action.EAST, (32, 20)),
        (Action.WEST, (8, 20)),
        (Action.NORTH, (20, 8)),
        (Action.SOUTH, (20, 32)),
    ],
)
def test_the_mouth_is_open_where_pacman_looks(facing: Action, gap: tuple[int, int]) -> None:
    picture = PICTURES(pacman, facing, 40)
    opposite = (40 - gap[0], 40 - gap[1])
    assert picture.get_at(gap).a == 0
    assert tuple(picture.get_at(opposite))[:3] == DARK.pacman


def test_a_vanished_pacman_leaves_nothing() -> None:
    assert PICTURES(pacman, Action.EAST, 180).get_bounding_rect().size == (0, 0)


def test_a_ghost_is_painted_in_its_mood() -> None:
    body = (20, 31)
    bodies = {mood: tuple(PICTURES(ghost, 2, Action.EAST, mood, 0).get_at(body)) for mood in Mood}
    assert bodies[Mood.ACTIVE][:3] == DARK.ghost(2)
    assert bodies[Mood.SCARED][:3] == DARK.scared
    assert bodies[Mood.EATEN][3] == 0
    assert len(set(bodies.values())) == 4


def test_the_smallest_boards_can_be_painted() -> None:
    paint(Board(STATE.maze, 4), STATE)
