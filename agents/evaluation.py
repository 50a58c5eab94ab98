"""A linear evaluation: `Eval(s) = w1 f1(s) + w2 f2(s) + … + wn fn(s)`.

Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, section 5.3.1. The
features have names, and the weights are a mapping from these names to numbers:

    python -c "from pacgrid.agents.evaluation import WEIGHTS; print(WEIGHTS['linear'])"

Distances are steps through the maze. *Closeness* is `1 / (1 + distance)`: 1 for the same cell, 1/2
for the next one, 0 for one that can't be reached.

A finished game is worth its score; only unfinished games are evaluated. The two scales must match:
if the food of a whole board weighs more than the 500 points that dying costs, Pac-Man would rather
die than eat it all.
"""

from collections.abc import Callable, Mapping
from math import inf

from pacgrid.state import Ghost, State

ALARM = 4
"""Steps within which an active ghost is a danger."""

ROOM, ENOUGH = 10, 25
"""Steps within which elbow room counts, and how many cells are enough."""


def score(state: State) -> float:
    """The game points so far."""
    return state.score


def food_left(state: State) -> float:
    """How much food is left."""
    return len(state.food)


def nearest_food(state: State) -> float:
    """Closeness of the nearest food."""
    return closeness(state.maze.nearest(state.pacman, state.food))


def nearest_safe_food(state: State) -> float:
    """Closeness of the nearest food that is not right next to an active ghost."""
    food = state.food
    for ghost in active(state):
        food = food - state.maze.within(ghost.position, ALARM / 2)
    return closeness(state.maze.nearest(state.pacman, food))


def active_ghosts(state: State) -> float:
    """Danger from the active ghosts: the sum of their squared closeness."""
    return sum(closeness(distance(state, ghost)) ** 2 for ghost in active(state))


def ghosts_at_hand(state: State) -> float:
    """How many active ghosts are at most one step from Pac-Man."""
    return sum(distance(state, ghost) <= 1 for ghost in active(state))


def scared_ghosts(state: State) -> float:
    """The sum of the closeness of those scared ghosts that Pac-Man can reach in time."""
    hunted = ((distance(state, ghost), ghost.scared) for ghost in state.ghosts if ghost.scared)
    return sum(closeness(steps) for steps, scared in hunted if steps < scared)


def elbow_room(state: State) -> float:
    """How much of the maze around Pac-Man he reaches before any active ghost: 1 for enough to
    escape, down to 0 for no way out."""
    ghosts = [ghost.position for ghost in active(state)]
    return min(len(state.maze.nearer(state.pacman, ghosts, ROOM)) / ENOUGH, 1)


def capsules_left(state: State) -> float:
    """How many capsules are left."""
    return len(state.capsules)


def nearest_capsule(state: State) -> float:
    """Closeness of the nearest capsule if an active ghost is near, else 0."""
    if not any(distance(state, ghost) <= ALARM for ghost in active(state)):
        return 0
    return closeness(state.maze.nearest(state.pacman, state.capsules))


def dead_end(state: State) -> float:
    """1 if Pac-Man is in a dead end and an active ghost is near enough to trap him, else 0."""
    if state.pacman not in state.maze.dead_ends:
        return 0
    return any(distance(state, ghost) <= 2 * ALARM for ghost in active(state))


FEATURES: Mapping[str, Callable[[State], float]] = {
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
    "pursuit": {"score": 1, "active_ghosts": -100, "elbow_room": 50, "scared_ghosts": 100},
}
"""Sets of weights by name: `linear` for a Pac-Man who searches, `cautious` for one who doesn't, and
`pursuit` for ghosts (who minimise)."""


class LinearEvaluation:
    """The weighted sum of named features.

    >>> tidy = LinearEvaluation({"score": 1, "food_left": -5})
    >>> tidy(State.parse("%%%%%\\n%P..%\\n%%%%%"))
    -10

    Args:
        weights: the name of a set in `WEIGHTS`, or a mapping from names in `FEATURES` to numbers.

    Raises ValueError for an unknown name, or a weight that is not a number.
    """

    def __init__(self, weights: str | Mapping[str, float] = "linear") -> None:
        if isinstance(weights, str):
            if weights not in WEIGHTS:
                raise ValueError(f"no evaluation {weights!r}; choose score, {', '.join(WEIGHTS)}")
            weights = WEIGHTS[weights]
        if unknown := weights.keys() - FEATURES.keys():
            raise ValueError(f"no feature {min(unknown)!r}; choose from {', '.join(FEATURES)}")
        for name, weight in weights.items():
            if not isinstance(weight, int | float):
                raise ValueError(f"the weight of {name} must be a number, not {weight!r}")
        self.weights = dict(weights)

    def __call__(self, state: State) -> float:
        """The value of `state` for Pac-Man, in game points."""
        return sum(self.shares(state).values())

    def shares(self, state: State) -> dict[str, float]:
        """What each feature adds to the value of `state`: its weight times its value."""
        return {name: weight * FEATURES[name](state) for name, weight in self.weights.items()}

    def __repr__(self) -> str:
        return f"LinearEvaluation({self.weights})"


_LINEAR = LinearEvaluation("linear")


def evaluate(state: State) -> float:
    """The value of `state` by the `linear` weights."""
    return _LINEAR(state)


def active(state: State) -> list[Ghost]:
    """The ghosts that are not scared."""
    return [ghost for ghost in state.ghosts if not ghost.scared]


def distance(state: State, ghost: Ghost) -> float:
    """Steps from Pac-Man to `ghost`."""
    return state.maze.distance(state.pacman, ghost.position)


def closeness(steps: float) -> float:
    """`1 / (1 + steps)`; 0 for what can't be reached."""
    return 0 if steps == inf else 1 / (1 + steps)
