"""A linear evaluation: `Eval(s) = w1 f1(s) + w2 f2(s) + … + wn fn(s)`.

Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, section 5.3.1. The
features have names, and the weights are a mapping from these names to numbers:

    python -c "from pacgrid.agents.evaluation import WEIGHTS; print(WEIGHTS['linear'])"

Distances are steps through the maze. *Closeness* is `1 / (1 + steps)`: 1 for the same cell, 1/2 for
the next one, 0 for one that can't be reached.

A finished game is worth its score; only unfinished games are evaluated. The two scales must match:
if the food of a whole board weighs more than the 500 points that dying costs, Pac-Man would rather
die than eat it all.

Each feature is a few words about what is around Pac-Man; how that is found quickly is in
`pacgrid.surroundings`.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import inf

from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import did_you_mean
from pacgrid.state import State
from pacgrid.surroundings import Surroundings

ALARM = 4
"""Steps within which an active ghost is a danger."""

ENOUGH = 25
"""How many cells are enough elbow room."""


def score(around: Surroundings) -> float:
    """The game points so far."""
    return around.score


def food_left(around: Surroundings) -> float:
    """How much food is left."""
    return around.food_left


def nearest_food(around: Surroundings) -> float:
    """Closeness of the nearest food."""
    return closeness(around.steps_to_food())


def nearest_safe_food(around: Surroundings) -> float:
    """Closeness of the nearest food that is not right next to an active ghost."""
    return closeness(around.steps_to_safe_food())


def active_ghosts(around: Surroundings) -> float:
    """Danger from the active ghosts: the sum of their squared closeness."""
    danger: float = 0
    for steps in around.ghosts:  # `sum` rounds differently from Python 3.12 on
        danger += closeness(steps) ** 2
    return danger


def ghosts_at_hand(around: Surroundings) -> float:
    """How many active ghosts are at most one step from Pac-Man."""
    return sum([steps <= 1 for steps in around.ghosts])


def scared_ghosts(around: Surroundings) -> float:
    """The sum of the closeness of those scared ghosts that Pac-Man can reach in time."""
    prey: float = 0
    for steps, moves_left in around.scared:
        if steps < moves_left:
            prey += closeness(steps)
    return prey


def elbow_room(around: Surroundings) -> float:
    """How much of the maze around Pac-Man he reaches before any active ghost: 1 for enough to
    escape, down to 0 for no way out."""
    return min(around.room() / ENOUGH, 1)


def capsules_left(around: Surroundings) -> float:
    """How many capsules are left."""
    return around.capsules_left


def nearest_capsule(around: Surroundings) -> float:
    """Closeness of the nearest capsule if an active ghost is near, else 0."""
    if min(around.ghosts, default=inf) > ALARM:
        return 0
    return closeness(around.steps_to_capsule())


def dead_end(around: Surroundings) -> float:
    """1 if Pac-Man is in a dead end and an active ghost is near enough to trap him, else 0."""
    return around.in_dead_end and min(around.ghosts, default=inf) <= 2 * ALARM


def near_win(around: Surroundings) -> float:
    """Closeness of the nearest food, divided by how much food is left: high just before the win."""
    return nearest_food(around) / max(around.food_left, 1)


def bias(around: Surroundings) -> float:
    """1: what the rest of any unfinished game is worth."""
    return 1


@lru_cache(maxsize=1024)
def closeness(steps: float) -> float:
    """`1 / (1 + steps)`; 0 for what can't be reached."""
    return 0 if steps == inf else 1 / (1 + steps)


FEATURES: Mapping[str, Callable[[Surroundings], float]] = {
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
            hint = did_you_mean(weights, names) or f"choose {', '.join(names)} or a .json file"
            raise ValueError(f"no evaluation {weights!r}; {hint}")
        self.weights: Mapping[str, float] = dict(weights)
        self._terms = [(weight, FEATURES[name]) for name, weight in weights.items()]

    def __call__(self, state: State) -> float:
        """The value of `state` for Pac-Man, in game points."""
        around = Surroundings(state)
        value: float = 0
        for weight, feature in self._terms:
            value += weight * feature(around)
        return value

    def contributions(self, state: State) -> dict[str, float]:
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
    around = Surroundings(state)
    return {name: FEATURES[name](around) for name in names}


# Weights in files.

FILE_BYTES = 1 << 26
"""The size of the largest file of weights."""

MOST_WEIGHT = 1e9
"""The largest size of a weight: no sum overflows, and sums of whole numbers are exact."""


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
    """A copy of `weights`. Raises ValueError for an unknown feature, or a weight that is no number
    or too large."""
    for name, weight in weights.items():
        if name not in FEATURES:
            hint = did_you_mean(str(name), FEATURES) or f"choose from {', '.join(FEATURES)}"
            raise ValueError(f"no feature {name!r}; {hint}")
        is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not is_number or not abs(weight) <= MOST_WEIGHT:
            raise ValueError(
                f"the weight of {name} must be a number up to a billion, not {weight!r:.40}"
            )
    return dict(weights)
