"""The command that runs a worker in its own Linux namespaces: bwrap(1)."""

import os
import shutil
from functools import cache
from pathlib import Path

from . import visible_paths

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
    for path in visible_paths.readable():
        options += ["--ro-bind", str(path), str(path)]
    for link in map(Path, ("/lib", "/lib32", "/lib64", "/bin", "/sbin")):
        if link.is_symlink():  # to /usr, on most systems today
            options += ["--symlink", str(link.readlink()), str(link)]
    for path in visible_paths.hidden():
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
    for device in filter(os.path.exists, visible_paths.DEVICES):
        options += ["--dev-bind", device, device]
    options += ["--size", str(tmp_bytes), "--tmpfs", "/tmp", *_common_options()]
    if library:
        options += ["--ro-bind", str(library), str(LIBRARY)]
    if folder:
        options += ["--ro-bind", str(folder), str(SUBMISSION), "--chdir", str(SUBMISSION)]
    # Otherwise it could fill memory that no limit counts.
    return [program, *options, "--remount-ro", "/"]
