"""The features of the shipped evaluation, written down as plainly as possible: what the quick ones
must equal."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from math import inf
from operator import add

from pacgrid.agents.evaluation import ALARM, ENOUGH
from pacgrid.state import Ghost, State
from pacgrid.surroundings import ROOM


def nearest_safe_food(state: State) -> float:
    food = state.food
    for ghost in active(state):
        food = food - state.maze.within(ghost.position, ALARM / 2)
    return closeness(state.maze.nearest(state.pacman, food))


def scared_ghosts(state: State) -> float:
    hunted = ((distance(state, ghost), ghost.scared) for ghost in state.ghosts if ghost.scared)
    return added(closeness(steps) for steps, scared in hunted if steps < scared)


def elbow_room(state: State) -> float:
    ghosts = [ghost.position for ghost in active(state)]
    return min(len(state.maze.nearer(state.pacman, ghosts, ROOM)) / ENOUGH, 1)


def nearest_capsule(state: State) -> float:
    if not any(distance(state, ghost) <= ALARM for ghost in active(state)):
        return 0
    return closeness(state.maze.nearest(state.pacman, state.capsules))


def dead_end(state: State) -> float:
    if state.pacman not in state.maze.dead_ends:
        return 0
    return any(distance(state, ghost) <= 2 * ALARM for ghost in active(state))


SLOW_FEATURES: Mapping[str, Callable[[State], float]] = {
    "score": lambda state: state.score,
    "food_left": lambda state: len(state.food),
    "nearest_food": lambda state: closeness(state.maze.nearest(state.pacman, state.food)),
    "nearest_safe_food": nearest_safe_food,
    "active_ghosts": lambda state: added(
        closeness(distance(state, ghost)) ** 2 for ghost in active(state)
    ),
    "ghosts_at_hand": lambda state: sum(distance(state, ghost) <= 1 for ghost in active(state)),
    "scared_ghosts": scared_ghosts,
    "elbow_room": elbow_room,
    "capsules_left": lambda state: len(state.capsules),
    "nearest_capsule": nearest_capsule,
    "dead_end": dead_end,
    "near_win": lambda state: (
        closeness(state.maze.nearest(state.pacman, state.food)) / max(len(state.food), 1)
    ),
    "bias": lambda state: 1,
}


def slow_value(weights: Mapping[str, float], state: State) -> float:
    """The value of `state` by these weights."""
    return added(weight * SLOW_FEATURES[name](state) for name, weight in weights.items())


def active(state: State) -> list[Ghost]:
    return [ghost for ghost in state.ghosts if not ghost.scared]


def distance(state: State, ghost: Ghost) -> float:
    return state.maze.distance(state.pacman, ghost.position)


def closeness(steps: float) -> float:
    return 0 if steps == inf else 1 / (1 + steps)


def added(terms: Iterable[float]) -> float:
    """Their sum, rounded after each term; from Python 3.12 on, `sum` rounds only once."""
    return reduce(add, terms, 0)
