"""The environments' ids in the registries of Gymnasium and PettingZoo.

`import pacgrid.envs` registers them; `gymnasium.make("pacgrid.envs:pacgrid/Pacman-v0")` does that
import itself.
"""

import gymnasium
import pettingzoo

GYMNASIUM_IDS = ("pacgrid/Pacman-v0", "pacgrid/Ghost-v0")
PETTINGZOO_ID = "pacgrid/pacgrid_v0"
MAX_ROUNDS = 1000


def register_environments() -> None:
    """Register all ids. PettingZoo has a registry since version 1.26."""
    pacman, ghost = GYMNASIUM_IDS
    gymnasium.register(
        pacman,
        entry_point="pacgrid.envs.pacman:PacmanEnv",
        vector_entry_point="pacgrid.envs.vector:PacmanVectorEnv",
        max_episode_steps=MAX_ROUNDS,
    )
    gymnasium.register(
        ghost, entry_point="pacgrid.envs.ghost:GhostEnv", max_episode_steps=MAX_ROUNDS
    )
    if hasattr(pettingzoo, "register"):
        pettingzoo.register("aec", PETTINGZOO_ID, "pacgrid.pacgrid_v0:env")
        pettingzoo.register("parallel", PETTINGZOO_ID, "pacgrid.pacgrid_v0:parallel_env")
