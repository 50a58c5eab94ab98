"""What stands beside the board in the editor of layouts: marks, tools, numbers and findings."""

from collections.abc import Iterator

from pacgrid.action import Action
from pacgrid.layout_check.check import LayoutCheck
from pacgrid.layout_check.finding import LayoutFinding, Severity
from pacgrid.marks import CAPSULE, FLOOR, FOOD, GHOSTS, PACMAN, WALL
from pacgrid.session.diagram import (
    Diagram,
    Disc,
    Part,
    Polygon,
    Target,
    TextLine,
    TextRun,
    Words,
    moved,
)
from pacgrid.session.layout_editor import MIRRORS, LayoutEditor, Tool
from pacgrid.session.marks import Ink
from pacgrid.session.small_maze import WALL_OPACITY, ghost_parts, pacman_part
from pacgrid.session.text_list import ListLine, list_diagram

BRUSHES = {
    "w": (WALL, "wall"),
    ".": (FOOD, "food"),
    "o": (CAPSULE, "capsule"),
    "e": (FLOOR, "empty"),
    "p": (PACMAN, "Pac-Man"),
    **{digit: (digit, f"ghost {digit}") for digit in GHOSTS[1:]},
}
"""The marks to draw with, and what they are called, by key."""
TOOL_KEYS = {Tool.RECTANGLE: "r", Tool.FILL: "f"}
MIRROR_KEY, PEN_KEY = "m", "d"
TARGETS = (*BRUSHES, *TOOL_KEYS.values(), MIRROR_KEY, PEN_KEY)
"""The keys that clicks stand for, by target."""
FIRST_FINDING = 100
"""The target of the first finding."""
MOST_FINDINGS, LONGEST = 4, 50
"""How many findings are listed, and how many letters of each."""
_ACROSS, _TILE, _ROWS = 7, 1.75, 2
INKS = {Severity.WRONG: Ink.BAD, Severity.ODD: Ink.EXPANDED, Severity.NOTE: Ink.FAINT}
_SIGNS = {Severity.WRONG: "!", Severity.ODD: "?", Severity.NOTE: "-"}


def mark_name(mark: str) -> str:
    """What a mark is called: `wall`, `ghost 3`."""
    return next((name for each, name in BRUSHES.values() if each == mark), repr(mark))


def palette(editor: LayoutEditor) -> Diagram:
    """All of it; its targets are those of `TARGETS` and of the findings."""
    found = editor.found
    lines = [*_tools(editor), *_numbers(found), *_findings(found)]
    return list_diagram(lines, above=_tiles(editor.brush), focus=0)


def finding_text(finding: LayoutFinding) -> str:
    """`2:4: wrong: Pac-Man can't reach this food`."""
    return f"{finding.line}:{finding.column}: {finding.severity}: {finding.text}"


def _tools(editor: LayoutEditor) -> Iterator[ListLine]:
    for tool, key in TOOL_KEYS.items():
        is_used = editor.tool is tool
        line = f"{key.upper()}  {tool}{': on' if is_used else ''}"
        yield ListLine(line, TARGETS.index(key), selected=is_used)
    pen = f"D  draw as the cursor moves{': on' if editor.pen_down else ''}"
    yield ListLine(pen, TARGETS.index(PEN_KEY), selected=editor.pen_down)
    mirror = f"M  mirror: {MIRRORS[editor.symmetry]}"
    is_on = MIRRORS[editor.symmetry] != "off"
    yield ListLine(mirror, TARGETS.index(MIRROR_KEY), selected=is_on)


def _numbers(found: LayoutCheck) -> Iterator[ListLine]:
    numbers = found.numbers
    lines = ["", "", "", ""]
    if numbers:
        lines[1:] = (
            f"{numbers.width} x {numbers.height}   cells {numbers.cells}",
            f"food {numbers.food}   capsules {numbers.capsules}   ghosts {numbers.ghosts}",
            f"dead ends {numbers.dead_ends}   loops {numbers.loops}",
        )
    yield from (ListLine(line, ink=Ink.FAINT) for line in (*lines, ""))


def _findings(found: LayoutCheck) -> Iterator[ListLine]:
    """A line for the first of equal findings, and always as many lines, so that nothing moves."""
    alike: dict[tuple[Severity, str], list[int]] = {}
    for number, finding in enumerate(found.findings):
        alike.setdefault((finding.severity, finding.text), []).append(number)
    lines = [_finding(found.findings[each[0]], *each) for each in alike.values()]
    if more := len(lines[MOST_FINDINGS:]):
        lines[MOST_FINDINGS:] = [ListLine(f"and {more} more", ink=Ink.FAINT)]
    if not lines:
        lines = [ListLine("nothing wrong or odd", ink=Ink.GOOD)]
    yield from lines
    yield from [ListLine("")] * (MOST_FINDINGS + 1 - len(lines))


def _finding(finding: LayoutFinding, first: int, *others: int) -> ListLine:
    what = finding.text.partition(";")[0]
    more = f" and {len(others)} more" if others else ""
    line = f"{_SIGNS[finding.severity]} {finding.line}:{finding.column}{more}: {what}"
    line = line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
    return ListLine(line, FIRST_FINDING + first, INKS[finding.severity])


def _tiles(brush: str) -> Diagram:
    """A tile for each mark, with its key."""
    parts: list[Part] = []
    targets = []
    for number, (key, (mark, _)) in enumerate(BRUSHES.items()):
        left, top = 0.15 + number % _ACROSS * _TILE, 0.15 + number // _ACROSS * _TILE
        parts += (moved(part, (left, top), 1) for part in _tile(key, mark, selected=mark == brush))
        targets.append(Target(number, (left, top), (_TILE, _TILE)))
    names = [(key.upper(), *each) for key, each in BRUSHES.items()]
    text: list[TextLine] = []
    for line in (names[:3], names[3:5]):
        runs = [_run(f"{key} {name}", selected=mark == brush) for key, mark, name in line]
        text.append(tuple(part for run in runs for part in (run, TextRun("  "))))
    ghosts = [_run(key, selected=mark == brush) for key, mark, _ in names[5:]]
    text.append((*(part for run in ghosts for part in (run, TextRun(" "))), TextRun("ghosts")))
    description = f"draws {mark_name(brush)}"
    return Diagram(
        _ACROSS * _TILE + 0.3,
        _ROWS * _TILE + 0.4,
        tuple(parts),
        tuple(text),
        targets=tuple(targets),
        description=description,
    )


def _run(text: str, *, selected: bool) -> TextRun:
    return TextRun(text, strong=selected, inverse=selected)


def _tile(key: str, mark: str, *, selected: bool) -> Iterator[Part]:
    """A tile with its upper left corner at (0, 0)."""
    side, middle = _TILE - 0.15, (_TILE / 2 - 0.1, _TILE / 2 - 0.2)
    corners = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    ink, width = (Ink.TEXT, 0.14) if selected else (Ink.FAINT, 0.04)
    yield Polygon(corners, outline=ink, width=width)
    if mark == WALL:
        wall = tuple((0.4 + 0.5 * x, 0.3 + 0.5 * y) for x, y in corners)
        yield Polygon(wall, Ink.EDGE, outline=Ink.EDGE, opacity=WALL_OPACITY)
    elif mark in (FOOD, CAPSULE):
        yield Disc(middle, 0.14 if mark == FOOD else 0.32, Ink.FOOD, outline=None)
    elif mark == PACMAN:
        yield moved(pacman_part((0, 0), Action.EAST), middle, 1.1)
    elif mark != FLOOR:
        yield from (moved(part, middle, 1.1) for part in ghost_parts((0, 0), int(mark)))
    yield Words(key.upper(), (side - 0.26, side - 0.3), 0.5, ink, strong=selected)
