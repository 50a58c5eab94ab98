"""The environments' names in the registries of Gymnasium and PettingZoo.

`import pacgrid` is enough, before or after the library is imported, and loads neither.
"""

from collections.abc import Callable

from pacgrid.envs.import_hook import when_imported

GYMNASIUM_IDS = ("pacgrid/Pacman-v0", "pacgrid/Ghost-v0")
PETTINGZOO_ID = "pacgrid/pacgrid_v0"
MAX_ROUNDS = 1000


def register_in_gymnasium() -> None:
    """Make the ids known to `gymnasium.make`; again is as good as once."""
    from gymnasium.envs.registration import register, registry

    pacman, ghost = GYMNASIUM_IDS
    if pacman not in registry:
        register(
            pacman,
            entry_point="pacgrid.envs.pacman:PacmanEnv",
            vector_entry_point="pacgrid.envs.vector:PacmanVectorEnv",
            max_episode_steps=MAX_ROUNDS,
        )
    if ghost not in registry:
        register(ghost, entry_point="pacgrid.envs.ghost:GhostEnv", max_episode_steps=MAX_ROUNDS)


def register_in_pettingzoo() -> None:
    """Make the id known to `pettingzoo.make`, which there is since 1.26; again is as good."""
    try:
        from pettingzoo import aec_registry, parallel_registry, register
    except ImportError:
        return
    if PETTINGZOO_ID.replace("_v", "-v") not in aec_registry:
        register("aec", PETTINGZOO_ID, "pacgrid.pacgrid_v0:env")
    if PETTINGZOO_ID.replace("_v", "-v") not in parallel_registry:
        register("parallel", PETTINGZOO_ID, "pacgrid.pacgrid_v0:parallel_env")


REGISTRARS: dict[str, Callable[[], None]] = {
    "gymnasium": register_in_gymnasium,
    "pettingzoo": register_in_pettingzoo,
}
"""By library."""


def register_everywhere() -> None:
    """Register in the libraries that are loaded now, and in the others when they are."""
    for library, register in REGISTRARS.items():
        when_imported(library, register)
