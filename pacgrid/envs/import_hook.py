"""Doing something as soon as a library is imported, and not before.

Gymnasium has no entry points since 1.0: it knows the ids of environments whose package has told it.
But `import pacgrid` must stay light, so it can't import Gymnasium to tell it; and once pacgrid is
imported, `gymnasium.make("pacgrid:…")` doesn't run it a second time. So that ids are known in any
order of imports, whoever is imported first leaves word here.

Python asks the finders in `sys.meta_path` for each module that is imported. Ours knows one name,
finds it where the others find it, and steps back for good when it is loaded.
"""

import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


def when_imported(library: str, do: Callable[[], None]) -> None:
    """Call `do` when `library` is imported, or now, if it is; asked again before, once.

    Whatever `do` raises becomes a warning: it must not be in the way of the import.
    """
    if library in sys.modules:
        _warned(library, do)
    elif not any(isinstance(each, Waiter) and each.library == library for each in sys.meta_path):
        sys.meta_path.insert(0, Waiter(library, do))


class Waiter:
    """Finds one library where others find it, and has its loader say when it is loaded.

    (It has no base class of the library's, because `importlib.abc` takes a tenth of all the time in
    which pacgrid is imported.)
    """

    def __init__(self, library: str, do: Callable[[], None]) -> None:
        self.library = library
        self._do = do

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname != self.library:
            return None
        for finder in [each for each in sys.meta_path if each is not self]:
            find = getattr(finder, "find_spec", None)
            spec: ModuleSpec | None = find and find(fullname, path, target)
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):  # not so for loaders of the oldest kind
                    spec.loader = _Announcer(spec.loader, self)  # type: ignore[assignment]
                return spec
        return None

    def loaded(self) -> None:
        """The library is there."""
        with suppress(ValueError):  # two threads may have come
            sys.meta_path.remove(self)
        _warned(self.library, self._do)


class _Announcer:
    """Loads a module as `loader` does, and then says so to `waiter`."""

    def __init__(self, loader: Any, waiter: Waiter) -> None:
        self._loader = loader
        self._waiter = waiter

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        created: ModuleType | None = self._loader.create_module(spec)
        return created

    def exec_module(self, module: ModuleType) -> None:
        # From here on the module is what it would be without us.
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._waiter.loaded()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


def _warned(library: str, do: Callable[[], None]) -> None:
    try:
        do()
    except Exception as error:
        warnings.warn(f"pacgrid could not prepare {library}: {error!r}", stacklevel=2)
