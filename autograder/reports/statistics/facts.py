"""What the statistics of an assignment are made of: what `statistics.json` says."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pacgrid.common.files import read_regular_file

from ...model.errors import GradingError

FILE = "statistics.json"
"""In a folder of results."""
_MAX_BYTES = 1 << 30


class StatisticsError(GradingError):
    """Statistics that can't be read."""


class _Facts(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class StudentFacts(_Facts):
    """A row of the gradebook."""

    name: str
    identifier: str = ""
    section: str = ""
    handed_in: bool = True
    is_tested: bool = True
    """Whether anything of it could be tested."""
    points: float | None
    """In all, before lateness; None if there are none, not even 0."""
    possible: float
    counted: float | None = None
    """The points that count, after lateness."""
    questions: list[float | None]
    """The points of each question; None if it isn't answered, or doesn't count for them."""
    submitted: str = ""
    """When it was handed in, in the course's time zone; "" if that isn't known."""
    hours_early: float | None = None
    """Hours before the student's own deadline; negative if it came later."""
    days_late: int = 0
    """Days of lateness that have begun; 0 within the grace."""
    limits: list[str] = []
    """The limits that it has exceeded: see `LIMITS`."""
    earlier: int = 0
    """How many earlier hand-ins are known."""

    @property
    def key(self) -> str:
        """The same in all assignments of a course."""
        return self.identifier or self.name


class QuestionFacts(_Facts):
    """A question."""

    name: str
    full: float
    """Full points; of a bonus question, the extra ones."""


class PartFacts(_Facts):
    """A part of a test that gives points: an answer to an exercise, or a threshold."""

    name: str
    tried: int
    missed: int


class TestFacts(_Facts):
    """A test. Lists have an item for each student, None where it wasn't run."""

    question: str
    number: int
    title: str
    is_hidden: bool
    possible: float
    points: list[float | None]
    passed: list[bool | None]
    successors: list[int | None]
    """How many it asked for, if the grader counts them."""
    full_search: int | None = None
    """How many the right search asks for if it prunes nothing, if that is known."""
    cpu_seconds: list[float | None]
    parts: list[PartFacts]


class MistakeFacts(_Facts):
    """A mistake, or a remark, and who makes it."""

    title: str
    section: str
    """Of the textbook."""
    questions: list[str]
    is_remark: bool
    students: list[int]
    """Their indices, from 0."""
    only_hidden: list[int]
    """Those of them who show it only in hidden tests."""


class MoveFacts(_Facts):
    """What became of a mistake from one hand-in to the next."""

    mistake: str
    is_hidden: bool
    """Whether only hidden tests show it."""
    gone: int = 0
    stayed: int = 0
    appeared: int = 0


class AssignmentFacts(_Facts):
    """An assignment, and all who are in its gradebook."""

    format: Literal["pacgrid statistics"] = "pacgrid statistics"
    version: Literal[1] = 1
    title: str
    points: float
    has_hidden_tests: bool
    test_cpu_seconds: float
    """The limit for each test."""
    questions: list[QuestionFacts]
    students: list[StudentFacts]
    tests: list[TestFacts]
    mistakes: list[MistakeFacts]
    """Those of most students first, remarks last."""
    moves: list[MoveFacts]


def read_facts(folder: Path) -> AssignmentFacts:
    """The statistics in a `folder` of results. Raises StatisticsError."""
    path = folder / FILE if folder.is_dir() else folder
    try:
        return AssignmentFacts.model_validate_json(read_regular_file(path, _MAX_BYTES))
    except OSError as error:
        mend = "name the folder that pacgrid grade --out wrote for several submissions"
        raise StatisticsError(f"{path}: can't be read: {error.strerror}; {mend}") from None
    except ValidationError:
        raise StatisticsError(
            f"{path}: has no statistics of this version of Pacgrid; run pacgrid grade --out again"
        ) from None
