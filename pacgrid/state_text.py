"""A position as text: the drawn board, and below it lines for what a board can't show.

    %%%%%%%
    %P..o.%
    %...1.%
    %%%%%%%
    score: 12
    to move: ghost 1
    ghost 1: (4.5, 1) west, scared 39, home (5, 1)
    food under: (4, 1)

Every line below the board is optional, and so is every part of a ghost's line.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import dedent
from typing import NoReturn

from pacgrid.action import Action
from pacgrid.layout import Layout, LayoutError, Position, read_rows
from pacgrid.marks import CAPSULE, FOOD, GHOSTS, PACMAN, WALL
from pacgrid.maze import Maze, Node, compile_maze

_WHOLE = r"[0-9]{1,6}"
_HALF = rf"{_WHOLE}(?:\.[05])?"
_GHOST = re.compile(
    r"ghost (?P<number>[1-9]):"
    rf"(?: \((?P<x>{_HALF}), (?P<y>{_HALF})\))?"
    r"(?: (?P<direction>north|east|south|west|stop))?"
    rf"(?:,? scared (?P<scared>{_WHOLE}))?"
    rf"(?:,? home \((?P<home_x>{_WHOLE}), (?P<home_y>{_WHOLE})\))?"
)
_CELL = rf"\(({_WHOLE}), ({_WHOLE})\)"
_UNDER = re.compile(r"(food|capsules) under:((?: \([0-9]{1,6}, [0-9]{1,6}\))+)")


@dataclass(frozen=True)
class DrawnGhost:
    position: tuple[float, float]
    direction: Action
    scared: int
    home: Position


@dataclass(frozen=True)
class Drawing:
    """Everything that the text of a position says."""

    walls: tuple[str, ...]
    pacman: Position
    ghosts: tuple[DrawnGhost, ...]
    food: frozenset[Position]
    capsules: frozenset[Position]
    score: int
    to_move: int
    lost: bool

    def nodes(self, maze: Maze) -> tuple[Node, ...]:
        """The ghosts' nodes in `maze`. Raises ValueError for a ghost in a wall or entering one."""
        return tuple(maze.node(ghost.position, ghost.direction) for ghost in self.ghosts)

    def __str__(self) -> str:
        board = [list(row) for row in self.walls]
        marks: dict[Position, str] = {
            **dict.fromkeys(self.food, FOOD),
            **dict.fromkeys(self.capsules, CAPSULE),
            **{_cell(g.position): str(n) for n, g in reversed([*enumerate(self.ghosts, 1)])},
            self.pacman: PACMAN,
        }
        for (x, y), mark in marks.items():
            board[-1 - y][x] = mark
        lines = ["".join(row) for row in board]
        lines.append(f"score: {self.score}")
        lines.append(f"to move: {f'ghost {self.to_move}' if self.to_move else 'Pac-Man'}")
        for number, ghost in enumerate(self.ghosts, start=1):
            at_x, at_y = ghost.position
            scared = f", scared {ghost.scared}" if ghost.scared else ""
            lines.append(
                f"ghost {number}: ({at_x:g}, {at_y:g}) {ghost.direction}{scared}, home {ghost.home}"
            )
        for name, mark, cells in (("food", FOOD, self.food), ("capsules", CAPSULE, self.capsules)):
            if under := sorted(at for at in cells if marks[at] != mark):
                lines.append(f"{name} under: {' '.join(map(str, under))}")
        if self.lost:
            lines.append("lost")
        return "\n".join(lines)


def read_drawing(text: str, source: str = "<text>") -> Drawing:
    """The position drawn in `text`.

    Raises:
        LayoutError: the line that can't be read, and how to write it.
    """
    lines = [line.rstrip() for line in re.split(r"\r\n?|\n", dedent(text).rstrip())]
    above = next((number for number, line in enumerate(lines) if line), 0)
    height = above + 1
    while height < len(lines) and lines[height].startswith(WALL):
        height += 1
    board = Layout(read_rows("\n".join(lines[:height]), source))
    numbered = _numbered(board, lines[height:])
    ghosts = {number: DrawnGhost(at, Action.STOP, 0, at) for number, at in numbered}
    food, capsules = board.food, board.capsules
    score, to_move, lost = 0, 0, False
    for number, line in enumerate(map(str.strip, lines[height:]), start=height + 1):
        location = f"{source}:{number}:1"
        if match := re.fullmatch(rf"score: (-?{_WHOLE})", line):
            score = int(match[1])
        elif match := re.fullmatch(r"to move: (?:Pac-Man|ghost ([1-9]))", line):
            to_move = int(match[1] or 0)
        elif match := _GHOST.fullmatch(line):
            index = int(match["number"])
            ghosts[index] = _read_ghost(match, ghosts.get(index), location)
        elif match := _UNDER.fullmatch(line):
            under = frozenset((int(x), int(y)) for x, y in re.findall(_CELL, match[2]))
            food |= under if match[1] == "food" else frozenset()
            capsules |= under if match[1] == "capsules" else frozenset()
        elif line == "lost":
            lost = True
        elif line:
            known = "score:, to move:, ghost N:, food under:, capsules under: or lost"
            _refuse(location, f"can't read {line!r}; write {known}")
    if sorted(ghosts) != list(range(1, len(ghosts) + 1)):
        _refuse(f"{source}:1:1", f"the ghosts are numbered {sorted(ghosts)}; number them from 1")
    if to_move > len(ghosts):
        _refuse(f"{source}:1:1", f"ghost {to_move} is to move, but there are only {len(ghosts)}")
    if lost and not food:
        _refuse(f"{source}:1:1", "a game with no food left is won; remove `lost` or draw food")
    ordered = tuple(ghosts[n] for n in sorted(ghosts))
    drawing = Drawing(board.walls, board.pacman, ordered, food, capsules, score, to_move, lost)
    _check_positions(drawing, source)
    return drawing


def _read_ghost(match: re.Match[str], on_board: DrawnGhost | None, location: str) -> DrawnGhost:
    if match["x"]:
        position = float(match["x"]), float(match["y"])
    elif on_board:
        position = on_board.position
    else:
        _refuse(location, f"ghost {match['number']} is not on the board; add its position (x, y)")
    home = (int(match["home_x"]), int(match["home_y"])) if match["home_x"] else None
    return DrawnGhost(
        position,
        Action[(match["direction"] or "stop").upper()],
        int(match["scared"] or 0),
        home or (on_board.home if on_board and not match["x"] else _cell(position)),
    )


def _check_positions(drawing: Drawing, source: str) -> None:
    """Raises LayoutError for anything that can't be where it is drawn."""
    location = f"{source}:1:1"
    maze = compile_maze(drawing.walls, ())
    for at in drawing.food | drawing.capsules:
        if maze.is_wall(at):
            _refuse(location, f"there is no cell {at} for food or a capsule")
    for number, ghost in enumerate(drawing.ghosts, start=1):
        if not (ghost.scared or ghost.position in maze.cells):
            _refuse(location, f"ghost {number} is between cells but not scared")
        try:
            maze.node(ghost.position, ghost.direction)
        except ValueError as error:
            _refuse(location, f"ghost {number}: {error}")
        if maze.is_wall(ghost.home):
            _refuse(location, f"the home of ghost {number}, {ghost.home}, is a wall")


def _numbered(board: Layout, lines: Sequence[str]) -> Iterable[tuple[int, Position]]:
    """The ghosts on the board with their numbers.

    Their digits are their numbers if these count from 1, or if the lines describe ghosts: some may
    be hidden on the board. Otherwise ghosts are numbered as in a layout.
    """
    marks = sorted(mark for row in board.rows for mark in row if mark in GHOSTS)
    complete = marks == [str(number) for number in range(1, len(marks) + 1)]
    distinct = len(set(marks)) == len(marks) and GHOSTS[0] not in marks
    described = any(line.strip().startswith("ghost ") for line in lines)
    numbers = map(int, marks) if distinct and (complete or described) else range(1, len(marks) + 1)
    return zip(numbers, board.ghosts, strict=True)


def _cell(position: tuple[float, float]) -> Position:
    """The nearest cell; half rounds up in x and in y."""
    x, y = position
    return int(x + 0.5), int(y + 0.5)


def _refuse(location: str, error: str) -> NoReturn:
    raise LayoutError(f"{location}: {error}")
