"""The disk as a worker sees it: Python and the installed libraries, without Pacgrid; and the
command that shows it nothing else, bwrap(1)."""

import os
import shutil
import sys
import sysconfig
from functools import cache
from pathlib import Path

SUBMISSION = Path("/submission")
LIBRARY = Path("/library")


def program() -> str | None:
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
    """The options for the files that every worker sees."""
    options: list[str] = []
    for path in readable():
        options += ["--ro-bind", str(path), str(path)]
    for link in map(Path, ("/lib", "/lib32", "/lib64", "/bin", "/sbin")):
        if link.is_symlink():  # to /usr, on most systems today
            options += ["--symlink", str(link.readlink()), str(link)]
    for path in hidden():
        options += ["--tmpfs", str(path), "--remount-ro", str(path)]
    return tuple(options)


def command(
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
