"""The spaces of observations and actions."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike

from pacgrid.action import Action
from pacgrid.kernel.codes import NUM_CODES
from pacgrid.kernel.planes import Channel

ObsKind = Literal["box", "dict", "codes"]
"""Planes alone, planes with the mask of legal actions, or codes (see `pacgrid.kernel.codes`)."""


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


def positions_space(height: int, width: int, agents: int | None = None) -> spaces.Box:
    """`[agent, 2]`, or `[2]` for None: rows and columns, doubled so that halves are whole."""
    high = np.array([2 * height - 2, 2 * width - 2], np.int16)
    if agents is not None:
        high = np.tile(high, (agents, 1))
    return spaces.Box(np.zeros_like(high), high, dtype=np.int16)


def observation_space(
    height: int, width: int, dtype: DTypeLike, obs: str, positioned: bool = False
) -> spaces.Space[Any]:
    """The space of one agent's observations; `positioned` codes come with its position and mask.

    Raises ValueError unless `obs` is an `ObsKind`.
    """
    mask = spaces.Box(0, 1, (len(Action),), np.int8)
    if obs == "codes":
        codes, position = codes_space(height, width, dtype), positions_space(height, width)
        if positioned:
            return spaces.Dict({"codes": codes, "position": position, "action_mask": mask})
        return codes
    planes = planes_space(height, width, dtype, len(Channel))
    if obs == "box":
        return planes
    if obs == "dict":
        return spaces.Dict({"observation": planes, "action_mask": mask})
    raise ValueError(f"obs must be 'box', 'dict' or 'codes', not {obs!r}")


def action_space() -> spaces.Discrete:
    """The numbers of `Action`."""
    return spaces.Discrete(len(Action))
