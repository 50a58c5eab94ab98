"""A scene as text: what the terminal shows."""

import math
from dataclasses import dataclass
from itertools import groupby, pairwise

from rich.cells import cell_len
from rich.text import Text

from pacgrid.action import MOVES, Action
from pacgrid.common.sanitize import one_line
from pacgrid.layout import Position
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.shapes import TINT_OPACITY
from pacgrid.render.walls import walls_of
from pacgrid.session.marks import Ink, Label, Trail
from pacgrid.session.scene import GhostFigure, Mood, PacmanFigure, Scene
from pacgrid.session.themes import DARK, Colour, Theme, ink_on, letters_in, mixed

_JOINTS = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""Walls by where they go on: north counts 1, east 2, south 4, west 8."""
_PACMAN = {
    Action.NORTH: r"\/",
    Action.EAST: "(<",
    Action.SOUTH: "/\\",
    Action.WEST: ">)",
    Action.STOP: "()",
}
_SMALL_PACMAN = {
    Action.NORTH: "v",
    Action.EAST: "<",
    Action.SOUTH: "^",
    Action.WEST: ">",
    Action.STOP: "O",
}

Glyphs = dict[tuple[int, int], tuple[str, str]]
"""By (row, column): a character and its style."""


@dataclass(frozen=True)
class Type:
    """What the text is set in.

    Two columns a cell make squares, and show half a cell to the side; one column saves room.
    """

    columns: int = 2
    unicode: bool = True


def board_text(
    scene: Scene,
    *,
    type_: Type = Type(),
    room: tuple[int, int] | None = None,
    theme: Theme = DARK,
) -> Text:
    """`scene` drawn in colour; who is between two cells is shown where there is a place.

    Tinted cells have another ground, and trails are arrows. Labels are shown where they fit into
    a cell and nobody is.

    Of a board that is larger than `room` (columns, rows), the part around Pac-Man is drawn.
    """
    maze = scene.maze
    glyphs = _wall_glyphs(maze, type_, theme)
    _add_dots(glyphs, scene, type_, theme)
    for trail in scene.marks.trails:
        _add_trail(glyphs, trail, maze, type_, theme)
    for label in scene.marks.labels:
        _add_label(glyphs, label, maze, type_, theme)
    backgrounds = _backgrounds(scene, type_, theme)
    if not _gone(scene.pacman):
        _add_pacman(glyphs, scene, type_, theme)
    for ghost in scene.ghosts:
        _add_ghost(glyphs, ghost, maze, type_, theme)
    if _gone(scene.pacman):  # his end is what is to be seen there
        _add_pacman(glyphs, scene, type_, theme)
    width, height = type_.columns * (maze.width - 1) + 1, maze.height
    row, column = _place(scene.pacman.position, maze, type_)
    columns = _part(width, room[0] if room else width, column)
    rows = _part(height, room[1] if room else height, row)
    lines = []
    for row in rows:
        line = Text(no_wrap=True)
        cells = (_on_background(glyphs, backgrounds, (row, column)) for column in columns)
        for style, run in groupby(cells, key=lambda glyph: glyph[1]):
            line.append("".join(character for character, _ in run), style)
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)


def _wall_glyphs(maze: Maze, type_: Type, theme: Theme) -> Glyphs:
    """The outlines of the walls, or every wall cell where there are no line characters."""
    walls = walls_of(maze)
    style = _ink(theme.edge)
    glyphs: Glyphs = {}
    if not type_.unicode:
        for x, y in walls.cells:
            for column in range(x * type_.columns, (x + 1) * type_.columns):
                glyphs[maze.height - 1 - y, column] = "%", style
        return glyphs
    joints: dict[Position, int] = dict.fromkeys(walls.cells, 0)
    for start, end in walls.bars:
        if walls.on_edge(start, end):
            east = start[1] == end[1]
            joints[start] |= 2 if east else 1
            joints[end] |= 8 if east else 4
    for (x, y), joint in joints.items():
        alone = not any((x + dx, y + dy) in joints for dx, dy in (move.vector for move in MOVES))
        glyph = "▪" if alone else _JOINTS[joint]
        row, column = maze.height - 1 - y, x * type_.columns
        glyphs[row, column] = glyph, style
        if type_.columns == 2 and joint & 2:
            glyphs[row, column + 1] = "─", style
    return glyphs


def _add_dots(glyphs: Glyphs, scene: Scene, type_: Type, theme: Theme) -> None:
    for positions, glyph, colour in (
        (scene.food, "·" if type_.unicode else ".", theme.food),
        (scene.capsules, "●" if type_.unicode else "o", theme.capsule),
    ):
        for position in positions:
            glyphs[_place(position, scene.maze, type_)] = glyph, f"bold {_ink(colour)}"


def _add_trail(glyphs: Glyphs, trail: Trail, maze: Maze, type_: Type, theme: Theme) -> None:
    """An arrow in each cell that the agent comes to, beside the food if there is room."""
    arrows = "↑→↓←" if type_.unicode else "^>v<"
    for (ax, ay), (bx, by) in pairwise(trail.points):
        dx, dy = bx - ax, by - ay
        arrow = arrows[1 if dx > 0 else 3] if abs(dx) > abs(dy) else arrows[0 if dy > 0 else 2]
        if math.hypot(dx, dy) > 1.01:  # it jumped
            arrow = "·" if type_.unicode else "."
        row, column = _place((bx, by), maze, type_)
        glyphs[row, column + type_.columns - 1] = arrow, f"bold {_ink(theme.agent(trail.agent))}"


def _add_label(glyphs: Glyphs, label: Label, maze: Maze, type_: Type, theme: Theme) -> None:
    row, column = _place(label.position, maze, type_)
    text = one_line(label.text)
    if not len(text) == cell_len(text) <= type_.columns:
        return
    colour = letters_in(theme, label.ink)
    style = f"bold {_ink(colour)}"
    if label.ink is Ink.DISTANCE and int(label.position[0]) % 2:
        style = _ink(mixed(colour, theme.background, 0.3))  # or numbers would run together
    for offset, character in enumerate(text.rjust(type_.columns)):
        if character != " ":
            glyphs[row, column + offset] = character, style


def _backgrounds(scene: Scene, type_: Type, theme: Theme) -> dict[tuple[int, int], Colour]:
    """By (row, column): the ground of tinted cells."""
    backgrounds: dict[tuple[int, int], Colour] = {}
    for each in scene.marks.tints:
        row, column = _place(each.position, scene.maze, type_)
        for place in ((row, column + offset) for offset in range(type_.columns)):
            below = backgrounds.get(place, theme.background)
            colour = getattr(theme, each.ink)
            backgrounds[place] = mixed(below, colour, TINT_OPACITY * each.strength)
    return backgrounds


def _on_background(
    glyphs: Glyphs, backgrounds: dict[tuple[int, int], Colour], place: tuple[int, int]
) -> tuple[str, str]:
    character, style = glyphs.get(place, (" ", ""))
    if place in backgrounds and " on " not in style:
        style = f"{style} on {_ink(backgrounds[place])}".strip()
    return character, style


def _gone(pacman: PacmanFigure) -> bool:
    return pacman.mouth >= 180


def _add_pacman(glyphs: Glyphs, scene: Scene, type_: Type, theme: Theme) -> None:
    pacman = scene.pacman
    known = _PACMAN if type_.columns == 2 else _SMALL_PACMAN
    glyph = "XX"[: type_.columns] if _gone(pacman) else known[pacman.facing]
    style = _block(ink_on(theme.pacman), theme.pacman)
    _add_figure(glyphs, _place(pacman.position, scene.maze, type_), glyph, f"bold {style}")


def _add_ghost(glyphs: Glyphs, ghost: GhostFigure, maze: Maze, type_: Type, theme: Theme) -> None:
    colour = theme.ghost(ghost.number)
    style = {
        Mood.ACTIVE: _block(ink_on(colour), colour),
        Mood.SCARED: _block(theme.eye, theme.scared),
        Mood.FLASHING: _block(theme.scared, theme.flashing),
        Mood.EATEN: _ink(theme.text),
    }[ghost.mood]
    glyph = str(ghost.number)
    if type_.columns == 2:
        frightened = ghost.mood in (Mood.SCARED, Mood.FLASHING)
        faces = ("~", "G") if theme.numbered else ("~~", "oo")
        glyph = (faces[0 if frightened else 1] + glyph)[:2]
    elif theme.numbered and ghost.mood in (Mood.SCARED, Mood.FLASHING):
        glyph = "~"  # that it is scared is worth more than which one it is
    _add_figure(glyphs, _place(ghost.position, maze, type_), glyph, f"bold {style}")


def _add_figure(glyphs: Glyphs, place: tuple[int, int], glyph: str, style: str) -> None:
    row, column = place
    for offset, character in enumerate(glyph):
        glyphs[row, column + offset] = character, style


def _place(position: HalfPosition, maze: Maze, type_: Type) -> tuple[int, int]:
    """The row and column that are nearest to a position; halves round up, as a ghost snaps."""
    x, y = position
    return maze.height - 1 - int(y + 0.5), int(type_.columns * x + 0.5)


def _part(size: int, room: int, middle: int) -> range:
    """The part of `range(size)` that fits into `room`, with `middle` in its middle if it can."""
    room = max(room, 1)
    start = max(min(middle - room // 2, size - room), 0)
    return range(start, min(start + room, size))


def _ink(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _block(ink: Colour, background: Colour) -> str:
    return f"{_ink(ink)} on {_ink(background)}"
