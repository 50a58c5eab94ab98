"""Which part of a diagram is shown, and how large."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from helpers.diagrams import DIAGRAM
from pacgrid.render.diagram_painter import view_of

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
