"""What `reset` of a vector environment is given."""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray


def reset_mask(options: dict[str, Any] | None, count: int) -> NDArray[np.bool_]:
    """Which of `count` games restart: all, or those in `options["reset_mask"]`.

    Raises ValueError if that isn't a bool for each, at least one of them true.
    """
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(count, np.bool_)
    mask = np.asarray(mask)
    if mask.dtype != np.bool_ or mask.shape != (count,) or not mask.any():
        raise ValueError(
            f"reset_mask must be {count} bools, at least one of them true, "
            f"not {mask.dtype}{list(mask.shape)}"
        )
    chosen: NDArray[np.bool_] = mask
    return chosen


def seeds_given(seed: int | Sequence[int | None] | None, count: int) -> list[int | None]:
    """The seed of each of `count` games; None where none is given.

    Raises ValueError for another number of seeds, or one that is not a whole number from 0 up.
    """
    if seed is None:
        return [None] * count
    if isinstance(seed, int | np.integer):
        given: list[int | None] = list(range(int(seed), int(seed) + count))
    else:
        try:
            given = [None if each is None else index(each) for each in seed]
        except TypeError:
            raise ValueError(
                "seed must be a whole number, or a sequence with one or None for each game, "
                f"not {seed!r:.60}"
            ) from None
    if len(given) != count:
        raise ValueError(f"{len(given)} seeds for {count} games")
    if any(each is not None and each < 0 for each in given):
        raise ValueError("a seed must be a whole number from 0 up")
    return given
