"""Who is how strong, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

CONFIDENCE = 0.95
"""Of the intervals."""
_DIGITS = 6
"""Smaller differences may differ from machine to machine."""


@dataclass(frozen=True)
class Ranking:
    """The ratings of some players."""

    names: tuple[str, ...]
    values: Floats
    """By player: the rating."""
    samples: Floats | None
    """By sample and player: what the rating could be, too. None if there are too few games."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", np.round(self.values, _DIGITS) + 0.0)
        if self.samples is not None:
            object.__setattr__(self, "samples", np.round(self.samples, _DIGITS) + 0.0)

    @property
    def ranked(self) -> tuple[str, ...]:
        """The names, those with the highest ratings first; equal ones in alphabetical order."""
        order = sorted(zip((-self.values).tolist(), self.names, strict=True))
        return tuple(name for _, name in order)

    def value(self, name: str) -> float:
        """The rating of that player."""
        return float(self.values[self.names.index(name)])

    def interval(self, name: str) -> tuple[float, float] | None:
        """Where the rating of that player is with a probability of `CONFIDENCE`."""
        if self.samples is None:
            return None
        column = self.samples[:, self.names.index(name)]
        tail = (1 - CONFIDENCE) / 2
        low, high = np.quantile(column, [tail, 1 - tail])
        return float(low), float(high)

    def above(self, name: str, other: str) -> float | None:
        """The probability that `name` is stronger than `other`."""
        if self.samples is None:
            return None
        one, two = (self.samples[:, self.names.index(each)] for each in (name, other))
        return float(np.mean(one > two) + np.mean(one == two) / 2)

    def only(self, names: Sequence[str]) -> "Ranking":
        """The same for these players alone."""
        indices = [self.names.index(name) for name in names]
        samples = None if self.samples is None else self.samples[:, indices]
        return Ranking(tuple(names), self.values[indices], samples)

    def plus(self, other: "Ranking") -> "Ranking":
        """The sums of the ratings of the same players."""
        samples = None
        if self.samples is not None and other.samples is not None:
            samples = self.samples + other.samples
        return Ranking(self.names, self.values + other.values, samples)

    def is_known(self, top: int | None, confidence: float) -> bool:
        """Whether each of the first `top` players is above the next one with that `confidence`."""
        ranked = self.ranked
        nexts = list(pairwise(ranked))[:top]
        probabilities = [self.above(one, other) for one, other in nexts]
        return all(each is not None and each >= confidence for each in probabilities)
