"""How well `pacgrid grade` names mistakes: the whole command, with files whose mistakes are known.

    python benchmarks/diagnosis.py
    python benchmarks/diagnosis.py benchmarks/agents/shown
    python benchmarks/diagnosis.py benchmarks/agents/unseen --summary
    python benchmarks/diagnosis.py ../our-agents --save results.md

Without a folder: the files in `tests/students`. Those in `benchmarks/agents` are by people who
didn't know the catalogue, and others named their mistakes before anything was graded. Who works on
the catalogue looks at `shown` and `shown_too`, never at `unseen` and `unseen_too`. In a folder of
your own, `labels.toml` says of each file what is wrong with it. Of a folder to which nobody should
fit the grader, `--summary` shows nothing but the counts.
"""

import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.diagnosis.part_findings import EVERY_FINDING
from pacgrid.autograder.model.diagnosis import Verdict
from pacgrid.autograder.model.fault import faults_of
from pacgrid.autograder.reports.report import student_report
from pacgrid.autograder.reports.student_view import StudentView, student_view
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.submissions.collection import collect
from pacgrid.common.intervals import proportion_interval

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from helpers.labels import LabelError, LabelledAgent, labelled_agents
from helpers.students import OTHER_QUESTIONS, SEARCHES, student_agents

COMMAND = " ".join(["python", *sys.argv])
COLUMNS = 80

RESULTS = {
    "not accused": "it is right, and has full points",
    "accused": "it is right, but loses points or is told that it is wrong",
    "named": "exactly its mistakes are named",
    "either": "its mistake is one of two or three alternatives",
    "partly": "one of two mistakes is named, and nothing false",
    "half": "something false is named beside a mistake of it",
    "wrongly": "only something false is named",
    "part": "not the mistake, but the part of the search that it is in is named",
    "unnamed": "it loses points, but nothing is named",
    "not found": "it has full points, and nothing is said",
}


@dataclass(frozen=True)
class Row:
    """What is said about an agent."""

    agent: LabelledAgent
    result: str
    """One of RESULTS."""
    named: tuple[str, ...]
    """By their names in the catalogue; `failed` and `unstable` if that is said."""
    points: str
    seconds: float

    @property
    def cells(self) -> list[str]:
        about = (str(self.agent), self.agent.style, "; ".join(self.agent.wrong) or "right")
        return [*about, self.result, ", ".join(self.named), self.points, f"{self.seconds:.1f}"]


def graded(agent: LabelledAgent, level: Level) -> Row:
    """Grades it for its question, as `pacgrid grade --only` does. Raises LabelError."""
    assignment = Assignment.load("pacman")
    questions = [assignment.question(agent.question)]
    began = time.perf_counter()
    grader = Grader(assignment, level=level, questions=questions, jobs=1)
    (grade,) = grader.grade(collect([agent.file]).submissions)
    seconds = time.perf_counter() - began
    for place, fault in faults_of(grade):
        raise SystemExit(f"{agent}: {place}: {fault.report}")
    if not grade.questions[0].answered:
        raise LabelError(f"{agent.file} doesn't answer {agent.question}")
    diagnoses = [o.diagnosis for o in grade.questions[0].outcomes if o.diagnosis]
    view = student_view(assignment, grade)
    warnings = [w.finding for q in view.questions if q.evaluation for w in q.evaluation.shown]
    remarks = [f for d in diagnoses for f in d.remarks]
    if agent.question == "reflex":  # facts, with their evidence, that needn't be what is wrong
        remarks = [f for f in remarks if f.mistake in frozenset[str]().union(*agent.names)]
    findings = [f for d in diagnoses for f in d.findings] + remarks + warnings
    words = printed(view)
    named = [each.mistake for each in findings if each.title in words]
    unstable = (d for d in diagnoses if d.verdict is Verdict.UNSTABLE and not d.findings)
    named += [each.verdict.value for each in unstable]
    named += ["failed"] * any(outcome.failures for outcome in grade.questions[0].outcomes)
    is_open = any(d.verdict is Verdict.NAMED and len(d.findings) > 1 for d in diagnoses)
    has_all = grade.points == grade.possible and not any(d.accuses for d in diagnoses)
    result = judged(agent, frozenset(named), has_all=has_all, is_open=is_open)
    return Row(
        agent,
        result,
        tuple(dict.fromkeys(named)),
        f"{grade.points:g} of {grade.possible:g}",
        seconds,
    )


def printed(view: StudentView) -> str:
    """What `pacgrid grade --all` prints, in one line."""
    text = StringIO()
    Console(file=text, width=COLUMNS).print(student_report(view))
    return " ".join(text.getvalue().split())


def judged(agent: LabelledAgent, named: frozenset[str], *, has_all: bool, is_open: bool) -> str:
    if not agent.wrong:
        return "not accused" if has_all else "accused"
    if not named:
        return "not found" if has_all else "unnamed"
    found = [names for names in agent.names if names & named]
    false = named - frozenset[str]().union(*agent.names) - {"failed"} - PARTS
    if agent.question == "evaluation" and found:  # each finding is a fact, with its evidence
        false = frozenset()
    if false and is_open and len(found) == len(agent.names):
        return "either"
    if false:
        return "half" if found else "wrongly"
    if not found and named & PARTS:
        return "part"
    return "named" if len(found) == len(agent.names) else "partly"


def row_of(task: tuple[LabelledAgent, Level]) -> Row:
    return graded(*task)


def share(count: int, total: int) -> str:
    """`95 % (90–98)`, with its interval."""
    if not total:
        return ""
    low, high = proportion_interval(count, total)
    return f"{count / total:.0%} ({low:.0%}–{high:.0%})".replace("%", "")


PARTS = frozenset(finding.mistake for finding in EVERY_FINDING)
FINE = ("not accused", "named")
WRONG = [result for result in RESULTS if result not in {"not accused", "accused"}]
SAID = ("named", "either", "partly", "half", "wrongly", "part")
HEAD = ["", "right", "accused", "wrong", *WRONG, "found %", "recall %", "precision %", "most s"]


def line(name: str, rows: Sequence[Row]) -> list[str]:
    """A line of a summary."""
    counts = {result: sum(row.result == result for row in rows) for result in RESULTS}
    wrong = sum(counts[result] for result in WRONG)
    right, said = len(rows) - wrong, sum(counts[result] for result in SAID)
    return [
        name,
        *map(str, (right, counts["accused"], wrong)),
        *(str(counts[result] or "") for result in WRONG),
        share(wrong - counts["not found"], wrong),
        share(counts["named"], wrong),
        share(counts["named"], said),
        f"{max((row.seconds for row in rows), default=0):.1f}",
    ]


def lines_by(rows: Sequence[Row], key: Callable[[Row], str]) -> list[list[str]]:
    return [
        line(name, [row for row in rows if key(row) == name]) for name in sorted({*map(key, rows)})
    ]


def number_of_mistakes(row: Row) -> str:
    return {0: "right", 1: "one mistake"}.get(len(row.agent.wrong), "two or more mistakes")


@dataclass(frozen=True)
class Part:
    """A table with its title."""

    title: str
    rows: Sequence[Sequence[str]]
    """Its head first."""

    def __rich__(self) -> Table:
        table = Table(title=self.title)
        for heading in self.rows[0]:
            table.add_column(heading, overflow="fold")
        for row in self.rows[1:]:
            table.add_row(*row)
        return table

    @property
    def markdown(self) -> list[str]:
        head, *body = self.rows
        rows = [head, ["---"] * len(head), *body]
        lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
        return ["", f"## {self.title}", "", *lines]


def parts(measured: Mapping[str, Sequence[Row]], *, every: bool, summary: bool) -> Iterator[Part]:
    """The summary, then by question, style and number of mistakes, and who is not named."""
    yield Part("Summary", [HEAD, *(line(name, rows) for name, rows in measured.items())])
    for name, rows in measured.items():
        yield Part(
            f"By question, style and number of mistakes: {name}",
            [
                HEAD,
                *lines_by(rows, lambda row: row.agent.question),
                *lines_by(rows, lambda row: row.agent.style or "any style"),
                *lines_by(rows, number_of_mistakes),
            ],
        )
        shown = [row.cells for row in rows if every or row.result not in FINE]
        if shown and not summary:
            head = ["agent", "style", "wrong", "result", "named", "points", "seconds"]
            yield Part(f"Not just named: {name}", [head, *shown])


def page(tables: Sequence[Part]) -> str:
    """The results, as Markdown."""
    lines = [
        "# How well mistakes are named",
        "",
        f"`{COMMAND}` (Pacgrid {version('pacgrid')}, Python {platform.python_version()})",
        "",
        *(f"- {name}: {meaning}" for name, meaning in RESULTS.items()),
        "",
        "Recall is the share of wrong agents that are `named`, precision their share of those of",
        "which something is said. Intervals are Wilson's, at 95 %. Seconds are those of a whole",
        "question, on one core.",
        *(line for table in tables for line in table.markdown),
    ]
    return "\n".join([*lines, ""])


def agents_in(folders: Sequence[Path]) -> dict[str, list[LabelledAgent]]:
    """By folder. Raises LabelError."""
    if folders:
        return {folder.resolve().name: list(labelled_agents(folder)) for folder in folders}
    students = (
        LabelledAgent.of_student(student)
        for kind in ("right", "wrong")
        for student in student_agents(kind, SEARCHES | OTHER_QUESTIONS)
    )
    return {"students": list(students)}


def main(
    folders: Annotated[list[Path] | None, typer.Argument(help="Folders with labels.toml.")] = None,
    question: Annotated[str, typer.Option(help="Only this question.")] = "",
    every: Annotated[bool, typer.Option("--every", help="Show what is named, too.")] = False,
    summary: Annotated[bool, typer.Option("--summary", help="Show no single agent.")] = False,
    sandbox: Annotated[Level | None, typer.Option(help="How agents are sandboxed.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the tables to this file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only a few agents.")] = False,
) -> None:
    """Print who is named, how."""
    try:
        agents = agents_in(folders or [])
    except LabelError as error:
        raise SystemExit(f"LabelError: {error}") from None
    step = 60 if quick else 1
    tasks = [
        (name, (agent, sandbox or strongest()))
        for name, some in agents.items()
        for agent in [each for each in some if question in {"", each.question}][::step]
    ]
    console = Console(stderr=True)
    measured: dict[str, list[Row]] = {name: [] for name in agents}
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        rows = pool.map(row_of, [task for _, task in tasks])
        for (name, _), row in zip(
            tasks, track(rows, "grading", len(tasks), console=console), strict=True
        ):
            measured[name].append(row)
    tables = list(parts(measured, every=every, summary=summary))
    Console(width=200).print(*tables)
    if save:
        save.parent.mkdir(exist_ok=True)
        save.write_text(page(tables), "utf-8")


if __name__ == "__main__":
    typer.run(main)
