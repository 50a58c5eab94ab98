"""TD(λ) with linear function approximation. Sutton and Barto, *Reinforcement Learning: An
Introduction*, 2nd edition, section 12.2; Russell and Norvig, *Artificial Intelligence: A Modern
Approach*, 4th edition, section 22.4."""

from collections.abc import Iterable

import numpy as np

from pacgrid.learning.episode import Array, Transition


def temporal_difference(
    weights: Array,
    transitions: Iterable[Transition],
    *,
    step: float,
    discount: float,
    trace_decay: float,
) -> Array:
    """The `weights` after one game, in which each turn's error corrects the turns before it too.

    The value of a turn with features `x` is `weights @ x`: the points that are still to come, those
    `n` turns later times `discount ** n`.

    Args:
        step: how far the weights follow an error.
        trace_decay: λ, how far an error reaches back: 0 corrects one turn, 1 all turns before.
    """
    eligibility = np.zeros(len(weights))
    for now, reward, after in transitions:
        error = reward + discount * (after @ weights) - now @ weights
        eligibility = discount * trace_decay * eligibility + now
        weights = weights + step * error * eligibility
    return weights
