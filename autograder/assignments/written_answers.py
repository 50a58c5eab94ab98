"""Finds the files in which a submission answers exercises."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from pacgrid.common.failure import Failure
from pacgrid.common.suggestion import did_you_mean

from ..kinds.exercise.answers_file import AnswersError, read_answers
from ..submissions.members import caseless
from ..submissions.submission import Submission
from .answers import Answer, Unanswered
from .assignment import Assignment

NO_IDENTIFIER = (
    "is individual, but the student's identifier isn't known; add --student ID, or for a course"
    " --roster CSV"
)


def written_answers(assignment: Assignment, submission: Submission) -> Mapping[str, Answer]:
    """By question that asks for a file of answers: the file's name, or why it can't be graded. In
    an individual exercise, a file that names another student can't."""
    asked = {question.file for question in assignment.questions if question.file}
    others = {PurePosixPath(path).name for path, _ in submission.files} - asked
    return {
        question.name: _answer(
            question.file,
            submission,
            others,
            is_individual=any(test.is_individual for test in question.tests),
        )
        for question in assignment.questions
        if question.file
    }


def _answer(file: str, submission: Submission, others: set[str], *, is_individual: bool) -> Answer:
    content = submission.answers(file)
    if content is None:
        texts = sorted(name for name in others if name.endswith((".toml", ".txt")))
        hint = did_you_mean(file, texts)
        return Unanswered(f"no {file}" + f"; {hint}" * bool(hint))
    try:
        written = read_answers(content)
    except AnswersError as error:
        return Failure(f"{file} {error}")
    if written.is_untouched:
        return Unanswered(f"{file} is not written yet")
    if is_individual and not submission.identifier:
        return Failure(f"{file} {NO_IDENTIFIER}")
    if is_individual and written.student and not _same(written.student, submission.identifier):
        return Failure(f"{file} belongs to {written.student}, not to {submission.identifier}")
    return file


def _same(one: str, other: str) -> bool:
    return caseless(one.strip()) == caseless(other.strip())
