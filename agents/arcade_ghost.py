"""A ghost with one of the four personalities of the arcade: chaser, ambusher, flanker or shy."""

from collections.abc import Callable, Mapping

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.state import State

Point = tuple[float, float]

AHEAD = 4
"""How many cells ahead of Pac-Man the ambusher waits; the flanker looks half as far."""

SHY = 5
"""How near, in cells, the shy ghost dares to come."""

PHASES = (7, 20, 7, 20, 5, 20, 5)
"""How many moves a ghost scatters, chases, scatters, …; then it chases for good. On the first level
of the arcade these are seconds."""

ORDER = (Action.NORTH, Action.WEST, Action.SOUTH, Action.EAST, Action.STOP)
"""The order of equally good actions."""


class ArcadeGhost(ChanceAgent):
    """Steps to the neighbour that is nearest to a target cell in a straight line, which ignores
    walls, as in the arcade. The personality chooses the target; while the ghosts scatter, it is a
    corner. A scared ghost moves at random.

    A state doesn't say which way Pac-Man faces, so he is taken to head for the nearest food. Nor
    does it say how many moves have been made: a ghost counts its own. As a model of a ghost in
    somebody's search, which never plays a game itself, it always chases.

    Args:
        personality: what it targets: "chaser", Pac-Man himself; "ambusher", the cell 4 cells ahead
            of him; "flanker", the point that mirrors ghost 1 in the cell 2 cells ahead of him;
            "shy", Pac-Man, or its corner when it is within 5 cells of him.

    Raises ValueError for another personality.
    """

    def __init__(self, *, personality: str = "chaser") -> None:
        if personality not in PERSONALITIES:
            names = ", ".join(PERSONALITIES)
            raise ValueError(f"no personality {personality!r}; choose {names}")
        self.personality = personality
        self.target, (self.right, self.top) = PERSONALITIES[personality]
        self.moves: int | None = None
        """The moves that the ghost has made in this game; None if it plays no game."""

    def start(self, state: State) -> None:  # noqa: ARG002
        self.moves = 0

    def act(self, state: State) -> Action:
        action = super().act(state)
        if self.moves is not None:
            self.moves += 1
        return action

    def distribution(self, state: State) -> Mapping[Action, float]:
        actions = state.legal_actions()
        (x, y), _, scared = state.ghosts[state.to_move - 1]
        if scared:
            return dict.fromkeys(actions, 1 / len(actions))
        goal = self.corner(state) if scatters(self.moves) else self.target(state)

        def distance(action: Action) -> float:
            dx, dy = action.vector
            return squared_distance((x + dx, y + dy), goal)

        best = min(sorted(actions, key=ORDER.index), key=distance)
        return {action: float(action is best) for action in actions}

    def corner(self, state: State) -> Point:
        """Where it goes while the ghosts scatter."""
        return self.right * (state.maze.width - 1), self.top * (state.maze.height - 1)


def scatters(moves: int | None) -> bool:
    """Whether a ghost that has made so many moves is in a scatter phase."""
    if moves is None:
        return False
    for number, length in enumerate(PHASES):
        if moves < length:
            return number % 2 == 0
        moves -= length
    return False


def chase(state: State) -> Point:
    """Pac-Man himself."""
    return state.pacman


def ambush(state: State) -> Point:
    """A point ahead of Pac-Man."""
    return ahead(state, AHEAD)


def flank(state: State) -> Point:
    """The point opposite to ghost 1, seen from a point ahead of Pac-Man."""
    (x, y), (chaser_x, chaser_y) = ahead(state, AHEAD // 2), state.ghosts[0].position
    return 2 * x - chaser_x, 2 * y - chaser_y


def approach_or_retreat(state: State) -> Point:
    """Pac-Man, or from near him the shy ghost's corner."""
    here = state.ghosts[state.to_move - 1].position
    return state.pacman if squared_distance(here, state.pacman) > SHY**2 else (0, 0)


def ahead(state: State, cells: int) -> Point:
    """The point so many cells ahead of Pac-Man, who heads for the nearest food; of equally short
    ways to it he takes the first, in the order of his actions."""
    x, y = state.pacman
    maze, food = state.maze, state.food
    near = maze.neighbours[maze.cells[x, y]]
    if not near:
        return x, y
    way = min(near, key=lambda action: maze.nearest(maze.positions[near[action]], food))
    dx, dy = way.vector
    return x + cells * dx, y + cells * dy


def squared_distance(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


PERSONALITIES: Mapping[str, tuple[Callable[[State], Point], tuple[int, int]]] = {
    "chaser": (chase, (1, 1)),
    "ambusher": (ambush, (0, 1)),
    "flanker": (flank, (1, 0)),
    "shy": (approach_or_retreat, (0, 0)),
}
"""Each ghost has a target while it chases, and a corner to scatter to; (1, 1) is the top right."""
