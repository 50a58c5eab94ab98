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

from pacgrid.envs.pettingzoo_envs import PacgridAEC, PacgridParallel

__all__ = ["env", "parallel_env", "raw_env"]


def env(**options: Any) -> PacgridAEC:
    """Agents act in turn, and an illegal action ends the game. Options: see `PacgridAEC`."""
    return PacgridAEC(**{"illegal": "end", **options})


def raw_env(**options: Any) -> PacgridAEC:
    """Agents act in turn, and an illegal action raises. Options: see `PacgridAEC`."""
    return PacgridAEC(**options)


def parallel_env(**options: Any) -> PacgridParallel:
    """Agents act in rounds. Options: see `PacgridParallel`."""
    return PacgridParallel(**options)
