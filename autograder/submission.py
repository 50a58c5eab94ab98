"""What somebody handed in: files, of which one is graded."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from pacgrid.autograder.scratch import scratch
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields


@dataclass(frozen=True)
class Submission:
    """A submission by value: it can be sent to another machine and graded there."""

    name: str
    """What it is called: no other one in the same batch is called so."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Relative paths, with `/`, in alphabetical order, and what is in each."""
    main: str = ""
    """The path of the one that is graded; the others can be imported by it."""
    path: str = ""
    """Where that file is for whoever grades a single one; "" if it is one of many, or came in an
    archive."""
    student: str = ""
    """Who handed it in, if that is known."""
    identifier: str = ""
    """Their number or login at the place where it was handed in, if that is known."""
    problem: Failure | None = None
    """Why it can't be graded."""
    missing: bool = False
    """There is no such file."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "student", "identifier"])

    @cached_property
    def digest(self) -> str:
        """A hash of what was handed in; names of people and places don't count."""
        hashed = sha256(self.main.encode())
        for path, content in self.files:
            hashed.update(f"\0{path}\0{len(content)}\0".encode() + content)
        if self.problem:
            hashed.update(self.problem.message.encode())
        return hashed.hexdigest()

    @contextmanager
    def written(self) -> Iterator[Path]:
        """The main file on disk, with the others beside it, as long as the `with` lasts."""
        with scratch() as folder:
            root = folder / "submission"
            for path, content in self.files:
                file = root / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            yield root / self.main
