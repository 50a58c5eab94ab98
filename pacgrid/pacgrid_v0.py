"""The game for PettingZoo: `from pacgrid import pacgrid_v0`, then `pacgrid_v0.env()`.

>>> from pacgrid import pacgrid_v0
>>> env = pacgrid_v0.env(layout="duel")
>>> env.reset(seed=0)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
>>> env.close()
"""

from typing import Any

import pettingzoo

from pacgrid.envs.pettingzoo_envs import PacgridAEC, PacgridParallel

__all__ = ["env", "parallel_env", "raw_env"]

PETTINGZOO_ID = "pacgrid/pacgrid_v0"


def env(**options: Any) -> PacgridAEC:
    """Agents act in turn. Options: see `PacgridAEC`."""
    return PacgridAEC(**options)


raw_env = env  # PettingZoo's environments have both; this one needs no wrappers


def parallel_env(**options: Any) -> PacgridParallel:
    """Agents act in rounds. Options: see `PacgridParallel`."""
    return PacgridParallel(**options)


if hasattr(pettingzoo, "register"):  # since version 1.26
    pettingzoo.register("aec", PETTINGZOO_ID, f"{__name__}:env")
    pettingzoo.register("parallel", PETTINGZOO_ID, f"{__name__}:parallel_env")
