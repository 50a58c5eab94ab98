"""The grade of a submission, and the grades of its questions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

from .diagnosis import Hints
from .outcome import Outcome, Rule, points_by, rule_text


@dataclass(frozen=True)
class QuestionGrade:
    """The result of one question."""

    name: str
    asks_for: str
    """The class or function that the question looks for."""
    possible: float
    answer: str | None
    """The class or function that was tested; None if the submission doesn't answer."""
    outcomes: tuple[Outcome, ...] = ()
    failure: Failure | None = None
    """Why no test could be run."""
    reason: str = ""
    """Why the submission doesn't answer, if it doesn't."""
    rule: Rule = "sum"
    extra: float = 0.0
    requires: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    """The required questions that aren't met: then it gets no points."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["reason", *(["answer"] if self.answer else [])])

    @property
    def answered(self) -> bool:
        """Whether there was something to test, or a failure prevented it. A submission that has no
        Python file, or can't be read, answers nothing."""
        return self.answer is not None or (self.failure is not None and not self.reason)

    @property
    def points(self) -> float:
        if self.unmet:
            return 0
        if self.rule == "sum":
            return sum(outcome.points for outcome in self.outcomes)
        cases = [case for outcome in self.outcomes for case in outcome.judged]
        return points_by(self.rule, self.possible, self.extra, cases)

    @property
    def is_complete(self) -> bool:
        """Whether it has full points; of a bonus question, all that there are."""
        return self.points >= (self.possible or self.extra)

    @property
    def adds_up(self) -> bool:
        """Whether its points are the sum of its tests' points."""
        if self.rule == "sum" or not self.outcomes:
            return not self.unmet
        points = sum(outcome.points for outcome in self.outcomes)
        possible = sum(outcome.possible for outcome in self.outcomes)
        return (points, possible) == (self.points, self.possible)

    @property
    def rules(self) -> tuple[str, ...]:
        """How its points follow from its tests if they don't simply add up to full ones, a line
        each."""
        if self.adds_up and not self.extra:
            return ()
        unmet = [f"no points, because {name} isn't complete" for name in self.unmet]
        return tuple(filter(None, [rule_text(self.rule, self.extra), *unmet]))

    @property
    def public(self) -> "QuestionGrade":
        """What students may ever see of it."""
        return replace(self, outcomes=tuple(outcome.public for outcome in self.outcomes))

    @property
    def failures(self) -> Mapping[Failure, str]:
        """Each failure once, with the place where it first occurred."""
        found = {self.failure: ""} if self.failure else {}
        for outcome in self.outcomes:
            for failed in outcome.failures:
                found.setdefault(failed.failure, failed.place)
        return found


def with_unmet(questions: Iterable[QuestionGrade]) -> tuple[QuestionGrade, ...]:
    """The grades of `questions`, in their order, each with the questions that it requires and that
    aren't complete. Questions that aren't among them don't matter."""
    grades: dict[str, QuestionGrade] = {}
    questions = tuple(questions)
    names = {question.name for question in questions}
    for question in questions:
        complete = {grade.name for grade in grades.values() if grade.points >= grade.possible}
        unmet = [name for name in question.requires if name in names - complete]
        grades[question.name] = replace(question, unmet=tuple(unmet))
    return tuple(grades.values())


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
    identifier: str = ""
    """The student's number or login in the learning management system, if known."""
    digest: str = ""
    sandbox: str = ""
    """The sandbox that it ran in: a `Level`."""

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
        """The points that it could have; unanswered questions count as zero."""
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

    def for_author(self, hints: Hints) -> "Grade":
        """The same without what the author of a search may not read of its diagnosis."""
        questions = (
            replace(each, outcomes=tuple(outcome.for_author(hints) for outcome in each.outcomes))
            for each in self.questions
        )
        return replace(self, questions=tuple(questions))

    @property
    def has_hidden_tests(self) -> bool:
        """Whether any of its tests is hidden from students now."""
        return any(outcome.is_hidden for q in self.questions for outcome in q.outcomes)
