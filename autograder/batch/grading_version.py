"""What a grade depends on besides the submission."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.engine_version import engine_version
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.sandbox.level import Level


@dataclass(frozen=True)
class GradingVersion:
    """The assignment, engine and sandbox of a grading. Equal versions give equal grades."""

    title: str
    """The assignment's title."""
    question: str
    """The only question that was graded; "" for all."""
    assignment: str
    """A hash of the assignment."""
    engine: str
    """See `engine_version`."""
    sandbox: str
    """The sandbox level."""

    @classmethod
    def of(cls, assignment: Assignment, question: str | None, level: Level) -> Self:
        """The version on this machine. Raises OSError if a file of the assignment is missing, such
        as a ghost's."""
        digest = sha256(assignment.model_dump_json().encode()).hexdigest()
        return cls(assignment.title, question or "", digest, engine_version(), str(level))

    def changes(self, now: Self) -> tuple[str, ...]:
        """What is different in the version `now`, in words."""
        changed = {
            "the assignment": self.assignment != now.assignment,
            "pacgrid": self.engine != now.engine,
            "the sandbox": self.sandbox != now.sandbox,
        }
        return tuple(part for part, differs in changed.items() if differs)


@dataclass(frozen=True)
class EarlierGrade:
    """A grade of the same files by another version."""

    grade: Grade
    version: GradingVersion
    written: str
    """The time in UTC, such as `2026-03-01 14:02`."""
    is_last: bool
    """Whether it is their latest grade: they have none by the current version."""
