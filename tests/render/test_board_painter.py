"""Pixels of boards and words, and which part of a diagram is shown."""

import pickle
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.diagrams import DIAGRAM
from helpers.mazes import games
from helpers.painters import standing
from pacgrid import Action, Layout, State
from pacgrid.render.board_painter import (
    BoardPainter,
    cut,
    fitted,
    pixels_of,
    view_of,
    width,
    words,
    wrapped,
)
from pacgrid.render.sdl import pygame
from pacgrid.session.frame import Transition, scene
from pacgrid.session.overlays import ARROWS
from pacgrid.session.themes import DARK, LIGHT

CELL = 24
STATE = State.initial(Layout.parse("%%%%%%%\n%P..G.%\n%.%%%.%\n%.%%%.%\n%..o..%\n%%%%%%%"))


def test_a_picture_is_an_array_of_the_announced_size_that_belongs_to_the_caller() -> None:
    painter = BoardPainter(STATE.maze, 10)
    picture = painter.paint(standing(STATE))
    assert painter.size == (70, 60)
    assert (picture.shape, picture.dtype) == ((60, 70, 3), np.uint8)
    assert BoardPainter(STATE.maze).size == (7 * 24, 6 * 24)
    kept = picture.copy()
    picture[:] = 0
    assert picture.flags.owndata
    assert np.array_equal(painter.paint(standing(STATE)), kept)
    with pytest.raises(ValueError, match="at least 1 pixel, not 0"):
        BoardPainter(STATE.maze, 0)


def test_a_painter_can_be_sent_to_another_process() -> None:
    painter = BoardPainter(STATE.maze, CELL, LIGHT)
    picture = painter.paint(standing(STATE))
    for copy in (pickle.loads(pickle.dumps(painter)), deepcopy(painter)):
        assert np.array_equal(copy.paint(standing(STATE)), picture)


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


SIDES = st.floats(1, 3000)


@given(SIDES, SIDES, st.sampled_from([0, 10, 100]), st.floats(0, 6), st.floats(0, 4))
def test_it_is_shown_whole_or_around_its_focus(
    width: float, height: float, least: float, x: float, y: float
) -> None:
    unit, left, top = view_of(replace(DIAGRAM, focus=(x, y), least_unit=least), width, height)
    assert unit >= least
    for start, side, focus, room in (
        (left, DIAGRAM.width * unit, x * unit, width),
        (top, DIAGRAM.height * unit, y * unit, height),
    ):
        if side <= room + 1e-6:
            assert abs(start - (room - side) / 2) < 1e-6, "in the middle"
        else:
            assert unit == least
            assert room - side - 1e-6 <= start <= 0, "no room is left over"
            assert -1e-6 <= start + focus <= room + 1e-6, "the focus is in sight"


INK = (255, 255, 255)


def test_text_is_broken_between_words_made_smaller_or_cut_which_it_says() -> None:
    text = "one two three four five"
    lines = wrapped(text, 26, 90)
    assert len(lines) > 1
    assert " ".join(lines) == text
    assert all(width(line, 26) <= 90 for line in lines)
    assert wrapped("", 26, 90) == []
    told = cut("a very long name of an agent", 20, 100)
    assert told.startswith("a ver")
    assert told.endswith("...")
    assert width(told, 20) <= 100
    assert [cut("alpha", 20, room) for room in (1000, 1)] == ["alpha", ""]
    for room in (60, 120, 240):
        line = fitted("a name of some length", 24, INK, room)
        assert line.get_width() <= room
        assert line.get_height() <= words("a", 24, INK).get_height()


def test_a_line_is_as_wide_as_it_says() -> None:
    for text in ("plain", "← and →", "∞", ""):
        assert abs(words(text, 30, INK).get_width() - width(text, 30)) <= 1
    sizes = [width("some words", size) for size in (10, 20, 40, 80)]
    assert all(small < large for small, large in pairwise(sizes))


def test_arrows_point_where_their_actions_go() -> None:
    """The head of an arrow is heavier than its tail."""

    def halves(action: Action) -> tuple[int, int]:
        picture = pygame.mask.from_surface(words(ARROWS[action], 80, INK), 100)
        wide, high = picture.get_size()
        dx, dy = action.vector
        middle = picture.get_bounding_rects()[0].center
        ahead = sum(
            bool(picture.get_at((x, y)))
            for x in range(wide)
            for y in range(high)
            if (x - middle[0]) * dx - (y - middle[1]) * dy > 0
        )
        return ahead, picture.count() - ahead

    for action in (Action.NORTH, Action.EAST, Action.SOUTH, Action.WEST):
        ahead, behind = halves(action)
        assert ahead > 1.2 * behind, action
