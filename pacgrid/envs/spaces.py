"""The spaces of observations and actions, the same in every environment."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike

from pacgrid.action import Action
from pacgrid.kernel.planes import Channel

ObsKind = Literal["box", "dict"]
"""Planes alone, or planes and the mask of legal actions."""


def planes_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    """The dtype of planes. Raises ValueError for any but uint8 and float32."""
    try:
        found = np.dtype(dtype)
    except TypeError:
        found = np.dtype(object)
    if found not in (np.uint8, np.float32):
        raise ValueError(f"dtype must be 'uint8' or 'float32', not {dtype!r}")
    return found


def planes_space(height: int, width: int, dtype: DTypeLike, channels: int) -> spaces.Box:
    """The first so many planes of a board."""
    kind = planes_dtype(dtype)
    top = 255 if kind == np.uint8 else 1.0
    return spaces.Box(0, top, (int(channels), height, width), kind.type)


def observation_space(height: int, width: int, dtype: DTypeLike, obs: str) -> spaces.Space[Any]:
    """What an agent observes. Raises ValueError: `obs` is neither "box" nor "dict"."""
    planes = planes_space(height, width, dtype, len(Channel))
    if obs == "box":
        return planes
    if obs == "dict":
        mask = spaces.Box(0, 1, (len(Action),), np.int8)
        return spaces.Dict({"observation": planes, "action_mask": mask})
    raise ValueError(f"obs must be 'box' or 'dict', not {obs!r}")


def action_space() -> spaces.Discrete:
    """`Action`, by number."""
    return spaces.Discrete(len(Action))
