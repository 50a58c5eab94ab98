"""The spaces of observations and actions."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike

from pacgrid.action import Action
from pacgrid.common.gone import gone
from pacgrid.kernel.arrays import PACKED, PLANES
from pacgrid.kernel.packed import NUM_BOARD_PLANES, bytes_of_plane
from pacgrid.kernel.planes import Channel
from pacgrid.state import SCARED_MOVES

ObsKind = Literal["box", "dict", "packed"]
"""Planes alone, planes with the mask of legal actions, or packed (see `pacgrid.kernel.packed`)."""

FORMS = {"box": PLANES, "dict": PLANES, "packed": PACKED}
"""By `ObsKind`, the form that the kernel draws."""


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
    if planes_dtype(dtype) != np.uint8:
        raise ValueError(f"packed observations have no dtype={dtype!r}; leave it out")
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
