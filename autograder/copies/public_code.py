"""The code that everybody was given."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from pacgrid.common.files import read_regular_file

from ..submissions.folder import walk
from ..submissions.members import COURSE, RefusedError


def public_code(path: Path) -> Iterator[bytes]:
    """The Python files at `path`, a file or a folder. Raises RefusedError."""
    try:
        if not path.is_dir():
            yield read_regular_file(path, COURSE.file)
            return
        for member in walk(path, COURSE):
            if member.path.endswith(".py") and not member.refusal:
                yield member.content
    except OSError as error:
        raise RefusedError(f"{path}: can't be read ({error.strerror})") from None


def templates() -> Iterator[bytes]:
    """What `pacgrid new` writes."""
    for each in sorted((files("pacgrid") / "cli" / "templates").iterdir(), key=str):
        if each.name.endswith(".py"):
            yield each.read_bytes()
