"""The library that a worker may import: Pacgrid's world without its agents, and the worker itself.

It is a copy: beside the installed world lie the shipped agents, which are the solutions.
"""

import atexit
import errno
import os
import shutil
import subprocess
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path

import pacgrid

from ..model.fault import GradingError
from . import bubblewrap
from .scratch import disk_errors_named, scratch

_LEFT_OUT = (
    *("agents", "autograder", "layouts", "analysis", "cli", "tree", "__main__.py"),
    *("kernel/champion", "kernel/search", "site", "solutions"),
)
"""Left out of the package `pacgrid`: what no submission needs, what plays its game for it, and the
packages in `_COPIED`, some of which are elsewhere when Pacgrid is installed from a checkout."""

_COPIED: Mapping[str, Collection[str]] = {
    "layouts": (),
    "analysis": ("__init__.py", "game_analysis.py"),
    "tree": ("__init__.py", "search_log.py", "search_tree.py", "trace.py"),
    "agents": ("__init__.py",),
    "autograder": ("__init__.py",),
    "autograder/sandbox": ("__init__.py", "channel.py", "confinement.py"),
    "autograder/worker": (),
}
"""By package: the files to copy; empty for all."""

_DRAWS = r"/pacgrid/(render|session)/"
"""What draws isn't compiled: that takes long, and hardly a submission imports it."""

_folders: dict[bool, Path] = {}
_until_exit = ExitStack()
atexit.register(_until_exit.close)


def library(*, sandboxed: bool = True) -> Path:
    """The folder from which the workers of this process import.

    It is made on first use and removed when the process ends. Workers that are not `sandboxed`
    could change it, so they have one of their own.
    """
    folder = _folders.get(sandboxed)
    if folder is None or not (folder / "pacgrid" / "__init__.py").is_file():
        folder = _until_exit.enter_context(scratch())
        with disk_errors_named():
            _fill(folder)
        _folders[sandboxed] = folder
    return folder


def adopt(folder: Path, *, sandboxed: bool) -> None:
    """Use the `library` of another process, which must outlive this one."""
    _folders[sandboxed] = folder


def source_of(agent: str) -> str:
    """The source code of the module `pacgrid.agents.AGENT`."""
    return (files("pacgrid.agents") / f"{agent}.py").read_text("utf-8")


def shipped_sources() -> dict[str, bytes]:
    """The source code of all modules of `pacgrid.agents`, by name."""
    entries = (Path(str(entry)) for entry in files("pacgrid.agents").iterdir())
    return {path.stem: path.read_bytes() for path in entries if path.suffix == ".py"}


def _fill(folder: Path) -> None:
    """Copies the sources, and compiles them."""
    for name, path in _sources().items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    # What a compiled file contains, and so the addresses of what is made after loading it, depends
    # on the path and on what else the compiling process has imported.
    python = [bubblewrap.python(), "-I", "-S", "-m", "compileall", "-q"]
    options = ["-x", _DRAWS, "-s", str(folder), "-p", "/"]
    done = subprocess.run([*python, *options, folder], capture_output=True, check=False)
    if done.returncode:
        lines = (done.stdout + done.stderr).decode(errors="replace").split("\n")
        reason = next((line for line in lines if "Error: " in line), "no reason given")
        if os.strerror(errno.ENOSPC) in reason:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        raise GradingError(f"{folder}: Pacgrid can't be compiled there: {reason.strip()}")


def _sources() -> dict[str, Path]:
    """By path in the library: the file to copy."""
    sources: dict[str, Path] = {}
    root = Path(pacgrid.__file__).parent
    for parent, _, names in os.walk(root, followlinks=True):  # an installation may be of links
        for path in (Path(parent, name) for name in names if name.endswith(".py")):
            relative = path.relative_to(root)
            if not any(map(relative.is_relative_to, _LEFT_OUT)):
                sources[f"pacgrid/{relative.as_posix()}"] = path
    for package, only in _COPIED.items():
        folder = Path(str(files(f"pacgrid.{package.replace('/', '.')}")))
        for path in folder.iterdir():
            if path.suffix in {".py", ".lay", ".toml"} and (not only or path.name in only):
                sources[f"pacgrid/{package}/{path.name}"] = path
    return sources
