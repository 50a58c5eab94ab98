"""Imports modules of `pacgrid.agents` from source code in memory: a worker has no files of them."""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class InMemoryImporter:
    """A finder and loader for the modules that the grader provides."""

    def __init__(self) -> None:
        self._sources: dict[str, str] = {}
        sys.meta_path.append(self)

    def add(self, agent: str, source: str) -> None:
        """Makes `pacgrid.agents.AGENT` importable."""
        self._sources[f"pacgrid.agents.{agent}"] = source

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in self._sources else None  # type: ignore[arg-type]

    def create_module(self, _spec: ModuleSpec) -> None:
        """Leaves this to the import system."""

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        exec(compile(self._sources[name], f"<{name}>", "exec"), vars(module))
