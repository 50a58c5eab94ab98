"""The words of a search's steps."""

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

from pacgrid.search import GameState


def number(value: float) -> str:
    """A value as people write it.

    >>> [number(value) for value in (3.0, -4.5, 1 / 3, float("-inf"))]
    ['3', '−4.5', '0.3333', '−∞']
    """
    sign = "−" if value < 0 else ""
    return sign + ("∞" if abs(value) == inf else f"{round(abs(value), 4):.10g}")


def chance(probability: float, *, as_fraction: bool = False) -> str:
    """A probability as a decimal or as a fraction.

    >>> chance(0.25), chance(1 / 3, as_fraction=True)
    ('0.25', '1/3')
    """
    if as_fraction:
        return str(Fraction(probability).limit_denominator(1000))
    return number(probability)


def expectation(parts: Sequence[tuple[float, float]]) -> str:
    """A sum of probabilities times values.

    >>> expectation([(1 / 2, 8), (1 / 3, 24), (1 / 6, -12)])
    '1/2 × 8 + 1/3 × 24 + 1/6 × −12'
    >>> expectation([(0.1, 10), (0.5, -5)])
    '0.1 × 10 + 0.5 × −5'
    """
    as_fractions = any(round(probability, 2) != probability for probability, _ in parts)
    return " + ".join(
        f"{chance(probability, as_fraction=as_fractions)} × {number(value)}"
        for probability, value in parts
    )


def action_name(state: GameState, action: Any) -> str:
    """What the game calls `action`."""
    name = getattr(state, "action_name", None)
    return str(name(action) if name else action)


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names in a row.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed(list("abcdefg"))
    ('a', 'a, b and c', 'a, b, c and 4 more')
    """
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
