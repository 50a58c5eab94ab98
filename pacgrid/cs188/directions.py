"""The names of the directions in course files, and what those files compute with them."""

from collections.abc import Sequence
from typing import Any, ClassVar

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


def in_legal_order(actions: Sequence[Action]) -> list[Direction]:
    """The directions of `actions`, as course files get them."""
    return [DIRECTIONS[action] for action in LEGAL_ORDER if action in actions]
