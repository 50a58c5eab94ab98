"""The files that a worker may see: Python and the installed libraries, without Pacgrid."""

import os
import sys
import sysconfig
from functools import cache
from pathlib import Path

_SYSTEM = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib")
"""Where shared libraries are installed."""
DEVICES = ("/dev/null", "/dev/urandom")
"""The devices that a worker may read and write. Not zero: to map it takes shared memory."""
_FILES = ("/etc/ld.so.cache",)
_INSTALLED = "*-packages/pacgrid"
"""Where Pacgrid may be installed, relative to one of Python's folders."""


def python() -> str:
    """The path of the interpreter itself, not of a virtual environment's link to it."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


@cache
def packages() -> tuple[Path, ...]:
    """The folders of installed packages: submissions may use NumPy."""
    folders = (Path(entry) for entry in sys.path if entry)
    names = {"site-packages", "dist-packages"}
    return tuple(folder.resolve() for folder in folders if folder.name in names)


@cache
def readable() -> tuple[Path, ...]:
    """The real paths of readable files and folders; none contains another."""
    wanted = [Path(python()), *map(Path, _FILES), *map(Path, _SYSTEM), *packages()]
    base = {"platbase": sys.base_exec_prefix}  # not the virtual environment's
    wanted += [Path(sysconfig.get_path(name, vars=base)) for name in ("stdlib", "platstdlib")]
    if libraries := sysconfig.get_config_var("LIBDIR"):
        wanted += Path(libraries).glob("libpython*.so*")
    real = sorted({path.resolve() for path in wanted if path.exists()})
    return tuple(
        path for path in real if not any(other in path.parents for other in real if other != path)
    )


@cache
def hidden() -> tuple[Path, ...]:
    """Folders inside `readable()` that must stay hidden: every installation of Pacgrid, for this
    Python or another."""
    packages_of_pacgrid = [
        *(folder / "pacgrid" for folder in packages()),
        *(path for folder in readable() for path in folder.glob(_INSTALLED)),
        *(path for folder in readable() for path in folder.glob(f"python3*/{_INSTALLED}")),
    ]
    return tuple(sorted({path.resolve() for path in packages_of_pacgrid if path.is_dir()}))


@cache
def readable_but_hidden() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`readable()` without `hidden()`, for rules that can only permit: the files and folders that
    may be read, and the folders that may only be listed because something in them is hidden."""
    read: list[Path] = []
    listed: list[Path] = []
    todo = list(readable())
    while todo:
        path = todo.pop()
        if path in hidden():
            continue
        if any(path in secret.parents for secret in hidden()):
            listed.append(path)
            todo += path.iterdir()
        else:
            read.append(path)
    return tuple(sorted(map(str, read))), tuple(sorted(map(str, listed)))
