"""The files of exercises: for each, one to answer in, and a sheet with the trees drawn."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from pacgrid.quizzes.quiz import Quiz
from pacgrid.render.quiz_files.quiz_sheet import quiz_sheet

from ..assignments.assignment import Assignment, AssignmentError
from ..assignments.question import Question
from ..kinds.exercise.exercise import Exercise
from ..reports.file_names import file_names
from ..submissions.submission import Submission
from .answers_text import answers_text, right_answer

FOLDER = "exercises"
"""Of a kit, with a folder for each student."""


def exercises(assignment: Assignment) -> list[tuple[Question, Exercise]]:
    """The questions that ask for a file of answers, with their tests."""
    return [
        (question, test)
        for question in assignment.questions
        for test in question.tests
        if isinstance(test, Exercise)
    ]


def shared_files(assignment: Assignment) -> dict[str, bytes]:
    """The files, by name, of the exercises that are the same for all."""
    return dict(_files(assignment, ""))


def students_files(assignment: Assignment, identifiers: Sequence[str]) -> dict[str, bytes]:
    """The files, by path, of the individual exercises of these students: a folder for each."""
    folders = file_names(identifiers)
    return {
        f"{FOLDER}/{folder}/{name}": content
        for identifier, folder in zip(identifiers, folders, strict=True)
        for name, content in _files(assignment, identifier)
    }


def own_files(assignment: Assignment, identifier: str) -> dict[str, bytes]:
    """The files, by name, of the individual exercises of one student. Raises AssignmentError if the
    assignment has none."""
    if not identifier.strip():
        raise AssignmentError(
            "--student is empty; give the identifier that the course staff know you by"
        )
    if files := dict(_files(assignment, identifier)):
        return files
    raise AssignmentError(
        f"{assignment.title} has no visible individual exercise; you get hidden ones from the"
        " course staff, and shared ones in the kit"
    )


def solved(question: Question, exercise: Exercise, identifier: str) -> Submission:
    """The right answers of the student with that identifier."""
    questions, file = exercise.questions(identifier), question.file or ""
    text = answers_text(question.name, questions, answer=right_answer)
    return Submission(f"the answers in {file}", ((file, text.encode()),), identifier=identifier)


def _files(assignment: Assignment, identifier: str) -> Iterator[tuple[str, bytes]]:
    """The individual exercises of a student; without an identifier, the others."""
    for question, exercise in exercises(assignment):
        if exercise.individual != bool(identifier):
            continue
        file = question.file or ""
        questions = exercise.questions(identifier)
        title = f"{assignment.title}: {exercise.title or question.name}"
        title += f", for {identifier}" * bool(identifier)
        yield file, answers_text(title, questions, identifier).encode()
        sheet = quiz_sheet(Quiz(title, questions))
        yield f"{PurePosixPath(file).stem}.html", sheet.encode()
