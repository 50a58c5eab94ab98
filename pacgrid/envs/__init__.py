"""The game as an environment, for PettingZoo and for Gymnasium.

A name is loaded when it is first asked for, so that nothing heavy comes with `import pacgrid`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pacgrid.envs.aec import PacgridAEC
    from pacgrid.envs.ghost import GhostEnv
    from pacgrid.envs.multi_vector import MultiVectorEnv
    from pacgrid.envs.pacman import PacmanEnv
    from pacgrid.envs.parallel import PacgridParallel
    from pacgrid.envs.vector import PacmanVectorEnv

_WHERE = {
    "GhostEnv": "ghost",
    "MultiVectorEnv": "multi_vector",
    "PacgridAEC": "aec",
    "PacgridParallel": "parallel",
    "PacmanEnv": "pacman",
    "PacmanVectorEnv": "vector",
}

__all__ = [
    "GhostEnv",
    "MultiVectorEnv",
    "PacgridAEC",
    "PacgridParallel",
    "PacmanEnv",
    "PacmanVectorEnv",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
