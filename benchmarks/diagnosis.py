"""How well mistakes in a search are named: known ones, and those of students.

    python benchmarks/diagnosis.py --save benchmarks/results/diagnosis.md
    python benchmarks/diagnosis.py --sandbox process

Each known mistake is written in two styles, which try actions in opposite orders and choose the
first or the last of equally good actions; some agents make two. The files in `tests/students` are
written by people who have not seen the list of mistakes, and name theirs in their own words.
"""

import platform
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, get_args

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.diagnosis import Diagnosis, Verdict
from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.hypothesis import can_be_made_together
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import RIGHT_SEARCHES, ReferenceSearch
from pacgrid.autograder.grader import Grader
from pacgrid.autograder.question import SearchName
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.trials.probe_trial import to_repeat

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from helpers.students import StudentAgent, student_agents

COMMAND = "python benchmarks/diagnosis.py --save benchmarks/results/diagnosis.md"
SEARCHES: tuple[SearchName, ...] = get_args(SearchName)

Kind = Literal["right", "known", "two", "students"]
RESULTS = {
    "right": "not accused",
    "accused": "accused, though it is right",
    "named": "exactly its mistakes are named",
    "among": "others are named, too",
    "partly": "one of two is named",
    "misnamed": "only others are named",
    "explained": "something is named; its author says it in other words",
    "unexplained": "known to be wrong, but nothing is named",
    "missed": "not found",
}


ASSIGNMENT = """
title = "Searches"
[limits]
load = {{cpu_seconds = 4, seconds = 60}}
move = {{cpu_seconds = 4, seconds = 60}}
game = {{cpu_seconds = 4, seconds = 60}}
[[questions]]
name = "search"
agent = "{agent}"
points = 1
[[questions.tests]]
kind = "search"
search = "{search}"
depth = 1
points = 1
generate = {count}
seed = {seed}
"""


@dataclass(frozen=True)
class Subject:
    """An agent to diagnose."""

    kind: Kind
    search: SearchName
    name: str
    build: Callable[[Probe], Any]
    mistakes: tuple[str, ...] = ()
    """From the catalogue, or in a student's own words; empty if it is right."""
    student: StudentAgent | None = None
    """Its file, if it has one."""


@dataclass(frozen=True)
class Row:
    """What a diagnosis says about an agent."""

    subject: Subject
    diagnosis: Diagnosis
    seconds: float

    @property
    def named(self) -> tuple[str, ...]:
        findings = self.diagnosis.findings or self.diagnosis.remarks
        return tuple(finding.mistake for finding in findings)

    @property
    def result(self) -> str:
        """One of RESULTS."""
        made, named = set(self.subject.mistakes), set(self.named)
        is_accused = self.diagnosis.verdict is not Verdict.RIGHT
        if not made:
            return "accused" if is_accused else "right"
        if not named:
            return "unexplained" if is_accused else "missed"
        if self.subject.kind == "students":
            return "explained"
        if made <= named:
            return "named" if made == named else "among"
        return "partly" if named <= made else "misnamed"

    @property
    def is_fine(self) -> bool:
        return self.result in {"right", "named", "explained"}

    @property
    def cells(self) -> list[str]:
        said, example = self.diagnosis, self.diagnosis.counterexample
        return [
            self.subject.search,
            self.subject.name,
            "; ".join(self.subject.mistakes),
            self.result,
            f"{said.right}/{said.asked}",
            f"{said.verdict}, {said.certainty}",
            ", ".join(self.named),
            f"{example.name}: {example.difference}" if example else "",
            f"{self.seconds:.2f}",
        ]


HEAD = ["search", "agent", "mistake", "result", "right", "verdict", "named", "where", "seconds"]


def reversed_order(state: Any) -> Sequence[Any]:
    return tuple(reversed(state.legal_actions()))


def last_of_equals(search: type[ReferenceSearch]) -> type[ReferenceSearch]:
    """That search in another style."""

    class LastOfEquals(search):  # type: ignore[valid-type, misc]
        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            self.order = reversed_order

        def act(self, state: Any) -> Any:
            chosen = super().act(state)
            return self.choices[-1] if chosen is not None else chosen

    return LastOfEquals


def built(agent: type[Any], probe: Probe) -> Any:
    return agent(depth=probe.depth, evaluation=lambda state: state.evaluate())


def subjects(two: int) -> Iterator[Subject]:
    """All agents; `two` of them for each search make two mistakes."""
    rng = Random(1)
    for search in SEARCHES:
        known = known_mistakes(search)
        for mistake in known:
            name = (mistake.finding.mistake,)
            mutant, other = mistake.mutant, last_of_equals(mistake.mutant)
            yield Subject("known", search, mistake.name, partial(built, mutant), name)
            yield Subject("known", search, f"{mistake.name}, last", partial(built, other), name)
        right = last_of_equals(RIGHT_SEARCHES[search])
        yield Subject("right", search, "right, last", partial(built, right))
        serious = [mistake for mistake in known if not mistake.is_remark]
        pairs = [pair for pair in combinations(serious, 2) if can_be_made_together(*pair)]
        for pair in rng.sample(pairs, two):
            build = partial(built, pair[0].together_with(pair[1]))
            names = tuple(each.finding.mistake for each in pair)
            yield Subject("two", search, " + ".join(each.name for each in pair), build, names)
    for student in student_agents("right"):
        build = partial(built, student.agent)
        yield Subject("right", student.search, str(student), build, (), student)
    for student in student_agents("wrong"):
        build = partial(built, student.agent)
        yield Subject("students", student.search, str(student), build, student.mistakes, student)


def measure(subject: Subject, count: int, seed: int) -> Row:
    start = time.process_time()
    probes = generate(subject.search, count, seed)
    observations = [observe(probe, partial(subject.build, probe)) for probe in probes]
    again = [
        observe(each.probe, partial(subject.build, each.probe)) for each in to_repeat(observations)
    ]
    diagnosis = diagnose(observations, known_mistakes(subject.search), again=again)
    return Row(subject, diagnosis, time.process_time() - start)


def grade(subject: Subject, count: int, seed: int, level: Level) -> Row | None:
    """What the grader says about a student's file; None if it gives no diagnosis."""
    student = subject.student
    assert student
    values = {"agent": student.name, "search": subject.search, "count": count, "seed": seed}
    grader = Grader(Assignment.parse(ASSIGNMENT.format(**values), COMMAND), level=level, jobs=1)
    files = ((student.file.name, student.file.read_bytes()),)
    start = time.perf_counter()
    (graded,) = grader.grade([Submission(str(student), files, student.file.name)])
    diagnosis = graded.questions[0].outcomes[0].diagnosis
    return Row(subject, diagnosis, time.perf_counter() - start) if diagnosis else None


def summary(rows: Sequence[Row]) -> list[list[str]]:
    """A table, its head first."""
    lines = []
    for search in SEARCHES:
        for kind in get_args(Kind):
            some = [row for row in rows if (row.subject.search, row.subject.kind) == (search, kind)]
            counts = Counter(row.result for row in some)
            numbers = [str(counts[result] or "") for result in RESULTS]
            most = max((row.seconds for row in some), default=0)
            lines.append([search, kind, str(len(some)), *numbers, f"{most:.2f}"])
    return [["search", "agents", "number", *RESULTS, "most seconds"], *lines]


def rich_table(title: str, rows: Sequence[Sequence[str]]) -> Table:
    table = Table(title=title)
    for heading in rows[0]:
        table.add_column(heading, overflow="fold")
    for row in rows[1:]:
        table.add_row(*row)
    return table


def markdown(rows: Sequence[Row], count: int) -> str:
    lines = [
        "# How well mistakes in a search are named",
        "",
        f"`{COMMAND}` (Pacgrid {version('pacgrid')}, Python {platform.python_version()})",
        "",
        f"Each agent is asked about {count} generated probes. `known` ones make a mistake of the",
        "catalogue, in one of two styles. `two` make two. `students` are in `tests/students`.",
        "The results:",
        "",
        *(f"- {name}: {meaning}" for name, meaning in RESULTS.items()),
    ]
    others = [row.cells for row in rows if not row.is_fine]
    for title, (head, *body) in (("Summary", summary(rows)), ("Not named", [HEAD, *others])):
        table = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body)]
        lines += ["", f"## {title}", "", *table]
    return "\n".join([*lines, ""])


def main(
    count: Annotated[int, typer.Option(help="How many probes are generated.")] = 44,
    seed: Annotated[int, typer.Option(help="From which they are generated.")] = 1,
    two: Annotated[int, typer.Option(help="How many agents make two mistakes.")] = 20,
    only: Annotated[str, typer.Option(help="Only agents with this in their name.")] = "",
    every: Annotated[bool, typer.Option("--every", help="Show those named well, too.")] = False,
    sandbox: Annotated[
        Level | None, typer.Option(help="Grade students' files, sandboxed like this.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Write the tables to this file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only a few agents.")] = False,
) -> None:
    """Print the confusion matrix."""
    agents = [each for each in subjects(two) if only in f"{each.search} {each.kind} {each.name}"]
    agents = agents[:: 50 if quick else 1]
    watched = track(agents, "diagnosing", console=Console(stderr=True), transient=True)
    if sandbox:
        graded = (grade(each, count, seed, sandbox) for each in watched if each.student)
        rows = [row for row in graded if row]
    else:
        rows = [measure(agent, count, seed) for agent in watched]
    shown = [row.cells for row in rows if every or not row.is_fine]
    Console(width=200).print(rich_table("Diagnoses", [HEAD, *shown]))
    Console(width=200).print(rich_table("Summary", summary(rows)))
    if save:
        save.parent.mkdir(exist_ok=True)
        save.write_text(markdown(rows, count), "utf-8")


if __name__ == "__main__":
    typer.run(main)
