"""The right answer to a part of a question, and how people's answers are read."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf
from typing import Any

from pacgrid.common.sanitize import one_line
from pacgrid.quizzes.quiz_tree import BETWEEN, QuizError, QuizNode
from pacgrid.tree.wording import value_label

NOTHING = ("none", "nothing", "no leaf", "-", "−", "∅", "{}")
"""How people write that there is no leaf."""
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
_NUMBER = re.compile(PATTERN, re.ASCII)
_TO_HYPHENS = str.maketrans(MINUS, "-" * len(MINUS))
FORMS = "write it as −3, 3/4, 0.75 or inf"


class Key(ABC):
    """The right answer to a part of a question."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The answer that a person wrote. Raises QuizError for what can't be one."""

    @abstractmethod
    def credit(self, answer: Any) -> Fraction:
        """How much of an answer is right, from 0 to 1."""

    def accepts(self, answer: Any) -> bool:
        """Whether an answer is right."""
        return self.credit(answer) == 1

    @property
    @abstractmethod
    def text(self) -> str:
        """The right answer, as a person would write it."""

    @property
    @abstractmethod
    def form(self) -> str:
        """How to write an answer."""


@dataclass(frozen=True)
class NumberKey(Key):
    """A number."""

    value: Number
    tolerance: Fraction = Fraction(0)
    """How far off an answer may be."""

    def read(self, text: str) -> Number:
        return read_number(text)

    def credit(self, answer: Any) -> Fraction:
        if isinf(answer) or isinf(self.value):
            return Fraction(answer == self.value)
        return Fraction(abs(answer - self.value) <= self.tolerance)

    @property
    def text(self) -> str:
        if self.tolerance and isinstance(self.value, Fraction):
            return number_label(round(self.value, 2))
        return number_label(self.value)

    @property
    def form(self) -> str:
        return "a number, such as −3, 3/4, 0.75 or inf"


@dataclass(frozen=True)
class LeavesKey(Key):
    """Some of the leaves, in any order."""

    options: tuple[QuizNode, ...]
    """All leaves, from left to right."""
    right: frozenset[str]
    """The labels of those that belong to the answer."""

    def read(self, text: str) -> frozenset[str]:
        return frozenset(read_leaves(text, self.options))

    def credit(self, answer: Any) -> Fraction:
        """What is right less what is wrong, of what belongs to the answer."""
        if not self.right:
            return Fraction(not answer)
        found = len(answer & self.right) - len(answer - self.right)
        return Fraction(max(found, 0), len(self.right))

    @property
    def text(self) -> str:
        labels = [leaf.label for leaf in self.options if leaf.label in self.right]
        return ", ".join(labels) or "none"

    @property
    def form(self) -> str:
        return f"{_leaves_form(self.options)}; or none"


@dataclass(frozen=True)
class SequenceKey(Key):
    """Leaves in an order."""

    options: tuple[QuizNode, ...]
    right: tuple[str, ...]
    """The labels of the leaves, in the right order."""

    def read(self, text: str) -> tuple[str, ...]:
        return tuple(read_leaves(text, self.options))

    def credit(self, answer: Any) -> Fraction:
        return Fraction(answer == self.right)

    @property
    def text(self) -> str:
        return ", ".join(self.right)

    @property
    def form(self) -> str:
        return f"{_leaves_form(self.options)}, in order"


@dataclass(frozen=True)
class ChoiceKey(Key):
    """One of some options."""

    options: tuple[str, ...]
    right: frozenset[str]
    """The right ones: several may be equally good."""

    def read(self, text: str) -> str:
        written = " ".join(text.split())
        same = [each for each in self.options if each.lower() == written.lower()]
        found = [written] if written in same else same
        if not found:
            raise QuizError(f"{one_line(written)!r:.40} is none of the options; write {self.form}")
        return found[0]

    def credit(self, answer: Any) -> Fraction:
        return Fraction(answer in self.right)

    @property
    def text(self) -> str:
        return " or ".join(each for each in self.options if each in self.right)

    @property
    def form(self) -> str:
        return f"{', '.join(self.options[:-1])} or {self.options[-1]}" if self.options[1:] else "it"


def read_leaves(text: str, leaves: Sequence[QuizNode]) -> list[str]:
    """The labels of the leaves that a person named, in that order; by their values where these say
    enough. Words may be separated by spaces, commas, semicolons or arrows.

    Raises QuizError.
    """
    written = text.strip()
    is_leaf = written in {leaf.label for leaf in leaves}
    if not written or (written.lower() in NOTHING and not is_leaf):
        return []
    named: list[str] = []
    for word in filter(None, re.split(BETWEEN, written)):
        label = _leaf(word, leaves)
        if label in named:
            raise QuizError(f"the leaf {label} is named twice")
        named.append(label)
    return named


def values_of(leaf: QuizNode) -> list[Number]:
    """What a leaf is worth: exactly, and as it is drawn, which may be rounded."""
    value = leaf.tree.value or 0
    values = [number_of(value)]
    with suppress(QuizError):  # of a large number, only the first digits are drawn
        values.append(read_number(value_label(value)))
    return values


def _leaf(word: str, leaves: Sequence[QuizNode]) -> str:
    """The label of the leaf that `word` names by its label or its value. Raises QuizError."""
    labels = [leaf.label for leaf in leaves]
    if word in labels:
        return word
    same = []
    with suppress(QuizError):
        number = read_number(word)
        same = [leaf.label for leaf in leaves if number in values_of(leaf)]
    if not same:
        raise QuizError(f"{word!r:.40} is no leaf; the leaves are {', '.join(labels)}")
    if len(same) > 1:
        raise QuizError(f"{word} is the value of several leaves; name {' or '.join(same)}")
    return same[0]


def _leaves_form(leaves: Sequence[QuizNode]) -> str:
    names = [leaf.label for leaf in leaves if leaf.tree.name]
    return "leaves by value" + (f"; those with a name by name, such as {names[0]}" if names else "")


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
