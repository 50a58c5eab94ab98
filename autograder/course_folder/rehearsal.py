"""A rehearsal of a course: its own solutions and wrong hand-ins are graded as students' are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError
from rich.console import RenderableType

from ..assignments.assignment import Assignment, describe
from ..authoring.exercise_files import exercises, solved
from ..course.errors import CourseError
from ..model.amount import amount, total
from ..model.grade import Grade
from ..model.question_grade import QuestionGrade
from ..model.strict_model import StrictModel
from ..model.toml_reader import TomlError, parse_toml
from ..reports.brief_report import brief_report
from ..reports.course_mistakes import grade_mistakes
from ..reports.feedback import as_text
from ..reports.student_view import student_view
from ..submissions.collection import collect_one
from ..submissions.course import stem
from ..submissions.submission import Submission
from .course_file import is_junk, read_text
from .course_folder import SOLUTIONS, WRONG, CourseAssignment

EXPECTED = "expected.toml"
"""Beside wrong hand-ins: what each gets."""
_ROUNDING = 0.005
"""Points are shown with two decimals."""
_STUDENT = "somebody"
"""Whose individual exercises are solved."""


class ExpectedGrade(StrictModel):
    """What a wrong hand-in should get."""

    points: Annotated[
        list[float],
        BeforeValidator(lambda given: given if isinstance(given, list) else [given, given]),
        Field(min_length=2, max_length=2),
    ]
    """The least and the most: other seeds can give other points. In TOML, one number is both."""
    mistakes: list[str] = Field(default_factory=list)
    """Texts that must be in its feedback, or in the staff's list of mistakes."""


_EXPECTED = TypeAdapter(dict[str, ExpectedGrade])


@dataclass(frozen=True)
class RehearsedHandIn:
    """A hand-in of the course, and how it was graded."""

    place: str
    """`2_minimax/wrong/one_ply_short.py`"""
    total: str
    """`3.5 of 10 points`"""
    feedback: RenderableType
    """What a student reads on the terminal."""
    problems: tuple[str, ...]
    """What isn't as it should be, a line each."""
    is_wrong: bool
    """Whether it is one of the wrong hand-ins."""


def rehearse(
    assignment: CourseAssignment, grade: Callable[[Sequence[Submission]], Sequence[Grade]]
) -> list[RehearsedHandIn]:
    """Grades the solutions, then the wrong hand-ins; `grade` does it.

    Raises:
        CourseError: there are no solutions, or `expected.toml` doesn't fit the hand-ins.
    """
    right = [_with_exercises(assignment, each) for each in _hand_ins(assignment, SOLUTIONS)]
    wrong = _hand_ins(assignment, WRONG)
    if not right:
        raise CourseError(
            f"{assignment.folder / SOLUTIONS}: has no solution; write one that gets all points"
        )
    expected = _expected(assignment, wrong)
    grades = grade([*right, *wrong])
    solutions = grades[: len(right)]
    solved_questions = {q.name for each in solutions for q in each.questions if _is_full(q)}
    found = [_rehearsed(assignment, each, [*_lost(each, assignment)]) for each in solutions]
    unsolved = [q.name for q in solutions[0].questions if q.name not in solved_questions]
    if unsolved:
        place = f"{assignment.name}/{SOLUTIONS}"
        text = f"{place}: no solution gets all points of {', '.join(unsolved)}"
        found[0] = replace(found[0], problems=(*found[0].problems, text))
    return [
        *found,
        *(
            _rehearsed(assignment, each, [*_unexpected(assignment, each, expected[each.name])])
            for each in grades[len(right) :]
        ),
    ]


def _hand_ins(assignment: CourseAssignment, name: str) -> list[Submission]:
    """The hand-ins in that folder. With answers at the top, all of it is one."""
    folder, asked = assignment.folder / name, assignment.asked_files
    entries = [
        entry
        for entry in (sorted(folder.iterdir()) if folder.is_dir() else ())
        if entry.name != EXPECTED and not is_junk(entry.name)
    ]
    if asked.has_answers(entry.name for entry in entries):
        entries = [folder]
    names = [name if entry == folder else f"{name}/{entry.name}" for entry in entries]
    return [
        replace(collect_one(entry, asked), name=name, path="", student="", identifier=_STUDENT)
        for entry, name in zip(entries, names, strict=True)
    ]


def _with_exercises(assignment: CourseAssignment, submission: Submission) -> Submission:
    """`submission` with right answers to the exercises that it doesn't answer. Most are drawn from
    the salt, so no file could have the answers."""
    if not isinstance(assignment.source, Assignment):
        return submission
    answers = {
        question.file: solved(question, exercise, _STUDENT).files[0][1]
        for question, exercise in exercises(assignment.source)
        if question.file and submission.answers(question.file) is None
    }
    return replace(submission, files=tuple(sorted({*submission.files, *answers.items()})))


def _expected(
    assignment: CourseAssignment, wrong: Sequence[Submission]
) -> Mapping[str, ExpectedGrade]:
    """What each of the `wrong` hand-ins should get, by its name. Raises CourseError."""
    path = assignment.folder / WRONG / EXPECTED
    if not (wrong or path.exists()):
        return {}
    try:
        expected = _EXPECTED.validate_python(parse_toml(read_text(path)))
    except TomlError as error:
        raise CourseError(f"{path}:{error}") from None
    except ValidationError as error:
        raise CourseError(f"{path}: {describe(error)}") from None
    names = {stem(Path(one.name).name): one.name for one in wrong}
    if unknown := expected.keys() - names.keys():
        raise CourseError(
            f"{path}: there is no hand-in {min(unknown)!r} beside it; remove the table"
        )
    if missing := names.keys() - expected.keys():
        raise CourseError(f"{path}: has no table [{min(missing)}]; add one with its points")
    return {names[key]: each for key, each in expected.items()}


def _rehearsed(
    assignment: CourseAssignment, grade: Grade, problems: Sequence[str]
) -> RehearsedHandIn:
    brief = brief_report(student_view(assignment.assignment, grade), options=False)
    place = f"{assignment.name}/{grade.name}"
    is_wrong = grade.name.startswith(f"{WRONG}/")
    points = total(grade.points, grade.possible)
    return RehearsedHandIn(place, points, brief, tuple(problems), is_wrong)


def _lost(grade: Grade, assignment: CourseAssignment) -> Iterator[str]:
    """Where a solution loses points in a question that it answers."""
    place = f"{assignment.name}/{grade.name}"
    if grade.failure:
        yield f"{place}: {grade.failure.message}"
        return
    for question in grade.questions:
        if question.answered and not _is_full(question):
            points = total(question.points, question.possible + question.extra)
            where = next(
                (f": {each.test}: {each.result}" for each in question.outcomes if each.is_lacking),
                "",
            )
            yield f"{place}: {question.name} gets {points}{where}"


def _unexpected(
    assignment: CourseAssignment, grade: Grade, expected: ExpectedGrade
) -> Iterator[str]:
    """What a wrong hand-in gets that it shouldn't, or the other way round."""
    place = f"{assignment.name}/{grade.name}"
    least, most = expected.points
    if not least - _ROUNDING <= grade.points <= most + _ROUNDING:
        wanted = amount(least) if least == most else f"{amount(least)} to {amount(most)}"
        yield f"{place}: gets {amount(grade.points)} points, not {wanted}"
    named = grade_mistakes(grade)
    text = as_text(student_view(assignment.assignment, grade))
    texts = " ".join([*text.split(), *named])
    for mistake in expected.mistakes:
        if " ".join(mistake.split()) not in texts:
            found = "; ".join(named) or "nothing is named"
            yield f"{place}: {mistake!r} isn't named ({found})"


def _is_full(question: QuestionGrade) -> bool:
    possible = question.possible + question.extra
    return question.points > possible or isclose(question.points, possible)
