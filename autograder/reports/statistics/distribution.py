"""How points are distributed."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from statistics import fmean, quantiles

from ...model.amount import amount

_STEPS = tuple(digit * 10.0**power for power in range(-2, 308) for digit in (1, 2, 2.5, 5))
_MOST_BINS = 12
_EPSILON = 1e-9
"""Thirds of points don't add up exactly."""


@dataclass(frozen=True)
class Distribution:
    """Points of some students, of which there are at least one.

    >>> points = Distribution((0, 2, 3, 5), full=5)
    >>> points.mean, points.quartiles, points.complete
    (2.5, (1.5, 2.5, 3.5), 1)
    """

    values: tuple[float, ...]
    full: float
    """Full points."""

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The first quartile, the median and the third, interpolated between two students, so that
        the lowest and the highest points are the quantiles 0 and 1."""
        if len(self.values) == 1:
            return (self.values[0],) * 3
        first, median, third = quantiles(self.values, n=4, method="inclusive")
        return first, median, third

    @property
    def complete(self) -> int:
        """How many have full points, or more."""
        return sum(value >= self.full - _EPSILON for value in self.values)

    @property
    def bins(self) -> list[tuple[str, str, int]]:
        """At most 12 equal bins up to full points, and one for full points and more: for each, the
        label on an axis, the label in words, and how many students are in it.

        >>> Distribution((0, 2.5, 3, 3), full=3).bins[-2:]
        [('2.75', '2.75 to less than 3', 0), ('full', '3 or more', 2)]
        """
        step = next(each for each in _STEPS if self.full / each <= _MOST_BINS)
        edges = [step * number for number in range(ceil(self.full / step - _EPSILON))] + [self.full]
        counts = [0] * len(edges)
        for value in self.values:
            counts[max(0, bisect_right(edges, value + _EPSILON) - 1)] += 1
        words = [
            *(f"{amount(a)} to less than {amount(b)}" for a, b in pairwise(edges)),
            f"{amount(self.full)} or more",
        ]
        labels = [*map(amount, edges[:-1]), "full"]
        return list(zip(labels, words, counts, strict=True))


def distribution(values: Sequence[float | None], full: float) -> Distribution | None:
    """Of the `values` that there are; None if there are none, or no points to have."""
    known = tuple(sorted(value for value in values if value is not None))
    return Distribution(known, full) if known and full else None
