"""The disk as a worker sees it: Python, the installed libraries without Pacgrid, a library with
Pacgrid's world, and the command that shows it nothing else, bwrap(1).
"""

import atexit
import errno
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from functools import cache
from importlib.resources import files
from pathlib import Path

import pacgrid

from ..model.fault import GradingError
from .scratch import disk_errors_named, scratch

SUBMISSION = Path("/submission")
LIBRARY = Path("/library")


def bubblewrap_program() -> str | None:
    """The path of bubblewrap; None if it is not installed."""
    return shutil.which("bwrap")


def report_pipe() -> tuple[int, int]:
    """A pipe in which bubblewrap can report: our end, and the end to pass to it.

    Its end can read too. If only we could, and were killed, bubblewrap would die of SIGPIPE, and
    its child would wait for it for ever.
    """
    ours, writer = os.pipe()
    try:
        return ours, os.open(f"/proc/self/fd/{writer}", os.O_RDWR | os.O_CLOEXEC)
    finally:
        os.close(writer)


@cache
def _common_options() -> tuple[str, ...]:
    options: list[str] = []
    for path in readable():
        options += ["--ro-bind", str(path), str(path)]
    for link in map(Path, ("/lib", "/lib32", "/lib64", "/bin", "/sbin")):
        if link.is_symlink():  # to /usr, on most systems today
            options += ["--symlink", str(link.readlink()), str(link)]
    for path in hidden():
        options += ["--tmpfs", str(path), "--remount-ro", str(path)]
    return tuple(options)


def bubblewrap_command(
    program: str, folder: Path | None, *, tmp_bytes: int, library: Path | None = None
) -> list[str]:
    """The start of a command line; the program to run follows it. That program sees only Python,
    the submission in `folder` at `SUBMISSION`, the `library` at `LIBRARY`, an empty /tmp, and three
    devices."""
    options = ["--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    options += ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--as-pid-1"]
    options += ["--hostname", "sandbox"]
    # No /proc: it tells how busy the machine is, and when root grades, it changes kernel settings.
    for device in filter(os.path.exists, DEVICES):
        options += ["--dev-bind", device, device]
    options += ["--size", str(tmp_bytes), "--tmpfs", "/tmp", *_common_options()]
    if library:
        options += ["--ro-bind", str(library), str(LIBRARY)]
    if folder:
        options += ["--ro-bind", str(folder), str(SUBMISSION), "--chdir", str(SUBMISSION)]
    # Otherwise it could fill memory that no limit counts.
    return [program, *options, "--remount-ro", "/"]


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


# The library that a worker may import: Pacgrid's world without its agents, and the worker itself.
# It is a copy: beside the installed world lie the shipped agents, which are the solutions.

_LEFT_OUT = (
    *("agents", "autograder", "layouts", "analysis", "cli", "tree", "__main__.py"),
    *("kernel/champion", "kernel/search", "site", "solutions"),
)
"""Left out of the package `pacgrid`: what no submission needs, what plays its game for it, and the
packages in `_COPIED`, some of which are elsewhere when Pacgrid is installed from a checkout."""

_COPIED: Mapping[str, Collection[str]] = {
    "layouts": (),
    "analysis": ("__init__.py", "game_analysis.py"),
    "tree": ("__init__.py", "search_log.py", "search_tree.py"),
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
    for name, path in _sources().items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    # What a compiled file contains, and so the addresses of what is made after loading it, depends
    # on the path and on what else the compiling process has imported.
    compiler = [python(), "-I", "-S", "-m", "compileall", "-q"]
    options = ["-x", _DRAWS, "-s", str(folder), "-p", "/"]
    done = subprocess.run([*compiler, *options, folder], capture_output=True, check=False)
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
