"""Pixels of boards."""

import pickle
from copy import deepcopy
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from helpers.painters import by_cell, drawn, standing
from pacgrid import Action, Layout, State
from pacgrid.action import MOVES
from pacgrid.render.board_painter import BoardPainter, Bytes, pixels_of
from pacgrid.render.sdl import pygame
from pacgrid.session.scene import GhostFigure, Mood, Transition, scene
from pacgrid.session.themes import DARK, LIGHT, Colour

CELL = 24
STATE = State.initial(Layout.parse("%%%%%%%\n%P..G.%\n%.%%%.%\n%.%%%.%\n%..o..%\n%%%%%%%"))
BODY = -0.3
"""How far above the middle of a ghost there is nothing but its colour, in cells."""


def colour(picture: Bytes, x: float, y: float, cell: int = CELL) -> Colour:
    """The colour at `(x, y)` in cells; whole numbers are the middle of a cell."""
    row, column = len(picture) - (y + 0.5) * cell, (x + 0.5) * cell
    red, green, blue = picture[int(row), int(column)].tolist()
    return red, green, blue


def test_a_picture_is_an_array_of_the_size_that_was_announced() -> None:
    painter = BoardPainter(STATE.maze, 10)
    picture = painter.paint(standing(STATE))
    assert painter.size == (70, 60)
    assert picture.shape == (60, 70, 3)
    assert picture.dtype == np.uint8
    assert BoardPainter(STATE.maze).size == (7 * 24, 6 * 24)


def test_a_painter_can_be_sent_to_another_process() -> None:
    painter = BoardPainter(STATE.maze, CELL, LIGHT)
    picture = painter.paint(standing(STATE))
    for copy in (pickle.loads(pickle.dumps(painter)), deepcopy(painter)):
        assert np.array_equal(copy.paint(standing(STATE)), picture)


def test_a_picture_belongs_to_the_caller() -> None:
    painter = BoardPainter(STATE.maze, CELL)
    first = painter.paint(standing(STATE))
    kept = first.copy()
    first[:] = 0
    assert first.flags.owndata
    assert np.array_equal(painter.paint(standing(STATE)), kept)


def test_walls_that_touch_run_together() -> None:
    picture = BoardPainter(STATE.maze, CELL).paint(standing(STATE))
    for x, y in ((0.5, 0), (0, 2.5), (2.5, 2), (3, 2.5), (6, 0.5), (5.5, 5)):
        assert colour(picture, x, y) == DARK.wall
    assert colour(picture, -0.45, -0.45) == DARK.background  # round on the outside
    lone = State.parse("%%%%%\n%P..%\n%.%.%\n%...%\n%%%%%")
    pillar = BoardPainter(lone.maze, CELL).paint(standing(lone))
    assert colour(pillar, 2, 2) == DARK.wall
    assert colour(pillar, 2.27, 2.27) == DARK.background


def test_eaten_food_is_gone_and_nothing_else() -> None:
    painter = BoardPainter(STATE.maze, CELL)
    before = standing(STATE)
    eaten = before.food & [(2, 4), (5, 1)]
    after = replace(before, food=before.food - eaten)
    change = np.abs(painter.paint(before).astype(float) - painter.paint(after))
    rows, columns = np.nonzero(by_cell(change, CELL))
    height = STATE.maze.height
    assert set(zip(columns.tolist(), (height - 1 - rows).tolist(), strict=True)) == set(eaten)
    assert colour(painter.paint(after), 2, 4) == DARK.background
    assert np.array_equal(painter.paint(before), BoardPainter(STATE.maze, CELL).paint(before))


@pytest.mark.parametrize("fraction", [0, 0.25, 0.5, 0.75, 1])
def test_figures_are_painted_where_they_are_between_two_cells(fraction: float) -> None:
    before = drawn("ghost 1: (7, 1) west, scared 20", "ghost 2: (4, 2) north")
    after = drawn("ghost 1: (6.5, 1) west, scared 19", "ghost 2: (4, 3) north")
    picture = BoardPainter(before.maze, CELL).paint(scene(Transition(before, after), fraction))
    assert colour(picture, 7 - fraction / 2, 1 - BODY) == DARK.scared
    assert colour(picture, 4, 2 + fraction - BODY) == DARK.ghost(2)


def test_half_way_is_half_a_cell_to_the_pixel() -> None:
    painter = BoardPainter(STATE.maze, CELL)
    alone = replace(standing(STATE), food=STATE.food & (), capsules=STATE.capsules & ())

    def shown(x: float) -> Bytes:
        ghost = GhostFigure(1, (x, 4), Action.EAST, Mood.SCARED)
        top = STATE.maze.height - 5
        row = painter.paint(replace(alone, ghosts=(ghost,)))[top * CELL : (top + 1) * CELL]
        left = int(x * CELL)
        return row[:, left : left + CELL]

    assert np.array_equal(shown(4), shown(3))
    # Its hem swings on the way, so only the upper part is the same.
    assert np.array_equal(shown(3.5)[: CELL // 2], shown(3)[: CELL // 2])


@pytest.mark.parametrize("facing", MOVES)
def test_the_mouth_is_open_where_pacman_looks(facing: Action) -> None:
    seen = standing(STATE)
    pacman = replace(seen.pacman, position=(5, 2), facing=facing)
    picture = BoardPainter(STATE.maze, CELL).paint(replace(seen, pacman=pacman))
    dx, dy = facing.vector
    assert colour(picture, 5 - 0.3 * dx, 2 - 0.3 * dy) == DARK.pacman
    assert colour(picture, 5 + 0.3 * dx, 2 + 0.3 * dy) == DARK.background


def test_a_vanished_pacman_leaves_nothing() -> None:
    gone = BoardPainter(STATE.maze, CELL).paint(scene(Transition.standing(STATE), 1, vanished=1))
    assert not by_cell(gone - np.array(DARK.background, float), CELL)[1, 1]


def test_capsules_pulse() -> None:
    painter = BoardPainter(STATE.maze, CELL)
    transition = Transition.standing(STATE)
    large, small = (painter.paint(scene(transition, 1, clock=clock)) for clock in (0, 0.5))
    top = STATE.maze.height - 2
    assert by_cell(large.astype(float), CELL)[top, 3] > by_cell(small.astype(float), CELL)[top, 3]


@settings(max_examples=5)
@given(games(), st.randoms(use_true_random=False))
def test_a_picture_depends_on_nothing_that_was_painted_before(
    states: list[State], rng: Random
) -> None:
    transition = Transition.standing(states[0])
    scenes = [scene(transition, 1)]
    for state in states[1:]:
        transition = transition.then(state)
        scenes.append(scene(transition, rng.choice((0.25, 0.5, 1)), clock=rng.random()))
    used = BoardPainter(states[0].maze, 8)
    pictures = [used.paint(each) for each in scenes]
    for index in rng.sample(range(len(scenes)), min(len(scenes), 5)):
        assert np.array_equal(used.paint(scenes[index]), pictures[index])
        assert np.array_equal(BoardPainter(states[0].maze, 8).paint(scenes[index]), pictures[index])


@pytest.mark.parametrize("cell", [1, 4, 25])
def test_cells_of_any_size_can_be_painted(cell: int) -> None:
    painter = BoardPainter(STATE.maze, cell)
    half_way = replace(
        standing(STATE), ghosts=(GhostFigure(1, (4.5, 4), Action.EAST, Mood.SCARED),)
    )
    assert painter.paint(half_way).shape[1::-1] == painter.size


def test_cells_of_no_pixels_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 pixel, not 0"):
        BoardPainter(STATE.maze, 0)


@pytest.mark.parametrize("cell", [1, 4, 20])
@pytest.mark.parametrize("corner", [(0, 0), (7, 3), (-13, 5), (90, 70), (500, 500)])
@pytest.mark.parametrize("depth", [24, 32])
def test_a_board_is_painted_as_far_as_there_is_room(
    corner: tuple[int, int], depth: int, cell: int
) -> None:
    seen, surface = standing(STATE), pygame.Surface((160, 140), depth=depth)
    surface.fill(DARK.bar)
    expected, pixels = surface.copy(), BoardPainter(STATE.maze, cell).paint(seen)
    expected.blit(pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), corner)
    BoardPainter(STATE.maze, cell).paint_on(surface, seen, corner)
    off = np.abs(pixels_of(surface).astype(int) - pixels_of(expected))
    assert off.max() <= 1
    assert not surface.get_locked()
