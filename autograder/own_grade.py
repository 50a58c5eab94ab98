"""Grades one's own file or class from Python, as `pacgrid grade` does: for notebooks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import isfunction
from os import PathLike
from pathlib import Path
from typing import Any

from .assignments.assignment import Assignment
from .assignments.first_look import first_look
from .assignments.selection import select
from .batch.grader import Grader
from .model.errors import GradingError
from .model.grade import Grade
from .reports.feedback import as_text
from .reports.student_view import student_view
from .sandbox.level import strongest
from .submissions.collection import collect_one
from .submissions.notebook_source import source_of
from .submissions.submission import Submission


@dataclass(frozen=True, repr=False)
class OwnGrade:
    """The grade of one file, which shows itself as feedback, also in a notebook."""

    assignment: Assignment
    grade: Grade

    @property
    def points(self) -> float:
        """Of the visible tests."""
        return student_view(self.assignment, self.grade).points

    @property
    def possible(self) -> float:
        """The points that it could have on the visible tests."""
        return student_view(self.assignment, self.grade).possible

    def __str__(self) -> str:
        return as_text(student_view(self.assignment, self.grade))

    __repr__ = __str__


def grade(
    agent: str | PathLike[str] | Callable[..., Any],
    assignment: str = "pacman",
    *,
    only: str | Sequence[str] = (),
    fast: bool = False,
    jobs: int = 1,
) -> OwnGrade:
    """The grade of a file or folder, or of a class or function that a notebook defines, in the
    strongest sandbox of this machine.

    Args:
        agent: a path; or a class or a function. What it uses of other cells comes along.
        assignment: a shipped one, or a TOML file.
        only: only these questions and tests, such as `"minimax.2"`, for no grade.
        fast: a first look, at few games and positions of each test, for no grade.
        jobs: processes. With more than one, a program needs `if __name__ == "__main__":`.

    Raises PacgridError: the file, the class's source or the assignment can't be read, or grading
    had to stop.

    >>> from pacgrid import grade
    >>> graded = grade("agents/alpha_beta.py", only="alpha_beta.1")
    >>> graded.points == graded.possible
    True
    """
    chosen = Assignment.load(assignment)
    chosen = first_look(chosen) if fast else chosen
    names = [only] if isinstance(only, str) else only
    questions = select(chosen, names) if names else None
    grader = Grader(chosen, level=strongest(), questions=questions, jobs=jobs)
    return OwnGrade(chosen, *grader.grade([_submission(agent, chosen.file)]))


def _submission(agent: str | PathLike[str] | Callable[..., Any], main: str) -> Submission:
    """What is graded: the file, or one with the source of the class or function."""
    if isinstance(agent, str | PathLike):
        submission = collect_one(Path(agent), main)
        if submission.missing:
            raise GradingError(f"{agent}: no such file")
        return submission
    if not (isinstance(agent, type) or isfunction(agent)):
        raise GradingError(f"grade a class, a function or a path, not {agent!r:.60}")
    name = f"{agent.__name__}.py"
    return Submission(agent.__name__, ((name, source_of(agent).encode()),), name)
