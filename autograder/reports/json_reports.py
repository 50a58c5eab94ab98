"""Grades as JSON: for programs, with everything; for Gradescope, what students may see.

Gradescope's format: https://gradescope-autograders.readthedocs.io/en/latest/specs/. It hides each
test by its `visibility`, and shows most of them one day, so all of results.json is made from what
is `Grade.public`. What students always see comes from visible tests alone: the output, the
leaderboard, the time, and the numbers of visible tests, which come first.

There is no score at the top: Gradescope adds up the scores of the tests, and shows no total while a
test is hidden. All text has the format `text`, which Gradescope escapes. The other formats (`html`,
`simple_format`, `md`, `ansi`) would let a submission inject markup.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any, get_args

from pacgrid.action import Action
from pacgrid.common.sanitize import shortened

from ..assignments.assignment import Assignment
from ..course.dates import NO_COURSE_ROWS, CourseRow
from ..model.diagnosis import Counterexample, EvaluationReport, RepairedLine
from ..model.fault import UNREPORTED
from ..model.grade import Grade, QuestionGrade
from ..model.outcome import Visibility
from .shown_diagnosis import diagnosis_text, evaluation_notes
from .student_view import ShownQuestion, ShownTest, StudentView, student_view

VERSION = 3
_FORMAT = "text"
_VISIBLE_FIRST = get_args(Visibility).index


# For programs.


def to_json(
    assignment: Assignment,
    grades: Sequence[Grade],
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
) -> dict[str, Any]:
    """Everything, including hidden tests."""
    data: dict[str, Any] = as_json(
        {
            "format": "pacgrid grades",
            "version": VERSION,
            "assignment": {
                "title": assignment.title,
                "points": assignment.points,
            },
            "submissions": [
                _submission_json(assignment, grade, course_rows.get(grade.name)) for grade in grades
            ],
        }
    )
    return data


def _submission_json(
    assignment: Assignment, grade: Grade, course_row: CourseRow | None
) -> dict[str, Any]:
    view = student_view(assignment, grade)
    data = {
        "name": grade.student or grade.name,
        **as_json(grade),
        "visible_points": view.points,
        "visible_possible_points": view.possible,
    }
    if course_row:
        data |= {
            "section": course_row.section,
            "partners": course_row.partners,
            "submitted": course_row.submitted,
            "due": course_row.due,
            "late_days_used": course_row.lateness.used if course_row.lateness else None,
            "rule": course_row.rule,
            "points_that_count": course_row.final(grade),
        }
    return data


_NAMES = {"possible": "possible_points", "extra": "extra_points", "outcomes": "tests"}
"""The keys of fields that are called otherwise."""
_LEFT_OUT = {
    *("seconds", "observed", "actions", "analysis", "action_names"),
    *("events", "states", "explained", "returned", "first", "column", "width"),
}
"""Fields for the journal and for pages alone: the moves of games, and what a search asked for."""


def as_json(value: object, word: Callable[[Action], str] = str) -> Any:
    """`value` as JSON: of a part of a grade, its fields by their names. `word` says what an action
    is called. It is the same whether or not the journal kept the value: `2` for `2.0`, too."""
    match value:
        case Action():
            return word(value)
        case StrEnum():
            return value.value
        case float() | Fraction():
            return int(value) if value == value // 1 else float(value)
        case dict():
            return {key: as_json(each, word) for key, each in value.items()}
        case list() | tuple():
            return [as_json(each, word) for each in value]
        case Counterexample():
            word = value.word
    if not is_dataclass(value):
        return value
    data = {
        _NAMES.get(field.name, field.name): as_json(getattr(value, field.name), word)
        for field in fields(value)
        if field.name not in _LEFT_OUT
    }
    match value:
        case Grade():
            more = {"points": value.total, "attempted_points": value.attempted}
            data = {"submission": data.pop("name"), **data, **more}
            data["possible_points"] = value.possible
        case QuestionGrade():
            data |= {"points": value.points, "answered": value.answered}
        case RepairedLine():
            data["line"] = data.pop("number")
        case Counterexample(departs_at=departs_at):
            data["departs_at"] = None if departs_at is None else [*map(str, departs_at)]
    return data


# For Gradescope.


def gradescope_results(assignment: Assignment, grade: Grade) -> dict[str, Any]:
    """The content of /autograder/results/results.json."""
    grade = grade.public
    view = student_view(assignment, grade)
    later = student_view(assignment, grade, show_hidden=True)
    where = " (visible tests)" if assignment.has_hidden_tests else ""
    outcomes = [outcome for question in grade.questions for outcome in question.outcomes]
    questions = zip(grade.questions, later.questions, strict=True)
    return {
        "execution_time": round(sum(outcome.seconds for outcome in outcomes), 2),
        "output": _output(view),
        "output_format": _FORMAT,
        "test_output_format": _FORMAT,
        "test_name_format": _FORMAT,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "pacgrid": view.version,
            "assignment": assignment.title,
            "digest": grade.digest,
            "sandbox": grade.sandbox,
        },
        "tests": [
            test
            for number, (question, shown) in enumerate(questions, start=1)
            for test in (
                _tests(number, question, shown)
                if shown.tests
                else _untested(number, assignment, question)
            )
        ],
        "leaderboard": [{"name": f"points{where}", "value": round(view.points, 2)}],
    }


def unreported_results() -> dict[str, Any]:
    """The content of results.json for a submission whose results can't be shown."""
    return {
        "score": 0,
        "output": UNREPORTED,
        "output_format": _FORMAT,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [],
    }


def _output(view: StudentView) -> str:
    failure = [view.failure.message, view.failure.details] if view.failure else []
    sandbox = f", sandbox: {view.sandbox}" if view.sandbox else ""
    graded = f"graded by Pacgrid {view.version}{sandbox}"
    return "\n".join(filter(None, [view.total, *failure, *view.details, graded]))


def _tests(number: int, question: QuestionGrade, shown: ShownQuestion) -> Iterator[dict[str, Any]]:
    """The tests of a question, visible ones first. If its points aren't the sum of theirs, these
    have none, and the question comes first."""
    if not question.adds_up:
        yield {
            **_test(f"{number}", question, "visible"),
            "name": question.name,
            "score": question.points,
            "max_score": question.possible,
            "status": "passed" if question.is_complete else "failed",
            "output": "\n".join(question.rules),
            "extra_data": {},
        }
    ordered = sorted(shown.tests, key=lambda test: _VISIBLE_FIRST(test.outcome.visibility))
    for place, test in enumerate(ordered, start=1):
        outcome = test.outcome
        points = {"score": outcome.points, "max_score": outcome.possible}
        yield {
            **_test(f"{number}.{place}", question, outcome.visibility),
            "name": f"{question.name}: {outcome.test.removeprefix(f'{question.name}/')}",
            **(points if question.adds_up else {}),
            "status": "passed" if outcome.is_passed else "failed",
            "output": _test_output(test, shown.evaluation if place == 1 else None),
            "extra_data": {} if outcome.nodes is None else {"nodes": outcome.nodes},
        }


def _untested(
    number: int, assignment: Assignment, question: QuestionGrade
) -> Iterator[dict[str, Any]]:
    """Why a question has no results, once for each visibility of its tests."""
    reason = "not tested"
    if question.failure:
        reason = f"{question.failure.message}\n{question.failure.details}".rstrip()
    elif question.answer is None:
        reason = f"not answered: {question.reason or f'no {question.asks_for}'}"
    tests = assignment.question(question.name).tests
    by_visibility = sorted(tests, key=lambda test: _VISIBLE_FIRST(test.visibility))
    groups = groupby(by_visibility, key=lambda test: test.visibility)
    for place, (visibility, group) in enumerate(groups, start=1):
        points = sum(test.possible for test in group)
        yield {
            **_test(f"{number}.{place}", question, visibility),
            "name": question.name,
            "score": 0,
            "max_score": points if question.rule == "sum" else question.possible,
            "status": "failed",
            "output": reason,
            "extra_data": {},
        }


def _test(number: str, question: QuestionGrade, visibility: Visibility) -> dict[str, Any]:
    return {
        "number": number,
        "name_format": _FORMAT,
        "output_format": _FORMAT,
        "tags": [question.name],
        "visibility": visibility,
    }


def _test_output(test: ShownTest, evaluation: EvaluationReport | None) -> str:
    outcome = test.outcome
    lines = [outcome.result, *filter(None, [outcome.successors]), *test.lost_lines]
    lines += [f"{'✓' if aim.reached else '✗'} {aim}" for aim in outcome.parts]
    for failed in outcome.failures:
        message = f"{failed.place}: {failed.failure.message}".removeprefix(": ")
        lines += ["", message, failed.failure.details]
    if diagnosis := test.diagnosis:
        lines += ["", f"{diagnosis.selector}: {diagnosis.title}", diagnosis_text(diagnosis)]
    for heading, text in evaluation_notes(evaluation) if evaluation else ():
        lines += ["", heading, text]
    if test.advice:
        lines += ["", test.advice]
    if outcome.output.strip() and outcome.is_lacking:
        lines += ["", "printed:", shortened(outcome.output)]
    return "\n".join(lines).rstrip()
