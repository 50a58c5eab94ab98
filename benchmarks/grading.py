"""Submissions graded per hour: with one process, with two, and with a journal.

    python benchmarks/grading.py
    python benchmarks/grading.py --against ../pacgrid-before

Every submission answers all questions of the shipped assignment with the shipped agents, so nothing
fails early. Ratios compare runs that follow each other. With `--against`, another checkout of
Pacgrid is measured in turn.
"""

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from wall import importable

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.sandbox.worker_disk import shipped_sources
from pacgrid.autograder.submissions.submission import Submission

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
    questions = [assignment.question(question)] if question else None
    grader = Grader(assignment, level=strongest(), questions=questions, jobs=jobs, journal=journal)
    began = time.perf_counter()
    grades = grader.grade([handed_in(number) for number in range(count)])
    seconds = time.perf_counter() - began
    assert all(grade.points == grade.possible for grade in grades), "an honest one lost points"
    return seconds


def measure(count: int, question: str | None) -> dict[str, float]:
    """Seconds of each run."""
    assignment = Assignment.load()
    with TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite") as journal:
        return {
            name: graded(assignment, count, question, jobs, kept_in)
            for name, jobs, kept_in in (
                ("1 process", 1, None),
                ("2 processes", 2, None),
                ("2 processes, with a journal", 2, journal),
                ("2 processes, all in the journal", 2, journal),
            )
        }


def measured(count: int, question: str | None, path: str | None) -> dict[str, float]:
    """The same with the Pacgrid in the folder `path`, or with this one."""
    command = [sys.executable, __file__, "--count", str(count), "--only"]
    command += ["--question", question] if question else []
    environment = {**os.environ, **({"PYTHONPATH": path} if path else {})}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    seconds: dict[str, float] = json.loads(done.stdout)
    return seconds


def main(
    count: Annotated[int, typer.Option(help="Submissions in each run.")] = 8,
    question: Annotated[str | None, typer.Option(help="Grade this question alone.")] = None,
    against: Annotated[Path | None, typer.Option(help="Another checkout to compare with.")] = None,
    rounds: Annotated[int, typer.Option(help="How often everything is measured.")] = 1,
    only: Annotated[bool, typer.Option(hidden=True)] = False,
) -> None:
    """Measure and print the table: medians over the rounds."""
    if only:
        sys.stdout.write(json.dumps(measure(count, question)))
        return
    befores, afters = [], []
    with importable(against) if against else ExitStack() as path:
        for _ in range(rounds):
            befores += [measured(count, question, str(path))] if against else []
            afters.append(measured(count, question, None))
    table = Table(title=f"Grading {count} submissions, sandbox {strongest()}", title_justify="left")
    table.add_column("run")
    for heading in ("seconds", "an hour", "times one process", *(["before"] if against else [])):
        table.add_column(heading, justify="right")
    for name in afters[0]:
        seconds = median(turn[name] for turn in afters)
        alone = median(turn["1 process"] / turn[name] for turn in afters)
        cells = [f"{seconds:.1f}", f"{count / seconds * 3600:,.0f}", f"{alone:.2f}"]
        if against:
            ratio = median(b[name] / a[name] for b, a in zip(befores, afters, strict=True))
            cells.append(f"{median(turn[name] for turn in befores):.1f} ({ratio:.1f}x)")
        table.add_row(name, *cells)
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
