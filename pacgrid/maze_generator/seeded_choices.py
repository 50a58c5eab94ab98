"""Random choices that are the same on every machine and with every version of Python."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededChoices:
    """Choices that follow from a text.

    Only `random.Random.random` is used: Python guarantees that its sequence stays the same, and
    for no other method (see "Notes on Reproducibility" in the library reference).

    >>> rng = SeededChoices("seed 7")
    >>> rng.below(6), rng.below(6), SeededChoices("seed 7").below(6)
    (0, 2, 0)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._random = random.Random(text).random

    def fork(self, name: str) -> "SeededChoices":
        """Other choices, which don't depend on what was drawn from these."""
        return SeededChoices(f"{self._text} {name}")

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1."""
        return int(self._random() * end)

    def between(self, first: int, last: int) -> int:
        """A whole number from `first` to `last`."""
        return first + self.below(last - first + 1)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed, share = list(items), self._random
        for end in range(len(mixed) - 1, 0, -1):
            other = int(share() * (end + 1))  # as `below` does, without calling it
            mixed[end], mixed[other] = mixed[other], mixed[end]
        return mixed
