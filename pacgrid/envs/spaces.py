"""The spaces of observations and actions."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike

from pacgrid.action import Action
from pacgrid.envs.messages import NO_MESSAGE
from pacgrid.kernel.arrays import CODES, PACKED, PLANES
from pacgrid.kernel.codes import NUM_CODES
from pacgrid.kernel.noise import Noise
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


def distances_space(height: int, width: int, agents: int, noise: int) -> spaces.Box:
    """`[agent]`: the noisy distances that one agent reads."""
    return spaces.Box(0, height + width - 2 + noise, (agents,), np.int16)


def messages_space(ghosts: int, messages: int) -> spaces.Box:
    """`[ghost]`: the messages that one ghost hears."""
    return spaces.Box(NO_MESSAGE, messages - 1, (ghosts,), np.int16)


def check_has_keys(obs: str, *others: str) -> None:
    """Raises ValueError if observations of the kind `obs` are planes alone, and can't have what
    `noise` and `messages` add; `others` can."""
    if obs == "box":
        kinds = " or ".join(f"obs={other!r}" for other in others)
        raise ValueError(f"noise= and messages= add to observations: they need {kinds}")


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
    noise: Noise = None,
    messages: int | None = None,
) -> spaces.Space[Any]:
    """The space of one of `agents` agents' observations, who sees as far as `sight` says, reads
    distances with `noise` and hears `messages`; `positioned` codes and packed observations come
    with its position and mask.

    Raises ValueError unless `obs` is an `ObsKind`, and one that has keys if it needs some.
    """
    mask = spaces.Box(0, 1, (len(Action) * (messages or 1),), np.int8)
    added: dict[str, spaces.Space[Any]] = {}
    if noise is not None:
        added["distances"] = distances_space(height, width, agents, noise)
    if messages is not None:
        added["messages"] = messages_space(agents - 1, messages)
    own = {"position": position_space(height, width), "action_mask": mask} if positioned else {}
    if obs == "codes":
        codes = codes_space(height, width, dtype)
        return spaces.Dict({"codes": codes, **own, **added}) if own or added else codes
    if obs == "packed":
        packed = packed_space(height, width, agents, dtype, sight)
        return spaces.Dict({**packed, **own, **added})
    planes = planes_space(height, width, dtype, len(Channel))
    if obs == "dict":
        return spaces.Dict({"observation": planes, "action_mask": mask, **added})
    if obs == "box":
        if added:
            check_has_keys(obs, "dict", "codes", "packed")
        return planes
    raise ValueError(f"obs must be 'box', 'dict', 'codes' or 'packed', not {obs!r}")


def action_space(messages: int | None = None) -> spaces.Discrete:
    """The numbers of `Action`; with messages, `move + 5 * message`."""
    return spaces.Discrete(len(Action) * (messages or 1))
