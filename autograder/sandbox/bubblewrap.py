"""The command that puts a worker into namespaces of its own (bwrap(1), Linux)."""

import shutil
from functools import cache
from pathlib import Path

from pacgrid.autograder.sandbox import visible_paths

SUBMISSION = Path("/submission")
LIBRARY = Path("/library")


def program() -> str | None:
    """Where bubblewrap is installed."""
    return shutil.which("bwrap")


@cache
def _always() -> tuple[str, ...]:
    """What every worker sees."""
    words: list[str] = []
    for path in visible_paths.readable():
        words += ["--ro-bind", str(path), str(path)]
    for link in map(Path, ("/lib", "/lib32", "/lib64", "/bin", "/sbin")):
        if link.is_symlink():  # into /usr, on most systems of today
            words += ["--symlink", str(link.readlink()), str(link)]
    for path in visible_paths.hidden():
        words += ["--tmpfs", str(path), "--remount-ro", str(path)]
    return tuple(words)


def command(
    program: str, folder: Path | None, *, tmp_bytes: int, library: Path | None = None
) -> list[str]:
    """The words in front of a command that runs it with nothing to see but Python, the submission
    in `folder` at `SUBMISSION`, the `library` at `LIBRARY`, and an empty /tmp."""
    words = [program, "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    words += ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--as-pid-1"]
    words += ["--hostname", "sandbox", "--proc", "/proc", "--dev", "/dev"]
    words += ["--size", str(tmp_bytes), "--tmpfs", "/tmp", *_always()]
    if library:
        words += ["--ro-bind", str(library), str(LIBRARY)]
    if folder:
        words += ["--ro-bind", str(folder), str(SUBMISSION), "--chdir", str(SUBMISSION)]
    # Where root grades, a worker could change settings of the kernel there, and own the machine.
    words += ["--remount-ro", "/proc"]
    # What it could fill otherwise is memory that nobody counts.
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]
