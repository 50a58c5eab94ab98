"""`pacgrid grade --watch`: grade a submission again whenever its files are saved."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.question import Question
from pacgrid.autograder.assignments.selection import narrowed
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.question_grade import QuestionGrade, with_unmet
from pacgrid.autograder.reports.change_line import change_line
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.cli.grading import Grading
from pacgrid.errors import PacgridError

Tests = frozenset[tuple[str, int]]
"""Tests by question and number."""


class _SavedAgainError(Exception):
    """A file was saved while it was graded."""


@dataclass
class GradeWatch:
    """Grades one submission, and again after each change of `files`: first the tests that lacked
    points the last time, then the others."""

    files: "SavedFiles"
    prepare: Callable[[], tuple[Grading, Collection]]
    """Reads the assignment and the submission. May raise PacgridError."""
    show: Callable[[Assignment, Grade], None]
    console: Console
    _lacking: Tests = frozenset()
    _before: Grade | None = None
    """What it was graded last, if it could be."""

    def run(self) -> None:
        """Goes on until it is interrupted."""
        try:
            while True:
                self._grade()
                self.console.print(Text("waiting for a file to be saved; Ctrl-C stops", "dim"))
                self.files.wait()
        except KeyboardInterrupt:
            self.console.print()

    def _grade(self) -> None:
        try:
            grading, collection = self.prepare()
            grade = self._in_two_parts(grading, collection)
        except _SavedAgainError:
            return
        except PacgridError as error:
            self._clear()
            self.console.print(Text(f"Error: {error}", "red"))
            return
        except typer.Exit:  # grading was interrupted
            raise KeyboardInterrupt from None
        self._clear()
        self.show(grading.assignment, grade)
        if grade.failure:  # every test would lack points
            return
        self._lacking = _lacking(grade)
        views = [student_view(grading.assignment, each) for each in (self._before, grade) if each]
        if len(views) == 2 and (change := change_line(*views)):
            self.console.print(Text(f"since the last time: {change}", "bold"))
        self._before = grade

    def _in_two_parts(self, grading: Grading, collection: Collection) -> Grade:
        """The grade; it shows that of the tests that come first as soon as it is known."""

        def part(questions: Sequence[Question]) -> Grade:
            chosen = replace(grading, selected=questions, check=self._check)
            return chosen.run(collection)[0].grade

        every = grading.questions
        first, others = _split(every, self._lacking)
        if not (first and others):
            return part(every)
        grade = part(first)
        if grade.failure:
            return part(every)
        self._clear()
        self.show(grading.assignment, grade)
        return _together(every, grade, part(others))

    def _check(self) -> None:
        """Stops grading if a file was saved."""
        if self.files.have_changed:
            raise _SavedAgainError

    def _clear(self) -> None:
        if self.console.is_terminal:
            self.console.clear()


def _split(questions: Sequence[Question], tests: Tests) -> tuple[list[Question], list[Question]]:
    """`questions` with only these `tests`, and with only the others."""
    parts: tuple[list[Question], list[Question]] = ([], [])
    for question in questions:
        for part, is_wanted in zip(parts, (True, False), strict=True):
            chosen = [
                t for t in question.tests if ((question.name, t.number) in tests) == is_wanted
            ]
            if chosen:
                part.append(narrowed(question, chosen))
    return parts


def _lacking(grade: Grade) -> Tests:
    """The tests that lack points."""
    return frozenset(
        (question.name, outcome.number)
        for question in grade.questions
        for outcome in question.outcomes
        if outcome.is_lacking
    )


def _together(questions: Sequence[Question], one: Grade, other: Grade) -> Grade:
    """The grade for `questions` from the grades for two parts of them."""
    return replace(one, questions=with_unmet(_question(each, one, other) for each in questions))


def _question(question: Question, *grades: Grade) -> QuestionGrade:
    parts = [part for grade in grades for part in grade.questions if part.name == question.name]
    outcomes = [outcome for part in parts for outcome in part.outcomes]
    ordered = tuple(sorted(outcomes, key=lambda outcome: outcome.number))
    return replace(parts[0], outcomes=ordered, possible=question.points, extra=question.extra)


_PAUSE = 0.2
"""Seconds between two looks at the files."""

_SUFFIXES = (".py", ".test", ".solution", ".lay")

_Snapshot = dict[Path, tuple[int, int]]


class SavedFiles:
    """The Python files, assignments, test cases and layouts at `paths`: files with what is beside
    them, and folders. `pause` is called between two looks at them."""

    def __init__(
        self, paths: Iterable[Path], pause: Callable[[], None] = lambda: time.sleep(_PAUSE)
    ) -> None:
        self._paths = list(paths)
        self._pause = pause
        self._seen = self._snapshot()

    @property
    def have_changed(self) -> bool:
        """Whether one has changed since the last `wait`."""
        return self._snapshot() != self._seen

    def wait(self) -> None:
        """Wait until one has changed, all that are named are there, and nothing changes any more:
        an editor may delete a file before it writes it again."""
        while not self.have_changed:
            self._pause()
        before, now = self._seen, self._snapshot()
        while now != before or not all(path.exists() for path in self._paths):
            self._pause()
            before, now = now, self._snapshot()
        self._seen = now

    def _snapshot(self) -> _Snapshot:
        """For each file, when it was changed, and its size."""
        found: _Snapshot = {}
        for path in self._files():
            with suppress(OSError):
                status = path.stat()
                found[path] = (status.st_mtime_ns, status.st_size)
        return found

    def _files(self) -> Iterator[Path]:
        for path in self._paths:
            if path.is_dir():
                yield from (file for file in path.rglob("*") if _is_read(file))
            else:
                yield path
                yield from path.parent.glob("*.py")


def _is_read(file: Path) -> bool:
    """Whether a grade may depend on this file of a folder."""
    return file.suffix in _SUFFIXES or file.name == "CONFIG"
