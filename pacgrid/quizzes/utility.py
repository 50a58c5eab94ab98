"""What points are worth to somebody. Russell and Norvig, *Artificial Intelligence: A Modern
Approach*, 4th edition, sections 16.2 and 16.3."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import expm1, isfinite, log, sqrt

from pacgrid.quizzes.quiz_error import QuizError

_HALVINGS = 200
"""More than a float has digits."""


@dataclass(frozen=True)
class AskedUtility:
    """A utility function, which grows with the points."""

    formula: str
    """As a question says it: `u(x) = √x`."""
    function: Callable[[float], float]
    least: float = float("-inf")
    """Of fewer points it says nothing."""

    def of(self, points: float) -> float:
        """The utility of some points. Raises QuizError where it has no value."""
        if points >= self.least:
            try:
                value = self.function(points)
            except (ValueError, ArithmeticError):
                value = float("nan")
            if isfinite(value):
                return value
        raise QuizError(f"{self.formula} has no value at x = {points:g}; ask about another tree")

    def certainty_equivalent(self, utility: float, low: float, high: float) -> float:
        """The points between `low` and `high` that have this utility.

        Raises QuizError if the function falls somewhere between.
        """
        points = [low + (high - low) * step / 100 for step in range(101)]
        values = [self.of(each) for each in points]
        for (x, before), after in zip(zip(points, values, strict=True), values[1:], strict=False):
            if after < before or (after == before and high > low):
                raise QuizError(f"{self.formula} doesn't grow at x = {x:g}; more must be better")
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if not low < middle < high:
                break
            low, high = (middle, high) if self.of(middle) < utility else (low, middle)
        return min((low, high), key=lambda each: abs(self.of(each) - utility))


def exponential(shape: str, risk_tolerance: float) -> AskedUtility:
    """`concave`, `linear` or `convex`, with a risk tolerance in points."""
    rest = f"{risk_tolerance:g}"
    return {
        "concave": AskedUtility(
            f"u(x) = 1 − exp(−x / {rest})", lambda x: -expm1(-x / risk_tolerance)
        ),
        "linear": AskedUtility("u(x) = x", lambda x: x),
        "convex": AskedUtility(f"u(x) = exp(x / {rest}) − 1", lambda x: expm1(x / risk_tolerance)),
    }[shape]


SQUARE_ROOT = AskedUtility("u(x) = √x", sqrt, least=0)
SQUARE = AskedUtility("u(x) = x²", lambda x: x * x, least=0)
LOGARITHM = AskedUtility("u(x) = ln x", log, least=1e-300)
_NAMED: Mapping[str, AskedUtility] = {"sqrt": SQUARE_ROOT, "square": SQUARE, "log": LOGARITHM}
_SHAPES = ("concave", "linear", "convex")
NAMES = (*_NAMED, *_SHAPES)


def utility_named(text: str) -> AskedUtility:
    """The utility called `sqrt`, `square`, `log`, `linear`, or `concave:R` and `convex:R` with a
    risk tolerance of R points.

    >>> utility_named("sqrt").formula, utility_named("concave:50").formula
    ('u(x) = √x', 'u(x) = 1 − exp(−x / 50)')

    Raises QuizError.
    """
    name, colon, written = text.partition(":")
    if name in _NAMED and not colon:
        return _NAMED[name]
    if name not in _SHAPES:
        raise QuizError(f"no utility {text!r:.40}; choose {', '.join(NAMES)}")
    try:
        tolerance = float(written or "100")
    except ValueError:
        tolerance = 0
    if not (isfinite(tolerance) and tolerance > 0):
        raise QuizError(f"utility {text!r:.40}: the risk tolerance must be points above 0")
    return exponential(name, tolerance)
