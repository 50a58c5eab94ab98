"""The space of observations of games in which every agent learns."""

from typing import Any

from gymnasium import spaces
from numpy.typing import DTypeLike

from pacgrid.envs.batch_options import BatchOptions
from pacgrid.envs.batched_space import batched_space
from pacgrid.envs.layout_sampler import LayoutSampler
from pacgrid.envs.spaces import (
    agents_space,
    check_has_keys,
    codes_space,
    distances_space,
    messages_space,
    packed_space,
    planes_space,
)
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.sight import Sight


def games_space(
    sampler: LayoutSampler, options: BatchOptions, messages: int | None
) -> spaces.Space[Any]:
    """The space of a game's observations. Raises ValueError for "dict" and unknown `obs`."""
    size, agents = (sampler.height, sampler.width), sampler.num_ghosts + 1
    obs, noise = options.obs, options.noise
    added: dict[str, spaces.Space[Any]] = {}
    if noise is not None:
        added["distances"] = batched_space(distances_space(*size, agents, noise), agents)
    if messages is not None:
        added["messages"] = batched_space(messages_space(agents - 1, messages), agents)
    if added:
        check_has_keys(obs, "codes", "packed")
    seen = _seen_space(*size, agents, options.dtype, obs, options.sight)
    return spaces.Dict({**seen.spaces, **added}) if isinstance(seen, spaces.Dict) else seen


def _seen_space(
    height: int, width: int, agents: int, dtype: DTypeLike, obs: str, sight: Sight
) -> spaces.Space[Any]:
    """The space of what is seen of a game, by all agents or, with `sight`, by each."""
    if sight is not None:
        each = _each_space(height, width, agents, dtype, obs, sight)
        return batched_space(each, agents)
    if obs == "box":
        return planes_space(height, width, dtype, Channel.SELF + agents)
    return _each_space(height, width, agents, dtype, obs, sight)


def _each_space(
    height: int, width: int, agents: int, dtype: DTypeLike, obs: str, sight: Sight
) -> spaces.Space[Any]:
    """The space of what one agent observes."""
    if obs == "packed":
        return packed_space(height, width, agents, dtype, sight)
    if obs == "codes":
        codes = codes_space(height, width, dtype)
        return spaces.Dict({"agents": agents_space(height, width, agents, sight), "codes": codes})
    if obs == "box":
        return planes_space(height, width, dtype, len(Channel))
    raise ValueError(f"obs must be 'box', 'codes' or 'packed', not {obs!r}")
