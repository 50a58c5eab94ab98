"""The space of a batch of games, in the memory of one game's.

Gymnasium's `batch_space` repeats the bounds for every game, in four arrays: of planes that is three
times the memory of the games themselves.
"""

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray


def batched_space(single: spaces.Space[Any], num_games: int) -> spaces.Space[Any]:
    """The space of `num_games` values of `single`, equal to that of Gymnasium's `batch_space`, with
    the same samples."""
    if isinstance(single, spaces.Box):
        return BatchedBox(single, num_games)
    if isinstance(single, spaces.Dict):
        batched = {key: batched_space(space, num_games) for key, space in single.items()}
        return spaces.Dict(batched, seed=deepcopy(single.np_random))
    return batch_space(single, num_games)


class BatchedBox(spaces.Box):
    """`num_games` values of `single`. Its bounds are views that repeat those of `single`, and
    can't be written to; a pickle has only `single`."""

    def __init__(self, single: spaces.Box, num_games: int) -> None:
        self.single = single
        shape = (num_games, *single.shape)
        spaces.Space.__init__(self, shape, single.dtype, seed=deepcopy(single.np_random))
        # Not by Box, which would fill arrays of the whole shape.
        self.low = np.broadcast_to(single.low, shape)
        self.high = np.broadcast_to(single.high, shape)
        self.bounded_below = np.broadcast_to(single.bounded_below, shape)
        self.bounded_above = np.broadcast_to(single.bounded_above, shape)
        self.low_repr = self.high_repr = None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BatchedBox):
            return self.shape == other.shape and self.single == other.single
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment] # as Box

    def __reduce__(self) -> tuple[Any, ...]:
        return BatchedBox, (self.single, self.shape[0]), {"_np_random": self._np_random}


def dictionaries(**arrays: NDArray[Any]) -> list[dict[str, NDArray[Any]]]:
    """A dictionary for each game, of the arrays' rows."""
    return [dict(zip(arrays, rows, strict=True)) for rows in zip(*arrays.values(), strict=True)]
