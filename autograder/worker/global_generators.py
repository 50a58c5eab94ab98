"""The global random number generators of Python and NumPy, seeded so that every run draws the same
numbers."""

import random
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from zlib import crc32

_NUMPY = "numpy.random"


class GlobalGenerators:
    """The generators. NumPy's is seeded as soon as a submission imports it."""

    def __init__(self) -> None:
        self._text = ""
        sys.meta_path.insert(0, self)

    def seed(self, text: str) -> None:
        """Seeds them by `text`."""
        self._text = text
        random.seed(text)
        if module := sys.modules.get(_NUMPY):
            self._seed_numpy(module)

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Has NumPy's module seeded when it is loaded: by default, it takes its seed from the
        system."""
        spec = PathFinder.find_spec(name, path) if name == _NUMPY else None
        if spec and spec.loader:
            load = spec.loader.exec_module

            def load_and_seed(module: ModuleType) -> None:
                load(module)
                self._seed_numpy(module)

            spec.loader.exec_module = load_and_seed  # type: ignore[method-assign]
        return spec

    def _seed_numpy(self, module: ModuleType) -> None:
        module.seed(crc32(self._text.encode()))
