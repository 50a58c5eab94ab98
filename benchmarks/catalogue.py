"""How well the mistakes of the catalogue are told apart, and two at once.

    python benchmarks/catalogue.py

Each mistake is written in two styles, which try actions in opposite orders and choose the first or
the last of equally good actions; some agents make two. What is measured is the diagnosis of one
generated test. For files and the whole command, see `diagnosis.py`.
"""

import platform
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.metadata import version
from itertools import combinations, islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, get_args

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pacgrid.autograder.diagnosis.budget import MOST_QUESTIONS, QuestionBudget
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.hypothesis import can_be_made_together
from pacgrid.autograder.diagnosis.observation import ObservedTest, observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import RIGHT_SEARCHES, ReferenceSearch
from pacgrid.autograder.diagnosis.separation import inseparable
from pacgrid.autograder.kinds.search.examiner import to_repeat
from pacgrid.autograder.model.diagnosis import Diagnosis, Verdict
from pacgrid.autograder.model.searches import SearchName

COMMAND = " ".join(["python", *sys.argv])
SEARCHES: tuple[SearchName, ...] = get_args(SearchName)

Kind = Literal["right", "known", "two"]
RESULTS = {
    "right": "not accused",
    "accused": "accused, though it is right",
    "alone": "exactly its mistakes are named",
    "together": "and others from which no generated probe tells them apart",
    "among": "others are named, too",
    "partly": "one of two is named",
    "misnamed": "only others are named",
    "unexplained": "known to be wrong, but nothing is named",
    "missed": "not found",
}
FINE = ("right", "alone", "together")


@dataclass(frozen=True)
class Subject:
    """An agent to diagnose."""

    kind: Kind
    search: SearchName
    name: str
    build: Callable[[Probe], Any]
    mistakes: tuple[str, ...] = ()
    """Their names; empty if it is right."""


@dataclass(frozen=True)
class Row:
    """What a diagnosis says about an agent."""

    kind: Kind
    search: SearchName
    name: str
    mistakes: tuple[str, ...]
    named: tuple[str, ...]
    result: str
    """One of RESULTS."""
    diagnosis: Diagnosis
    seconds: float
    questions: int = 0
    """What the diagnosis has spent of its budget, if that is known."""

    @property
    def is_fine(self) -> bool:
        return self.result in FINE

    @property
    def cells(self) -> list[str]:
        said, example = self.diagnosis, self.diagnosis.counterexample
        return [
            self.search,
            self.name,
            "; ".join(self.mistakes),
            self.result,
            f"{said.right}/{said.asked}",
            f"{said.verdict}, {said.certainty}",
            ", ".join(self.named),
            f"{example.name}: {example.difference}" if example else "",
            f"{self.seconds:.2f}",
        ]


def row_of(subject: Subject, diagnosis: Diagnosis, count: int, seed: int, seconds: float) -> Row:
    named = tuple(each.mistake for each in (*diagnosis.findings, *diagnosis.remarks))
    is_accused = diagnosis.verdict is not Verdict.RIGHT
    if subject.mistakes:
        result = how_named(subject.mistakes, set(named), is_accused, subject.search, count, seed)
    else:
        result = "accused" if is_accused else "right"
    about = (subject.kind, subject.search, subject.name, subject.mistakes)
    return Row(*about, named, result, diagnosis, seconds)


def how_named(
    mistakes: Sequence[str],
    named: set[str],
    is_accused: bool,
    search: SearchName,
    count: int,
    seed: int,
) -> str:
    if not named:
        return "unexplained" if is_accused else "missed"
    found = named & {*mistakes}
    if len(found) < len(mistakes):
        return "partly" if found else "misnamed"
    others = named - found
    if not others:
        return "alone"
    groups = [set(group) for group in equal_mistakes(search, count, seed)]
    is_equal = all(any(g & found for g in groups if each in g) for each in others)
    return "together" if is_equal else "among"


@cache
def equal_mistakes(search: SearchName, count: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """The mistakes that no generated probe tells apart."""
    return inseparable(known_mistakes(search), generate(search, count, seed))


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
        pairs = [*combinations(serious, 2)]
        rng.shuffle(pairs)
        for pair in islice((pair for pair in pairs if can_be_made_together(*pair)), two):
            build = partial(built, pair[0].together_with(pair[1]))
            names = tuple(each.finding.mistake for each in pair)
            yield Subject("two", search, " + ".join(each.name for each in pair), build, names)


def measure(subject: Subject, count: int, seed: int) -> Row:
    probes = generate(subject.search, count, seed)
    start = time.process_time()
    observations = [observe(probe, partial(subject.build, probe)) for probe in probes]
    again = [
        observe(each.probe, partial(subject.build, each.probe)) for each in to_repeat(observations)
    ]
    budget = QuestionBudget()
    diagnosis = diagnose(
        [ObservedTest((*observations,), (*again,))], known_mistakes(subject.search), budget=budget
    )
    row = row_of(subject, diagnosis, count, seed, time.process_time() - start)
    return replace(row, questions=MOST_QUESTIONS - budget.questions)


@cache
def all_subjects(two: int) -> list[Subject]:
    return list(subjects(two))


def measured(number: int, two: int, count: int, seed: int) -> Row:
    """Agents can't be sent to another process, but their numbers can."""
    return measure(all_subjects(two)[number], count, seed)


def summary(rows: Sequence[Row]) -> list[list[str]]:
    """A table, its head first."""
    lines = []
    for search in SEARCHES:
        for kind in get_args(Kind):
            some = [row for row in rows if (row.search, row.kind) == (search, kind)]
            counts = Counter(row.result for row in some)
            numbers = [str(counts[result] or "") for result in RESULTS]
            seconds = sorted(row.seconds for row in some) or [0]
            usual, most = seconds[len(seconds) // 2], seconds[-1]
            lines.append([search, kind, str(len(some)), *numbers, f"{usual:.2f}", f"{most:.2f}"])
    return [["search", "agents", "number", *RESULTS, "median seconds", "most"], *lines]


def rich_table(title: str, rows: Sequence[Sequence[str]]) -> Table:
    table = Table(title=title)
    for heading in rows[0]:
        table.add_column(heading, overflow="fold")
    for row in rows[1:]:
        table.add_row(*row)
    return table


def markdown(rows: Sequence[Row], count: int) -> str:
    lines = [
        "# How well known mistakes are told apart",
        "",
        f"`{COMMAND}` (Pacgrid {version('pacgrid')}, Python {platform.python_version()})",
        "",
        f"Each agent is asked about {count} generated probes. `known` ones make a mistake of the",
        "catalogue, in one of two styles. `two` make two. The results:",
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
    save: Annotated[Path | None, typer.Option(help="Write the tables to this file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only a few agents.")] = False,
) -> None:
    """Print the confusion matrix."""
    agents = all_subjects(two)
    numbers = [
        n for n, agent in enumerate(agents) if only in f"{agent.search} {agent.kind} {agent.name}"
    ]
    numbers = numbers[:: 50 if quick else 1]
    console = Console(stderr=True)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        tasks = {pool.submit(measured, n, two, count, seed): n for n in numbers}
        watched = track(as_completed(tasks), "diagnosing", len(tasks), console=console)
        done = {tasks[task]: task.result() for task in watched}
    rows = [done[number] for number in numbers]
    shown = [row.cells for row in rows if every or not row.is_fine]
    Console(width=200).print(rich_table("Diagnoses", [HEAD, *shown]))
    Console(width=200).print(rich_table("Summary", summary(rows)))
    if spent := max((row.questions for row in rows), default=0):
        console.print(f"most questions in a diagnosis: {spent:,} of {MOST_QUESTIONS:,}")
    if save:
        save.parent.mkdir(exist_ok=True)
        save.write_text(markdown(rows, count), "utf-8")


if __name__ == "__main__":
    typer.run(main)
