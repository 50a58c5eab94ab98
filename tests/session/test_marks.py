"""Marks on boards, drawn by every painter."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.painters import HUNT, HUNT_MARKS, Painter, as_array, in_window, scene_svg, with_svg
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.terminal.board_text import board_text
from pacgrid.render.terminal.style import Style
from pacgrid.session.marks import NO_MARKS, SMALLEST_LABELLED, Ink, Label, Marks, Tint, Trail
from pacgrid.session.scene import Transition, scene
from pacgrid.session.themes import DARK, LIGHT, THEMES, Theme

SEEN = scene(Transition.standing(HUNT), 1)
BOARD = HUNT.maze.width, HUNT.maze.height
INKS = st.sampled_from(Ink)
POSITIONS = st.tuples(*(st.integers(0, 2 * (side - 1)).map(lambda n: n / 2) for side in BOARD))
MARKS = st.builds(
    Marks,
    tints=st.lists(st.builds(Tint, POSITIONS, INKS, st.floats(0, 1)), max_size=5).map(tuple),
    trails=st.lists(
        st.builds(Trail, st.integers(0, 9), st.lists(POSITIONS, min_size=2, max_size=5).map(tuple)),
        max_size=4,
    ).map(tuple),
    labels=st.lists(
        st.builds(Label, POSITIONS, st.text("0.-∞é王\0", max_size=4), INKS), max_size=5
    ).map(tuple),
)


@settings(max_examples=6)
@given(MARKS, st.sampled_from([1, 5, SMALLEST_LABELLED, 24]), st.sampled_from([*THEMES.values()]))
def test_any_marks_can_be_painted_anywhere_on_the_board(
    marks: Marks, cell: int, theme: Theme
) -> None:
    seen = replace(SEEN, marks=marks)
    for paint in (as_array, in_window):
        assert paint(seen, cell, theme).shape == (BOARD[1] * cell, BOARD[0] * cell, 3)
    ET.fromstring(scene_svg(seen, cell=cell, theme=theme))
    for columns, unicode in ((2, True), (1, True), (2, False)):
        text = board_text(seen, Style(theme, unicode), cell=columns).plain
        width = columns * (BOARD[0] - 1) + 1
        assert [len(line) for line in text.split("\n")] == [width] * BOARD[1]


@pytest.mark.parametrize("paint", [as_array, in_window, with_svg])
def test_small_cells_have_no_labels(paint: Painter) -> None:
    marked = replace(SEEN, marks=Marks(labels=(Label((2, 2), "8888", Ink.VALUE),)))
    for cell, there in ((SMALLEST_LABELLED - 1, False), (SMALLEST_LABELLED, True)):
        change = paint(marked, cell, DARK) != paint(SEEN, cell, DARK)
        assert bool(change.any()) == there


@pytest.mark.parametrize("paint", [as_array, in_window, with_svg])
def test_trails_along_the_same_cells_are_side_by_side(paint: Painter) -> None:
    way = ((1, 2), (2, 2), (3, 2))
    bare = paint(SEEN, 40, LIGHT)[:, 80]

    def covered(*agents: int) -> set[int]:
        """Which rows are covered in the column where all go east."""
        marks = Marks(trails=tuple(Trail(agent, way) for agent in agents))
        off = paint(replace(SEEN, marks=marks), 40, LIGHT)[:, 80].astype(int)
        change = np.abs(off - bare).max(axis=1)
        return {*np.flatnonzero(change > 40).tolist()}

    one, other, third = covered(0), covered(1), covered(2)
    assert len(one) >= 4
    assert not one & other | one & third | other & third
    assert covered(0, 1, 2) == one | other | third


def test_a_trail_has_a_gap_where_its_agent_jumps() -> None:
    jump = Trail(2, ((1, 2), (2, 2), (8, 2), (8, 3)))
    change = as_array(replace(SEEN, marks=Marks(trails=(jump,))), 24, DARK).astype(int)
    change -= as_array(SEEN, 24, DARK)
    columns = np.flatnonzero(change.any(axis=(0, 2)))
    assert columns.min() < 2 * 24
    assert columns.max() > 8 * 24
    assert not ((columns > 3.5 * 24) & (columns < 7.5 * 24)).any()


def test_marks_leave_nothing_behind() -> None:
    painter = BoardPainter(HUNT.maze, 24)
    first = painter.paint(SEEN)
    marked = painter.paint(replace(SEEN, marks=HUNT_MARKS))
    other = painter.paint(replace(SEEN, marks=replace(HUNT_MARKS, tints=HUNT_MARKS.tints[1:])))
    assert len({picture.tobytes() for picture in (first, marked, other)}) == 3
    assert np.array_equal(painter.paint(replace(SEEN, marks=HUNT_MARKS)), marked)
    assert np.array_equal(painter.paint(replace(SEEN, marks=NO_MARKS)), first)
    eaten = replace(SEEN, food=HUNT.maze.subset(0), marks=HUNT_MARKS)
    assert np.array_equal(painter.paint(eaten), as_array(eaten, 24, DARK))
