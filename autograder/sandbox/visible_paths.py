"""What of the disk a worker needs to see: Python, the libraries that are installed, and no more."""

import os
import sys
import sysconfig
from functools import cache
from pathlib import Path

_SYSTEM = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib")
"""Where shared libraries are."""
_FILES = ("/etc/ld.so.cache",)
_INSTALLED = "*-packages/pacgrid"
"""Where Pacgrid may be in a folder of Python's, or in one that has such folders."""


def python() -> str:
    """The interpreter itself, not a virtual environment's link to it."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


@cache
def packages() -> tuple[Path, ...]:
    """The folders of installed packages, as this process sees them: NumPy may be used."""
    folders = (Path(entry) for entry in sys.path if entry)
    names = {"site-packages", "dist-packages"}
    return tuple(folder.resolve() for folder in folders if folder.name in names)


@cache
def readable() -> tuple[Path, ...]:
    """Files and folders, real paths, none in another."""
    wanted = [Path(python()), *map(Path, _FILES), *map(Path, _SYSTEM), *packages()]
    base = {"platbase": sys.base_exec_prefix}  # not what a virtual environment says
    wanted += [Path(sysconfig.get_path(name, vars=base)) for name in ("stdlib", "platstdlib")]
    if libraries := sysconfig.get_config_var("LIBDIR"):
        wanted += Path(libraries).glob("libpython*.so*")
    real = sorted({path.resolve() for path in wanted if path.exists()})
    return tuple(
        path for path in real if not any(other in path.parents for other in real if other != path)
    )


@cache
def hidden() -> tuple[Path, ...]:
    """Folders among what is readable that must not be seen: Pacgrid wherever it is installed, for
    this Python or another."""
    places = [
        *(folder / "pacgrid" for folder in packages()),
        *(found for folder in readable() for found in folder.glob(_INSTALLED)),
        *(found for folder in readable() for found in folder.glob(f"python3*/{_INSTALLED}")),
    ]
    return tuple(sorted({place.resolve() for place in places if place.is_dir()}))


@cache
def readable_but_hidden() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`readable` without `hidden`, for rules that can only permit: files and folders that may be
    read, and folders of which the names may be listed, because not all in them may be read."""
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
