"""What points are worth to a player: utilities, certainty equivalents and risk premiums.

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

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import signature
from itertools import pairwise
from math import exp, expm1, inf, isfinite, isinf, isnan, log, log1p, sqrt
from typing import Any

from pacgrid.agent import AgentSpec
from pacgrid.common.named_options import why_not_callable
from pacgrid.common.sanitize import did_you_mean

Lottery = Sequence[tuple[float, float]]
"""Probabilities and points."""

MOST = 700
"""The largest exponent; exp of much more is no float."""
RISK_TOLERANCE = 100
"""Of exponential utilities, in points, if nothing else is said."""
SAMPLES = (*range(-3000, 3000, 25), *range(3000, 10_001, 100))
"""The points at which a function is tried out before it is used."""
JUMP = 1e-6
"""As a part of a lottery's range of utilities: a function that rises by more between neighbouring
floats isn't continuous."""


class Utility(ABC):
    """How much points are worth. It must not fall where the points grow."""

    @property
    @abstractmethod
    def formula(self) -> str:
        """How a textbook writes it: `u(x) = √x`."""

    @abstractmethod
    def __call__(self, points: float) -> float:
        """The utility of so many points."""

    @abstractmethod
    def certainty_equivalent(self, lottery: Lottery) -> float:
        """The sure points that are worth as much as a lottery."""

    def expected(self, lottery: Lottery) -> float:
        """The expected utility of a lottery."""
        return sum(probability * self(points) for probability, points in lottery if probability > 0)

    def risk_premium(self, lottery: Lottery) -> float:
        """How many points of the mean a player gives up for certainty; below 0 for a bold one."""
        return _mean(lottery) - self.certainty_equivalent(lottery)


class Linear(Utility):
    """Points are worth what they are, so only their mean counts."""

    formula = "u(x) = x"

    def __call__(self, points: float) -> float:
        return points

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
        if not _is_number(risk_tolerance) or risk_tolerance == 0:
            raise ValueError(f"risk_tolerance must be points, not {risk_tolerance!r:.40}")
        self.rate = -1 / risk_tolerance
        self.risk_tolerance = risk_tolerance

    @property
    def formula(self) -> str:
        rest = f"{abs(self.risk_tolerance):g}"
        return f"u(x) = exp(x / {rest}) − 1" if self.rate > 0 else f"u(x) = 1 − exp(−x / {rest})"

    def __call__(self, points: float) -> float:
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


class Logarithmic(Utility):
    """log(1 + x / wealth): who has more risks more. To lose all is worse than anything else.

    Args:
        wealth: what the player has at first, in points.
    """

    def __init__(self, wealth: float = 1000) -> None:
        self.wealth = _above_0("wealth", wealth)

    @property
    def formula(self) -> str:
        return f"u(x) = ln(1 + x / {self.wealth:g})"

    def __call__(self, points: float) -> float:
        return log1p(points / self.wealth) if points > -self.wealth else -inf

    def certainty_equivalent(self, lottery: Lottery) -> float:
        return _within(lottery, self.wealth * expm1(self.expected(lottery)))


class SShaped(Utility):
    """Gains and losses count from a reference point: concave above it, convex below it, and steeper
    for losses. Daniel Kahneman and Amos Tversky, "Prospect theory", 1979; the numbers are those of
    their article of 1992.

    Args:
        reference: the points that are neither a gain nor a loss.
        exponent: the utility of a gain of x points is x ** exponent; from 0 to 1.
        loss_aversion: how much heavier a loss weighs than the same gain.
    """

    def __init__(
        self, reference: float = 0, exponent: float = 0.88, loss_aversion: float = 2.25
    ) -> None:
        if not _is_number(reference):
            raise ValueError(f"reference must be points, not {reference!r:.40}")
        if _above_0("exponent", exponent) > 1:
            raise ValueError(f"exponent must be at most 1, not {exponent!r:.40}")
        self.reference = reference
        self.exponent = exponent
        self.loss_aversion = _above_0("loss_aversion", loss_aversion)

    @property
    def formula(self) -> str:
        gain, loss = f"g^{self.exponent:g}", f"−{self.loss_aversion:g} g^{self.exponent:g}"
        return f"u = {gain} for g points more than {self.reference:g}, {loss} for g points less"

    def __call__(self, points: float) -> float:
        gain = points - self.reference
        if gain >= 0:
            return float(gain**self.exponent)
        return float(-self.loss_aversion * (-gain) ** self.exponent)

    def certainty_equivalent(self, lottery: Lottery) -> float:
        utility = self.expected(lottery)
        size = utility if utility >= 0 else -utility / self.loss_aversion
        gain = size ** (1 / self.exponent)
        return _within(lottery, self.reference + (gain if utility >= 0 else -gain))


class OwnUtility(Utility):
    """A function of the points.

    It must not fall, and must be continuous, or some lotteries are worth as much as no sure points.
    It may be undefined for points that never occur, as a square root is below 0.

    Args:
        function: the utility of so many points.
        written: how a textbook writes the utility of x: `√x`.

    Raises ValueError, which says at which points it falls, jumps or has no value.
    """

    def __init__(self, function: Callable[[float], float], written: str = "u(x)") -> None:
        self.function = function
        self.written = written
        known = [(points, self(points)) for points in SAMPLES if self._is_defined(points)]
        if not known:
            raise ValueError(f"the utility has no value from {SAMPLES[0]} to {SAMPLES[-1]} points")
        _check_increasing(known)
        self._check_continuous(known)

    @property
    def formula(self) -> str:
        return f"u(x) = {self.written}"

    def __call__(self, points: float) -> float:
        try:
            value = self.function(points)
        except (ArithmeticError, ValueError) as error:
            raise ValueError(f"the utility has no value at {points:g} points: {error}") from None
        if not isinstance(value, int | float) or isnan(value):
            raise ValueError(f"the utility of {points:g} points is {value!r:.40}, not a number")
        return value

    def certainty_equivalent(self, lottery: Lottery) -> float:
        known = sorted((points, self(points)) for chance, points in lottery if chance > 0)
        _check_increasing(known)
        (low, lowest), (high, highest) = known[0], known[-1]
        utility = self.expected(lottery)
        if not lowest < utility < highest:
            return high if utility >= highest else low
        low, high = self._narrowed(low, high, lambda _, middle, __: middle <= utility)
        self._check_jump((low, self(low)), (high, self(high)), highest - lowest)
        return low

    def _is_defined(self, points: float) -> bool:
        """Whether the function has a real value at so many points."""
        try:
            return not isinstance(self.function(points), complex)
        except (ArithmeticError, ValueError):
            return False

    def _narrowed(
        self, low: float, high: float, is_above: Callable[[float, float, float], bool]
    ) -> tuple[float, float]:
        """Two neighbouring floats from `low` to `high`: those above the middle, again and again, if
        `is_above` says so of the utilities of `low`, the middle and `high`."""
        below, above = self(low), self(high)
        while low < (middle := low + (high - low) / 2) < high:
            value = self(middle)
            if is_above(below, value, above):
                low, below = middle, value
            else:
                high, above = middle, value
        return low, high

    def _check_continuous(self, known: Sequence[tuple[float, float]]) -> None:
        """Raises ValueError if the function jumps between some of these points with utilities."""
        known = [(points, value) for points, value in known if isfinite(value)]
        rise = known[-1][1] - known[0][1] if known else 0
        for (low, below), (high, above) in pairwise(known):
            if above - below > JUMP * rise:
                near, next_ = self._narrowed(
                    low, high, lambda low, middle, high: high - middle > middle - low
                )
                self._check_jump((near, self(near)), (next_, self(next_)), rise)

    @staticmethod
    def _check_jump(one: tuple[float, float], next_: tuple[float, float], rise: float) -> None:
        """Raises ValueError if a utility rises by much of `rise` between neighbouring floats."""
        (_, below), (points, above) = one, next_
        if above - below > JUMP * rise:
            raise ValueError(
                f"the utility jumps from {below:g} to {above:g} at {points:g} points, so that no"
                " sure points are worth what lies between; make it continuous"
            )


def _bold(risk_tolerance: float = RISK_TOLERANCE) -> Utility:
    return Exponential(-_above_0("risk_tolerance", risk_tolerance))


def _cautious(risk_tolerance: float = RISK_TOLERANCE) -> Utility:
    return Exponential(_above_0("risk_tolerance", risk_tolerance))


@cache
def _square_root() -> Utility:
    return OwnUtility(sqrt, "√x")


@cache
def _square() -> Utility:
    def function(points: float) -> float:
        if points < 0:
            raise ValueError("below 0 it falls")
        return points * points

    return OwnUtility(function, "x²")


@cache
def _logarithm() -> Utility:
    return OwnUtility(log, "ln x")


UTILITIES: Mapping[str, Callable[..., Utility]] = {
    "linear": Linear,
    "concave": _cautious,
    "convex": _bold,
    "exponential": Exponential,
    "logarithmic": Logarithmic,
    "s_shaped": SShaped,
    "sqrt": _square_root,
    "square": _square,
    "log": _logarithm,
}
"""By name. `concave` and `convex` are exponential; the last three have no value below 0."""


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
        return OwnUtility(utility)
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


def _within(lottery: Lottery, points: float) -> float:
    """`points`, between the least and the most of a lottery, whatever was rounded."""
    possible = [each for probability, each in lottery if probability > 0]
    return min(max(points, min(possible)), max(possible))


def _mean(lottery: Lottery) -> float:
    return sum(probability * points for probability, points in lottery)


def _above_0(name: str, value: float) -> float:
    if not _is_number(value) or value <= 0:
        unit = " points" if name in ("wealth", "risk_tolerance") else ""
        raise ValueError(f"{name} must be{unit} above 0, not {value!r:.40}")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
