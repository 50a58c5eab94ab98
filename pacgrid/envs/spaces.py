"""The spaces of observations and actions."""

from copy import deepcopy
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.common.gone import gone
from pacgrid.envs.levels import LayoutSampler
from pacgrid.kernel.arrays import PACKED, PLANES
from pacgrid.kernel.packed import NUM_BOARD_PLANES, bytes_of_plane
from pacgrid.kernel.planes import Channel
from pacgrid.state import SCARED_MOVES

ObsKind = Literal["box", "dict", "packed"]
"""Planes alone, planes with the mask of legal actions, or packed (see `pacgrid.kernel.packed`)."""

FORMS = {"box": PLANES, "dict": PLANES, "packed": PACKED}
"""The form that the kernel draws, by `ObsKind`."""


def planes_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    """The dtype of planes. Raises ValueError for any but uint8 and float32."""
    try:
        result = np.dtype(dtype)
    except TypeError:
        result = np.dtype(object)
    if result not in (np.uint8, np.float32):
        raise ValueError(f"dtype must be 'uint8' or 'float32', not {dtype!r}")
    return result


def planes_space(height: int, width: int, dtype: DTypeLike, channels: int) -> spaces.Box:
    """The first `channels` planes of a board."""
    dtype = planes_dtype(dtype)
    top = 255 if dtype == np.uint8 else 1.0
    return spaces.Box(0, top, (int(channels), height, width), dtype.type)


def agents_space(height: int, width: int, agents: int) -> spaces.Box:
    """The numbers of all agents, as in `pacgrid.kernel.packed`."""
    most = [2 * height - 2, 2 * width - 2, max(Action), SCARED_MOVES]
    high = np.tile(np.array(most, np.int16), (agents, 1))
    return spaces.Box(np.zeros_like(high), high, dtype=np.int16)


def packed_space(height: int, width: int, agents: int, dtype: DTypeLike) -> spaces.Dict:
    """The packed observations of a board. Raises ValueError for any dtype but uint8."""
    if (given := planes_dtype(dtype)) != np.uint8:
        raise ValueError(f"packed observations have no dtype={given.name!r}; leave it out")
    bits = NUM_BOARD_PLANES, bytes_of_plane(height, width)
    board = spaces.Box(0, 255, bits, np.uint8)
    return spaces.Dict({"agents": agents_space(height, width, agents), "board": board})


def position_space(height: int, width: int) -> spaces.Box:
    """`[2]`: row and column, doubled so that halves are whole."""
    high = np.array([2 * height - 2, 2 * width - 2], np.int16)
    return spaces.Box(np.zeros_like(high), high, dtype=np.int16)


def observation_space(
    height: int,
    width: int,
    agents: int,
    dtype: DTypeLike,
    obs: str,
    positioned: bool = False,
) -> spaces.Space[Any]:
    """The space of one of `agents` agents' observations; `positioned` packed observations come with
    its position and mask.

    Raises ValueError unless `obs` is an `ObsKind`.
    """
    mask = spaces.Box(0, 1, (len(Action),), np.int8)
    if obs == "packed":
        own = {"position": position_space(height, width), "action_mask": mask} if positioned else {}
        return spaces.Dict({**packed_space(height, width, agents, dtype), **own})
    planes = planes_space(height, width, dtype, len(Channel))
    if obs == "dict":
        return spaces.Dict({"observation": planes, "action_mask": mask})
    if obs == "box":
        return planes
    raise wrong_obs(obs, "'box', 'dict' or 'packed'")


def wrong_obs(obs: object, kinds: str) -> ValueError:
    """The error for an `obs` that is none of `kinds`."""
    return ValueError(gone(f'obs="{obs}"') or f"obs must be {kinds}, not {obs!r}")


def action_space() -> spaces.Discrete:
    """The numbers of `Action`."""
    return spaces.Discrete(len(Action))


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


def games_space(sampler: LayoutSampler, dtype: DTypeLike, obs: str) -> spaces.Space[Any]:
    """The space of a game's observations. Raises ValueError for "dict" and unknown `obs`."""
    height, width, agents = sampler.height, sampler.width, sampler.num_ghosts + 1
    if obs == "packed":
        return packed_space(height, width, agents, dtype)
    if obs == "box":
        return planes_space(height, width, dtype, Channel.SELF + agents)
    raise wrong_obs(obs, "'box' or 'packed'")
