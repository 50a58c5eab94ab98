"""The part of a grade that a student may see now: the view that all feedback for students shows.

It has no hidden tests, so no report that is made from it can leak one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.metadata import version

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import shortened
from pacgrid.cs188 import COURSE_TEST_CASES

from ..assignments.assignment import Assignment
from ..model.diagnosis import EvaluationReport, merged
from ..model.grade import Grade, QuestionGrade
from ..model.outcome import Outcome, amount, full, kind, score, total, worth
from ..model.played_game import LostGame, lost_games, lost_lines
from .shown_diagnosis import ShownDiagnosis, has_diagnosis, shown_diagnoses


@dataclass(frozen=True)
class ShownFailure:
    """A failure, explained once."""

    failure: Failure
    question: str
    """Where it is explained: the first question that failed so."""
    command: str = ""
    """Shows it again; "" if a diagnosis has named it, or the test is hidden."""
    places: list[str] = field(default_factory=list)
    """Where it happened, in each test: `minimax.4, games 1-3`."""

    @property
    def message(self) -> str:
        return self.failure.message

    @property
    def details(self) -> str:
        """The author's own lines of the traceback, the position in which it happened, and the
        command that shows it again."""
        again = f"To run just this: {self.command}" if self.command else ""
        return "\n".join(filter(None, [self.failure.details, again]))


@dataclass(frozen=True)
class ShownTest:
    """A test that may be shown, and what to say about it."""

    outcome: Outcome
    selector: str
    """What `pacgrid grade --only` calls it: `minimax.2`."""
    lost: tuple[LostGame, ...] = ()
    diagnosis: ShownDiagnosis | None = None

    @property
    def name(self) -> str:
        """`2. three ghosts`."""
        return f"{self.outcome.number}. {self.outcome.test}"

    @property
    def shade(self) -> str:
        """`good`, `part` or `bad`."""
        return "good" if self.outcome.is_passed else "part" if self.outcome.points else "bad"

    @property
    def score(self) -> str:
        """Its points, or whether it is passed."""
        outcome = self.outcome
        return score(outcome.points, outcome.possible, is_passed=outcome.is_passed)

    @property
    def lost_lines(self) -> list[str]:
        """Which games were lost, and when they could still have been saved."""
        return lost_lines(self.outcome.lost)

    @property
    def advice(self) -> str:
        """What to look at: one line, maybe with a drawing below it."""
        found = self.outcome.diagnosis
        return "" if found and found.shows_the_test else self.outcome.advice


@dataclass(frozen=True)
class ShownQuestion:
    """One question, its tests, and what to improve."""

    name: str
    asks_for: str
    points: float
    possible: float
    extra: float
    answered: bool
    rules: tuple[str, ...]
    """How its points follow from its tests if they don't simply add up."""
    problem: str
    """Why no tests are shown, if none are."""
    missing: str
    """What it lacks for an answer, if there is none: `no Minimax`."""
    tests: tuple[ShownTest, ...]
    failures: tuple[ShownFailure, ...]
    """The failures that no earlier question explains."""
    explained_in: tuple[str, ...]
    """The earlier questions that explain its other failures."""
    evaluation: EvaluationReport | None
    printed: str
    """What it printed in the first test that failed or lost points, shortened."""

    @property
    def full(self) -> float:
        """The points of a complete answer; of a bonus question, its extra points."""
        return self.possible or self.extra

    @property
    def shade(self) -> str:
        """`good`, `part` or `bad`."""
        return shade(self.points, self.full)

    @property
    def score(self) -> str:
        """`3 / 4 + 1`."""
        return f"{amount(self.points)} / {full(self.possible, self.extra)}"


@dataclass(frozen=True)
class StudentView:
    """One grade, without hidden tests."""

    title: str
    name: str
    student: str
    identifier: str
    points: float
    possible: float
    """The points that it could have: those of the shown tests that count."""
    attempted: float
    """The points of the shown tests of answered questions."""
    hidden_points: float
    """The points of the hidden tests that count and aren't shown."""
    visible_total: str
    """The total that the student sees, if this view has more."""
    questions: tuple[ShownQuestion, ...]
    failure: ShownFailure | None
    is_missing: bool
    sandbox: str
    digest: str
    """The first digits of the submission's hash."""
    version: str
    date_rule: str = ""

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
        count = sum(question.answered for question in self.questions)
        if count < len(self.questions) and not self.failure:
            points = f", with {total(self.points, self.attempted)}" * bool(count)
            lines.append(f"questions answered: {count} of {len(self.questions)}{points}")
            lines.append("a question that isn't answered counts as zero")
        if self.visible_total:
            lines.append(f"the student sees: {self.visible_total}")
        if self.hidden_points:
            lines.append(f"hidden tests: {worth(self.hidden_points)}, not shown here")
        return tuple(lines)


def shade(points: float, possible: float) -> str:
    """`good` for all points, `part` for some, `bad` for none."""
    return "good" if points >= possible else "part" if points else "bad"


def student_view(
    assignment: Assignment,
    grade: Grade,
    *,
    show_hidden: bool = False,
    pages: str = "",
    command: str | None = None,
    date_rule: str = "",
) -> StudentView:
    """What a student may see of `grade`; with `show_hidden`, what staff may.

    Args:
        pages: the folder of pages of lost games, if there are any.
        command: grades the submission again; by default, with the names of files in the kit. If it
            is "", no command is named.
        date_rule: whether it was on time, and what that means for the points.
    """
    grade = grade.for_author(assignment.hints)
    if not show_hidden:
        grade = grade.public
    command = _run_again(assignment, grade.name) if command is None else command
    shown = {
        question.name: [o for o in question.outcomes if show_hidden or not o.is_hidden]
        for question in grade.questions
    }
    hidden = [0 if show_hidden else _hidden_points(assignment, each) for each in grade.questions]
    failures = {} if grade.failure else _failures_by_kind(grade, shown, command)
    questions = tuple(
        _question(question, shown[question.name], unseen, failures, pages, command)
        for question, unseen in zip(grade.questions, hidden, strict=True)
    )
    has_more = show_hidden and assignment.has_hidden_tests
    return StudentView(
        title=assignment.title,
        name=grade.name,
        student=grade.student,
        identifier=grade.identifier,
        points=sum(question.points for question in questions),
        attempted=sum(question.possible for question in questions if question.answered),
        possible=sum(question.possible for question in questions),
        hidden_points=sum(hidden),
        visible_total=student_view(assignment, grade).total if has_more else "",
        questions=questions,
        failure=ShownFailure(grade.failure, "", places=[grade.name]) if grade.failure else None,
        is_missing=grade.missing,
        sandbox=grade.sandbox,
        digest=grade.digest[:12],
        version=version("pacgrid"),
        date_rule=date_rule,
    )


def _run_again(assignment: Assignment, name: str) -> str:
    """The command with which a student grades a submission's code again, without options."""
    file = name if name.endswith(".py") and name.split() == [name] else assignment.file
    if assignment.is_imported:
        return f"pacgrid grade {file} --assignment {COURSE_TEST_CASES}"
    option = "" if assignment.title == _default_title() else " --assignment assignment.toml"
    return f"pacgrid grade {file}{option}"


@lru_cache
def _default_title() -> str:
    return Assignment.load("pacman").title


def _question(
    question: QuestionGrade,
    outcomes: list[Outcome],
    unseen: float,
    failures: Mapping[str, ShownFailure],
    pages: str,
    command: str,
) -> ShownQuestion:
    name = question.name
    possible = _visible_points(question.possible, unseen)
    extra = _visible_points(question.possible + question.extra, unseen + possible)
    own = dict.fromkeys(kind(failure) for failure, _, _ in _placed(question, outcomes))
    shown = [failures[key] for key in own if key in failures]
    diagnoses = shown_diagnoses(name, outcomes, command)
    printed = next((outcome.output for outcome in outcomes if outcome.is_lacking), "")
    return ShownQuestion(
        name=name,
        asks_for=question.asks_for,
        points=sum(o.points for o in outcomes) if question.adds_up else question.points,
        possible=possible,
        extra=extra,
        answered=question.answered,
        rules=replace(question, extra=extra).rules if outcomes else (),
        problem=_problem(question, outcomes),
        missing=_missing(question),
        tests=tuple(
            ShownTest(
                outcome,
                f"{name}.{outcome.number}",
                lost_games(name, outcome.number, outcome.lost, pages),
                diagnoses.get(outcome.number),
            )
            for outcome in outcomes
        ),
        failures=tuple(each for each in shown if each.question == name),
        explained_in=tuple(dict.fromkeys(e.question for e in shown if e.question != name)),
        evaluation=merged([o.evaluation for o in outcomes if o.evaluation]),
        printed=shortened(printed) if printed.strip() else "",
    )


def _problem(question: QuestionGrade, outcomes: list[Outcome]) -> str:
    if question.failure:
        return "not tested"
    if missing := _missing(question):
        return f"not answered: {missing}"
    return "" if outcomes else "answered; its tests are not shown here"


def _missing(question: QuestionGrade) -> str:
    is_missing = question.answer is None and not question.failure
    return (question.reason or f"no {question.asks_for}") if is_missing else ""


def _hidden_points(assignment: Assignment, question: QuestionGrade) -> float:
    """Possible points of its hidden tests, run or not."""
    if question.outcomes:
        return sum(outcome.possible for outcome in question.outcomes if outcome.is_hidden)
    tests = assignment.question(question.name).tests
    return sum(test.possible for test in tests if test.visibility != "visible")


def _visible_points(possible: float, hidden: float) -> float:
    """Possible points without those of hidden tests, rounded so that nothing left is 0."""
    return max(0.0, round(possible - hidden, 9))


def _failures_by_kind(
    grade: Grade, shown: Mapping[str, Sequence[Outcome]], command: str
) -> dict[str, ShownFailure]:
    """The first failure of each kind in the shown tests, with the places of all."""
    found: dict[str, ShownFailure] = {}
    for question in grade.questions:
        for failure, place, selector in _placed(question, shown[question.name]):
            again = f"{command} --only {selector}" if command and selector else ""
            new = ShownFailure(failure, question.name, again)
            found.setdefault(kind(failure), new).places.append(place)
    return found


def _placed(
    question: QuestionGrade, outcomes: Sequence[Outcome]
) -> Iterator[tuple[Failure, str, str]]:
    """The failures in `outcomes`; for each, its place with the test's number, and what `pacgrid
    grade --only` calls that, unless a diagnosis says it or it is hidden."""
    if question.failure:
        yield question.failure, question.name, ""
    for outcome in outcomes:
        test = f"{question.name}.{outcome.number}"
        for failed in outcome.failures:
            first = re.search(r"\d+", failed.place)
            selector = f"{test}.{first[0]}" if first else test
            is_left_out = outcome.is_hidden or has_diagnosis(outcome)
            place = ", ".join(filter(None, [test, failed.place]))
            yield failed.failure, place, "" if is_left_out else selector
