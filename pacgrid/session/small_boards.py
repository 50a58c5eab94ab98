"""The positions of a search tree's nodes as small boards."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from math import atan2, cos, degrees, pi, radians, sin
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.maze import HalfPosition, Maze
from pacgrid.session.board_diagram import bare_board
from pacgrid.session.diagram import Diagram, Disc, Part, Point, Polygon, moved
from pacgrid.session.scene import facing
from pacgrid.session.themes import Ink
from pacgrid.state import State
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.whole_tree import is_drawn

USUAL_SIDE, LEAST_CELL, LARGEST_CELL = 2.1, 0.42, 0.7
"""Boards are so wide or high if their squares, or cells, aren't too small or too large then."""
MOST_COLUMNS, MOST_ROWS = 8, 8
"""A board with more squares is drawn in nodes only if that is asked for."""
MOST_MAZE = 13
"""The same for the part of a maze around the agents; a narrower maze is shown whole."""
Size = tuple[float, float]


class NodeBoards:
    """Draws boards in the nodes of a tree, all in one scale. Lengths are those of a diagram."""

    def __init__(self, tree: SearchTree) -> None:
        self._tree = tree
        self._region = None
        if isinstance(tree.root.state, State):
            self._region = region_around((node.state for node in tree.nodes), most=MOST_MAZE)
        self._board = cache(self._drawn)
        root = self._board(0)
        fitting = USUAL_SIDE / max(root.width, root.height, 1)
        self._cell = min(max(fitting, LEAST_CELL), LARGEST_CELL)
        self.parts = cache(self._parts)

    @property
    def is_small(self) -> bool:
        """Whether boards are small enough to be drawn without being asked for."""
        board = self._board(0)
        if self._region:
            return max(self._region.width, self._region.height) <= MOST_MAZE
        has_squares = hasattr(self._tree.root.state, "grid")
        return has_squares and board.width <= MOST_COLUMNS and board.height <= MOST_ROWS

    def size(self, number: int) -> Size:
        """The width and the height of a node's board."""
        board = self._board(number)
        return self._cell * board.width, self._cell * board.height

    def _parts(self, number: int, corner: Point) -> tuple[Part, ...]:
        """A node's board, with its upper left corner there."""
        return tuple(moved(part, corner, self._cell) for part in self._board(number).parts)

    def _drawn(self, number: int) -> Diagram:
        """A board in its own units."""
        nodes = self._tree.nodes
        states = [nodes[each].state for each in self._tree.path(number)]
        if self._region:
            return small_maze(states[-1], facing(states, len(states) - 1), self._region)
        return bare_board(states[-1], states[-2] if len(states) > 1 else None)


def node_boards(tree: SearchTree, wanted: bool | None = None) -> NodeBoards | None:
    """The boards in the nodes of a tree; None if there are none.

    Args:
        wanted: whether they should be drawn; None: if they are small.
    """
    if wanted is False or is_drawn(tree):
        return None
    boards = NodeBoards(tree)
    return boards if wanted or boards.is_small else None


NEAR = 2
"""How many cells around all agents are shown of a large maze."""
_WALL_OPACITY = 0.45
_MOUTH = 40
"""Degrees from the middle of Pac-Man's mouth to a lip."""
_WAVES = ((0.4, 0.4), (0.2, 0.25), (0, 0.4), (-0.2, 0.25), (-0.4, 0.4))
"""The lower edge of a ghost."""


class Region(NamedTuple):
    """The part of a maze that is shown, in cells; `right` and `top` belong to it."""

    left: int
    bottom: int
    right: int
    top: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.top - self.bottom + 1


def region_around(states: Iterable[State], *, most: int) -> Region:
    """The maze if it has at most `most` columns; else the part around all agents in some positions
    of it."""
    states = list(states)
    maze = states[0].maze
    if maze.width <= most:
        return Region(0, 0, maze.width - 1, maze.height - 1)
    where = {
        position
        for state in states
        for position in (state.pacman, *(ghost.position for ghost in state.ghosts))
    }
    xs, ys = ([position[axis] for position in where] for axis in (0, 1))
    return Region(
        max(int(min(xs)) - NEAR, 0),
        max(int(min(ys)) - NEAR, 0),
        min(int(max(xs)) + NEAR, maze.width - 1),
        min(int(max(ys)) + NEAR, maze.height - 1),
    )


def small_maze(state: State, facing: Action, region: Region) -> Diagram:
    """The position in a region; a unit is a cell."""
    parts = list(_walls(state.maze, region))

    def place(position: HalfPosition) -> Point | None:
        """The middle of a cell in the diagram, if it is shown."""
        x, y = position
        if not (region.left <= x <= region.right and region.bottom <= y <= region.top):
            return None
        return x - region.left + 0.5, region.top - y + 0.5

    for cells, radius in ((state.food, 0.13), (state.capsules, 0.28)):
        middles = filter(None, map(place, cells))
        parts += (Disc(middle, radius, Ink.FOOD, outline=None) for middle in middles)
    if middle := place(state.pacman):
        parts.append(_pacman_part(middle, facing))
    for number, ghost in enumerate(state.ghosts, 1):
        if middle := place(ghost.position):
            parts += _ghost_parts(middle, number, scared=ghost.scared > 0)
    return Diagram(region.width, region.height, tuple(parts), (), description=str(state))


@lru_cache(maxsize=4)
def _walls(maze: Maze, region: Region) -> tuple[Part, ...]:
    """The ground, and walls in as few rectangles as rows allow."""
    parts: list[Part] = [
        Polygon(_corners(0, 0, region.width, region.height), outline=Ink.FAINT, width=0.04)
    ]
    open_runs: dict[tuple[int, int], int] = {}  # by left and right end: the row where they began
    rows = maze.walls[maze.height - 1 - region.top : maze.height - region.bottom]
    for row, text in enumerate([*rows, ""]):
        runs = set(_runs(text[region.left : region.right + 1]))
        for left, right in open_runs.keys() - runs:
            corners = _corners(left, open_runs.pop((left, right)), right, row)
            parts.append(Polygon(corners, Ink.EDGE, outline=None, opacity=_WALL_OPACITY))
        for run in runs - open_runs.keys():
            open_runs[run] = row
    return tuple(sorted(parts, key=str))


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Where walls begin and end in a row."""
    start = None
    for column, letter in enumerate(text + " "):
        if letter == "%" and start is None:
            start = column
        elif letter != "%" and start is not None:
            yield start, column
            start = None


def _corners(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _pacman_part(middle: Point, facing: Action) -> Polygon:
    """A disc with a mouth; a unit is a cell."""
    (x, y), (dx, dy) = middle, facing.vector
    ahead = degrees(atan2(-dy, dx)) if dx or dy else 0
    steps = 20
    angles = (
        radians(ahead + _MOUTH + (360 - 2 * _MOUTH) * step / steps) for step in range(steps + 1)
    )
    rim = tuple((x + 0.46 * cos(angle), y + 0.46 * sin(angle)) for angle in angles)
    return Polygon(((x, y), *rim), outline=None, agent=0)


def _ghost_parts(middle: Point, number: int, *, scared: bool) -> Iterator[Part]:
    """A ghost with eyes; a scared one has the colour of all scared ones."""
    x, y = middle
    dome = [(-0.4 * cos(pi * step / 8), -0.05 - 0.4 * sin(pi * step / 8)) for step in range(9)]
    points = tuple((x + dx, y + dy) for dx, dy in (*dome, *_WAVES))
    agent = None if scared else number
    yield Polygon(points, Ink.SCARED if scared else None, outline=None, agent=agent)
    for side in (-0.16, 0.16):
        yield Disc((x + side, y - 0.1), 0.1, Ink.FOOD if scared else Ink.TEXT, outline=None)
