"""Checks a layout: finds all that is wrong or odd, not only the first error."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pacgrid.layout import Layout, Position
from pacgrid.layout_drawing import Defect, LayoutDrawing
from pacgrid.marks import FLOOR, FOOD, MARKS, WALL


@dataclass(frozen=True)
class LayoutFinding:
    """What was found, and where; `line` and `column` in the text, from 1."""

    line: int
    column: int
    text: str
    is_wrong: bool
    """Whether the layout can't be played, or not as it was meant. Else it is only odd."""


def check_layout(text: str) -> list[LayoutFinding]:
    """What is wrong or odd in the layout drawn in `text`, in reading order.

    >>> found = check_layout("%%%%%%%\\n%P.%1?%\\n%%%%%%%")
    >>> [(each.line, each.column, each.text[:19], each.is_wrong) for each in found]
    [(2, 5, "ghost 1 can't reach", False), (2, 6, "unknown character '", True)]
    """
    drawing = LayoutDrawing.read(text)
    defects = list(drawing.size_defects()) or list(drawing.mark_defects())
    found = [(defect.line, defect.column, defect.text, True) for defect in defects]
    if layout := _playable(drawing, defects):
        found += [
            (layout.height - y, x + 1, text, is_wrong)
            for (x, y), text, is_wrong in _findings(layout)
        ]
    return [
        LayoutFinding(line + drawing.above, column + drawing.indents[line - 1], text, is_wrong)
        for line, column, text, is_wrong in sorted(found)
    ]


def _playable(drawing: LayoutDrawing, defects: Iterable[Defect]) -> Layout | None:
    """The layout as it was probably meant, with floor for unknown characters and a closed border;
    None if it can't be known."""
    rows = [[mark if mark in MARKS else FLOOR for mark in row] for row in drawing.rows]
    for defect in defects:
        if defect.text.startswith("the border"):
            rows[defect.line - 1][defect.column - 1] = WALL
    mended = LayoutDrawing(tuple(map("".join, rows)), drawing.above, drawing.indents)
    if [*mended.size_defects()] or [*mended.mark_defects()]:
        return None
    return Layout(mended.rows)


def _findings(layout: Layout) -> Iterator[tuple[Position, str, bool]]:
    top_left, reachable = (0, layout.height - 1), layout.reachable
    if not layout.food:
        yield top_left, f"no food; write at least one {FOOD}", True
    if not layout.ghosts:
        yield top_left, "no ghosts", False
    for at in layout.food - reachable:
        yield at, "Pac-Man can't reach this food; open a way to it or remove it", True
    for at in layout.capsules - reachable:
        yield at, "Pac-Man can't reach this capsule", False
    if _is_walled_in(layout, layout.pacman):
        yield layout.pacman, "Pac-Man is walled in; open a way out", True
    for number, at in enumerate(layout.ghosts, start=1):
        if _is_walled_in(layout, at):
            yield at, f"ghost {number} is walled in; open a way out", True
        elif at not in reachable:
            yield at, f"ghost {number} can't reach Pac-Man", False


def _is_walled_in(layout: Layout, at: Position) -> bool:
    """Whether all four neighbours are walls."""
    (x, y), rows = at, layout.rows
    row = layout.height - 1 - y
    return {rows[row - 1][x], rows[row + 1][x], rows[row][x - 1], rows[row][x + 1]} == {WALL}
