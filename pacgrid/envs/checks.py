"""Checks for the environments' options."""

from math import isfinite
from numbers import Real
from operator import index
from typing import Any, Self

from pacgrid.common.gone import gone


def whole_number(name: str, value: object) -> int:
    """`value`, a Python or numpy integer, as an int. Raises ValueError for anything else,
    bools included."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None


def finite_number(name: str, value: object) -> float:
    """`value`, a real number of Python or numpy, as a float.

    Raises ValueError for anything else, nan and infinity included.
    """
    if not isinstance(value, Real) or not isfinite(value):
        raise ValueError(f"{name} must be a finite number, not {value!r}")
    return float(value)


class RefusesGoneOptions:
    """An environment that says what to use instead of the options which it once had."""

    def __new__(cls, *_arguments: Any, **options: Any) -> Self:
        for name in options:
            if line := gone(f"{name}="):
                raise ValueError(line)
        return super().__new__(cls)
