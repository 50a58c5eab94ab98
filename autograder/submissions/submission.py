"""What a student hands in: files, one of which is graded."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

from ..sandbox.scratch import disk_errors_named, scratch


@dataclass(frozen=True)
class Submission:
    """A submission with the contents of its files, so that it can be graded on another machine."""

    name: str
    """Unique in its batch."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Relative paths, with `/`, in alphabetical order, and contents."""
    main: str = ""
    """The path of the Python file that is graded; it can import the others."""
    path: str = ""
    """The path of that file on this machine; "" if it is one of many or from an archive."""
    student: str = ""
    """The student's name, if known."""
    identifier: str = ""
    """The student's number or login, if known."""
    problem: Failure | None = None
    """Why it can't be graded."""
    missing: bool = False
    """Nothing was handed in: no such file, or only the roster names the student."""
    submitted: datetime | None = field(default=None, compare=False)
    """When the LMS received it, if known: in its own time zone, unless it has an offset."""
    is_late: bool = field(default=False, compare=False)
    """Whether the LMS calls it late."""
    entry: str = field(default="", compare=False)
    """What the LMS put before the student's file, or the folder's name with a `/`; a feedback file
    with this prefix goes to the same student. "" if it is from no download."""
    earlier: tuple["Submission", ...] = field(default=(), compare=False)
    """Earlier attempts, in order."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "student", "identifier"])

    @cached_property
    def digest(self) -> str:
        """A hash of the files; names of students and folders don't matter."""
        hashed = sha256(self.main.encode())
        for path, content in self.files:
            hashed.update(f"\0{path}\0{len(content)}\0".encode() + content)
        if self.problem:
            hashed.update(self.problem.message.encode())
        return hashed.hexdigest()

    @contextmanager
    def written(self) -> Iterator[Path]:
        """Writes the files to disk for the length of the `with`. Yields the main one's path. Raises
        GradingError if the disk is full."""
        with scratch() as folder:
            root = folder / "submission"
            with disk_errors_named():
                for path, content in self.files:
                    file = root / path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(content)
            yield root / self.main
