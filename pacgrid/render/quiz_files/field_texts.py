"""What is written in the fields of other systems' quizzes."""

from math import isinf

from pacgrid.quizzes.key import NumberKey
from pacgrid.quizzes.number import Number, number_label
from pacgrid.quizzes.quiz_question import QuizQuestion
from pacgrid.quizzes.quiz_tree import QuizNode
from pacgrid.tree.labels import value_label

NOTHING = "nothing more"
"""In a place of an order that no leaf has."""


def leaf_name(leaf: QuizNode) -> str:
    """A leaf by its value, or by name and value."""
    value = value_label(leaf.tree.value or 0)
    return value if leaf.label == value else f"{leaf.label} ({value})"


def has_infinity(question: QuizQuestion) -> bool:
    """Whether an answer to a question is infinite. Then all numbers are read as texts: a field
    mustn't tell by its kind what it is."""
    keys = (part.key for part in question.parts)
    return any(isinstance(key, NumberKey) and isinf(key.value) for key in keys)


def number_forms(value: Number) -> list[str]:
    """The forms in which people write a number.

    >>> number_forms(float("-inf"))[:4], number_forms(3)
    (['-inf', '−inf', '-∞', '−∞'], ['3', '+3', '3.0', '+3.0'])
    """
    signs = ("-", "−") if value < 0 else ("", "+")
    if isinf(value):
        sizes = ["inf", "∞", "infinity", "oo"]
    else:
        size = number_label(-value if value < 0 else value)
        sizes = [size, *([f"{size}.0"] if size.isdecimal() else [])]
    return [sign + size for size in sizes for sign in signs]


def decimal(value: Number) -> str:
    """A finite number as computers read it.

    >>> decimal(-1.25), decimal(3)
    ('-1.25', '3')
    """
    return f"{float(value):.6f}".rstrip("0").rstrip(".")
