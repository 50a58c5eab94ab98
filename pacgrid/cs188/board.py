"""The board of a game in the words of course files: directions, places and grids by look-up."""

import random
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any

from pacgrid.action import Action
from pacgrid.cs188.agent_state import Place
from pacgrid.cs188.directions import DIRECTIONS, Direction, in_legal_order
from pacgrid.cs188.grid import Flags, Grid, Squares
from pacgrid.layout import Layout, Position
from pacgrid.layout_drawing import CAPSULE, FOOD, GHOSTS, PACMAN, WALL
from pacgrid.maze import NODES_PER_CELL, Maze, Node
from pacgrid.state import State

_MOST_KEPT = 2048
"""So many sets of food are remembered at a time."""


class CourseMaze:
    """What never changes in a maze, as course files see it."""

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self.pacman_legal: list[list[Direction]] = [
            in_legal_order(actions) for actions in maze.pacman_actions
        ]
        """By cell: his legal actions."""
        self.ghost_legal: list[list[Direction]] = [
            in_legal_order([action for action in actions if action != Action.STOP])
            for actions in maze.ghost_actions
        ]
        """By node: a ghost's legal actions; none where it is walled in."""
        self.ghost_places: list[Place] = [
            self._ghost_place(node) for node in range(len(maze.ghost_actions))
        ]
        """By node: a ghost's place."""
        self.homes: list[Place] = [(at, DIRECTIONS[Action.STOP]) for at in maze.homes]
        self._food: dict[int, Squares] = {}
        self._capsules: dict[int, list[Position]] = {}

    def food(self, mask: int) -> Squares:
        """The squares of the cells in `mask`."""
        found = self._food.get(mask)
        if found is None:
            if len(self._food) == _MOST_KEPT:
                self._food.clear()
            maze = self.maze
            found = Squares(maze.width, maze.height, mask, lambda: self._flags(mask))
            self._food[mask] = found
        return found

    def capsules(self, mask: int) -> list[Position]:
        """The cells in `mask`, row by row. Don't write to it."""
        found = self._capsules.get(mask)
        if found is None:
            found = self._capsules[mask] = list(self.maze.subset(mask))
        return found

    def _flags(self, mask: int) -> Flags:
        bits = f"{mask:0{len(self.maze.positions)}b}"[::-1] + "0"
        flags: Flags = self._by_square(list(map("1".__eq__, bits)))
        return flags

    @cached_property
    def _by_square(self) -> Callable[[list[bool]], Any]:
        """Sorts what there is by cell, with an item for walls behind it, by square."""
        maze = self.maze
        wall = len(maze.positions)
        squares = ((x, y) for x in range(maze.width) for y in range(maze.height))
        return itemgetter(*(maze.cells.get(at, wall) for at in squares))

    @cached_property
    def walls(self) -> Squares:
        maze = self.maze
        open_cells = self.food((1 << len(maze.positions)) - 1)
        return Squares(
            maze.width, maze.height, 0, lambda: tuple(not flag for flag in open_cells.flags)
        )

    def _ghost_place(self, node: Node) -> Place:
        """Whole numbers where it began, floats where it went, as in the original."""
        maze = self.maze
        cell, slot = divmod(node, NODES_PER_CELL)
        position = maze.positions[cell] if slot == Action.STOP else maze.node_position(node)
        return position, DIRECTIONS[maze.node_direction(node)]


@lru_cache(maxsize=32)
def tables_of(maze: Maze) -> CourseMaze:
    """The tables of `maze`; the most recent ones are kept."""
    return CourseMaze(maze)


class SharedBoard:
    """What all states of one search share."""

    def __init__(self, maze: Maze, start: Layout | State) -> None:
        self.tables = tables_of(maze)
        self.start = start
        """The game's beginning, as far as it is known."""
        self.pacman_home: Place = (start.pacman, DIRECTIONS[Action.STOP])

    @cached_property
    def walls(self) -> Grid:
        return Grid.of(self.tables.walls)

    @cached_property
    def layout(self) -> "DrawnLayout":
        start = self.start
        rows = start.rows if isinstance(start, Layout) else str(start).splitlines()
        layout = DrawnLayout(rows[: self.tables.maze.height])
        layout.walls = self.walls
        return layout


class DrawnLayout:
    """The board at the start of a game, from the rows of its drawing, top row first."""

    def __init__(self, layoutText: Sequence[str]) -> None:
        self.layoutText = [*layoutText]
        self.width = len(self.layoutText[0])
        self.height = len(self.layoutText)
        self.walls = Grid(self.width, self.height)
        self.food = Grid(self.width, self.height)
        self.capsules: list[Position] = []
        self.agentPositions: list[tuple[bool, Position]] = []
        self.numGhosts = 0
        self.processLayoutText(self.layoutText)
        self.totalFood = self.food.count()

    def processLayoutText(self, layoutText: Sequence[str]) -> None:
        """Read the drawing: walls `%`, food `.`, capsules `o`, `P`, and ghosts `G` or
        digits; anything else is floor."""
        agents: list[tuple[int, Position]] = []
        for y, row in enumerate(reversed(layoutText)):
            for x, mark in enumerate(row[: self.width]):
                self.walls[x][y] = mark == WALL
                self.food[x][y] = mark == FOOD
                if mark == CAPSULE:
                    self.capsules.append((x, y))
                elif mark == PACMAN:
                    agents.append((0, (x, y)))
                elif mark in GHOSTS:
                    agents.append((max(GHOSTS.index(mark), 1), (x, y)))
        self.agentPositions = [(number == 0, at) for number, at in sorted(agents)]
        self.numGhosts = sum(number > 0 for number, _ in agents)

    def getNumGhosts(self) -> int:
        return self.numGhosts

    def isWall(self, pos: Position) -> bool:
        x, y = pos
        return bool(self.walls[x][y])

    def getRandomLegalPosition(self) -> Position:
        """An open cell, drawn from the global generator."""
        while True:
            at = random.choice(range(self.width)), random.choice(range(self.height))
            if not self.isWall(at):
                return at

    def getRandomCorner(self) -> Position:
        """A corner inside the border, drawn from the global generator."""
        return random.choice(self._corners())

    def getFurthestCorner(self, pacPos: Position) -> Position:
        """The corner inside the border that is farthest from `pacPos`, in Manhattan distance."""
        x, y = pacPos
        return max((abs(a - x) + abs(b - y), (a, b)) for a, b in self._corners())[1]

    def _corners(self) -> list[Position]:
        right, top = self.width - 2, self.height - 2
        return [(1, 1), (1, top), (right, 1), (right, top)]

    def deepCopy(self) -> "DrawnLayout":
        return DrawnLayout(self.layoutText)

    def __str__(self) -> str:
        return "\n".join(self.layoutText)
