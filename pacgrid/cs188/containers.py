"""Stacks and queues, as course files get them from the module `util`."""

import heapq
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar

_Item = TypeVar("_Item")


class _Container(Generic[_Item]):
    """Gives back the last item of its list."""

    def __init__(self) -> None:
        self.list: list[_Item] = []

    def pop(self) -> _Item:
        return self.list.pop()

    def isEmpty(self) -> bool:
        return not self.list


class Stack(_Container[_Item]):
    """Last in, first out."""

    def push(self, item: _Item) -> None:
        self.list.append(item)


class Queue(_Container[_Item]):
    """First in, first out."""

    def push(self, item: _Item) -> None:
        self.list.insert(0, item)


class PriorityQueue(Generic[_Item]):
    """Lowest priority first; of equal ones, first in, first out."""

    def __init__(self) -> None:
        self.heap: list[tuple[Any, int, _Item]] = []
        self.count = 0

    def push(self, item: _Item, priority: Any) -> None:
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self) -> _Item:
        return heapq.heappop(self.heap)[-1]

    def isEmpty(self) -> bool:
        return not self.heap

    def update(self, item: _Item, priority: Any) -> None:
        """Lower the priority of `item`, or push it if it isn't in the queue."""
        for slot, (current, number, other) in enumerate(self.heap):
            if other == item:
                if priority < current:
                    self.heap[slot] = (priority, number, item)
                    heapq.heapify(self.heap)
                return
        PriorityQueue.push(self, item, priority)


class PriorityQueueWithFunction(PriorityQueue[_Item]):
    """A priority queue that computes the priorities itself."""

    def __init__(self, priorityFunction: Callable[[_Item], Any]) -> None:
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item: _Item) -> None:  # type: ignore[override]
        super().push(item, self.priorityFunction(item))


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
