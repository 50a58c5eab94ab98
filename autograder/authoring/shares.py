"""Shares of a question's points."""

from collections.abc import Sequence

_UNITS = (1, 0.5, 0.25, 0.1, 0.05, 0.01)


def shares(points: float, weights: Sequence[float]) -> list[float]:
    """`points`, divided roughly in proportion to `weights` into round numbers above 0.

    >>> shares(5, [1, 1, 6]), shares(1, [2, 1])
    ([1, 1, 3], [0.5, 0.5])
    """
    if not weights:
        return []
    whole = [u for u in _UNITS if round(points / u) >= len(weights) and (points / u) % 1 == 0]
    unit = whole[0] if whole else points / len(weights)
    counts = [1] * len(weights)
    for _ in range(round(points / unit) - len(weights)):
        neediest = max(range(len(weights)), key=lambda each: weights[each] / (counts[each] + 1))
        counts[neediest] += 1
    return [round(count * unit, 4) for count in counts]
