"""Stands in for what a sandbox refuses, so that it is the same at each level.

Child processes are refused with a clear message: the system would only say that a file can't be
created. Changes to the metadata of files, which libraries try and no agent needs, have no effect.
"""

import errno
import os
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from threading import RLock, Semaphore
from types import ModuleType
from typing import Any, NoReturn
from zlib import crc32

REFUSAL = "no processes in grading; threads work"

_STARTERS = ("fork", "forkpty", "posix_spawn", "posix_spawnp", "execv", "execve")
"""Functions of `os` that start processes, or become another program."""
_CLEARING = ("clear", "cls")
"""Commands that clear a terminal, as many agents do. Here, there is none to clear."""


def refuse_processes() -> None:
    """From now on, starting a process raises PermissionError, and locks of `multiprocessing` work
    between threads."""
    _replace(os, _STARTERS, lambda _: _refuse)
    _replace(os, ["system"], lambda _: _clear)
    with suppress(ImportError):  # not on Windows
        import _posixsubprocess

        _replace(_posixsubprocess, ["fork_exec"], lambda _: _refuse)
    if "subprocess" in sys.modules:  # which has a name of its own for that
        _replace(sys.modules["subprocess"], ["_fork_exec"], lambda _: _refuse)
    with suppress(ImportError):
        import _multiprocessing  # type: ignore[import-not-found]

        _replace(_multiprocessing, ["SemLock"], lambda _: ThreadLock)


def ignore_refused_metadata() -> None:
    """From now on, changing a file's mode or times has no effect where it isn't allowed. That is
    enough for the module `shelve` and for copying files."""
    _replace(os, ["chmod", "fchmod", "utime"], _lenient)


class ThreadLock:
    """`multiprocessing`'s lock or semaphore, without a file. Thread pools use them."""

    SEM_VALUE_MAX = (1 << 31) - 1
    name = None
    handle = 0

    def __init__(self, kind: int, value: int, maxvalue: int, _name: str, _unlink: object) -> None:
        self.kind, self.maxvalue = kind, maxvalue
        self._lock: Any = RLock() if kind == 0 else Semaphore(value)
        self.release = self._lock.release

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """Waits for it, at most `timeout` seconds."""
        if not block:
            return bool(self._lock.acquire(blocking=False))
        if timeout is None:
            return bool(self._lock.acquire())
        return bool(self._lock.acquire(timeout=max(0.0, timeout)))

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()

    def _is_mine(self) -> bool:
        return bool(self._lock._is_owned())

    def _get_value(self) -> int:
        return int(self._lock._value)

    def _is_zero(self) -> bool:
        return self._get_value() == 0


def _replace(module: ModuleType, names: Iterable[str], substitute: Callable[[Any], Any]) -> None:
    """Puts `substitute(original)` in place of each original that this system has."""
    for name in names:
        if hasattr(module, name):
            setattr(module, name, substitute(getattr(module, name)))


def _refuse(*_: object, **__: object) -> NoReturn:
    raise PermissionError(errno.EPERM, REFUSAL)


def _clear(command: object) -> int:
    return 0 if command in _CLEARING else _refuse()


def _lenient(function: Callable[..., None]) -> Callable[..., None]:
    def change(*arguments: Any, **options: Any) -> None:
        try:
            function(*arguments, **options)
        except PermissionError:
            os.stat(arguments[0])  # noqa: PTH116 # a file that is missing is still an error

    return change


_NUMPY = "numpy.random"


class InMemoryImporter:
    """Imports modules of `pacgrid.agents` from source code that the grader provides: a worker has
    no files of them."""

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


class GlobalGenerators:
    """The global generators of Python and NumPy, whose own is seeded as soon as a submission
    imports it: by default, it takes its seed from the system."""

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
