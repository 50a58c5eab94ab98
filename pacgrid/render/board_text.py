"""Lines of text in the colours of a theme, and the boards in them: scenes cell by cell, diagrams by
the text that they bring along."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, zip_longest
from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text

from pacgrid.action import MOVES, Action
from pacgrid.layout import Position
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.board_svg import TINT_OPACITY, wall_cells
from pacgrid.session.frame import (
    Diagram,
    GhostFigure,
    Label,
    Mood,
    PacmanFigure,
    Scene,
    TextRun,
    Tint,
    Trail,
)
from pacgrid.session.themes import Colour, Ink, Theme, ink_on, letters_in, mixed

_ASCII = str.maketrans(
    "←→↑↓‹›·•●∞…−×─═┼├│└╱▲▼■□★≤≥αβ░▒▓█▁▂▃▄▅▆▇", "<>^v<>..o*.-x-=+||`/^v#~*<>ab-=##_.-=+*%"
)

Lines = list[Text]
Part = str | tuple[str, Ink | Colour] | tuple[str, Ink | Colour, str]
"""Words; with their colour if it isn't that of text, and with `bold` or the like."""


@dataclass(frozen=True)
class Style:
    theme: Theme
    unicode: bool = True
    colours: bool = True

    def words(self, *parts: Part) -> Text:
        line = Text(no_wrap=True)
        for part in parts:
            text, colour, *more = (part, Ink.TEXT) if isinstance(part, str) else part
            line.append(self.safe(text), " ".join([*more, self.ink(colour)]))
        return line

    def wrapped(
        self, text: str, columns: int, colour: Ink | Colour = Ink.TEXT, more: str = ""
    ) -> Lines:
        """`text` in lines that are at most that wide; none if it is empty."""
        return [self.words((line, colour, more)) for line in wrap(text, max(columns, 1))]

    def safe(self, text: str) -> str:
        """`text` as this terminal can show it, and as long; an agent may have any name."""
        if not self.unicode:
            text = text.translate(_ASCII).encode("ascii", "replace").decode()
        return "".join(each if each.isprintable() else "?" for each in text)

    def ink(self, colour: Ink | Colour) -> str:
        rgb = getattr(self.theme, colour) if isinstance(colour, Ink) else colour
        return "#{:02x}{:02x}{:02x}".format(*rgb)

    def agent(self, number: int) -> Colour:
        """The colour of words about an agent; Pac-Man's own can't be read on a light background."""
        return self.theme.text if self.theme.light and not number else self.theme.agent(number)

    @property
    def background(self) -> str:
        """The style of everything that has none of its own."""
        return f"{self.ink(self.theme.text)} on {self.ink(self.theme.background)}"


def joined(parts: Iterable[str], columns: int) -> str:
    """As many of `parts`, from the first on, as fit into a line."""
    line = ""
    for part in parts:
        longer = f"{line}   {part}" if line else part
        if len(longer) > columns:
            break
        line = longer
    return line


def side_by_side(blocks: Sequence[Lines], columns: int, gap: int) -> Lines:
    """Blocks of lines next to each other: `columns` for each but the last, which is as it is."""
    lines = []
    for *left, last in zip_longest(*blocks, fillvalue=Text()):
        line = Text(no_wrap=True)
        for part in left:
            padded = part.copy()
            padded.align("left", columns)
            line.append_text(padded).append(" " * gap)
        line.append_text(last).rstrip()
        lines.append(line)
    return lines


_JOINTS = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""Walls by where they go on: north counts 1, east 2, south 4, west 8."""
_PACMAN = {
    Action.NORTH: ("v", r"\/"),
    Action.EAST: ("<", "(<"),
    Action.SOUTH: ("^", "/\\"),
    Action.WEST: (">", ">)"),
    Action.STOP: ("O", "()"),
}
"""Pac-Man in one column and in two."""
_SHADES = {Ink.EXPANDED: "░▒▓", Ink.DANGER: "'\"!", Ink.BAD: "!"}
"""Tints without colours, from weak to strong. Distances have numbers anyway."""


def board_text(
    scene: Scene, style: Style, *, cell: int = 2, room: tuple[int, int] | None = None
) -> Text:
    """`scene` in lines: tints are backgrounds, trails are arrows, and labels are shown where they
    fit into a cell and cover nobody.

    Args:
        cell: the columns of a cell. Two make squares, and show half a cell to the side.
        room: columns and rows; of a larger board the part around Pac-Man is drawn.
    """
    grid = _Grid(scene.maze, style, cell)
    grid.add_walls()
    grid.add_dots(scene.food, "·", style.theme.food)
    grid.add_dots(scene.capsules, "●", style.theme.capsule)
    for trail in scene.marks.trails:
        grid.add_trail(trail)
    labelled = {label.position for label in scene.marks.labels}
    for tint in scene.marks.tints:
        grid.add_tint(tint)
        if not style.colours and tint.position not in labelled:
            grid.add_shade(tint)
    between = [label for label in scene.marks.labels if any(each % 1 for each in label.position)]
    for label in scene.marks.labels:
        if label not in between:
            grid.add_label(label)
    pacman = scene.pacman
    grid.add_pacman(pacman)
    for ghost in scene.ghosts:
        grid.add_ghost(ghost)
    if pacman.mouth >= 180:
        grid.add_pacman(pacman)  # his end is on top of the ghost that caught him
    for label in between:  # the values of stopping, half a cell above an agent
        if grid.is_free(label.position):
            grid.add_label(label)
    return grid.text(pacman.position, room)


class _Grid:
    def __init__(self, maze: Maze, style: Style, cell: int) -> None:
        self._maze, self._style, self._theme, self._cell = maze, style, style.theme, cell
        self._characters: dict[tuple[int, int], tuple[str, str]] = {}
        self._backgrounds: dict[tuple[int, int], Colour] = {}
        self._dots: set[tuple[int, int]] = set()

    def add_walls(self) -> None:
        """The outlines of walls; without line characters, every wall cell."""
        walls = wall_cells(self._maze.walls)
        for cell in walls:
            lines = _wall(walls, cell, self._cell) if self._style.unicode else "%" * self._cell
            self._put(cell, lines, self._style.ink(self._theme.edge))

    def add_dots(self, cells: Iterable[Position], glyph: str, colour: Colour) -> None:
        for cell in cells:
            self._dots.add(self._spots(cell)[0])
            self._put(cell, glyph, self._bold(colour))

    def add_trail(self, trail: Trail) -> None:
        """An arrow in each cell that the agent enters, beside the food if there is room."""
        for (ax, ay), (bx, by) in pairwise(trail.points):
            dx, dy = bx - ax, by - ay
            arrow = "←→"[dx > 0] if abs(dx) > abs(dy) else "↓↑"[dy > 0]
            if math.hypot(dx, dy) > 1.01:
                arrow = "·"  # the agent jumps
            self._put((bx, by), arrow.rjust(self._cell), self._bold(self._theme.agent(trail.agent)))

    def add_tint(self, tint: Tint) -> None:
        for spot in self._spots(tint.position):
            below = self._backgrounds.get(spot, self._theme.background)
            colour = getattr(self._theme, tint.ink)
            self._backgrounds[spot] = mixed(below, colour, TINT_OPACITY * tint.strength)

    def add_shade(self, tint: Tint) -> None:
        """Without colours, a character beside food, if there is room, or in place of a trail."""
        if self._cell > 1 or self._spots(tint.position)[0] not in self._dots:
            shades = _SHADES.get(tint.ink, " ")
            shade = shades[min(int(tint.strength * len(shades)), len(shades) - 1)]
            self._put(tint.position, shade.rjust(self._cell), self._style.ink(tint.ink))

    def add_label(self, label: Label) -> None:
        text = self._style.safe(label.text)
        if not len(text) == cell_len(text) <= self._cell:
            return
        colour = letters_in(self._theme, label.ink)
        style = self._bold(colour)
        if label.ink is Ink.DISTANCE and int(label.position[0]) % 2:
            # Otherwise numbers side by side would read as one.
            style = self._style.ink(mixed(colour, self._theme.background, 0.3))
        self._put(label.position, text.rjust(self._cell), style)

    def add_pacman(self, pacman: PacmanFigure) -> None:
        colour = self._theme.pacman
        glyph = _PACMAN[pacman.facing][self._cell - 1]
        if pacman.mouth >= 180:
            glyph = "X" * self._cell
        self._put(pacman.position, glyph, self._bold(ink_on(colour), colour))

    def add_ghost(self, ghost: GhostFigure) -> None:
        theme, colour = self._theme, self._theme.ghost(ghost.number)
        style = {
            Mood.ACTIVE: self._bold(ink_on(colour), colour),
            Mood.SCARED: self._bold(theme.eye, theme.scared),
            Mood.FLASHING: self._bold(theme.scared, theme.flashing),
            Mood.EATEN: self._bold(theme.text),
        }[ghost.mood]
        numbered = theme.numbered or not self._style.colours
        scared = ghost.mood in (Mood.SCARED, Mood.FLASHING)
        number = str(ghost.number)
        face = "~" if scared else "G" if numbered else "o"
        glyph = f"{face}{number}"[:2] if numbered else face * 2
        if self._cell == 1:  # that it is scared matters more than which one it is
            glyph = "~" if scared and numbered else number[:1]
        self._put(ghost.position, glyph, style)

    def is_free(self, position: HalfPosition) -> bool:
        """Whether a cell has nothing in it, or only food."""
        return not (self._characters.keys() - self._dots).intersection(self._spots(position))

    def text(self, middle: HalfPosition, room: tuple[int, int] | None) -> Text:
        """All of it, or the part around `middle` that there is room for."""
        width, height = self._cell * (self._maze.width - 1) + 1, self._maze.height
        columns, rows = room or (width, height)
        (row, column), *_ = self._spots(middle)
        lines = []
        for y in part_of(height, rows, row):
            characters = (self._character((y, x)) for x in part_of(width, columns, column))
            runs = groupby(characters, key=lambda character: character[1])
            parts = [("".join(glyph for glyph, _ in run), style) for style, run in runs]
            lines.append(Text.assemble(*parts, no_wrap=True))
        return Text("\n", no_wrap=True).join(lines)

    def _put(self, position: HalfPosition, text: str, style: str) -> None:
        for spot, glyph in zip(self._spots(position), self._style.safe(text), strict=False):
            if glyph != " ":
                self._characters[spot] = glyph, style

    def _spots(self, position: HalfPosition) -> list[tuple[int, int]]:
        """The row and column of each character there; halves round up, as a ghost snaps."""
        x, y = position
        row, column = self._maze.height - 1 - int(y + 0.5), int(self._cell * x + 0.5)
        return [(row, column + offset) for offset in range(self._cell)]

    def _character(self, spot: tuple[int, int]) -> tuple[str, str]:
        glyph, style = self._characters.get(spot, (" ", ""))
        if spot in self._backgrounds and " on " not in style:
            style = f"{style} on {self._style.ink(self._backgrounds[spot])}".strip()
        return glyph, style

    def _bold(self, colour: Colour, background: Colour | None = None) -> str:
        style = f"bold {self._style.ink(colour)}"
        return f"{style} on {self._style.ink(background)}" if background else style


def _wall(walls: frozenset[Position], cell: Position, columns: int) -> str:
    """The lines from a wall cell to those next to it; there are none inside a thick wall."""
    (x, y), joint, is_alone = cell, 0, True
    for action in MOVES:
        dx, dy = action.vector
        if (x + dx, y + dy) in walls:
            is_alone = False
            sides = ((x + n * dx + m * dy, y + n * dy + m * dx) for n in (0, 1) for m in (-1, 1))
            joint |= (not walls.issuperset(sides)) << action
    return "▪" if is_alone else _JOINTS[joint] + "─" * (columns - 1 if joint & 2 else 0)


def part_of(size: int, room: int, middle: int) -> range:
    """The part of `range(size)` that fits into `room`, with `middle` in its middle if it can."""
    room = max(room, 1)
    start = max(min(middle - room // 2, size - room), 0)
    return range(start, min(start + room, size))


def size_of(diagram: Diagram) -> tuple[int, int]:
    lengths = (sum(cell_len(run.text) for run in line) for line in diagram.text)
    return max(lengths, default=0), len(diagram.text)


def diagram_lines(diagram: Diagram, style: Style, room: tuple[int, int]) -> Lines:
    """Its lines, or those around the focus that there is room for: columns and rows."""
    columns, rows = room
    shown = part_of(len(diagram.text), rows, diagram.text_focus)
    lines = [style.words(*(_part(run, style) for run in diagram.text[row])) for row in shown]
    for line in lines:
        line.truncate(columns, overflow="ellipsis" if style.unicode else "crop")
    return lines


def _part(run: TextRun, style: Style) -> Part:
    colour = run.ink if run.agent is None else style.agent(run.agent)
    more = " ".join(filter(None, ("bold" * run.strong, "reverse" * run.inverse)))
    return run.text, colour, more
