"""The base of all tests of a question."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Literal, Self

from pydantic import PrivateAttr

from .limits import Budget
from .strict_model import Line, StrictModel

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
"""When students can see a test and its result, in Gradescope's words."""


class GradedTest(StrictModel):
    """What all tests have."""

    title: Line = ""
    """What is tested, for the student; if empty, the reports describe the test by its numbers, or
    say only that it is hidden."""
    visibility: Visibility = "visible"
    move: Budget | None = None
    """The time for a move in this test, if it differs from the assignment's limits."""
    _number: int = PrivateAttr(default=1)
    _only: tuple[int, ...] = PrivateAttr(default=())

    @property
    def number(self) -> int:
        """Its number in its question, from 1. Visible tests come first, so that the number reveals
        nothing about hidden ones."""
        return self._number

    @property
    def description(self) -> str:
        """What it tests: its title; without one, by its numbers."""
        return self.title or self.summary

    @property
    @abstractmethod
    def summary(self) -> str:
        """What it tests, by its numbers: `2 games on pocket against random_ghost`."""

    @property
    @abstractmethod
    def full_size(self) -> int:
        """How many games or positions the whole test has."""

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the games or positions to try, from 1: all, or those selected."""
        return self._only or range(1, self.full_size + 1)

    @property
    def size(self) -> int:
        """How many games or positions to try."""
        return len(self.numbers)

    def only(self, number: int) -> Self:
        """This test with only its game or position with that number."""
        test = self.model_copy()
        test._only = (number,)
        return test

    def also(self, numbers: Iterable[int]) -> Self:
        """This test with these games or positions, too, if only some are selected."""
        if not self._only:
            return self
        test = self.model_copy()
        test._only = tuple(sorted({*self._only, *numbers}))
        return test

    @property
    def is_hidden(self) -> bool:
        """Whether it is hidden from students now."""
        return self.visibility != "visible"
