"""Confidence intervals: for a proportion, and for a mean."""

import statistics
from collections.abc import Sequence
from math import cos, pi, sin, sqrt, tan

CONFIDENCE = 0.95
Interval = tuple[float, float]


def proportion_interval(successes: int, trials: int) -> Interval:
    """Wilson's score interval for the probability of a success.

    Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    """
    z = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    rate, shrink = successes / trials, 1 / (1 + z * z / trials)
    centre = shrink * (rate + z * z / (2 * trials))
    reach = shrink * z * sqrt(rate * (1 - rate) / trials + (z / (2 * trials)) ** 2)
    return max(centre - reach, 0.0), min(centre + reach, 1.0)


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Student's t interval for the mean of the population; None for a single value."""
    if len(values) < 2:
        return None
    mean = statistics.fmean(values)
    reach = t_quantile(len(values) - 1) * statistics.stdev(values) / sqrt(len(values))
    return mean - reach, mean + reach


def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The t for which Student's t, with so many degrees of freedom, is in (-t, t) with probability
    `confidence`."""
    low, high = 0.0, pi / 2
    while low < (middle := (low + high) / 2) < high:
        if _probability_within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan(low)


def _probability_within(angle: float, freedom: int) -> float:
    """The probability that Student's t is in (-t, t), where t = sqrt(freedom) * tan(angle).

    Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4.
    """
    is_odd = freedom % 2
    term = total = cos(angle) if is_odd else 1.0
    for k in range(2 + is_odd, freedom - 1, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    if not is_odd:
        return total * sin(angle)
    return (angle + (total * sin(angle) if freedom > 1 else 0.0)) * 2 / pi
