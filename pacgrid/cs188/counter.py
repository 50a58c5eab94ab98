"""Dictionaries of numbers, as course files get them from the module `util`."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any


class Counter(dict[Any, Any]):
    """A dictionary of numbers. Keys that it lacks count 0, and it has them from then on."""

    def __missing__(self, key: Hashable) -> int:
        self[key] = 0
        return 0

    def incrementAll(self, keys: Iterable[Hashable], count: float) -> None:
        for key in keys:
            self[key] += count

    def argMax(self) -> Any:
        """The key with the highest number, the first of equal ones; None if there is none."""
        return max(self, key=self.__getitem__, default=None)

    def sortedKeys(self) -> list[Any]:
        """The keys, highest number first."""
        return sorted(self, key=self.__getitem__, reverse=True)

    def totalCount(self) -> Any:
        return sum(self.values())

    def normalize(self) -> None:
        """Scale the numbers so that they sum to 1; if they sum to 0, leave them."""
        if total := float(self.totalCount()):
            self.divideAll(total)

    def divideAll(self, divisor: float) -> None:
        divisor = float(divisor)
        for key in self:
            self[key] /= divisor

    def copy(self) -> "Counter":
        return Counter(self)

    def __mul__(self, other: Mapping[Any, Any]) -> Any:
        """The dot product."""
        short, long = sorted((self, other), key=len)
        return sum(short[key] * long[key] for key in short if key in long)

    def __radd__(self, other: Mapping[Any, Any]) -> None:
        for key, value in other.items():
            self[key] += value

    def __add__(self, other: Mapping[Any, Any]) -> "Counter":
        added = self.copy()
        for key, value in other.items():
            added[key] = self[key] + value if key in self else value
        return added

    def __sub__(self, other: Mapping[Any, Any]) -> "Counter":
        left = self.copy()
        for key, value in other.items():
            left[key] = self[key] - value if key in self else -1 * value
        return left
