"""The names of the directions in course files, and what those files compute with them."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from pacgrid.action import Action

Direction = str
"""`North`, `South`, `East`, `West` or `Stop`."""
DIRECTIONS: tuple[Direction, ...] = tuple(action.name.capitalize() for action in Action)
"""By action: its direction."""
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
