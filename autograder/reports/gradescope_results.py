"""One grade as Gradescope's results.json.

The format: https://gradescope-autograders.readthedocs.io/en/latest/specs/. Gradescope hides each
test by its `visibility`, and shows most of them one day, so all of this is made from what is
`Grade.public`. What students always see comes from visible tests alone: the output, the
leaderboard, the time, and the numbers of visible tests, which come first.

There is no score at the top: Gradescope adds up the scores of the tests, and shows no total while a
test is hidden. All text has the format `text`, which Gradescope escapes. The other formats (`html`,
`simple_format`, `md`, `ansi`) would let a submission inject markup.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from itertools import groupby
from typing import Any, get_args

from pacgrid.common.sanitize import shortened

from ..assignments.assignment import Assignment
from ..model.evaluation_report import merged
from ..model.fault import UNREPORTED
from ..model.grade import Grade
from ..model.lost_games import lost_lines
from ..model.outcome import Outcome, Visibility
from ..model.question_grade import QuestionGrade
from .diagnosis_text import diagnosis_text
from .evaluation_text import evaluation_notes
from .shown_diagnosis import ShownDiagnosis, shown_diagnoses
from .student_view import StudentView, run_again, student_view

_FORMAT = "text"
_VISIBLE_FIRST = get_args(Visibility).index


def results(assignment: Assignment, grade: Grade) -> dict[str, Any]:
    """The content of /autograder/results/results.json.

    Since Gradescope adds up the scores, an unanswered question always counts as zero there.
    """
    grade = replace(grade.public, unanswered="zero")
    view = student_view(assignment, grade)
    where = " (visible tests)" if assignment.has_hidden_tests else ""
    outcomes = [outcome for question in grade.questions for outcome in question.outcomes]
    return {
        "execution_time": round(sum(outcome.seconds for outcome in outcomes), 2),
        "output": _output(view),
        "output_format": _FORMAT,
        "test_output_format": _FORMAT,
        "test_name_format": _FORMAT,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "pacgrid": version("pacgrid"),
            "assignment": assignment.title,
            "digest": grade.digest,
            "sandbox": grade.sandbox,
        },
        "tests": [
            test
            for number, question in enumerate(grade.questions, start=1)
            for test in _tests(number, assignment, question, run_again(assignment, grade.name))
        ],
        "leaderboard": [{"name": f"points{where}", "value": round(view.points, 2)}],
    }


def unreported() -> dict[str, Any]:
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
    """The summary of the whole submission."""
    failure = [view.failure.message, view.failure.details] if view.failure else []
    lines = [view.total, *failure, *view.details]
    graded = f"graded by Pacgrid {view.version}"
    lines.append(f"{graded}, sandbox: {view.sandbox}" if view.sandbox else graded)
    return "\n".join(filter(None, lines))


def _tests(
    number: int, assignment: Assignment, question: QuestionGrade, command: str
) -> Iterator[dict[str, Any]]:
    """The tests of a question; without outcomes, the reason, once for each visibility."""
    if question.outcomes:
        ordered = sorted(question.outcomes, key=lambda outcome: _VISIBLE_FIRST(outcome.visibility))
        diagnoses = shown_diagnoses(question.name, ordered, command)
        if not question.adds_up:
            yield _question_score(number, question)
        for place, outcome in enumerate(_with_one_report(ordered), start=1):
            yield {
                **_test(f"{number}.{place}", question, outcome.visibility),
                "name": f"{question.name}: {outcome.test.removeprefix(f'{question.name}/')}",
                **_score(question, outcome),
                "status": "passed" if outcome.is_passed else "failed",
                "output": _test_output(outcome, diagnoses.get(outcome.number)),
                "extra_data": {} if outcome.nodes is None else {"nodes": outcome.nodes},
            }
        return
    is_sum = question.rule == "sum"
    tests = assignment.question(question.name).tests
    by_visibility = sorted(tests, key=lambda test: _VISIBLE_FIRST(test.visibility))
    groups = groupby(by_visibility, key=lambda test: test.visibility)
    for place, (visibility, group) in enumerate(groups, start=1):
        yield {
            **_test(f"{number}.{place}", question, visibility),
            "name": question.name,
            "score": 0,
            "max_score": sum(test.possible for test in group) if is_sum else question.possible,
            "status": "failed",
            "output": _reason(question),
            "extra_data": {},
        }


def _question_score(number: int, question: QuestionGrade) -> dict[str, Any]:
    """The points of a question that aren't the sum of its tests' points."""
    return {
        **_test(f"{number}", question, "visible"),
        "name": question.name,
        "score": question.points,
        "max_score": question.possible,
        "status": "passed" if question.is_complete else "failed",
        "output": "\n".join(question.rules),
        "extra_data": {},
    }


def _score(question: QuestionGrade, outcome: Outcome) -> dict[str, Any]:
    """The points of a test, if those of its question are their sum."""
    if not question.adds_up:
        return {}
    return {"score": outcome.points, "max_score": outcome.possible}


def _test(number: str, question: QuestionGrade, visibility: Visibility) -> dict[str, Any]:
    return {
        "number": number,
        "name_format": _FORMAT,
        "output_format": _FORMAT,
        "tags": [question.name],
        "visibility": visibility,
    }


def _with_one_report(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """`outcomes` with what is odd about an evaluation in all of them in the first, and not in the
    others."""
    report = merged([outcome.evaluation for outcome in outcomes if outcome.evaluation])
    return [
        replace(outcome, evaluation=None if place else report)
        for place, outcome in enumerate(outcomes)
    ]


def _test_output(outcome: Outcome, diagnosis: ShownDiagnosis | None) -> str:
    lines = [outcome.result]
    if outcome.successors:
        lines.append(outcome.successors)
    lines += lost_lines(outcome.lost)
    lines += [f"{'✓' if aim.reached else '✗'} {aim}" for aim in outcome.parts]
    for failed in outcome.failures:
        message = f"{failed.place}: {failed.failure.message}".removeprefix(": ")
        lines += ["", message, failed.failure.details]
    if diagnosis:
        lines += ["", f"{diagnosis.selector}: {diagnosis.title}", diagnosis_text(diagnosis)]
    for heading, text in evaluation_notes(outcome.evaluation) if outcome.evaluation else ():
        lines += ["", heading, text]
    if outcome.advice and not (outcome.diagnosis and outcome.diagnosis.shows_the_test):
        lines += ["", outcome.advice]
    if outcome.output.strip() and outcome.is_lacking:
        lines += ["", "printed:", shortened(outcome.output)]
    return "\n".join(lines).rstrip()


def _reason(question: QuestionGrade) -> str:
    if question.failure:
        return f"{question.failure.message}\n{question.failure.details}".rstrip()
    if question.answer is not None:
        return "not tested"
    return f"not answered: {question.reason or f'no {question.asks_for}'}"
