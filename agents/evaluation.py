"""A linear evaluation: `Eval(s) = w1 f1(s) + w2 f2(s) + … + wn fn(s)`.

Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, section 5.3.1. The
features have names, and the weights are a mapping from these names to numbers:

    python -c "from pacgrid.agents.evaluation import WEIGHTS; print(WEIGHTS['linear'])"

Distances are steps through the maze. *Closeness* is `1 / (1 + distance)`: 1 for the same cell, 1/2
for the next one, 0 for one that can't be reached.

A finished game is worth its score; only unfinished games are evaluated. The two scales must match:
if the food of a whole board weighs more than the 500 points that dying costs, Pac-Man would rather
die than eat it all.

A search spends most of its time here, so it has to be quick, for three reasons that help with any
evaluation:

* Sets of cells are masks: integers with a bit for each cell. `&` intersects two of them at once.
* What depends only on the maze is in a table: what a ghost in one cell means for Pac-Man in another
  is computed once. In a game the same pairs of cells return thousands of times.
* What several features need is computed once for a position: `ghosts_of` looks each ghost up once.

To do so, this file reads the numbers of cells and the masks that a state has inside, under names
that begin with an underscore. Your own agent can rely on the names without one.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, reduce
from itertools import repeat
from math import inf, isfinite
from operator import and_, or_
from typing import NamedTuple

from pacgrid.cells import bits
from pacgrid.common.files import read_regular_file
from pacgrid.maze import NODES_PER_CELL, Cell, Maze, Node
from pacgrid.state import State

ALARM = 4
"""Steps within which an active ghost is a danger."""

ROOM, ENOUGH = 10, 25
"""Steps within which elbow room counts, and how many cells are enough."""

TABLE_BYTES = 1 << 24
"""About how large the table of a maze may grow."""

FILE_BYTES = 1 << 26
"""The size of the largest file of weights."""


Threat = tuple[float, float, int, int]
"""What an active ghost means for Pac-Man; a row of `Ghosts`."""


class Ghosts(NamedTuple):
    """What features need to know about the ghosts. The first four are columns, with an entry for
    each active ghost."""

    steps: Sequence[float] = ()
    """From Pac-Man to the ghost."""
    danger: Sequence[float] = ()
    """The ghost's closeness, squared."""
    safe: Sequence[int] = ()
    """The mask of the cells that are not right next to the ghost."""
    room: Sequence[int] = ()
    """The mask of the cells at most `ROOM` steps from Pac-Man, and nearer to him than to it."""
    scared: Sequence[tuple[float, int]] = ()
    """For each scared ghost, the steps from Pac-Man and its scared moves left."""


class Tables:
    """What is looked up about a maze. An entry is computed when it is first needed, and those used
    last are kept."""

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self.neighbours = [
            maze.mask(maze.positions[c] for c in near.values()) for near in maze.neighbours
        ]
        table = lru_cache(TABLE_BYTES // (len(maze.positions) // 4 + 250))
        self.threat = table(self._threat)
        self.steps = table(self._steps)
        self.beyond = table(self._beyond)
        self.nearest = table(maze.steps_to)

    def _threat(self, pacman: Cell, node: Node) -> Threat:
        """What an active ghost on `node` means for Pac-Man in the cell `pacman`."""
        ghost = node // NODES_PER_CELL
        steps, beyond = self.maze.steps_from(pacman)[ghost], self.beyond(ghost)
        # Of the cells that he reaches in 0, 1, 2, … steps, those that the ghost reaches later.
        room = reduce(or_, map(and_, self.maze.rings(pacman), beyond))
        return steps, closeness(steps) ** 2, beyond[ALARM // 2], room

    def _beyond(self, cell: Cell) -> Sequence[int]:
        """The masks of the cells more than 0, 1, … `ROOM` steps from `cell`."""
        near = ring = 1 << cell
        beyond = [~near]
        for _ in range(ROOM):
            ahead = 0
            for other in bits(ring):
                ahead |= self.neighbours[other]
            ring = ahead & ~near
            near |= ring
            beyond.append(~near)
        return beyond

    def _steps(self, pacman: Cell, node: Node) -> float:
        """Steps from Pac-Man to a scared ghost on `node`, perhaps half way between two cells."""
        return self.maze.distance(self.maze.positions[pacman], self.maze.node_position(node))


tables_of = lru_cache(maxsize=8)(Tables)
"""The tables of a maze; those of the last few mazes are kept."""


def ghosts_of(state: State) -> Ghosts:
    """What the ghosts of `state` mean for Pac-Man, for all features at once."""
    tables, pacman = tables_of(state._maze), state._pacman
    nodes, timers = state._ghosts, state._scared
    if (moved := state._to_move - 1) > 0:  # after each ghost's move they rotate
        nodes, timers = nodes[-moved:] + nodes[:-moved], timers[-moved:] + timers[:-moved]
    scared: list[tuple[float, int]] = []
    if not timers:
        threats = [*map(tables.threat, repeat(pacman), nodes)]
    else:
        threats = []
        for node, timer in zip(nodes, timers, strict=True):
            if timer:
                scared.append((tables.steps(pacman, node), timer))
            else:
                threats.append(tables.threat(pacman, node))
    if not threats:
        return Ghosts(scared=scared)
    steps, danger, safe, room = zip(*threats, strict=True)
    return Ghosts(steps, danger, safe, room, scared)


def score(state: State, ghosts: Ghosts) -> float:
    """The game points so far."""
    return state._score


def food_left(state: State, ghosts: Ghosts) -> float:
    """How much food is left."""
    return state._food.bit_count()


def nearest_food(state: State, ghosts: Ghosts) -> float:
    """Closeness of the nearest food."""
    return closeness(state._maze.steps_to(state._pacman, state._food))


def nearest_safe_food(state: State, ghosts: Ghosts) -> float:
    """Closeness of the nearest food that is not right next to an active ghost."""
    return closeness(state._maze.steps_to(state._pacman, reduce(and_, ghosts.safe, state._food)))


def active_ghosts(state: State, ghosts: Ghosts) -> float:
    """Danger from the active ghosts: the sum of their squared closeness."""
    return sum(ghosts.danger)


def ghosts_at_hand(state: State, ghosts: Ghosts) -> float:
    """How many active ghosts are at most one step from Pac-Man."""
    return sum([steps <= 1 for steps in ghosts.steps])


def scared_ghosts(state: State, ghosts: Ghosts) -> float:
    """The sum of the closeness of those scared ghosts that Pac-Man can reach in time."""
    if not ghosts.scared:
        return 0
    return sum([closeness(steps) for steps, timer in ghosts.scared if steps < timer])


def elbow_room(state: State, ghosts: Ghosts) -> float:
    """How much of the maze around Pac-Man he reaches before any active ghost: 1 for enough to
    escape, down to 0 for no way out."""
    if ghosts.room:
        room = reduce(and_, ghosts.room)
    else:
        room = ~tables_of(state._maze).beyond(state._pacman)[ROOM]
    return min(room.bit_count() / ENOUGH, 1)


def capsules_left(state: State, ghosts: Ghosts) -> float:
    """How many capsules are left."""
    return state._capsules.bit_count()


def nearest_capsule(state: State, ghosts: Ghosts) -> float:
    """Closeness of the nearest capsule if an active ghost is near, else 0."""
    if not ghosts.steps or min(ghosts.steps) > ALARM:
        return 0
    return closeness(tables_of(state._maze).nearest(state._pacman, state._capsules))


def dead_end(state: State, ghosts: Ghosts) -> float:
    """1 if Pac-Man is in a dead end and an active ghost is near enough to trap him, else 0."""
    if not state._maze.dead_ends.mask >> state._pacman & 1:
        return 0
    return min(ghosts.steps, default=inf) <= 2 * ALARM


def near_win(state: State, ghosts: Ghosts) -> float:
    """Closeness of the nearest food, divided by how much food is left: high just before the win."""
    return nearest_food(state, ghosts) / max(state._food.bit_count(), 1)


def bias(state: State, ghosts: Ghosts) -> float:
    """1: what the rest of any unfinished game is worth."""
    return 1


FEATURES: Mapping[str, Callable[[State, Ghosts], float]] = {
    feature.__name__: feature
    for feature in (
        score,
        food_left,
        nearest_food,
        nearest_safe_food,
        active_ghosts,
        ghosts_at_hand,
        scared_ghosts,
        elbow_room,
        capsules_left,
        nearest_capsule,
        dead_end,
        near_win,
        bias,
    )
}
"""The features by name."""

WEIGHTS: Mapping[str, Mapping[str, float]] = {
    "linear": {
        "score": 1,
        "food_left": -3,
        "nearest_safe_food": 15,
        "active_ghosts": -30,
        "elbow_room": 75,
        "dead_end": -30,
        "scared_ghosts": 60,
        "capsules_left": -30,
        "nearest_capsule": 20,
    },
    "cautious": {
        "score": 1,
        "food_left": -1,
        "nearest_safe_food": 15,
        "active_ghosts": -300,
        "ghosts_at_hand": -300,
        "elbow_room": 75,
        "dead_end": -30,
        "scared_ghosts": 20,
        "capsules_left": -30,
        "nearest_capsule": 30,
    },
    "learned": {
        "score": 1,
        "food_left": 0.7,
        "nearest_food": -50.6,
        "nearest_safe_food": 59.9,
        "active_ghosts": -296.3,
        "ghosts_at_hand": 65.2,
        "scared_ghosts": 346.8,
        "elbow_room": 24.2,
        "capsules_left": 0.3,
        "nearest_capsule": 341.6,
        "dead_end": -4.0,
        "near_win": 699.3,
        "bias": -42.1,
    },
    "pursuit": {"score": 1, "active_ghosts": -100, "elbow_room": 50, "scared_ghosts": 100},
}
"""Sets of weights by name: `linear` for a Pac-Man who searches, `cautious` for one who doesn't, and
`pursuit` for ghosts (who minimise). `pacgrid learn` found `learned`, for a Pac-Man who searches; it
goes for scared ghosts more than for the win."""


class LinearEvaluation:
    """The weighted sum of named features; only these are computed.

    >>> tidy = LinearEvaluation({"score": 1, "food_left": -5})
    >>> tidy(State.parse("%%%%%\\n%P..%\\n%%%%%"))
    -10

    Args:
        weights: the name of a set in `WEIGHTS`; a file of weights, whose name ends in `.json`; or a
            mapping from names in `FEATURES` to numbers.

    Raises ValueError for an unknown name, a weight that is not a number, or a file that can't be
    read.
    """

    def __init__(self, weights: str | Mapping[str, float] = "linear") -> None:
        if not isinstance(weights, str):
            checked_weights(weights)
        elif weights.endswith(".json"):
            weights = load_weights(weights)
        elif weights in WEIGHTS:
            weights = WEIGHTS[weights]
        else:
            names = ["score", *WEIGHTS]
            hint = nearest_name(weights, names) or f"choose {', '.join(names)} or a .json file"
            raise ValueError(f"no evaluation {weights!r}; {hint}")
        self.weights: Mapping[str, float] = dict(weights)
        self._terms = [(weight, FEATURES[name]) for name, weight in weights.items()]

    def __call__(self, state: State) -> float:
        """The value of `state` for Pac-Man, in game points."""
        ghosts = ghosts_of(state)
        return sum([weight * feature(state, ghosts) for weight, feature in self._terms])

    def shares(self, state: State) -> dict[str, float]:
        """What each feature adds to the value of `state`: its weight times its value."""
        values = features(state, self.weights)
        return {name: weight * values[name] for name, weight in self.weights.items()}

    def __repr__(self) -> str:
        return f"LinearEvaluation({self.weights})"


_LINEAR = LinearEvaluation("linear")


def evaluate(state: State) -> float:
    """The value of `state` by the `linear` weights."""
    return _LINEAR(state)


def features(state: State, names: Iterable[str] = FEATURES) -> dict[str, float]:
    """The values of the features with these `names`."""
    ghosts = ghosts_of(state)
    return {name: FEATURES[name](state, ghosts) for name in names}


def load_weights(path: str) -> dict[str, float]:
    """The weights in a file that `pacgrid learn` has written, or you: `{"weights": {"score": 1}}`.

    Raises ValueError, which names the file and what is wrong with it.
    """
    try:
        data = json.loads(read_regular_file(path, FILE_BYTES))
    except OSError as error:
        raise ValueError(f"{path}: can't be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}:{error.lineno}:{error.colno}: {error.msg}") from None
    except (ValueError, RecursionError):
        raise ValueError(f"{path}: is not JSON") from None
    weights = data.get("weights") if isinstance(data, dict) else None
    if not isinstance(weights, dict):
        raise ValueError(f'{path}: has no weights; write {{"weights": {{"score": 1}}}}')
    try:
        return checked_weights(weights)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def checked_weights(weights: Mapping[str, float]) -> dict[str, float]:
    """A copy of `weights`. Raises ValueError for an unknown feature, or a weight that is not a
    number."""
    for name, weight in weights.items():
        if name not in FEATURES:
            hint = nearest_name(str(name), FEATURES) or f"choose from {', '.join(FEATURES)}"
            raise ValueError(f"no feature {name!r}; {hint}")
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not isfinite(weight):
            raise ValueError(f"the weight of {name} must be a number, not {weight!r:.40}")
    return dict(weights)


def nearest_name(name: str, names: Iterable[str]) -> str:
    """A question that offers the name most like `name`; "" if there is none."""
    close = get_close_matches(name, names, n=1)
    return f"did you mean {close[0]!r}?" if close else ""


def closeness(steps: float) -> float:
    """`1 / (1 + steps)`; 0 for what can't be reached."""
    return 0 if steps == inf else 1 / (1 + steps)
