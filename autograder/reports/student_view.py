"""The part of a grade that a student may see now.

All feedback for students is built from it, so no report can leak a hidden test.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import version
from itertools import compress

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import shortened
from pacgrid.cs188.course_file import COURSE_TEST_CASES

from ..assignments.assignment import Assignment
from ..model.amount import total, worth
from ..model.evaluation_report import merged
from ..model.grade import Grade
from ..model.lost_games import lost_games
from ..model.outcome import Outcome
from ..model.placed_failure import PlacedFailure, kind
from ..model.question_grade import QuestionGrade
from ..model.rules import UnansweredRule
from .shown_diagnosis import (
    ShownDiagnosis,
    has_diagnosis,
    shown_diagnoses,
)
from .shown_question import ShownFailure, ShownQuestion, ShownTest

UNANSWERED: Mapping[UnansweredRule, str] = {
    "zero": "counts as zero",
    "left out": "is left out of the total",
}
"""What happens to a question that isn't answered."""


@dataclass(frozen=True)
class StudentView:
    """One grade, without hidden tests."""

    title: str
    """The assignment's title."""
    name: str
    """The submission's name."""
    student: str
    identifier: str
    points: float
    possible: float
    """The points that it could have: those of the shown tests that count."""
    attempted: float
    """The points of the shown tests of answered questions."""
    hidden_points: float
    """The points of the hidden tests that count and aren't shown."""
    unanswered: UnansweredRule
    visible_total: str
    """The total that the student sees, if this view has more."""
    questions: tuple[ShownQuestion, ...]
    failure: ShownFailure | None
    """Why nothing could be tested, if so."""
    is_missing: bool
    """Whether nothing was handed in."""
    sandbox: str
    digest: str
    """The first digits of the submission's hash."""
    version: str
    """Pacgrid's version."""
    date_rule: str = ""
    """Whether it was on time, and what that means for the points."""

    @property
    def answered(self) -> int:
        """How many questions the submission answers."""
        return sum(question.answered for question in self.questions)

    @property
    def total(self) -> str:
        """What every report begins with: `5 of 20 points on the visible tests`."""
        if self.is_missing:
            return "nothing handed in"
        where = " on the visible tests" if self.hidden_points else ""
        return f"{total(self.points, self.possible)}{where}"

    @property
    def details(self) -> tuple[str, ...]:
        """What the total consists of, in a few lines; none if nothing was handed in."""
        if self.is_missing:
            return ()
        lines = [*filter(None, [self.date_rule])]
        count = self.answered
        if count < len(self.questions) and not self.failure:
            answers = f"questions answered: {count} of {len(self.questions)}"
            points = f", with {total(self.points, self.attempted)}" * bool(count)
            lines.append(f"{answers}{points}")
            lines.append(f"a question that isn't answered {UNANSWERED[self.unanswered]}")
        if self.visible_total:
            lines.append(f"the student sees: {self.visible_total}")
        if self.hidden_points:
            lines.append(f"hidden tests: {worth(self.hidden_points)}, not shown here")
        return tuple(lines)


def student_view(
    assignment: Assignment,
    grade: Grade,
    *,
    show_hidden: bool = False,
    pages: str = "",
    command: str = "",
    date_rule: str = "",
) -> StudentView:
    """What a student may see of `grade`; with `show_hidden`, what staff may.

    Args:
        pages: the folder of pages of lost games, if there are any.
        command: grades the submission again; by default, with the names of files in the kit.
        date_rule: whether it was on time, and what that means for the points.
    """
    if not show_hidden:
        grade = grade.public
    hidden = [
        0 if show_hidden else _hidden_points(assignment, question) for question in grade.questions
    ]
    shown = {
        question.name: [o for o in question.outcomes if show_hidden or not o.is_hidden]
        for question in grade.questions
    }
    kinds = {} if grade.failure else _failure_kinds(grade, shown)
    questions = tuple(
        _question(
            question,
            shown[question.name],
            unseen,
            kinds,
            pages,
            command or run_again(assignment, grade.name),
        )
        for question, unseen in zip(grade.questions, hidden, strict=True)
    )
    counts = [question.answered or grade.unanswered == "zero" for question in questions]
    has_more = show_hidden and assignment.has_hidden_tests
    return StudentView(
        title=assignment.title,
        name=grade.name,
        student=grade.student,
        identifier=grade.identifier,
        points=sum(q.points for q in questions),
        attempted=sum(q.possible for q in questions if q.answered),
        possible=sum(q.possible for q in compress(questions, counts)),
        hidden_points=sum(compress(hidden, counts)),
        unanswered=grade.unanswered,
        visible_total=student_view(assignment, grade).total if has_more else "",
        questions=questions,
        failure=_shown_failure([grade.name], grade.failure) if grade.failure else None,
        is_missing=grade.missing,
        sandbox=grade.sandbox,
        digest=grade.digest[:12],
        version=version("pacgrid"),
        date_rule=date_rule,
    )


def run_again(assignment: Assignment, name: str) -> str:
    """The command with which a student grades a submission's code again, without options."""
    file = name if name.endswith(".py") and name.split() == [name] else assignment.file
    if assignment.is_imported:
        return f"pacgrid grade {file} --assignment {COURSE_TEST_CASES}"
    option = "" if assignment.title == _default_title() else " --assignment assignment.toml"
    return f"pacgrid grade {file}{option}"


@lru_cache
def _default_title() -> str:
    """The title of the assignment that is graded by default."""
    return Assignment.load("pacman").title


def _hidden_points(assignment: Assignment, question: QuestionGrade) -> float:
    """Possible points of its hidden tests, run or not."""
    if question.outcomes:
        return sum(outcome.possible for outcome in question.outcomes if outcome.is_hidden)
    tests = assignment.question(question.name).tests
    return sum(test.possible for test in tests if test.visibility != "visible")


def _visible_points(possible: float, hidden: float) -> float:
    """Possible points without those of hidden tests, rounded so that nothing left is 0."""
    return max(0.0, round(possible - hidden, 9))


@dataclass(frozen=True)
class _FailureKind:
    """The first failure of a kind, the question where it first occurred, and all places."""

    failure: Failure
    question: str
    selector: str
    """What `pacgrid grade --only` calls the first place; "" if a diagnosis has named it, or it is
    hidden."""
    places: list[str]


def _failure_kinds(grade: Grade, shown: Mapping[str, list[Outcome]]) -> dict[str, _FailureKind]:
    """By kind: the failures in the shown tests."""
    kinds: dict[str, _FailureKind] = {}
    for question in grade.questions:
        for failed, selector in _failures(question, shown[question.name]):
            new = _FailureKind(failed.failure, question.name, selector, [])
            kinds.setdefault(kind(failed.failure), new).places.append(failed.place)
    return kinds


def _failures(
    question: QuestionGrade, outcomes: list[Outcome]
) -> Iterator[tuple[PlacedFailure, str]]:
    """The failures in the shown tests, with the test's number in the place; and for each, what
    `pacgrid grade --only` calls the place, unless a diagnosis says it or it is hidden."""
    if question.failure:
        yield PlacedFailure(question.failure, question.name), ""
    for outcome in outcomes:
        test = f"{question.name}.{outcome.number}"
        for failed in outcome.failures:
            first = re.search(r"\d+", failed.place)
            selector = f"{test}.{first[0]}" if first else test
            is_left_out = outcome.is_hidden or has_diagnosis(outcome)
            place = ", ".join(filter(None, [test, failed.place]))
            yield PlacedFailure(failed.failure, place), "" if is_left_out else selector


def _question(
    question: QuestionGrade,
    outcomes: list[Outcome],
    unseen: float,
    kinds: Mapping[str, _FailureKind],
    pages: str,
    command: str,
) -> ShownQuestion:
    possible = _visible_points(question.possible, unseen)
    extra = _visible_points(question.possible + question.extra, unseen + possible)
    own = dict.fromkeys(kind(failed.failure) for failed, _ in _failures(question, outcomes))
    failures = [kinds[key] for key in own if key in kinds]
    lacking = [outcome for outcome in outcomes if outcome.is_lacking]
    visible_sum = sum(outcome.points for outcome in outcomes)
    diagnoses = shown_diagnoses(question.name, outcomes, command)
    return ShownQuestion(
        name=question.name,
        asks_for=question.asks_for,
        points=visible_sum if question.adds_up else question.points,
        possible=possible,
        extra=extra,
        answered=question.answered,
        rules=replace(question, extra=extra).rules if outcomes else (),
        problem=_problem(question, outcomes),
        tests=tuple(
            _test(question.name, outcome, pages, diagnoses.get(outcome.number))
            for outcome in outcomes
        ),
        failures=tuple(
            _shown_failure(
                each.places, each.failure, f"{command} --only {each.selector}" * bool(each.selector)
            )
            for each in failures
            if each.question == question.name
        ),
        explained_in=tuple(
            dict.fromkeys(t.question for t in failures if t.question != question.name)
        ),
        evaluation=merged([o.evaluation for o in outcomes if o.evaluation]),
        printed=next((shortened(o.output) for o in lacking[:1] if o.output.strip()), ""),
    )


def _problem(question: QuestionGrade, outcomes: list[Outcome]) -> str:
    if question.failure:
        return "not tested"
    if question.answer is None:
        return f"not answered: {question.reason or f'no {question.asks_for}'}"
    return "" if outcomes else "answered; its tests are not shown here"


def _test(
    question: str, outcome: Outcome, pages: str, diagnosis: ShownDiagnosis | None
) -> ShownTest:
    is_shown = outcome.diagnosis is not None and outcome.diagnosis.shows_the_test
    return ShownTest(
        selector=f"{question}.{outcome.number}",
        number=outcome.number,
        title=outcome.test,
        result=outcome.result,
        points=outcome.points,
        possible=outcome.possible,
        is_passed=outcome.is_passed,
        parts=outcome.parts,
        failed=outcome.failure is not None,
        successors=outcome.successors,
        lost=lost_games(question, outcome, pages),
        is_hidden=outcome.is_hidden,
        advice="" if is_shown else outcome.advice,
        diagnosis=diagnosis,
    )


def _shown_failure(places: list[str], failure: Failure, command: str = "") -> ShownFailure:
    """`failure` in these `places`, which the `command` shows again."""
    again = f"To run just this: {command}" if command else ""
    details = "\n".join(filter(None, [failure.details, again]))
    return ShownFailure(tuple(places), failure.message, details)
