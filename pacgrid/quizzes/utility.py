"""What questions ask of a utility."""

from collections.abc import Callable
from math import isfinite, nan

from pacgrid.agent import AgentError
from pacgrid.quizzes.quiz_error import QuizError
from pacgrid.utility import UTILITIES, Utility, utility_named

AnyUtility = str | Utility | Callable[[float], float]
"""A utility, its name with options, or a function of the points."""


def asked_utility(utility: AnyUtility) -> Utility:
    """The utility that is meant.

    >>> asked_utility("sqrt").formula, asked_utility("concave:risk_tolerance=50").formula
    ('u(x) = √x', 'u(x) = 1 − exp(−x / 50)')

    Raises QuizError.
    """
    if isinstance(utility, str) and utility.partition(":")[0] not in UTILITIES:
        raise QuizError(f"no utility {utility!r:.40}; choose {', '.join(UTILITIES)}")
    try:
        return utility_named(utility)
    except AgentError:
        mend = "write NAME:option=value, such as concave:risk_tolerance=50"
        raise QuizError(f"can't read the utility {utility!r:.40}; {mend}") from None
    except ValueError as error:
        raise QuizError(f"utility {utility!r:.40}: {error}") from None


def utility_of(utility: Utility, points: float) -> float:
    """The utility of some points. Raises QuizError where it has no value."""
    try:
        value = utility(points)
    except ValueError:
        value = nan
    if isfinite(value):
        return value
    raise QuizError(f"{utility.formula} has no value at x = {points:g}; ask about another tree")


def sure_points(utility: Utility, value: float, low: float, high: float) -> float:
    """The points from `low` to `high` that have a utility of `value`: the certainty equivalent of a
    lottery between the two that is worth as much. Raises QuizError if that can't be computed."""
    least, most = utility_of(utility, low), utility_of(utility, high)
    if least == most:
        return low
    chance = (value - least) / (most - least)
    try:
        return utility.certainty_equivalent([(chance, high), (1 - chance, low)])
    except (ValueError, OverflowError):
        raise QuizError(
            f"{utility.formula} has no certainty equivalent between {low:g} and {high:g}; ask about"
            " another tree"
        ) from None
