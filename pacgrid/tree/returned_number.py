"""The value in what a function of a search returns."""

from contextlib import suppress
from enum import Enum
from math import isnan
from numbers import Real


def number_in(result: object) -> float | None:
    """The number that a function returned, alone or with an action as in `(value, action)`."""
    for part in result if type(result) is tuple else (result,):
        if isinstance(part, Real) and not isinstance(part, bool | Enum):
            with suppress(OverflowError):
                return None if isnan(part) else float(part)
    return None
