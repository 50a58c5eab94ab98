"""The spaces of observations and actions."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike

from pacgrid.action import Action
from pacgrid.kernel.arrays import CODES, PACKED, PLANES
from pacgrid.kernel.codes import NUM_CODES
from pacgrid.kernel.packed import NUM_BOARD_PLANES, bytes_of_plane
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.sight import UNSEEN, Sight
from pacgrid.state import SCARED_MOVES

ObsKind = Literal["box", "dict", "codes", "packed"]
"""Planes alone, planes with the mask of legal actions, codes, or packed (see `pacgrid.kernel.codes`
and `packed`)."""

FORMS = {"box": PLANES, "dict": PLANES, "codes": CODES, "packed": PACKED}
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


def codes_space(height: int, width: int, dtype: DTypeLike) -> spaces.Box:
    """The codes of a board. Raises ValueError for any dtype but uint8."""
    if planes_dtype(dtype) != np.uint8:
        raise ValueError(f"codes are 'uint8', not {dtype!r}; leave dtype= out")
    return spaces.Box(0, NUM_CODES - 1, (height, width), np.uint8)


def agents_space(height: int, width: int, agents: int, sight: Sight = None) -> spaces.Box:
    """The numbers of all agents, as in `pacgrid.kernel.packed`."""
    most = [2 * height - 2, 2 * width - 2, max(Action), SCARED_MOVES]
    high = np.tile(np.array(most, np.int16), (agents, 1))
    low = np.zeros_like(high) if sight is None else np.full_like(high, UNSEEN)
    return spaces.Box(low, high, dtype=np.int16)


def packed_space(
    height: int, width: int, agents: int, dtype: DTypeLike, sight: Sight = None
) -> spaces.Dict:
    """The packed observations of a board. Raises ValueError for any dtype but uint8."""
    if planes_dtype(dtype) != np.uint8:
        raise ValueError(f"packed observations have no dtype={dtype!r}; leave it out")
    bits = NUM_BOARD_PLANES, bytes_of_plane(height, width)
    board = spaces.Box(0, 255, bits, np.uint8)
    return spaces.Dict({"agents": agents_space(height, width, agents, sight), "board": board})


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
    sight: Sight = None,
) -> spaces.Space[Any]:
    """The space of one of `agents` agents' observations, who sees as far as `sight` says;
    `positioned` codes and packed observations come with its position and mask.

    Raises ValueError unless `obs` is an `ObsKind`.
    """
    mask = spaces.Box(0, 1, (len(Action),), np.int8)
    own = {"position": position_space(height, width), "action_mask": mask}
    if obs == "codes":
        codes = codes_space(height, width, dtype)
        return spaces.Dict({"codes": codes, **own}) if positioned else codes
    if obs == "packed":
        packed = packed_space(height, width, agents, dtype, sight)
        return spaces.Dict({**packed, **own}) if positioned else packed
    planes = planes_space(height, width, dtype, len(Channel))
    if obs == "box":
        return planes
    if obs == "dict":
        return spaces.Dict({"observation": planes, "action_mask": mask})
    raise ValueError(f"obs must be 'box', 'dict', 'codes' or 'packed', not {obs!r}")


def action_space() -> spaces.Discrete:
    """The numbers of `Action`."""
    return spaces.Discrete(len(Action))
