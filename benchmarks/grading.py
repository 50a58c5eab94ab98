"""Submissions graded per hour: with one process, with two, and with a journal.

    python benchmarks/grading.py

Every submission answers all questions of the shipped assignment with the shipped agents, so nothing
fails early. Ratios compare runs that follow each other.
"""

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.grader import Grader
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.sandbox.worker_library import shipped_sources
from pacgrid.autograder.submission import Submission

MAIN = """
from alpha_beta import AlphaBeta
from evaluation import LinearEvaluation, evaluate
from expectimax import Expectimax
from minimax import Minimax
from reflex import Reflex as Reacting

class Reflex(Reacting):
    def __init__(self):
        super().__init__(evaluation=LinearEvaluation("cautious"))
"""


def handed_in(number: int) -> Submission:
    """One of many submissions that do the same but have different contents."""
    files = {f"{name}.py": text for name, text in shipped_sources().items()}
    files["agent.py"] = f"# Number {number}\n{MAIN}".encode()
    return Submission(f"submission {number}", tuple(sorted(files.items())), "agent.py")


def graded(
    assignment: Assignment, count: int, question: str | None, jobs: int, journal: Journal | None
) -> float:
    """Seconds to grade that many submissions."""
    grader = Grader(assignment, level=strongest(), question=question, jobs=jobs, journal=journal)
    began = time.perf_counter()
    grades = grader.grade([handed_in(number) for number in range(count)])
    seconds = time.perf_counter() - began
    assert all(grade.points == grade.possible for grade in grades), "an honest one lost points"
    return seconds


def main(
    count: Annotated[int, typer.Option(help="Submissions in each run.")] = 8,
    question: Annotated[str | None, typer.Option(help="Grade this question alone.")] = None,
) -> None:
    """Measure and print the table."""
    assignment = Assignment.load()
    table = Table(title=f"Grading {count} submissions, sandbox {strongest()}", title_justify="left")
    table.add_column("run")
    for heading in ("seconds", "an hour", "times one process"):
        table.add_column(heading, justify="right")
    with TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite") as journal:
        alone = 0.0
        for name, jobs, kept_in in (
            ("1 process", 1, None),
            ("2 processes", 2, None),
            ("2 processes, with a journal", 2, journal),
            ("2 processes, all in the journal", 2, journal),
        ):
            seconds = graded(assignment, count, question, jobs, kept_in)
            alone = alone or seconds
            hourly = f"{count / seconds * 3600:,.0f}"
            table.add_row(name, f"{seconds:.1f}", hourly, f"{alone / seconds:.2f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
