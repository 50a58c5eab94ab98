"""Utilities: what points are worth to a player, certainty equivalents and risk premiums.

Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, sections 16.2 and
16.3.

A *lottery* is a sequence of pairs `(probability, points)`. Its *expected utility* is the mean of
the utilities. Its *certainty equivalent* is the sure number of points that is worth as much. Its
*risk premium* is how much less that is than the mean of the points.

>>> cautious = utility_named("logarithmic:wealth=800")
>>> lottery = [(0.5, 1000), (0.5, 0)]
>>> round(cautious.certainty_equivalent(lottery)), round(cautious.risk_premium(lottery))
(400, 100)
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from itertools import pairwise
from math import exp, expm1, inf, isfinite, isinf, isnan, log, log1p, sqrt
from typing import Any

from pacgrid.agent import AgentSpec
from pacgrid.common.named_options import why_not_callable
from pacgrid.common.sanitize import did_you_mean
from pacgrid.errors import UtilityError

Lottery = Sequence[tuple[float, float]]

MOST = 700
"""The largest exponent; exp of much more is no float."""
RISK_TOLERANCE = 100
"""The default of exponential utilities, in points."""
SAMPLES = (*range(-3000, 3000, 25), *range(3000, 10_001, 100))
"""The points at which a person's own function is tried out before it is used."""


class Utility:
    """How much points are worth: a function that must not fall where the points grow.

    It may be undefined for points that never occur, as a square root is below 0.

    Args:
        function: the utility of so many points.
        formula: how a textbook writes it: `u(x) = √x`.
    """

    def __init__(self, function: Callable[[float], float], formula: str = "u(x)") -> None:
        self.function = function
        self.formula = formula

    def __call__(self, points: float) -> float:
        """The utility of so many points. Raises UtilityError if it has none."""
        try:
            value = self.function(points)
        except (ArithmeticError, ValueError):
            message = f"{self.formula} has no value at {points:g} points; choose another utility"
            raise UtilityError(message) from None
        if not isinstance(value, int | float) or isnan(value):
            raise UtilityError(f"the utility of {points:g} points is {value!r:.40}, not a number")
        return value

    def expected(self, lottery: Lottery) -> float:
        """The expected utility of a lottery."""
        return sum(probability * self(points) for probability, points in lottery if probability > 0)

    def certainty_equivalent(self, lottery: Lottery) -> float:
        """The sure points that are worth as much as a lottery, found by bisection."""
        possible = [points for probability, points in lottery if probability > 0]
        low, high = min(possible), max(possible)
        utility = self.expected(lottery)
        _check_increasing([(points, self(points)) for points in sorted(possible)])
        if utility >= self(high):
            return high
        while low < (middle := low + (high - low) / 2) < high:
            if (value := self(middle)) == utility != -inf:
                return middle  # not a number beside it, whose utility is as great for a float
            if value <= utility:
                low = middle
            else:
                high = middle
        return low

    def risk_premium(self, lottery: Lottery) -> float:
        """How many points of the mean a player gives up for certainty; below 0 for a bold one."""
        return _mean(lottery) - self.certainty_equivalent(lottery)


class Linear(Utility):
    """Points are worth what they are, so only their mean counts."""

    def __init__(self) -> None:
        super().__init__(float, "u(x) = x")

    def certainty_equivalent(self, lottery: Lottery) -> float:
        return _mean(lottery)


class Exponential(Utility):
    """1 - exp(-x / R) for a cautious player. With R below 0, exp(-x / R) - 1 for a bold one.

    With a large R both come near to x / R, which only averages the points. Points that a player has
    already change nothing.

    Args:
        risk_tolerance: R, in points; the smaller, the more cautious or bold.
    """

    def __init__(self, risk_tolerance: float = RISK_TOLERANCE) -> None:
        self.rate = -1 / risk_tolerance
        rest = f"{abs(risk_tolerance):g}"
        bold = self.rate > 0
        formula = f"u(x) = exp(x / {rest}) − 1" if bold else f"u(x) = 1 − exp(−x / {rest})"
        super().__init__(self._of, formula)

    def _of(self, points: float) -> float:
        grown = expm1(min(self.rate * points, MOST))
        return grown if self.rate > 0 else -grown

    def certainty_equivalent(self, lottery: Lottery) -> float:
        # Without the utilities themselves, which are too close for a float where points are many.
        most = max(self.rate * points for _, points in lottery)  # so that exp can't overflow
        if isinf(most):
            return most / self.rate
        exponents = [(probability, self.rate * points - most) for probability, points in lottery]
        mean = sum(probability * expm1(exponent) for probability, exponent in exponents)
        if mean > -0.5:
            return (most + log1p(mean)) / self.rate
        return (most + log(sum(p * exp(exponent) for p, exponent in exponents))) / self.rate


def bold(risk_tolerance: float = RISK_TOLERANCE) -> Utility:
    return Exponential(-_above_0("risk_tolerance", risk_tolerance))


def cautious(risk_tolerance: float = RISK_TOLERANCE) -> Utility:
    return Exponential(_above_0("risk_tolerance", risk_tolerance))


def logarithmic(wealth: float = 1000) -> Utility:
    """log(1 + x / wealth): who has more risks more. To lose all is worse than anything else.

    Args:
        wealth: what the player has at first, in points.
    """
    _above_0("wealth", wealth)
    return Utility(
        lambda points: log1p(points / wealth) if points > -wealth else -inf,
        f"u(x) = ln(1 + x / {wealth:g})",
    )


def s_shaped(reference: float = 0, exponent: float = 0.88, loss_aversion: float = 2.25) -> Utility:
    """Gains and losses count from a reference point: concave above it, convex below it, and steeper
    for losses. Daniel Kahneman and Amos Tversky, "Prospect theory", 1979; the numbers are those of
    their article of 1992.

    Args:
        reference: the points that are neither a gain nor a loss.
        exponent: the utility of a gain of x points is x ** exponent; from 0 to 1.
        loss_aversion: how much heavier a loss weighs than the same gain.
    """
    if not _is_number(reference):
        raise ValueError(f"reference must be points, not {reference!r:.40}")
    if _above_0("exponent", exponent) > 1:
        raise ValueError(f"exponent must be at most 1, not {exponent!r:.40}")
    _above_0("loss_aversion", loss_aversion)

    def function(points: float) -> float:
        gain = points - reference
        return float(gain**exponent if gain >= 0 else -loss_aversion * (-gain) ** exponent)

    gain, loss = f"g^{exponent:g}", f"−{loss_aversion:g} g^{exponent:g}"
    written = f"u = {gain} for g points more than {reference:g}, {loss} for g points less"
    return Utility(function, written)


def square_root() -> Utility:
    return Utility(sqrt, "u(x) = √x")


def own_utility(function: Callable[[float], float]) -> Utility:
    """A person's function as a utility. Raises ValueError, which says at which points it falls or
    has no value."""

    def is_defined(points: float) -> bool:
        try:
            return not isinstance(function(points), complex)
        except (ArithmeticError, ValueError):
            return False

    utility = Utility(function)
    known = [(points, utility(points)) for points in SAMPLES if is_defined(points)]
    if not known:
        raise ValueError(f"the utility has no value from {SAMPLES[0]} to {SAMPLES[-1]} points")
    _check_increasing(known)
    return utility


UTILITIES: Mapping[str, Callable[..., Utility]] = {
    "linear": Linear,
    "concave": cautious,
    "convex": bold,
    "logarithmic": logarithmic,
    "s_shaped": s_shaped,
    "sqrt": square_root,
}
"""Utilities by name: `concave` and `convex` are exponential, `sqrt` is undefined below 0."""


def utility_named(
    utility: str | Sequence[str] | Utility | Callable[[float], float], **defaults: float
) -> Utility:
    """The utility with that name and its options, such as `logarithmic:wealth=800`; a function of
    the points as a utility.

    Args:
        utility: the name; as the only one in a list, too, which is what brackets around several
            options make of it.
        defaults: options for those utilities that have them, unless the name says otherwise.

    Raises ValueError for an unknown name or option, or a function that falls.
    """
    if isinstance(utility, Utility):
        return utility
    if callable(utility):
        return own_utility(utility)
    if isinstance(utility, list) and len(utility) == 1:
        utility = utility[0]
    if not isinstance(utility, str):
        raise ValueError(f"a utility must be a name or a function, not {utility!r:.40}")
    spec = AgentSpec.parse(utility)
    if spec.source not in UTILITIES or spec.class_name:
        hint = did_you_mean(spec.source, UTILITIES)
        choice = f"choose {', '.join(UTILITIES)} or my_file.py:my_function"
        raise ValueError(f"no utility {utility!r:.40}; {hint or choice}")
    kind = UTILITIES[spec.source]
    options: dict[str, Any] = {
        name: value for name, value in defaults.items() if not why_not_callable(kind, {name: value})
    }
    options |= spec.options
    if reason := why_not_callable(kind, options):
        known = ", ".join(signature(kind).parameters) or "none"
        raise ValueError(f"{reason}; the options of {spec.source} are: {known}")
    return kind(**options)


def _check_increasing(known: Sequence[tuple[float, float]]) -> None:
    """Raises ValueError if the second of these points and utilities, which are in the order of the
    points, falls somewhere."""
    for (points, before), (more, after) in pairwise(known):
        if after < before:
            raise ValueError(
                f"the utility falls from {before:g} at {points:g} points to {after:g} at {more:g};"
                " more points must not be worth less"
            )


def _mean(lottery: Lottery) -> float:
    return sum(probability * points for probability, points in lottery)


def _above_0(name: str, value: float) -> float:
    if not _is_number(value) or value <= 0:
        unit = " points" if name in ("wealth", "risk_tolerance") else ""
        raise ValueError(f"{name} must be{unit} above 0, not {value!r:.40}")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
