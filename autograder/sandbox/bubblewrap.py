"""The command that runs a worker in its own Linux namespaces: bwrap(1)."""

import shutil
from functools import cache
from pathlib import Path

from pacgrid.autograder.sandbox import visible_paths

SUBMISSION = Path("/submission")
LIBRARY = Path("/library")


def program() -> str | None:
    """The path of bubblewrap; None if it is not installed."""
    return shutil.which("bwrap")


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
    the submission in `folder` at `SUBMISSION`, the `library` at `LIBRARY`, and an empty /tmp."""
    options = ["--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    options += ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--as-pid-1"]
    options += ["--hostname", "sandbox", "--proc", "/proc", "--dev", "/dev"]
    options += ["--size", str(tmp_bytes), "--tmpfs", "/tmp", *_common_options()]
    if library:
        options += ["--ro-bind", str(library), str(LIBRARY)]
    if folder:
        options += ["--ro-bind", str(folder), str(SUBMISSION), "--chdir", str(SUBMISSION)]
    # When root grades, a worker could otherwise change kernel settings in /proc.
    options += ["--remount-ro", "/proc"]
    # Otherwise it could fill memory that no limit counts.
    return [program, *options, "--remount-ro", "/dev", "--remount-ro", "/"]
