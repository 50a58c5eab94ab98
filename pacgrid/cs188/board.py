"""The board of a game in the words of course files: directions, places and moves on it, and grids
by look-up."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, ClassVar, NamedTuple, Self

from pacgrid.action import Action
from pacgrid.layout import Layout, Position
from pacgrid.marks import CAPSULE, FOOD, GHOSTS, PACMAN, WALL
from pacgrid.maze import NODES_PER_CELL, Maze, Node
from pacgrid.state import State

Direction = str
"""`North`, `South`, `East`, `West` or `Stop`."""
DIRECTIONS: tuple[Direction, ...] = tuple(action.name.capitalize() for action in Action)
ACTIONS: dict[Direction, Action] = dict(zip(DIRECTIONS, Action, strict=True))
LEGAL_ORDER = (Action.WEST, Action.STOP, Action.EAST, Action.NORTH, Action.SOUTH)
"""Course files get legal actions in this order, which decides between actions of equal value."""


class Directions:
    """The five directions by name, and what is to their left, to their right and behind them."""

    NORTH, EAST, SOUTH, WEST, STOP = DIRECTIONS

    LEFT: ClassVar[dict[Direction, Direction]] = {
        NORTH: WEST,
        WEST: SOUTH,
        SOUTH: EAST,
        EAST: NORTH,
        STOP: STOP,
    }
    RIGHT: ClassVar[dict[Direction, Direction]] = {left: right for right, left in LEFT.items()}
    REVERSE: ClassVar[dict[Direction, Direction]] = {
        direction: DIRECTIONS[ACTIONS[direction].reverse] for direction in DIRECTIONS
    }


class Actions:
    """Steps on the board: directions as vectors, and where an agent may go."""

    TOLERANCE = 0.001
    """An agent nearer than this to the centre of a cell is there."""
    _directions: ClassVar[dict[Direction, tuple[int, int]]] = {
        DIRECTIONS[action]: action.vector for action in LEGAL_ORDER
    }
    _directionsAsList: ClassVar[list[tuple[Direction, tuple[int, int]]]] = list(_directions.items())

    @staticmethod
    def reverseDirection(action: Any) -> Any:
        """The opposite direction; anything else is its own reverse."""
        return Directions.REVERSE.get(action, action)

    @staticmethod
    def vectorToDirection(vector: tuple[float, float]) -> Direction:
        """The direction of `vector`; vertical if it has both parts."""
        dx, dy = vector
        if dy:
            return Directions.NORTH if dy > 0 else Directions.SOUTH
        if dx:
            return Directions.EAST if dx > 0 else Directions.WEST
        return Directions.STOP

    @staticmethod
    def directionToVector(direction: Direction, speed: float = 1.0) -> tuple[float, float]:
        dx, dy = Actions._directions[direction]
        return dx * speed, dy * speed

    @staticmethod
    def getPossibleActions(config: Any, walls: Any) -> list[Direction]:
        """The directions without a wall ahead; between two cells, only straight on."""
        x, y = config.getPosition()
        column, row = int(x + 0.5), int(y + 0.5)
        if abs(x - column) + abs(y - row) > Actions.TOLERANCE:
            return [config.getDirection()]
        return [
            direction
            for direction, (dx, dy) in Actions._directionsAsList
            if not walls[column + dx][row + dy]
        ]

    @staticmethod
    def getLegalNeighbors(position: tuple[float, float], walls: Any) -> list[tuple[int, int]]:
        """The open cells around `position`, and its own, in the order of legal actions."""
        column, row = int(position[0] + 0.5), int(position[1] + 0.5)
        width, height = walls.width, walls.height
        return [
            (x, y)
            for x, y in (
                (column - 1, row),
                (column, row),
                (column + 1, row),
                (column, row + 1),
                (column, row - 1),
            )
            if 0 <= x < width and 0 <= y < height and not walls[x][y]
        ]

    @staticmethod
    def getSuccessor(position: tuple[float, float], action: Direction) -> tuple[float, float]:
        """Where `action` leads from `position`, whatever is there."""
        x, y = position
        dx, dy = Actions.directionToVector(action)
        return x + dx, y + dy


class Configuration(NamedTuple):
    """A position and the direction of the last move."""

    pos: tuple[float, float]
    direction: Direction

    def getPosition(self) -> tuple[float, float]:
        return self.pos

    def getDirection(self) -> Direction:
        return self.direction

    def isInteger(self) -> bool:
        """Whether it is at the centre of a cell."""
        return all(coordinate == int(coordinate) for coordinate in self.pos)

    def generateSuccessor(self, vector: tuple[float, float]) -> "Configuration":
        """This one moved by `vector`, whatever is there. Without a move the direction stays."""
        (x, y), (dx, dy) = self.pos, vector
        direction = Actions.vectorToDirection(vector)
        if direction == Directions.STOP:
            direction = self.direction
        return Configuration((x + dx, y + dy), direction)

    def __str__(self) -> str:
        return f"(x,y)={self.pos}, {self.direction}"


def in_legal_order(actions: Sequence[Action]) -> list[Direction]:
    """The directions of `actions`, as course files get them."""
    return [DIRECTIONS[action] for action in LEGAL_ORDER if action in actions]


class AgentState:
    """An agent's configuration, where it began, and how many of its moves it stays scared."""

    numCarrying = numReturned = 0
    """Food of another game."""

    def __init__(
        self,
        startConfiguration: Configuration,
        isPacman: bool,
        configuration: Configuration | None = None,
        scaredTimer: int = 0,
    ) -> None:
        self.start = startConfiguration
        self.configuration = configuration or startConfiguration
        self.isPacman = isPacman
        self.scaredTimer = scaredTimer

    def getPosition(self) -> tuple[float, float]:
        return self.configuration.pos

    def getDirection(self) -> Direction:
        return self.configuration.direction

    def copy(self) -> "AgentState":
        return AgentState(self.start, self.isPacman, self.configuration, self.scaredTimer)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AgentState):
            return False
        return (self.configuration, self.scaredTimer) == (other.configuration, other.scaredTimer)

    def __hash__(self) -> int:
        return hash((self.configuration, self.scaredTimer))

    def __str__(self) -> str:
        return f"{'Pacman' if self.isPacman else 'Ghost'}: {self.configuration}"


class Grid:
    """Columns of booleans: `grid[x][y]`, with `(0, 0)` bottom left.

    A grid of the engine (`Grid.of`) makes its columns when somebody looks at them; until then it
    answers from its squares, which many grids share.
    """

    __slots__ = ("__dict__", "columns", "height", "squares", "width")

    columns: list[list[Any]] | None
    """None if nobody has looked at them yet."""

    def __init__(self, width: int, height: int, initialValue: Any = False) -> None:
        if initialValue not in (False, True):
            raise ValueError(f"a Grid has booleans only, not {initialValue!r:.40}")
        self.width = width
        self.height = height
        self.squares: Squares | None = None
        self.columns = [[initialValue] * height for _ in range(width)]

    @classmethod
    def of(cls, squares: "Squares") -> Self:
        """A grid that has these squares set."""
        grid = cls.__new__(cls)
        grid.width = squares.width
        grid.height = squares.height
        grid.squares = squares
        grid.columns = None
        return grid

    def unchanged(self) -> "Squares | None":
        """The squares that it was made from; None if somebody wrote to it since."""
        squares = self.squares
        if squares is None or self.columns is None or self.columns == squares.columns:
            return squares
        return None

    @property
    def data(self) -> list[list[Any]]:
        """The columns."""
        if self.columns is None:
            assert self.squares is not None
            self.columns = [column[:] for column in self.squares.columns]
        return self.columns

    @data.setter
    def data(self, data: list[list[Any]]) -> None:
        self.columns = data

    def __getitem__(self, i: int) -> list[Any]:
        return (self.columns or self.data)[i]

    def __setitem__(self, key: int, item: list[Any]) -> None:
        self.data[key] = item

    def count(self, item: Any = True) -> int:
        """How many squares are `item`."""
        if item is True and (squares := self.unchanged()):
            return len(squares.positions)
        return sum(column.count(item) for column in self.data)

    def asList(self, key: Any = True) -> list[Position]:
        """The `(x, y)` of the squares that are `key`, column by column."""
        if key is True and (squares := self.unchanged()):
            return squares.positions.copy()
        return [
            (x, y)
            for x in range(self.width)
            for y, item in enumerate(self[x][: self.height])
            if item == key
        ]

    def copy(self) -> "Grid":
        if squares := self.unchanged():
            return Grid.of(squares)
        grid = Grid(self.width, self.height)
        grid.data = [column[:] for column in self.data]
        return grid

    def deepCopy(self) -> "Grid":
        return self.copy()

    def shallowCopy(self) -> "Grid":
        """Another grid with the very same columns."""
        grid = Grid(self.width, self.height)
        grid.data = self.data
        return grid

    def _columns(self) -> list[list[Any]]:
        """Not to be written to."""
        return self.squares.columns if self.columns is None and self.squares else self.data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._columns() == other._columns()

    def __hash__(self) -> int:
        return hash(tuple(map(tuple, self._columns())))

    def __reduce__(self) -> tuple[object, ...]:
        return Grid._with, (self.width, self.height, [list(column) for column in self.data])

    @staticmethod
    def _with(width: int, height: int, data: list[list[Any]]) -> "Grid":
        grid = Grid(width, height)
        grid.data = data
        return grid

    def __str__(self) -> str:
        rows = zip(*self.data, strict=True)
        return "\n".join("".join(str(item)[0] for item in row) for row in [*rows][::-1])


class Squares:
    """An immutable set of squares, column by column. Many grids share one, so it makes its lists
    once."""

    def __init__(self, width: int, height: int, positions: Iterable[Position]) -> None:
        self.width = width
        self.height = height
        self.positions = sorted(positions)
        """Not to be written to, as are the columns."""

    @cached_property
    def columns(self) -> list[list[bool]]:
        columns = [[False] * self.height for _ in range(self.width)]
        for x, y in self.positions:
            columns[x][y] = True
        return columns


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
        self.ghost_places: list[Configuration] = [
            self._ghost_place(node) for node in range(len(maze.ghost_actions))
        ]
        """By node: a ghost's place."""
        self.homes = [Configuration(at, DIRECTIONS[Action.STOP]) for at in maze.homes]
        self._food: dict[int, Squares] = {}
        self._capsules: dict[int, list[Position]] = {}

    def food(self, mask: int) -> Squares:
        """The squares of the cells in `mask`."""
        found = self._food.get(mask)
        if found is None:
            if len(self._food) == _MOST_KEPT:
                self._food.clear()
            maze = self.maze
            found = Squares(maze.width, maze.height, maze.subset(mask))
            self._food[mask] = found
        return found

    def capsules(self, mask: int) -> list[Position]:
        """The cells in `mask`, row by row. Don't write to it."""
        found = self._capsules.get(mask)
        if found is None:
            found = self._capsules[mask] = list(self.maze.subset(mask))
        return found

    @cached_property
    def walls(self) -> Squares:
        maze = self.maze
        board = product(range(maze.width), range(maze.height))
        return Squares(maze.width, maze.height, (at for at in board if maze.is_wall(at)))

    def _ghost_place(self, node: Node) -> Configuration:
        """Whole numbers where it began, floats where it went, as in the original."""
        maze = self.maze
        cell, offset = divmod(node, NODES_PER_CELL)
        position = maze.positions[cell] if offset == Action.STOP else maze.node_position(node)
        return Configuration(position, DIRECTIONS[maze.node_direction(node)])


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
        self.pacman_home = Configuration(start.pacman, DIRECTIONS[Action.STOP])

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

    def deepCopy(self) -> "DrawnLayout":
        return DrawnLayout(self.layoutText)

    def __str__(self) -> str:
        return "\n".join(self.layoutText)
