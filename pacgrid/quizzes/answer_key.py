"""The right answer to a part of a question, and how people may write it."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf

from pacgrid.quizzes.quiz_tree import QuizNode
from pacgrid.tree.wording import value_label

NOTHING = ("none", "nothing", "no leaf", "-", "−", "∅", "{}")
Number = Fraction | float
"""An exact number; only an infinity is a float."""
MINUS = "−–—﹣"
"""What people write for a hyphen before a number."""
PATTERN = (
    r"([-+]?)\s*(?:(∞|inf|infinity|oo)|(\d{1,12})\s*/\s*(\d{1,12})"
    r"|((?=.*\d)\d{0,12}(?:[.,]\d{0,40})?))"
)
"""A number in small letters, with hyphens: a sign, an infinity, a numerator and a denominator, or a
decimal. It means the same in Python and in JavaScript."""
FORMS = "write it as −3, 3/4, 0.75 or inf"


# The keys. Each says the right answer and how to write one; the page of a quiz reads answers.


@dataclass(frozen=True)
class NumberKey:
    """A number."""

    value: Number
    tolerance: Fraction = Fraction(0)
    """How far off an answer may be."""

    @property
    def text(self) -> str:
        if self.tolerance and isinstance(self.value, Fraction):
            return number_label(round(self.value, 2))
        return number_label(self.value)

    @property
    def form(self) -> str:
        return "a number, such as −3, 3/4, 0.75 or inf"


@dataclass(frozen=True)
class LeavesKey:
    options: tuple[QuizNode, ...]
    right: tuple[str, ...]
    """The labels of those that belong to the answer."""
    in_order: bool = False

    @property
    def text(self) -> str:
        return ", ".join(self.right) or "none"

    @property
    def form(self) -> str:
        named = [leaf.label for leaf in self.options if leaf.tree.name]
        names = f"; those with a name by name, such as {named[0]}" if named else ""
        return f"leaves by value{names}{', in order' if self.in_order else '; or none'}"


@dataclass(frozen=True)
class ChoiceKey:
    options: tuple[str, ...]
    right: frozenset[str]
    """The right ones: several may be equally good."""

    @property
    def text(self) -> str:
        return " or ".join(each for each in self.options if each in self.right)

    @property
    def form(self) -> str:
        return f"{', '.join(self.options[:-1])} or {self.options[-1]}" if self.options[1:] else "it"


Key = NumberKey | LeavesKey | ChoiceKey
"""The right answer to a part of a question."""


def values_of(leaf: QuizNode) -> list[Number]:
    """What a leaf is worth: exactly, and as it is drawn, which may be rounded."""
    value = leaf.tree.value or 0
    drawn = value_label(value).replace("−", "-")
    # Of a large number, only the first digits are drawn.
    return [number_of(value)] if "e" in drawn else [number_of(value), Fraction(drawn)]


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
