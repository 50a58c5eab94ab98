"""The grade of a submission."""

from dataclasses import dataclass, replace
from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

from .placed_failure import failure_json
from .question_grade import QuestionGrade
from .rules import UnansweredRule


@dataclass(frozen=True)
class Grade:
    """The result of one submission."""

    name: str
    """The submission's name, unique in its batch."""
    questions: tuple[QuestionGrade, ...]
    failure: Failure | None = None
    """Why nothing of it could be tested."""
    missing: bool = False
    """Nothing was handed in; its points are unknown rather than 0."""
    student: str = ""
    """Who submitted it, if known."""
    identifier: str = ""
    """Their number or login in the learning management system, if known."""
    digest: str = ""
    """The submission's hash."""
    sandbox: str = ""
    """The sandbox that it ran in: a `Level`."""
    unanswered: UnansweredRule = "zero"
    """How unanswered questions count in the total."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "student", "identifier", "digest", "sandbox"])

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def attempted(self) -> float:
        """The points of the questions that it answers."""
        return sum(question.possible for question in self.questions if question.answered)

    @property
    def possible(self) -> float:
        """The points that it could have; 0 if no question counts."""
        if self.unanswered == "left out":
            return self.attempted
        return sum(question.possible for question in self.questions)

    @property
    def total(self) -> float | None:
        """Its points; None if nothing was handed in, or no question counts."""
        return self.points if self.possible and not self.missing else None

    @property
    def public(self) -> "Grade":
        """What students may ever see of it. All that they see, or will see once hidden tests are
        shown, is made from this."""
        return replace(self, questions=tuple(question.public for question in self.questions))

    @property
    def has_hidden_tests(self) -> bool:
        """Whether any of its tests is hidden from students now."""
        return any(outcome.is_hidden for q in self.questions for outcome in q.outcomes)

    def to_json(self) -> dict[str, Any]:
        return {
            "submission": self.name,
            "student": self.student,
            "identifier": self.identifier,
            "points": self.total,
            "possible_points": self.possible,
            "attempted_points": self.attempted,
            "digest": self.digest,
            "sandbox": self.sandbox,
            "missing": self.missing,
            "failure": failure_json(self.failure),
            "questions": [question.to_json() for question in self.questions],
        }
