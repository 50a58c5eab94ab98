"""Evaluation functions: weighted sums of features. Russell and Norvig, *Artificial Intelligence: A
Modern Approach*, 4th edition, section 5.3.1."""

from collections.abc import Mapping

from pacgrid import State

WEIGHTS = {
    "score": 1,
    "food left": -4,
    "steps to food": -1,
    "danger": -40,
    "prey": 20,
    "shut in": -30,
}
"""Set by hand, in points."""

LEARNED = {
    "score": 1,
    "food left": 0.1,
    "steps to food": -6.7,
    "danger": 36.2,
    "prey": 480.4,
    "shut in": -3.1,
}
"""Learned with `learn.py` of the handout on the board corridors, from the weights above."""


def features(state: State) -> Mapping[str, float]:
    """What matters in `state`, in numbers. Closeness is 1 next to Pac-Man, and near 0 far away."""
    maze, here = state.maze, state.pacman
    active = [ghost for ghost in state.ghosts if not ghost.scared]
    steps = [maze.distance(here, ghost.position) for ghost in active]
    return {
        "score": state.score,
        "food left": len(state.food),
        "steps to food": maze.nearest(here, state.food),
        "danger": sum(1 / (1 + distance) for distance in steps),
        "prey": sum(
            1 / (1 + maze.distance(here, ghost.position)) for ghost in state.ghosts if ghost.scared
        ),
        "shut in": here in maze.dead_ends and min(steps, default=100) < 6,
    }


def weighted_sum(weights: Mapping[str, float], state: State) -> float:
    values = features(state)
    return sum(weight * values[name] for name, weight in weights.items())


def evaluate(state: State) -> float:
    """What `state` is worth to Pac-Man, in points: with weights set by hand."""
    return weighted_sum(WEIGHTS, state)


def evaluate_learned(state: State) -> float:
    """The same with learned weights."""
    return weighted_sum(LEARNED, state)
