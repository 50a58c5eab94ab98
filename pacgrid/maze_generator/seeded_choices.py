"""Random choices that are the same on every machine and with every version of Python."""

import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededChoices:
    """Choices that follow from a text.

    Only `random.Random.random` is used: Python guarantees that its sequence stays the same, and
    for no other method (see "Notes on Reproducibility" in the library reference).

    >>> rng = SeededChoices("seed 7")
    >>> rng.below(6), rng.choice("abc"), SeededChoices("seed 7").below(6)
    (0, 'b', 0)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._random = random.Random(text).random

    def fork(self, name: str) -> "SeededChoices":
        """Other choices, which don't depend on what was drawn from these."""
        return SeededChoices(f"{self._text} {name}")

    def share(self) -> float:
        """A number from 0 to 1, without 1."""
        return self._random()

    def chance(self, probability: float) -> bool:
        return self._random() < probability

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1."""
        return int(self._random() * end)

    def between(self, first: int, last: int) -> int:
        """A whole number from `first` to `last`."""
        return first + self.below(last - first + 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        share = self._random
        for end in range(len(items) - 1, 0, -1):
            other = int(share() * (end + 1))  # as `below` does, without calling it
            items[end], items[other] = items[other], items[end]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        self.shuffle(mixed)
        return mixed
