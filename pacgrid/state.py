"""A position of the game, all its rules, and its text.

Pac-Man (agent 0) and the ghosts (agents 1, 2, …) move in turn. The maze has everything that never
changes. A `State` has the rest in nine slots of small immutable values, so that computing a
successor takes a few look-ups in the maze's tables and one new object.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from textwrap import dedent
from typing import NamedTuple, NoReturn, Self

from pacgrid.action import Action
from pacgrid.common.markup import markup
from pacgrid.errors import IllegalMoveError, LayoutError
from pacgrid.layout import Layout, Position, read_rows
from pacgrid.marks import CAPSULE, FOOD, GHOSTS, PACMAN, WALL
from pacgrid.maze import Cell, Cells, Maze, Node, Symmetry, compile_maze, symmetries

MOVE_COST = 1
FOOD_POINTS = 10
WIN_POINTS = 500
LOSS_POINTS = -500
GHOST_POINTS = 200
SCARED_MOVES = 40
"""How many of its own moves a ghost stays scared after a capsule."""


class Ghost(NamedTuple):
    """A ghost as agents see it."""

    position: tuple[float, float]
    """`(x, y)`; only a scared ghost can be half way between two cells."""
    direction: Action
    """The direction of its last move; STOP before its first."""
    scared: int
    """The number of its own moves that it stays scared; 0 for an active ghost."""


class State:
    """An immutable, hashable position, equal to any other with the same board, turn and score.

    Get one with `State.initial`, `State.parse` or `successor`.

    >>> state = State.parse('''
    ... %%%%%
    ... %P.1%
    ... %%%%%
    ... ''')
    >>> state.to_move, state.legal_actions()
    (0, (<Action.EAST: 1>, <Action.STOP: 4>))
    >>> after = state.successor(Action.EAST)
    >>> after.score, after.is_win, after.pacman
    (509, True, (2, 1))
    """

    __slots__ = (
        "_capsules",
        "_food",
        "_ghosts",
        "_lost",
        "_maze",
        "_pacman",
        "_scared",
        "_score",
        "_to_move",
    )

    _maze: Maze
    _to_move: int
    _pacman: Cell
    _ghosts: tuple[Node, ...]  # the ghost to move next first: after each ghost's move they rotate
    _scared: tuple[int, ...]  # scared moves left, in the order of _ghosts; () when all are active
    _food: int  # bit c is set for food in cell c
    _capsules: int
    _score: int
    _lost: bool

    # Making states.

    @classmethod
    def initial(cls, layout: Layout, ghosts: int | None = None) -> Self:
        """The start of a game on `layout`, with its first `ghosts` ghosts or all of them.

        Raises ValueError if the layout has fewer.
        """
        maze = Maze.of(layout, ghosts)
        at_home = [(node, 0) for node in maze.home_nodes]
        food, capsules = maze.mask(layout.food), maze.mask(layout.capsules)
        return cls.placed(maze, maze.cells[layout.pacman], at_home, food, capsules)

    @classmethod
    def parse(cls, text: str, source: str = "<text>") -> Self:
        """The position drawn in `text`: a board, or all that `str(state)` returns.

        See `Drawing` for the lines allowed below the board.

        Raises:
            LayoutError: the line that can't be read, or what can't be on this board.
        """
        drawing = read_drawing(text, source)
        if max((ghost.scared for ghost in drawing.ghosts), default=0) > SCARED_MOVES:
            raise LayoutError(f"{source}:1:1: a ghost is scared for at most {SCARED_MOVES} moves")
        return cls.drawn(drawing)

    @classmethod
    def drawn(cls, drawing: "Drawing") -> Self:
        """The position in `drawing`. Raises ValueError for a ghost in a wall."""
        maze = compile_maze(drawing.walls, tuple(ghost.home for ghost in drawing.ghosts))
        return cls.placed(
            maze,
            maze.cells[drawing.pacman],
            [(maze.node(each.position, each.direction), each.scared) for each in drawing.ghosts],
            maze.mask(drawing.food),
            maze.mask(drawing.capsules),
            score=drawing.score,
            to_move=drawing.to_move,
            lost=drawing.lost,
        )

    @classmethod
    def placed(
        cls,
        maze: Maze,
        pacman: Cell,
        ghosts: Iterable[tuple[Node, int]],
        food: int,
        capsules: int,
        *,
        score: int = 0,
        to_move: int = 0,
        lost: bool = False,
    ) -> Self:
        """The position in which each ghost is on a node, with so many scared moves left; `food` and
        `capsules` are masks of cells."""
        nodes, timers = zip(*ghosts, strict=True) if (ghosts := tuple(ghosts)) else ((), ())
        first = max(to_move - 1, 0)
        state = cls()
        state._maze = maze
        state._to_move = to_move
        state._pacman = pacman
        state._ghosts = _rotated(nodes, first)
        state._scared = _rotated(timers, first) if any(timers) else ()
        state._food = food
        state._capsules = capsules
        state._score = score
        state._lost = lost
        return state

    # The rules.

    def legal_actions(self) -> tuple[Action, ...]:
        """The actions that the agent to move may play, in the order of `Action`; () after the end.

        Pac-Man may go to any open neighbour or STOP. A ghost may not stop, and may turn back only
        if there is no other way; between two cells it can only go on. A ghost walled in on all four
        sides can only STOP.
        """
        if self._lost or not self._food:
            return ()
        if self._to_move == 0:
            return self._maze.pacman_actions[self._pacman]
        return self._maze.ghost_actions[self._ghosts[0]]

    def successor(self, action: Action) -> "State":
        """The position after the agent to move plays `action`; this one is unchanged.

        Raises:
            IllegalMoveError: `action` is not legal, or the game is over.
        """
        if self._lost or not self._food:
            raise IllegalMoveError(self, action)
        after = State()  # a copy, which nobody has seen yet and which the moves below change
        after._maze = self._maze
        after._to_move = self._to_move
        after._pacman = self._pacman
        after._ghosts = self._ghosts
        after._scared = self._scared
        after._food = self._food
        after._capsules = self._capsules
        after._score = self._score
        after._lost = self._lost
        try:
            if self._to_move:
                after._move_ghost(action)
            else:
                after._move_pacman(action)
        except (KeyError, TypeError):  # not in the table, or unhashable
            raise IllegalMoveError(self, action) from None
        return after

    def _move_pacman(self, action: Action) -> None:
        """Move, eat food (and maybe win), eat a capsule, pay 1, meet the ghosts."""
        maze = self._maze
        self._pacman = cell = maze.pacman_moves[self._pacman][action]
        if self._food >> cell & 1:
            self._food ^= 1 << cell
            self._score += FOOD_POINTS if self._food else FOOD_POINTS + WIN_POINTS
        if self._capsules >> cell & 1:
            self._capsules ^= 1 << cell
            self._scared = (SCARED_MOVES,) * len(self._ghosts)
        self._score -= MOVE_COST
        if not maze.meets[cell].isdisjoint(self._ghosts):
            self._meet_ghosts()
        self._to_move = maze.next_to_move[0]

    def _meet_ghosts(self) -> None:
        """Let Pac-Man meet the ghosts that are near him, in order."""
        maze, near = self._maze, self._maze.meets[self._pacman]
        ghosts = list(self._ghosts)
        timers = list(self._scared) or [0] * len(ghosts)
        for index, node in enumerate(ghosts):
            if node in near and timers[index]:
                ghosts[index], timers[index] = maze.home_nodes[index], 0
                self._score += GHOST_POINTS
            elif node in near and self._food:  # a win on the same move beats dying
                self._score += LOSS_POINTS
                self._lost = True
        self._ghosts = tuple(ghosts)
        self._scared = tuple(timers) if any(timers) else ()

    def _move_ghost(self, action: Action) -> None:
        """Move, by half a cell if it is scared, count down the timer, meet Pac-Man."""
        maze = self._maze
        node = self._ghosts[0]
        scared = self._scared
        timer = scared[0] if scared else 0
        if timer:
            node = maze.scared_moves[node][action]
            timer -= 1
            if not timer:
                node = maze.snapped[node]
        else:
            node = maze.ghost_moves[node][action]
        if node in maze.meets[self._pacman]:
            if timer:
                node, timer = maze.home_nodes[self._to_move - 1], 0
                self._score += GHOST_POINTS
            else:
                self._score += LOSS_POINTS
                self._lost = True
        if scared:
            scared = (*scared[1:], timer)
            self._scared = scared if any(scared) else ()
        self._ghosts = self._ghosts[_REST] + (node,)
        self._to_move = maze.next_to_move[self._to_move]

    def with_turn(self, agent: int) -> "State":
        """The same position, but with `agent` to move."""
        turns = max(agent - 1, 0) - max(self._to_move - 1, 0)
        turned = State()
        turned._maze = self._maze
        turned._to_move = agent
        turned._pacman = self._pacman
        turned._ghosts = _rotated(self._ghosts, turns)
        turned._scared = _rotated(self._scared, turns)
        turned._food = self._food
        turned._capsules = self._capsules
        turned._score = self._score
        turned._lost = self._lost
        return turned

    @property
    def is_terminal(self) -> bool:
        return self._lost or not self._food

    @property
    def is_win(self) -> bool:
        """Pac-Man has eaten the last food."""
        return not self._food

    @property
    def is_loss(self) -> bool:
        """A ghost has caught Pac-Man."""
        return self._lost

    # The board.

    @property
    def maze(self) -> Maze:
        """The walls and the distances between cells."""
        return self._maze

    @property
    def to_move(self) -> int:
        """The agent whose turn it is: 0 is Pac-Man, 1, 2, … are the ghosts."""
        return self._to_move

    @property
    def num_agents(self) -> int:
        """The number of ghosts and 1 for Pac-Man."""
        return len(self._ghosts) + 1

    @property
    def score(self) -> int:
        """The game points so far."""
        return self._score

    @property
    def pacman(self) -> Position:
        """Pac-Man's `(x, y)`."""
        return self._maze.positions[self._pacman]

    @property
    def ghosts(self) -> tuple[Ghost, ...]:
        """The ghosts; agent `i` is `ghosts[i - 1]`."""
        maze = self._maze
        moved = max(self._to_move - 1, 0)
        nodes = _rotated(self._ghosts, -moved)
        timers = _rotated(self._scared, -moved) if self._scared else (0,) * len(nodes)
        return tuple(
            Ghost(maze.node_position(node), maze.node_direction(node), timer)
            for node, timer in zip(nodes, timers, strict=True)
        )

    @property
    def food(self) -> Cells:
        return self._maze.subset(self._food)

    @property
    def capsules(self) -> Cells:
        return self._maze.subset(self._capsules)

    # Equality, copies, text.

    def canonical(self) -> "State":
        """One of this position and its images under the symmetries of the walls: the same one for
        all of them, and worth the same.

        A capsule or a scared ghost spoils the symmetry, and then this is the position itself: an
        eaten ghost returns to its home, and the end of its scare rounds it up to a cell, never
        down.
        """
        if self._capsules or self._scared:
            return self
        cell = self._pacman
        ways = symmetries(self._maze)
        first = min([cell, *(way.cells[cell] for way in ways)])
        images = [self._image(way) for way in ways if way.cells[cell] == first]
        return min([self, *images], key=_key)

    def _image(self, symmetry: Symmetry) -> "State":
        image = self.with_turn(self._to_move)
        image._pacman = symmetry.cells[self._pacman]
        image._ghosts = tuple(symmetry.nodes[node] for node in self._ghosts)
        image._food = symmetry.mask(self._food)
        return image

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return _key(self) == _key(other) and self._maze == other._maze

    def __hash__(self) -> int:
        return hash(_key(self))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __str__(self) -> str:
        drawn = (
            DrawnGhost(ghost.position, ghost.direction, ghost.scared, home)
            for ghost, home in zip(self.ghosts, self._maze.homes, strict=True)
        )
        return str(
            Drawing(
                self._maze.walls,
                self.pacman,
                tuple(drawn),
                frozenset(self.food),
                frozenset(self.capsules),
                self._score,
                self._to_move,
                self._lost,
            )
        )

    def __repr__(self) -> str:
        return f"State.parse('''\n{self}\n''')"

    def _repr_svg_(self) -> str | None:
        return markup(self)


_REST = slice(1, None)  # made once, since each ghost's ply needs it
_key = attrgetter(
    "_pacman", "_ghosts", "_food", "_score", "_capsules", "_scared", "_to_move", "_lost"
)


def _rotated(items: tuple[int, ...], count: int) -> tuple[int, ...]:
    """`items` with the first `count` moved to the end; a negative `count` undoes it."""
    return items[count:] + items[:count]


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

    walls: tuple[str, ...]
    pacman: Position
    ghosts: tuple[DrawnGhost, ...]
    food: frozenset[Position]
    capsules: frozenset[Position]
    score: int
    to_move: int
    lost: bool

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
