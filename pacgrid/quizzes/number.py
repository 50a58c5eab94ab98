"""Numbers as people write them."""

import re
from fractions import Fraction
from math import inf

from pacgrid.quizzes.quiz_error import QuizError
from pacgrid.tree.wording import value_label

Number = Fraction | float
"""Exact; only an infinity is a float."""

MINUS = "−–—﹣"
"""What people write for a hyphen before a number."""
PATTERN = (
    r"([-+]?)\s*(?:(∞|inf|infinity|oo)|(\d{1,12})\s*/\s*(\d{1,12})"
    r"|((?=.*\d)\d{0,12}(?:[.,]\d{0,40})?))"
)
"""A number in small letters, with hyphens: a sign, an infinity, a numerator and a denominator, or a
decimal. It means the same in Python and in JavaScript."""
_NUMBER = re.compile(PATTERN, re.ASCII)
_TO_HYPHENS = str.maketrans(MINUS, "-" * len(MINUS))
FORMS = "write it as −3, 3/4, 0.75 or inf"


def read_number(text: str) -> Number:
    """The number that a person wrote.

    >>> [str(read_number(each)) for each in ("−3", "3/4", "0,75", " + 2.50 ", "-∞", "Inf")]
    ['-3', '3/4', '3/4', '5/2', '-inf', 'inf']

    Raises QuizError, in one line.
    """
    written = text.strip()
    match = _NUMBER.fullmatch(written.translate(_TO_HYPHENS).lower())
    if not match:
        raise QuizError(f"{written!r:.40} is not a number; {FORMS}")
    sign, endless, numerator, denominator, decimal = match.groups()
    factor = -1 if sign == "-" else 1
    if endless:
        return factor * inf
    if numerator:
        if not int(denominator):
            raise QuizError(f"{written!r:.40} divides by zero; {FORMS}")
        return factor * Fraction(int(numerator), int(denominator))
    return factor * Fraction(decimal.replace(",", "."))


def number_of(value: float) -> Number:
    """A value of a search as an exact number: the fraction that it was meant to be.

    >>> number_of(0.1 + 0.2), number_of(float("-inf"))
    (Fraction(3, 10), -inf)
    """
    return value if value in (inf, -inf) else Fraction(value).limit_denominator(10**6)


def number_label(value: Number) -> str:
    """A number as short as it can be read exactly; thirds and the like are fractions.

    >>> [number_label(Fraction(each)) for each in ("-3", "0.125", "1/3", "-22/7")]
    ['−3', '0.125', '1/3', '−22/7']
    """
    if isinstance(value, float):
        return value_label(value)
    size, sign = abs(value), "−" if value < 0 else ""
    if size.denominator == 1:
        return f"{sign}{size.numerator}"
    for digits in range(1, 7):
        if (size * 10**digits).denominator == 1:
            return f"{sign}{float(size):.{digits}f}"
    return f"{sign}{size}" if size.denominator < 1000 else value_label(float(value))
