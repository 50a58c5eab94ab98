"""Modules of `pacgrid.agents` that a worker has no files of, and may import all the same."""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class InMemoryImporter:
    """What the grader has lent: the texts of modules, by name."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        sys.meta_path.append(self)

    def add(self, agent: str, text: str) -> None:
        """Let `pacgrid.agents.AGENT` be imported."""
        self._texts[f"pacgrid.agents.{agent}"] = text

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in self._texts else None  # type: ignore[arg-type]

    def create_module(self, _spec: ModuleSpec) -> None:
        """As usual."""

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        exec(compile(self._texts[name], f"<{name}>", "exec"), vars(module))
