"""Imports the modules beside an author's file, whatever they are called.

In plain Python, the modules beside a script win over installed ones. Here the file is one of many
in a program, whose own modules must stay what they are. So only code in the author's folder sees
the author's `queue.py`; all other code still imports the standard library's.

The same goes for stand-ins: modules that are given to the code in a folder and to no other code.
"""

import builtins
import importlib.util
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    BuiltinImporter,
    ExtensionFileLoader,
    FileFinder,
    FrozenImporter,
    ModuleSpec,
    SourceFileLoader,
    SourcelessFileLoader,
)
from itertools import count
from types import CodeType, ModuleType
from typing import Any, Self

PACKAGE = "agent_folder"
"""The name of the package for modules that have the names of other modules."""


FindStandIn = Callable[[str], ModuleType | None]
"""Finds the module that stands in for a name, if any."""


class FolderImporter:
    """Imports for the code in `folder`. What `stand_in` finds wins over all other modules."""

    def __init__(self, folder: str, stand_in: FindStandIn | None = None) -> None:
        # With stand-ins, the folder is found by another spelling of its path: the same file is a
        # different module for code that has them and for code that doesn't.
        self.folder = os.path.join(folder, ".") if stand_in else folder  # noqa: PTH118
        self.stand_in = stand_in
        self.hidden: Collection[str] = ()
        """Modules that the code can't import, by their full names."""
        self.finder = _Finder(self, self.folder)
        self._package = ""
        self._is_shadowed = cache(self._find_shadowed)

    def load(self, name: str, file: str) -> ModuleType:
        """Import `file`, which is in the folder, as `name`. Raises what the file raises."""
        loader = _Loader(self, name, file)
        spec = importlib.util.spec_from_loader(name, loader)
        assert spec is not None  # a loader of files always makes one
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        sys.path_importer_cache[self.folder] = self.finder
        if self.stand_in is None and self.folder not in sys.path:
            sys.path.append(self.folder)
        loader.exec_module(module)
        return module

    def import_module(
        self,
        name: str,
        caller: dict[str, Any] | None = None,
        _locals: object = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """Python's `__import__`, for code in the folder."""
        top = name.partition(".")[0]
        for each in (name, *(f"{name}.{part}" for part in fromlist or ())):
            if each in self.hidden and not level:
                raise ModuleNotFoundError(f"No module named {each!r}", name=each)
        if self.stand_in and not level and (module := self.stand_in(top)):
            if name != top:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return module
        if level or not self._is_shadowed(top):
            return builtins.__import__(name, caller, None, fromlist or (), level)
        full_name = f"{self._own_package()}.{name}"
        module = builtins.__import__(full_name, caller, None, fromlist or ())
        return module if fromlist else sys.modules[f"{self._package}.{top}"]

    def _find_shadowed(self, name: str) -> bool:
        """Whether the folder has a module `name` that a plain import wouldn't find."""
        # In plain Python, too, built-in modules win; and there is only one `pacgrid`.
        if name == "pacgrid" or BuiltinImporter.find_spec(name) or FrozenImporter.find_spec(name):
            return False
        own = self.finder.find_spec(name)
        if own is None or own.loader is None:
            return False
        if self.stand_in:
            return True
        try:
            found = importlib.util.find_spec(name)
        except ValueError:  # a module that wasn't imported in the usual way
            found = None
        return found is None or found.origin != own.origin

    def _own_package(self) -> str:
        """The name of a package with the modules of the folder."""
        if not self._package:
            names = (f"{PACKAGE}{number}" if number else PACKAGE for number in count())
            self._package = next(name for name in names if name not in sys.modules)
            package = ModuleType(self._package)
            package.__path__ = [self.folder]
            sys.modules[self._package] = package
        return self._package


@cache
def folder_importer(folder: str) -> FolderImporter:
    """The importer of `folder`, an absolute path; always the same one."""
    return FolderImporter(folder)


_changed: dict[str, CodeType] = {}
"""By absolute path: the code that is imported instead of a file's own."""


class FreshModules:
    """Within it, the modules in `folder` can be imported anew, again and again. Afterwards, they
    are as before."""

    def __init__(self, folder: str) -> None:
        self._inside = folder + os.sep
        self._before: dict[str, ModuleType] = {}

    def __enter__(self) -> Self:
        self._before = self._take_out([*sys.modules])
        return self

    def __exit__(self, *_: object) -> None:
        sys.modules.update(self._before)

    @contextmanager
    def changed(self, codes: Mapping[str, CodeType]) -> Iterator[None]:
        """Within it, files have this code, by absolute path, instead of their own."""
        known = {*sys.modules}
        _changed.update(codes)
        try:
            yield
        finally:
            _changed.clear()
            self._take_out(sys.modules.keys() - known)

    def _take_out(self, names: Iterable[str]) -> dict[str, ModuleType]:
        """Those of these modules that are in the folder, which are no longer imported."""
        files = {name: getattr(sys.modules[name], "__file__", None) or "" for name in names}
        inside = [name for name, file in files.items() if file.startswith(self._inside)]
        return {name: sys.modules.pop(name) for name in inside}


class _Finder(FileFinder):
    """Finds modules in the folder, or in a package there."""

    def __init__(self, importer: FolderImporter, path: str) -> None:
        super().__init__(
            path,
            (ExtensionFileLoader, EXTENSION_SUFFIXES),
            (partial(_Loader, importer), SOURCE_SUFFIXES),  # type: ignore[arg-type]
            (SourcelessFileLoader, BYTECODE_SUFFIXES),
        )
        self._importer = importer

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = super().find_spec(fullname, target)
        for package in (spec and spec.submodule_search_locations) or ():
            sys.path_importer_cache[package] = _Finder(self._importer, package)
        return spec


class _Loader(SourceFileLoader):
    """Loads a module whose imports go through an importer."""

    def __init__(self, importer: FolderImporter, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self._importer = importer

    def source_to_code(  # type: ignore[override] # a static method for some loaders
        self, data: Any, path: Any, *options: Any, **named: Any
    ) -> CodeType:
        if self._importer.stand_in and isinstance(data, bytes):
            data = _readable(data)
        return super().source_to_code(data, path, *options, **named)

    def get_code(self, fullname: str) -> CodeType | None:
        code = _changed.get(os.path.normpath(self.path)) if _changed else None
        return code or super().get_code(fullname)

    def exec_module(self, module: ModuleType) -> None:
        own = {"__import__": self._importer.import_module}
        vars(module)["__builtins__"] = vars(builtins) | own
        super().exec_module(module)


def _readable(source: bytes) -> bytes:
    """`source`, which older code may have written in Latin-1, in an encoding that Python reads."""
    try:
        importlib.util.decode_source(source)
    except (SyntaxError, UnicodeDecodeError):
        return source.decode("latin-1").encode()
    return source
