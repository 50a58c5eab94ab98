"""Checks a layout: finds all that is wrong or odd, not only the first."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pacgrid.layout import Layout, Position
from pacgrid.layout_check.finding import LayoutFinding, Severity
from pacgrid.layout_check.near_symmetry import asymmetric_spots
from pacgrid.layout_check.numbers import LayoutNumbers, open_squares
from pacgrid.layout_drawing import Defect, LayoutDrawing
from pacgrid.marks import FLOOR, FOOD, MARKS, WALL
from pacgrid.maze import Maze


@dataclass(frozen=True)
class LayoutCheck:
    """What is wrong or odd in a layout, in reading order, and its numbers."""

    findings: tuple[LayoutFinding, ...]
    numbers: LayoutNumbers | None
    """None if the drawing is no board."""

    @property
    def is_wrong(self) -> bool:
        return any(finding.severity is Severity.WRONG for finding in self.findings)


def check_layout(text: str) -> LayoutCheck:
    """The check of the layout drawn in `text`.

    >>> check = check_layout("%%%%%%%\\n%P.%1?%\\n%%%%%%%")
    >>> [(finding.line, finding.column, finding.text[:19]) for finding in check.findings]
    [(2, 5, "ghost 1 can't reach"), (2, 6, "unknown character '")]
    >>> check.is_wrong, check.numbers.food
    (True, 1)
    """
    return check_drawing(LayoutDrawing.read(text))


def check_drawing(drawing: LayoutDrawing) -> LayoutCheck:
    """The check of a layout that was read, or is being drawn."""
    defects = list(drawing.size_defects()) or list(drawing.mark_defects())
    layout = _playable(drawing, defects)
    found = [(Severity.WRONG, defect.line, defect.column, defect.text) for defect in defects]
    if layout:
        maze = Maze.of(layout)
        found += [
            (severity, layout.height - y, x + 1, text)
            for severity, (x, y), text in _findings(layout, maze, drawing)
        ]
    findings = [
        LayoutFinding(severity, line + drawing.above, column + drawing.indents[line - 1], text)
        for severity, line, column, text in sorted(found, key=lambda each: each[1:])
    ]
    return LayoutCheck(tuple(findings), LayoutNumbers.of(layout, maze) if layout else None)


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


_Found = tuple[Severity, Position, str]


def _findings(layout: Layout, maze: Maze, drawing: LayoutDrawing) -> Iterator[_Found]:
    top_left = (0, layout.height - 1)
    if not layout.food:
        yield Severity.WRONG, top_left, f"no food; write at least one {FOOD}"
    if not layout.ghosts:
        yield Severity.ODD, top_left, "no ghosts"
    yield from _out_of_reach(layout)
    yield from _walled_in(layout, maze)
    for spot in asymmetric_spots(layout):
        here, there = spot.kinds
        place = drawing.position_in_text(layout.height - spot.image[1], spot.image[0] + 1)
        yield Severity.ODD, spot.at, f"{here}, but {there} at {place}: nearly {spot.symmetry}"
    if squares := open_squares(layout):
        what = f"{len(squares)} squares of 2 x 2 open cells" if squares[1:] else "2 x 2 open cells"
        yield Severity.NOTE, squares[0], f"{what}; this is the first" if squares[1:] else what


def _out_of_reach(layout: Layout) -> Iterator[_Found]:
    reachable = layout.reachable
    for at in sorted(layout.food - reachable):
        yield Severity.WRONG, at, "Pac-Man can't reach this food; open a way to it or remove it"
    for at in sorted(layout.capsules - reachable):
        yield Severity.ODD, at, "Pac-Man can't reach this capsule"
    for number, at in enumerate(layout.ghosts, start=1):
        if at not in reachable:
            yield Severity.ODD, at, f"ghost {number} can't reach Pac-Man"


def _walled_in(layout: Layout, maze: Maze) -> Iterator[_Found]:
    for number, at in enumerate(layout.ghosts, start=1):
        if not maze.neighbours[maze.cells[at]]:
            yield Severity.WRONG, at, f"ghost {number} is walled in; open a way out"
    if not maze.neighbours[maze.cells[layout.pacman]]:
        yield Severity.WRONG, layout.pacman, "Pac-Man is walled in; open a way out"
