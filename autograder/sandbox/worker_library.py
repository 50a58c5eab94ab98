"""What a worker may import: Pacgrid's world without its agents, and the worker itself.

It is a copy, because the agents that come with Pacgrid lie beside the world, and are the solutions.
"""

import compileall
import os
import shutil
import sys
from collections.abc import Collection, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from py_compile import PycInvalidationMode
from stat import S_ISDIR
from tempfile import gettempdir, mkdtemp

import pacgrid

_LEFT_OUT = {"agents", "autograder", "layouts", "cli", "__main__.py"}
"""In the folder of the package `pacgrid`: what no submission needs, and what is copied by itself,
because it lies elsewhere when Pacgrid is installed from a checkout."""

_COPIED: Mapping[str, Collection[str]] = {
    "layouts": (),
    "agents": ("__init__.py",),
    "autograder": ("__init__.py",),
    "autograder/sandbox": ("__init__.py", "confinement.py", "landlock.py", "seccomp.py"),
    "autograder/worker": (),
}
"""By package: the files that are copied; all of them where none is named."""


@cache
def library(*, walled: bool = True) -> Path:
    """The folder that has it. It is made when it is first needed, and found there next time.

    Who is not `walled` could change it, and gets another one.
    """
    sources = _sources()
    wanted = sha256(f"{sys.version}\0{sys.executable}".encode())
    for name, path in sorted(sources.items()):
        wanted.update(f"\0{name}\0".encode() + path.read_bytes())
    owner = getattr(os, "getuid", lambda: "user")()
    folder = Path(gettempdir()) / f"pacgrid-library-{owner}-{wanted.hexdigest()[:24]}"
    folder = folder if walled else folder.with_name(f"{folder.name}-open")
    if _is_whole(folder, sources):
        return folder
    made = Path(mkdtemp(prefix="pacgrid-library-"))
    for name, path in sources.items():
        target = made / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    compileall.compile_dir(made, quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    try:
        made.rename(folder)
    except OSError:  # it is there: somebody else was quicker, or has tidied up in it
        if not _is_ours(folder):
            return made
        # What is missing is put back one by one, since somebody may be working in it.
        for name in sources:
            if not (folder / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (made / name).replace(folder / name)
        shutil.rmtree(made)
    return folder


def source_of(agent: str) -> str:
    """The text of the module `pacgrid.agents.AGENT`."""
    return (files("pacgrid.agents") / f"{agent}.py").read_text("utf-8")


def shipped_sources() -> dict[str, bytes]:
    """The modules of `pacgrid.agents` by name, as they are in their files."""
    entries = (Path(str(entry)) for entry in files("pacgrid.agents").iterdir())
    return {path.stem: path.read_bytes() for path in entries if path.suffix == ".py"}


def _sources() -> dict[str, Path]:
    """By path in the library: the file that is copied there."""
    found: dict[str, Path] = {}
    root = Path(pacgrid.__file__).parent
    for path in root.rglob("*.py"):
        if (inside := path.relative_to(root)).parts[0] not in _LEFT_OUT:
            found[f"pacgrid/{inside.as_posix()}"] = path
    for package, only in _COPIED.items():
        folder = Path(str(files(f"pacgrid.{package.replace('/', '.')}")))
        for path in folder.iterdir():
            if path.suffix in {".py", ".lay", ".toml"} and (not only or path.name in only):
                found[f"pacgrid/{package}/{path.name}"] = path
    return found


def _is_whole(folder: Path, sources: dict[str, Path]) -> bool:
    """Whether it is there, ours, and nobody has tidied up in it."""
    return _is_ours(folder) and all((folder / name).is_file() for name in sources)


def _is_ours(folder: Path) -> bool:
    """Whether it is a folder, no link to one, and belongs to who is grading."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return S_ISDIR(found.st_mode) and found.st_uid == getattr(os, "getuid", lambda: 0)()
