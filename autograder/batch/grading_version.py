"""By what a grade was given: where all of it is the same, so is the grade."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.engine_version import engine
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.sandbox.level import Level


@dataclass(frozen=True)
class GradingVersion:
    """By what grades were given. Where two of them are equal, so are the grades."""

    title: str
    """Of the assignment."""
    question: str
    """The one that was graded alone; "" for all."""
    assignment: str
    """A hash of all that the assignment says."""
    engine: str
    sandbox: str

    @classmethod
    def of(cls, assignment: Assignment, question: str | None, level: Level) -> Self:
        """The version by which grades are given here and now. Raises OSError if a file of the
        assignment is gone: a ghost."""
        said = sha256(assignment.model_dump_json().encode()).hexdigest()
        return cls(assignment.title, question or "", said, engine(), str(level))

    def changes(self, now: Self) -> tuple[str, ...]:
        """What is another thing in the version `now`, in words."""
        changed = {
            "the assignment": self.assignment != now.assignment,
            "pacgrid": self.engine != now.engine,
            "the sandbox": self.sandbox != now.sandbox,
        }
        return tuple(what for what, differs in changed.items() if differs)


@dataclass(frozen=True)
class Earlier:
    """A grade that the same files got before, by another version."""

    grade: Grade
    version: GradingVersion
    written: str
    """When, in UTC: `2026-03-01 14:02`."""
    is_last: bool
    """Whether it is the last that they got: since then nothing was graded by today's version."""
