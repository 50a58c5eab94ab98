"""What a grade depends on besides the submission."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from ..assignments.assignment import Assignment
from ..assignments.hidden_seeds import hidden_seeds
from ..model.engine_version import engine_version
from ..model.grade import Grade
from ..sandbox.level import Level


@dataclass(frozen=True)
class GradingVersion:
    """The assignment, engine and sandbox of a grading. Equal versions give equal grades."""

    title: str
    """The assignment's title."""
    question: str
    """The only question that was graded; "" for all."""
    assignment: str
    """A hash of the assignment, then those of the seeds of hidden tests, such as `minimax.2=1f0c`,
    with spaces between."""
    engine: str
    """See `engine_version`."""
    sandbox: str
    """The sandbox level."""

    @classmethod
    def of(cls, assignment: Assignment, question: str | None, level: Level) -> Self:
        """The version on this machine. Raises OSError if a file of the assignment is missing, such
        as a ghost's."""
        questions = [assignment.question(question)] if question else assignment.questions
        seeds = [f"{name}={_hash(seed)[:16]}" for name, seed in hidden_seeds(questions).items()]
        parts = " ".join([_hash(assignment.model_dump_json()), *seeds])
        return cls(assignment.title, question or "", parts, engine_version(), str(level))

    def new_seeds(self, now: Self) -> tuple[str, ...]:
        """The hidden tests of the version `now` with seeds that no hidden test has in this one."""
        before = set(self._seeds.values())
        return tuple(name for name, seed in now._seeds.items() if seed not in before)

    @property
    def _seeds(self) -> dict[str, str]:
        """A hash of the seed of each hidden test. There are none from before Pacgrid stored them,
        when hidden tests had other seeds."""
        return dict(part.split("=", 1) for part in self.assignment.split() if "=" in part)

    def changes(self, now: Self) -> tuple[str, ...]:
        """What is different in the version `now`, in words."""
        changed = {
            "the assignment": self.assignment != now.assignment,
            "pacgrid": self.engine != now.engine,
            "the sandbox": self.sandbox != now.sandbox,
        }
        return tuple(part for part, differs in changed.items() if differs)


def _hash(value: object) -> str:
    return sha256(str(value).encode()).hexdigest()


@dataclass(frozen=True)
class RecordedGrade:
    """A grade with all that it depends on, as a journal has it."""

    grade: Grade
    version: GradingVersion
    rule: str = ""
    """Which rule about dates counted."""
    counts: float | None = None
    """The points that count after lateness; None if nothing is known about dates."""
    written: str = ""
    """The time in UTC, such as `2026-03-01 14:02`; "" if it isn't written yet."""
    is_last: bool = False
    """Whether it is the latest grade under this name."""

    @property
    def points(self) -> float:
        """The points that count."""
        return self.grade.points if self.counts is None else self.counts
