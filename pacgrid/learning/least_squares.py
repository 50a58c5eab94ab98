"""Least-squares temporal difference, LSTD(λ): the weights to which TD(λ) would converge, in one
step and without a step size. Sutton and Barto, *Reinforcement Learning: An Introduction*, 2nd
edition, section 9.8; Boyan, "Technical update: least-squares temporal difference learning", 2002.
"""

from collections.abc import Iterable

import numpy as np

from pacgrid.learning.episode import Array, Transition

RIDGE = 1.0
"""How strongly weights are drawn to 0: as by one turn in which all is seen and nothing won."""


class LeastSquares:
    """The linear equations `matrix @ weights = vector`, summed over games."""

    def __init__(self, size: int) -> None:
        self.matrix = np.zeros((size, size))
        self.vector = np.zeros(size)

    def add(
        self, transitions: Iterable[Transition], *, discount: float, trace_decay: float
    ) -> None:
        """Add a game; the arguments are those of `temporal_difference`."""
        eligibility = np.zeros(len(self.vector))
        for now, reward, after in transitions:
            eligibility = discount * trace_decay * eligibility + now
            self.matrix += np.outer(eligibility, now - discount * after)
            self.vector += reward * eligibility

    def fade(self, factor: float) -> None:
        """Let the games so far count `factor` times as much."""
        self.matrix *= factor
        self.vector *= factor

    def solve(self) -> Array:
        """The weights; 0 for a feature that was never seen."""
        ridge = RIDGE * np.eye(len(self.vector))
        return np.linalg.solve(self.matrix + ridge, self.vector).astype(np.float64)
