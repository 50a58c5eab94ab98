"""A scene as text."""

import math
from itertools import groupby, pairwise

from rich.cells import cell_len
from rich.text import Text

from pacgrid.action import MOVES, Action
from pacgrid.layout import Position
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.shapes import TINT_OPACITY
from pacgrid.render.terminal.style import Style
from pacgrid.render.walls import wall_cells
from pacgrid.session.marks import Ink, Label, Marks, Trail
from pacgrid.session.scene import GhostFigure, Mood, PacmanFigure, Scene
from pacgrid.session.themes import Colour, ink_on, letters_in, mixed

_JOINTS = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""Walls by where they go on: north counts 1, east 2, south 4, west 8."""
_PACMAN = {
    Action.NORTH: ("v", r"\/"),
    Action.EAST: ("<", "(<"),
    Action.SOUTH: ("^", "/\\"),
    Action.WEST: (">", ">)"),
    Action.STOP: ("O", "()"),
}
"""In one column and in two."""
_SHADES = {Ink.EXPANDED: "░▒▓", Ink.DANGER: "'\"!"}
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
    grid.add_dots(scene)
    grid.add_marks(scene)
    gone = scene.pacman.mouth >= 180  # his end is on top of the ghost that caught him
    if not gone:
        grid.add_pacman(scene.pacman)
    for ghost in scene.ghosts:
        grid.add_ghost(ghost)
    if gone:
        grid.add_pacman(scene.pacman)
    grid.add_labels_between_cells(scene.marks)
    return grid.text(scene.pacman.position, room)


class _Grid:
    """Characters and their styles, by row and column."""

    def __init__(self, maze: Maze, style: Style, cell: int) -> None:
        self._maze, self._style, self._cell = maze, style, cell
        self._glyphs: dict[tuple[int, int], tuple[str, str]] = {}
        self._backgrounds: dict[tuple[int, int], Colour] = {}
        self._dots: set[tuple[int, int]] = set()

    def add_walls(self) -> None:
        """The outlines of walls; without line characters, every wall cell."""
        cells, style = wall_cells(self._maze), self._style.ink(self._style.theme.edge)
        for cell in cells:
            glyph, (x, y) = "%" * self._cell, cell
            if self._style.unicode:
                joint = sum(1 << action for action in MOVES if _is_joined(cells, cell, action))
                glyph = _JOINTS[joint] + "─" * (joint & 2 and self._cell - 1)
                if not {(x + dx, y + dy) for dx, dy in (move.vector for move in MOVES)} & cells:
                    glyph = "▪"
            self._put(cell, glyph, style)

    def add_dots(self, scene: Scene) -> None:
        theme = self._style.theme
        for cells, glyph, colour in (
            (scene.food, "·", theme.food),
            (scene.capsules, "●", theme.capsule),
        ):
            for position in cells:
                self._dots.add(self._place(position))
                self._put(position, glyph, f"bold {self._style.ink(colour)}")

    def add_marks(self, scene: Scene) -> None:
        marks, style = scene.marks, self._style
        labelled = {label.position for label in marks.labels}
        for trail in marks.trails:
            self._add_trail(trail)
        for tint in marks.tints:
            row, column = self._place(tint.position)
            for place in ((row, column + offset) for offset in range(self._cell)):
                below = self._backgrounds.get(place, style.theme.background)
                colour = getattr(style.theme, tint.ink)
                self._backgrounds[place] = mixed(below, colour, TINT_OPACITY * tint.strength)
            free = self._cell > 1 or (row, column) not in self._dots
            if not style.colours and free and tint.position not in labelled:
                shades = _SHADES.get(tint.ink, " ")
                shade = shades[min(int(tint.strength * len(shades)), len(shades) - 1)]
                self._put(tint.position, shade.rjust(self._cell), style.ink(tint.ink))
        for label in marks.labels:
            if not _between_cells(label):
                self._add_label(label)

    def add_labels_between_cells(self, marks: Marks) -> None:
        """The values of stopping, half a cell above an agent, if the cell there is free."""
        for label in filter(_between_cells, marks.labels):
            row, column = self._place(label.position)
            places = {(row, column + offset) for offset in range(self._cell)}
            if not places & (self._glyphs.keys() - self._dots):
                self._add_label(label)

    def add_pacman(self, pacman: PacmanFigure) -> None:
        colour = self._style.theme.pacman
        gone = pacman.mouth >= 180
        glyph = "X" * self._cell if gone else _PACMAN[pacman.facing][self._cell - 1]
        self._put(pacman.position, glyph, self._block(ink_on(colour), colour))

    def add_ghost(self, ghost: GhostFigure) -> None:
        theme = self._style.theme
        colour = theme.ghost(ghost.number)
        style = {
            Mood.ACTIVE: self._block(ink_on(colour), colour),
            Mood.SCARED: self._block(theme.eye, theme.scared),
            Mood.FLASHING: self._block(theme.scared, theme.flashing),
            Mood.EATEN: f"bold {self._style.ink(theme.text)}",
        }[ghost.mood]
        numbered = theme.numbered or not self._style.colours
        scared = ghost.mood in (Mood.SCARED, Mood.FLASHING)
        number = str(ghost.number)
        face = "~" if scared else "G" if numbered else "o"
        glyph = f"{face}{number}"[:2] if numbered else face * 2
        if self._cell == 1:  # that it is scared matters more than which one it is
            glyph = "~" if scared and numbered else number[:1]
        self._put(ghost.position, glyph, style)

    def text(self, middle: HalfPosition, room: tuple[int, int] | None) -> Text:
        size = self._cell * (self._maze.width - 1) + 1, self._maze.height
        columns, rows = room or size
        row, column = self._place(middle)
        lines = []
        for y in _part(size[1], rows, row):
            line = Text(no_wrap=True)
            cells = (self._glyph((y, x)) for x in _part(size[0], columns, column))
            for style, run in groupby(cells, key=lambda glyph: glyph[1]):
                line.append("".join(character for character, _ in run), style)
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)

    def _add_trail(self, trail: Trail) -> None:
        """An arrow in each cell that the agent enters, beside the food if there is room."""
        style = f"bold {self._style.ink(self._style.theme.agent(trail.agent))}"
        for (ax, ay), (bx, by) in pairwise(trail.points):
            dx, dy = bx - ax, by - ay
            arrow = "←→"[dx > 0] if abs(dx) > abs(dy) else "↓↑"[dy > 0]
            jumped = math.hypot(dx, dy) > 1.01
            self._put((bx, by), ("·" if jumped else arrow).rjust(self._cell), style)

    def _add_label(self, label: Label) -> None:
        text, theme = self._style.safe(label.text), self._style.theme
        if not len(text) == cell_len(text) <= self._cell:
            return
        colour = letters_in(theme, label.ink)
        style = f"bold {self._style.ink(colour)}"
        if label.ink is Ink.DISTANCE and int(label.position[0]) % 2:
            # Otherwise numbers side by side would read as one.
            style = self._style.ink(mixed(colour, theme.background, 0.3))
        self._put(label.position, text.rjust(self._cell), style)

    def _put(self, position: HalfPosition, text: str, style: str) -> None:
        row, column = self._place(position)
        for place, character in enumerate(self._style.safe(text), start=column):
            if character != " ":
                self._glyphs[row, place] = character, style

    def _place(self, position: HalfPosition) -> tuple[int, int]:
        """The nearest row and column; halves round up, as a ghost snaps."""
        x, y = position
        return self._maze.height - 1 - int(y + 0.5), int(self._cell * x + 0.5)

    def _glyph(self, place: tuple[int, int]) -> tuple[str, str]:
        character, style = self._glyphs.get(place, (" ", ""))
        if place in self._backgrounds and " on " not in style:
            style = f"{style} on {self._style.ink(self._backgrounds[place])}".strip()
        return character, style

    def _block(self, colour: Colour, background: Colour) -> str:
        return f"bold {self._style.ink(colour)} on {self._style.ink(background)}"


def _is_joined(walls: frozenset[Position], cell: Position, action: Action) -> bool:
    """Whether the next cell is a wall too, and the line to it isn't inside a thick wall."""
    (x, y), (dx, dy) = cell, action.vector
    next_x, next_y = x + dx, y + dy
    sides = ({(x + s * dy, y + s * dx), (next_x + s * dy, next_y + s * dx)} for s in (-1, 1))
    return (next_x, next_y) in walls and not all(side <= walls for side in sides)


def _between_cells(label: Label) -> bool:
    return any(each % 1 for each in label.position)


def _part(size: int, room: int, middle: int) -> range:
    """The part of `range(size)` that fits into `room`, with `middle` in its middle if it can."""
    room = max(room, 1)
    start = max(min(middle - room // 2, size - room), 0)
    return range(start, min(start + room, size))
