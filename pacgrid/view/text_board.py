"""A position as text: what the terminal shows."""

from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from pacgrid.action import MOVES, Action
from pacgrid.layout import Position
from pacgrid.maze import Maze
from pacgrid.state import State
from pacgrid.view.palette import (
    BLACK,
    CAPSULE,
    EYE,
    FLASHING,
    FOOD,
    PACMAN,
    SCARED,
    WALL_EDGE,
    Colour,
    ghost_colour,
)
from pacgrid.view.scene import LAST_MOVES
from pacgrid.view.walls import walls_of

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

Marks = dict[tuple[int, int], tuple[str, str]]
"""By (row, column): a character and its style."""


@dataclass(frozen=True)
class Type:
    """What the text is set in.

    Two columns a cell make squares, and show half a cell to the side; one column saves room.
    """

    columns: int = 2
    unicode: bool = True


def board_text(
    state: State,
    facing: Action = Action.EAST,
    *,
    type_: Type = Type(),
    room: tuple[int, int] | None = None,
) -> Text:
    """`state` drawn in colour; Pac-Man looks to where he is `facing`.

    Of a board that is larger than `room` (columns, rows), the part around Pac-Man is drawn.
    """
    maze = state.maze
    marks = _wall_marks(maze, type_)
    _mark_dots(marks, state, type_)
    _mark_pacman(marks, state, facing, type_)
    _mark_ghosts(marks, state, type_)
    width, height = type_.columns * (maze.width - 1) + 1, maze.height
    x, y = state.pacman
    columns = _part(width, room[0] if room else width, x * type_.columns)
    rows = _part(height, room[1] if room else height, height - 1 - y)
    lines = []
    for row in rows:
        line = Text(no_wrap=True)
        cells = (marks.get((row, column), (" ", "")) for column in columns)
        for style, run in groupby(cells, key=lambda mark: mark[1]):
            line.append("".join(character for character, _ in run), style)
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)


def _wall_marks(maze: Maze, type_: Type) -> Marks:
    """The outlines of the walls, or every wall cell where there are no line characters."""
    walls = walls_of(maze)
    style = _ink(WALL_EDGE)
    marks: Marks = {}
    if not type_.unicode:
        for x, y in walls.cells:
            for column in range(x * type_.columns, (x + 1) * type_.columns):
                marks[maze.height - 1 - y, column] = "%", style
        return marks
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
        marks[row, column] = glyph, style
        if type_.columns == 2 and joint & 2:
            marks[row, column + 1] = "─", style
    return marks


def _mark_dots(marks: Marks, state: State, type_: Type) -> None:
    top = state.maze.height - 1
    for positions, glyph, colour in (
        (state.food, "·" if type_.unicode else ".", FOOD),
        (state.capsules, "●" if type_.unicode else "o", CAPSULE),
    ):
        for x, y in positions:
            marks[top - y, x * type_.columns] = glyph, f"bold {_ink(colour)}"


def _mark_pacman(marks: Marks, state: State, facing: Action, type_: Type) -> None:
    x, y = state.pacman
    glyphs = _PACMAN if type_.columns == 2 else _SMALL_PACMAN
    glyph = "XX"[: type_.columns] if state.is_loss else glyphs[facing]
    place = x * type_.columns, state.maze.height - 1 - y
    _mark_figure(marks, place, glyph, f"bold {_block(BLACK, PACMAN)}")


def _mark_ghosts(marks: Marks, state: State, type_: Type) -> None:
    for number, ghost in reversed([*enumerate(state.ghosts, start=1)]):
        if ghost.position == state.pacman and state.is_loss:
            continue  # Pac-Man's end is what is to be seen there
        glyph, style = str(number), _block(BLACK, ghost_colour(number))
        if type_.columns == 2:
            glyph = "oo" if not ghost.scared else "~~"
        if ghost.scared:
            last = ghost.scared <= LAST_MOVES and ghost.scared % 2 == 0
            style = _block(SCARED, FLASHING) if last else _block(EYE, SCARED)
        x, y = ghost.position
        row = state.maze.height - 1 - int(y + 0.5)  # as a ghost snaps: half rounds up
        column = int(2 * x) if type_.columns == 2 else int(x + 0.5)
        _mark_figure(marks, (column, row), glyph, f"bold {style}")


def _mark_figure(marks: Marks, place: tuple[int, int], glyph: str, style: str) -> None:
    column, row = place
    for offset, character in enumerate(glyph):
        marks[row, column + offset] = character, style


def _part(size: int, room: int, middle: int) -> range:
    """The part of `range(size)` that fits into `room`, with `middle` in its middle if it can."""
    room = max(room, 1)
    start = max(min(middle - room // 2, size - room), 0)
    return range(start, min(start + room, size))


def _ink(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _block(ink: Colour, paper: Colour) -> str:
    return f"{_ink(ink)} on {_ink(paper)}"
