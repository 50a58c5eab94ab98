"""Stacks and queues, as course files get them from the module `util`."""

import heapq
from collections.abc import Callable
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
