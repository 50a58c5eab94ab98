"""What a student may see of a grade, in words that are safe to show.

Everything students get is made from this: what it doesn't have, no report can leak.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.grade import Aim, Grade, Outcome, QuestionGrade
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import shortened


@dataclass(frozen=True)
class Trouble:
    """Something that went wrong, told once."""

    where: tuple[str, ...]
    """All places where it did: `minimax, game 1`."""
    message: str
    frames: str
    """The author's own lines on the way to it."""


@dataclass(frozen=True)
class ShownTest:
    """One test, and what came of it."""

    title: str
    result: str
    points: float
    possible: float
    aims: tuple[Aim, ...]
    failed: bool
    """Whether the submission did something wrong in it."""
    nodes: int | None
    """How many states it expanded, where they are counted."""
    is_hidden: bool
    """Whether it is shown to staff alone."""


@dataclass(frozen=True)
class ShownQuestion:
    """One question, and what can be done better in it."""

    name: str
    asks_for: str
    points: float
    possible: float
    answered: bool
    problem: str
    """Why there are no tests to show, if there are none."""
    tests: tuple[ShownTest, ...]
    troubles: tuple[Trouble, ...]
    """Those that weren't told of an earlier question."""
    told_in: tuple[str, ...]
    """Earlier questions, of which the other troubles were told."""
    advice: str
    """What to look at first: a line, and maybe a drawing below it."""
    printed: str
    """What was printed in the first test that failed or lacks points; of much, a part."""


@dataclass(frozen=True)
class StudentView:
    """One grade, without hidden tests."""

    title: str
    """The assignment's."""
    name: str
    """The submission's."""
    student: str
    identifier: str
    points: float
    attempted: float
    """The points that the tests shown here can give, of the questions that are answered."""
    possible: float
    """The points that all tests shown here can give."""
    hidden_points: float
    """The points of all tests that aren't shown."""
    questions: tuple[ShownQuestion, ...]
    trouble: Trouble | None
    """Why nothing could be tested."""
    sandbox: str
    digest: str
    """The beginning of the hash of what was handed in."""
    version: str
    """Pacgrid's."""

    @property
    def answered(self) -> int:
        """How many questions the submission answers."""
        return sum(question.answered for question in self.questions)


def student_view(assignment: Assignment, grade: Grade, *, show_hidden: bool = False) -> StudentView:
    """What a student may see of `grade`; or staff, with `show_hidden`."""
    hidden = [
        0 if show_hidden else _hidden_points(assignment, question) for question in grade.questions
    ]
    shown = {
        question.name: [o for o in question.outcomes if show_hidden or not o.is_hidden]
        for question in grade.questions
    }
    told = {} if grade.failure else _troubles(grade, shown)
    questions = tuple(
        _question(question, shown[question.name], _rest(question.possible, unseen), told)
        for question, unseen in zip(grade.questions, hidden, strict=True)
    )
    return StudentView(
        title=assignment.title,
        name=grade.name,
        student=grade.student,
        identifier=grade.identifier,
        points=sum(question.points for question in questions),
        attempted=sum(question.possible for question in questions if question.answered),
        possible=sum(question.possible for question in questions),
        hidden_points=sum(hidden),
        questions=questions,
        trouble=_trouble([grade.name], grade.failure) if grade.failure else None,
        sandbox=grade.sandbox,
        digest=grade.digest[:12],
        version=version("pacgrid"),
    )


def kind(failure: Failure) -> str:
    """What failures that are told once have in common: what was legal, which options a class was
    to take, and which value a function returned, are left out."""
    common = failure.message.partition("; legal were")[0]
    common = common.partition("can't be built: its __init__")[0]
    return re.sub(r" returned .* (\(.*\); it must return a number)", r" \1", common)


def _hidden_points(assignment: Assignment, question: QuestionGrade) -> float:
    """What its hidden tests can give, whether or not they were run."""
    if question.outcomes:
        return sum(outcome.possible for outcome in question.outcomes if outcome.is_hidden)
    tests = assignment.question(question.name).tests
    return sum(test.points for test in tests if test.visibility != "visible")


def _rest(possible: float, unseen: float) -> float:
    """What is left of the points without those of hidden tests: 0 when that is all of them."""
    return max(0.0, round(possible - unseen, 9))


@dataclass(frozen=True)
class _Told:
    """A kind of failure: the first of it, the question it was first seen in, and all places."""

    failure: Failure
    question: str
    where: list[str]


def _troubles(grade: Grade, shown: Mapping[str, list[Outcome]]) -> dict[str, _Told]:
    """By kind: what went wrong in the tests that are shown."""
    told: dict[str, _Told] = {}
    for question in grade.questions:
        places: dict[str, str] = {}
        for failure, place in _failures(question, shown[question.name]).items():
            told.setdefault(kind(failure), _Told(failure, question.name, []))
            places.setdefault(kind(failure), place)
        for key, place in places.items():
            told[key].where.append(f"{question.name}, {place}" if place else question.name)
    return told


def _failures(question: QuestionGrade, outcomes: list[Outcome]) -> dict[Failure, str]:
    """What went wrong in the tests that are shown, with the place where it first did."""
    found = {question.failure: ""} if question.failure else {}
    for outcome in outcomes:
        if outcome.failure:
            found.setdefault(outcome.failure, outcome.place)
    return found


def _question(
    question: QuestionGrade, outcomes: list[Outcome], possible: float, told: Mapping[str, _Told]
) -> ShownQuestion:
    own = dict.fromkeys(kind(failure) for failure in _failures(question, outcomes))
    troubles = [told[key] for key in own if key in told]
    lacking = [o for o in outcomes if o.failure or o.points < o.possible]
    return ShownQuestion(
        name=question.name,
        asks_for=question.asks_for,
        points=sum(outcome.points for outcome in outcomes),
        possible=possible,
        answered=question.answered,
        problem=_problem(question, outcomes),
        tests=tuple(map(_test, outcomes)),
        troubles=tuple(
            _trouble(trouble.where, trouble.failure)
            for trouble in troubles
            if trouble.question == question.name
        ),
        told_in=tuple(dict.fromkeys(t.question for t in troubles if t.question != question.name)),
        advice=next((o.advice for o in outcomes if o.advice), ""),
        printed=next((shortened(o.output) for o in lacking[:1] if o.output.strip()), ""),
    )


def _problem(question: QuestionGrade, outcomes: list[Outcome]) -> str:
    if question.failure:
        return "not tested"
    if not question.answered:
        return f"not answered: {question.reason or f'no {question.asks_for}'}"
    return "" if outcomes else "answered; its tests are not shown here"


def _test(outcome: Outcome) -> ShownTest:
    return ShownTest(
        title=outcome.test,
        result=outcome.result,
        points=outcome.points,
        possible=outcome.possible,
        aims=outcome.aims,
        failed=outcome.failure is not None,
        nodes=outcome.nodes,
        is_hidden=outcome.is_hidden,
    )


def _trouble(where: list[str], failure: Failure) -> Trouble:
    return Trouble(tuple(where), failure.message, failure.frames)
