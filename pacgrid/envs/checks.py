"""What numbers the environments take as options."""

from math import isfinite
from numbers import Real
from operator import index


def whole_number(name: str, value: object) -> int:
    """`value`, which may be numpy's, as an int. Raises ValueError: it is none, or is a bool."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None


def finite_number(name: str, value: object) -> float:
    """`value`, which may be numpy's, as a float.

    Raises ValueError: it is no number, or nan, or infinite.
    """
    if not isinstance(value, Real) or not isfinite(value):
        raise ValueError(f"{name} must be a finite number, not {value!r}")
    return float(value)
