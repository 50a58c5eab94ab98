"""Grades one's own file from Python, as `pacgrid grade` does: for notebooks."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from .assignments.assignment import Assignment, first_look, select
from .batch.grader import Grader
from .model.fault import GradingError
from .model.grade import Grade
from .reports.student_view import StudentView, student_view
from .reports.terminal_report import as_text
from .sandbox.level import strongest
from .submissions.collection import collect_one


@dataclass(frozen=True, repr=False)
class OwnGrade:
    """The grade of one file, which shows itself as feedback, also in a notebook."""

    assignment: Assignment
    grade: Grade
    command: str
    """Grades it again in a terminal."""

    @property
    def view(self) -> StudentView:
        return student_view(self.assignment, self.grade, command=self.command)

    @property
    def points(self) -> float:
        """Of the visible tests."""
        return self.view.points

    @property
    def possible(self) -> float:
        """The points that it could have on the visible tests."""
        return self.view.possible

    def __str__(self) -> str:
        return as_text(self.view)

    __repr__ = __str__


def grade(
    agent: str | PathLike[str],
    assignment: str = "pacman",
    *,
    only: str | Sequence[str] = (),
    fast: bool = False,
    jobs: int = 1,
) -> OwnGrade:
    """The grade of a file or folder, in the strongest sandbox of this machine. In a notebook, write
    a cell to a file first: `%%writefile my_agent.py`.

    Args:
        agent: a path.
        assignment: a shipped one, or a TOML file.
        only: only these questions and tests, such as `"minimax.2"`, for no grade.
        fast: a first look, at few games and positions of each test, for no grade.
        jobs: processes. With more than one, a program needs `if __name__ == "__main__":`.

    Raises PacgridError: the file or the assignment can't be read, or grading had to stop.

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
    options = ["--assignment", assignment] * (assignment != "pacman") + ["--fast"] * fast
    submission = collect_one(Path(agent), chosen.file)
    if submission.missing:
        raise GradingError(f"{agent}: no such file")
    (graded,) = grader.grade([submission])
    return OwnGrade(chosen, graded, shlex.join(["pacgrid", "grade", str(agent), *options]))
