"""The space of observations of games in which every agent learns."""

from typing import Any

from gymnasium import spaces
from numpy.typing import DTypeLike

from pacgrid.envs.layout_sampler import LayoutSampler
from pacgrid.envs.spaces import packed_space, planes_space, wrong_obs
from pacgrid.kernel.planes import Channel


def games_space(sampler: LayoutSampler, dtype: DTypeLike, obs: str) -> spaces.Space[Any]:
    """The space of a game's observations. Raises ValueError for "dict" and unknown `obs`."""
    height, width, agents = sampler.height, sampler.width, sampler.num_ghosts + 1
    if obs == "packed":
        return packed_space(height, width, agents, dtype)
    if obs == "box":
        return planes_space(height, width, dtype, Channel.SELF + agents)
    raise wrong_obs(obs, "'box' or 'packed'")
