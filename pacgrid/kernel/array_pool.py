"""A pool of large arrays: what a caller drops is used again, what he holds never changes.

The first use of new memory is slow: the system finds and clears each page of it.
"""

from dataclasses import dataclass
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid.kernel.arrays import IN_PLACE, TRAIL, UPDATED, Arrays
from pacgrid.kernel.observations import RESTARTED
from pacgrid.kernel.tables import StructuredArray

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


@dataclass
class _Drawn:
    """What is drawn on an array."""

    games: StructuredArray
    ghosts: StructuredArray
    step: int
    """After which step."""


class DrawnArrays:
    """Chooses the array for each step; `drawing` is that of `BatchSettings`."""

    def __init__(self, planes: NDArray[Any], drawing: int) -> None:
        self._pool = None if drawing == IN_PLACE else ArrayPool(planes.shape, planes.dtype)
        self._updated = drawing == UPDATED
        self._steps = 0
        self._current: _Drawn

    def next_arrays(self, arrays: Arrays) -> Arrays:
        """`arrays` for the next step."""
        pool = self._pool
        if pool is None:
            return arrays
        planes = pool.take()
        if not self._updated:
            return Arrays(*arrays[:-1], planes)
        drawn = pool.notes[pool.taken]
        if drawn is None:  # with arbitrary contents
            games, ghosts = np.zeros_like(arrays.games), np.zeros_like(arrays.ghosts)
            drawn = pool.notes[pool.taken] = _Drawn(games, ghosts, self._steps - TRAIL)
        self._current = drawn
        arrays.drawing[:] = self._steps + 1, self._steps + 1 - drawn.step
        return Arrays(*arrays[:-3], drawn.games, drawn.ghosts, planes)

    def note_step(self) -> None:
        """Take note that a step has drawn on its array."""
        if self._updated:
            self._steps += 1
            self._current.step = self._steps

    def note_all(self, arrays: Arrays) -> None:
        """Take note that all games have been drawn on `arrays`, though there was no step."""
        if self._updated:
            self.note_step()
            arrays.trail[self._steps % TRAIL] = RESTARTED
            self._current.games[:] = arrays.games
            self._current.ghosts[:] = arrays.ghosts

    def note_restarts(self, arrays: Arrays, games: NDArray[np.bool_]) -> None:
        """Take note that these games have restarted since the last step, and are drawn anew."""
        if self._updated:
            arrays.trail[self._steps % TRAIL, games] = RESTARTED
            self._current.games[games] = arrays.games[games]
            self._current.ghosts[games] = arrays.ghosts[games]

    def forget(self) -> None:
        """Forget what is drawn: from now on all is drawn anew on each array."""
        if self._pool:
            self._pool.notes = [None] * len(self._pool.notes)
