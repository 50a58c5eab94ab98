"""How well mistakes in a search are named: known ones, and those of students.

    python benchmarks/diagnosis.py --save benchmarks/results/diagnosis.md

Each known mistake is written in two styles, which try actions in opposite orders and choose the
first or the last of equally good actions. The files in `tests/students` are written by people who
have not seen the list of mistakes; what they say of a mistake is in their own words.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.diagnosis import Diagnosis, Verdict
from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import RIGHT_SEARCHES, ReferenceSearch
from pacgrid.autograder.question import SearchName

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from helpers.students import student_agents

COMMAND = "python benchmarks/diagnosis.py --save benchmarks/results/diagnosis.md"
SEARCHES: tuple[SearchName, ...] = get_args(SearchName)


@dataclass(frozen=True)
class Subject:
    """An agent to diagnose."""

    name: str
    search: SearchName
    build: Callable[[Probe], Any]
    mistakes: tuple[str, ...]
    """From the catalogue, or in a student's own words; empty if it is right."""
    is_known: bool = False
    """Whether `mistakes` are from the catalogue."""


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
    def is_accused(self) -> bool:
        return self.diagnosis.verdict is not Verdict.RIGHT

    @property
    def result(self) -> str:
        """What the matrix says of it."""
        if not self.subject.mistakes:
            return "accused" if self.is_accused else "right"
        if not self.is_accused and not self.named:
            return "missed"
        if not self.subject.is_known:
            return "explained" if self.named else "found"
        if set(self.subject.mistakes) == set(self.named):
            return "named"
        return "among others" if set(self.subject.mistakes) <= set(self.named) else "misnamed"


def reversed_order(state: Any) -> Sequence[Any]:
    return tuple(reversed(state.legal_actions()))


def last_of_equals(mutant: type[ReferenceSearch]) -> type[ReferenceSearch]:
    """That search in another style."""

    class LastOfEquals(mutant):  # type: ignore[valid-type, misc]
        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            self.order = reversed_order

        def act(self, state: Any) -> Any:
            chosen = super().act(state)
            return self.choices[-1] if self.choices[0] is not None else chosen

    return LastOfEquals


def built(agent: type[Any], probe: Probe) -> Any:
    return agent(depth=probe.depth, evaluation=lambda state: state.evaluate())


def subjects() -> Iterator[Subject]:
    for search in SEARCHES:
        for style in (lambda mutant: mutant, last_of_equals):
            yield Subject(
                f"right {style.__name__}", search, partial(built, style(RIGHT_SEARCHES[search])), ()
            )
            for mistake in known_mistakes(search):
                build = partial(built, style(mistake.mutant))
                named = (mistake.finding.mistake,)
                yield Subject(
                    f"{mistake.name} ({style.__name__})", search, build, named, is_known=True
                )
    for kind in ("right", "wrong"):
        for student in student_agents(kind):
            build = partial(built, student.agent)
            yield Subject(str(student), student.search, build, student.mistakes)


def measure(subject: Subject, count: int, seed: int) -> Row:
    start = time.process_time()
    observations = [
        observe(probe, partial(subject.build, probe))
        for probe in generate(subject.search, count, seed)
    ]
    diagnosis = diagnose(observations, known_mistakes(subject.search))
    return Row(subject, diagnosis, time.process_time() - start)


def table(rows: Sequence[Row]) -> Table:
    table = Table(title="Diagnoses")
    for heading in (
        "search",
        "agent",
        "mistake",
        "result",
        "right",
        "verdict",
        "named",
        "where",
        "CPU s",
    ):
        table.add_column(heading, overflow="fold")
    for row in rows:
        said, example = row.diagnosis, row.diagnosis.counterexample
        table.add_row(
            row.subject.search,
            row.subject.name,
            "; ".join(row.subject.mistakes),
            row.result,
            f"{said.right}/{said.asked}",
            f"{said.verdict} {said.certainty}",
            ", ".join(row.named),
            f"{example.name}: {example.difference}" if example else "",
            f"{row.seconds:.2f}",
        )
    return table


def summary(rows: Sequence[Row]) -> Table:
    table = Table(title="Summary")
    results = (
        "named",
        "among others",
        "misnamed",
        "explained",
        "found",
        "missed",
        "right",
        "accused",
    )
    for heading in ("agents", *results, "most CPU s"):
        table.add_column(heading, justify="right")
    for search in SEARCHES:
        for kind in (True, False):
            some = [r for r in rows if r.subject.search == search and r.subject.is_known is kind]
            counts = [str(sum(row.result == result for row in some)) for result in results]
            most = max((row.seconds for row in some), default=0)
            table.add_row(f"{search}, {'known' if kind else 'others'}", *counts, f"{most:.2f}")
    return table


def main(
    count: Annotated[int, typer.Option(help="How many probes are generated.")] = 44,
    seed: Annotated[int, typer.Option(help="From which they are generated.")] = 1,
    only: Annotated[str, typer.Option(help="Only agents with this in their name.")] = "",
    every: Annotated[
        bool, typer.Option("--every", help="Show those that are as they should be, too.")
    ] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Only a few agents.")] = False,
) -> None:
    """Print the confusion matrix."""
    agents = [each for each in subjects() if only in f"{each.search} {each.name}"]
    watched = track(
        agents[:: 40 if quick else 1], "diagnosing", console=Console(stderr=True), transient=True
    )
    rows = [measure(agent, count, seed) for agent in watched]
    good = () if every or only else ("named", "right", "explained")
    Console(width=220).print(table([row for row in rows if row.result not in good]))
    Console(width=220).print(summary(rows))


if __name__ == "__main__":
    typer.run(main)
