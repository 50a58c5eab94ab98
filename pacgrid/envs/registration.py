"""The environments' names in the registries of Gymnasium and PettingZoo.

`import pacgrid` is enough, before or after the library is imported, and loads neither: a library
that is not there yet is told when it comes. (Gymnasium had entry points for this before 1.0.)
"""

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

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
    waited_for = {each.library for each in sys.meta_path if isinstance(each, _Waiter)}
    for library, register in REGISTRARS.items():
        if library in sys.modules:
            register()
        elif library not in waited_for:
            sys.meta_path.insert(0, _Waiter(library))


class _Waiter(MetaPathFinder):
    """Finds a library where others find it, and has its loader register when it is loaded."""

    def __init__(self, library: str) -> None:
        self.library = library
        self._asking = False

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        if fullname != self.library or self._asking:
            return None
        self._asking = True
        try:
            spec = find_spec(fullname)
        finally:
            self._asking = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Announcer(spec.loader, self)
        return spec


class _Announcer(Loader):
    """Loads a module as `loader` does, and registers then."""

    def __init__(self, loader: Loader, waiter: _Waiter) -> None:
        self._loader = loader
        self._waiter = waiter

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        # From here on the module is what it would be without us.
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        if self._waiter in sys.meta_path:
            sys.meta_path.remove(self._waiter)
        REGISTRARS[self._waiter.library]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)
