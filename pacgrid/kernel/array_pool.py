"""A pool of large arrays: what a caller drops is used again, what he holds never changes.

The first use of new memory is slow: the system finds and clears each page of it.
"""

from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

KEPT = 4
"""Arrays that a pool keeps, dropped or not."""


class ArrayPool:
    """Gives arrays of one shape and dtype, with arbitrary contents."""

    def __init__(self, shape: tuple[int, ...], dtype: DTypeLike) -> None:
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self._kept: list[NDArray[Any]] = []
        self.notes: list[Any] = []
        """For each array that is kept, what its user notes of it; at first None."""
        self.taken = 0
        """The number of the array that was taken last."""

    def take(self) -> NDArray[Any]:
        """An array that nobody else has."""
        # Callers get views. Views of views, too, refer to the array that owns the memory, and so
        # does whatever else shares it: nobody has one that only the list and the loop refer to.
        kept = self._kept
        for number in range(len(kept)):
            if getrefcount(kept[number]) == _UNUSED:
                self.taken = number
                return kept[number].view()
        if len(kept) == KEPT:
            del kept[0], self.notes[0]
        self.taken = len(kept)
        self.notes.append(None)
        kept.append(np.empty(self.shape, self.dtype))
        return kept[-1].view()

    def __reduce__(self) -> tuple[type["ArrayPool"], tuple[Any, ...]]:
        return ArrayPool, (self.shape, self.dtype)  # a copy has arrays of its own


def _references() -> int:
    """What `getrefcount` says of an array that only a list refers to."""
    kept = [np.empty(0)]
    return getrefcount(kept[0])


_UNUSED = _references()
