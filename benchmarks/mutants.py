"""How well `pacgrid grade` names mistakes that nobody chose: random slips in right searches.

    python benchmarks/mutants.py
    python benchmarks/mutants.py --seed 7 --summary

Each agent is a right one of `tests/students` with one change at random: another comparison, number,
variable or argument, a statement that is left out, a `return` inside its loop, and so on. Nobody
says what is wrong with it. What is named is compared with what it does on trees and positions that
the grader doesn't ask about: a name is true if a search with this mistake chooses and visits the
same there. Left out are changes that don't change a choice, and those that raise. Of a seed at
which nobody has looked, `--summary` shows nothing but counts.
"""

import ast
import platform
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import ndiff
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated, Any, get_args

import typer
from rich.console import Console
from rich.progress import track

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.evidence import Evidence
from pacgrid.autograder.diagnosis.explanation import Explainer
from pacgrid.autograder.diagnosis.observation import ObservedTest, observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.recipe import RECIPES
from pacgrid.autograder.model.searches import SearchName
from pacgrid.autograder.sandbox.level import strongest

sys.path.append(str(Path(__file__).parents[1] / "tests"))
sys.path.append(str(Path(__file__).parent))
from diagnosis import Part, Row, graded, share

from helpers.changed_programs import changed, places
from helpers.labels import LabelledAgent
from helpers.students import SEARCHES, student_agents

COMMAND = " ".join(["python", *sys.argv])
PATIENCE = 20
"""Seconds for an agent on all unseen trees; one that needs longer never ends."""
PER_RECIPE = 3
"""How many trees and positions are drawn of each kind, for the grader never to see."""

RESULTS = {
    "named": "what is named does the same on all unseen trees",
    "either": "one of the two or three that are named does",
    "wrongly": "nothing that is named does",
    "unnamed": "it loses points, or is told to be wrong, but nothing is named",
    "raises": "it raises, or takes too long, and is told so",
    "not found": "it has full points, and nothing is said",
}

HEAD = ["", "agents", *RESULTS]


class EndlessError(Exception):
    """It takes too long."""


@dataclass(frozen=True)
class Mutant:
    """A search with one change."""

    style: str
    """The file that is changed."""
    name: str
    """Its class."""
    source: str
    change: str
    """The lines that differ."""

    @property
    def search(self) -> SearchName:
        return next(each for each in get_args(SearchName) if each == SEARCHES[self.name])


@cache
def unseen(search: SearchName) -> tuple[Probe, ...]:
    """Trees and positions that the grader doesn't ask about."""
    rng = Random(f"unseen {search}")
    recipes = [recipe for recipe in RECIPES for _ in range(PER_RECIPE)]
    return tuple(
        replace(recipe.draw(search, rng), name=f"unseen {number}")
        for number, recipe in enumerate(recipes)
    )


def evidence_of(mutant: Mutant) -> Evidence:
    """What the agent does there. Raises whatever its file raises, and EndlessError."""
    with time_limit():
        namespace: dict[str, Any] = {"__name__": "mutant"}
        exec(compile(mutant.source, "mutant.py", "exec"), namespace)
        agent = namespace[mutant.name]
        observations = [
            observe(probe, lambda: agent(depth=probe.depth, evaluation=lambda s: s.evaluate()))  # noqa: B023
            for probe in unseen(mutant.search)
        ]
    return Evidence((ObservedTest(tuple(observations)),))


@contextmanager
def time_limit() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise EndlessError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)


def is_wrong(evidence: Evidence) -> bool:
    """Whether it runs, and chooses an action that isn't best. Its author finds what raises."""
    return bool(evidence.wrong) and not any(each.decision.failure for each in evidence.decisions)


def explains(evidence: Evidence, search: SearchName, names: frozenset[str]) -> bool:
    """Whether these mistakes do the same."""
    mistakes = tuple(m for m in known_mistakes(search) if m.finding.mistake in names)
    return bool(mistakes and Explainer(evidence, mistakes).explanation())


def mutants(seed: int, count: int) -> Iterator[Mutant]:
    """So many changes of each right search; not all of them make it wrong."""
    for student in student_agents("right"):
        rng = Random(f"{seed} {student}")
        text = student.file.read_text("utf-8")
        tree = ast.parse(text)
        plain = ast.unparse(tree)
        for place in rng.sample(places(tree), count):
            source = changed(tree, place)
            lines = [
                line[2:].strip()
                for line in ndiff(plain.splitlines(), source.splitlines())
                if line[0] in "-+"
            ]
            yield Mutant(student.file.stem, student.name, source, " → ".join(lines))


def row_of(mutant: Mutant) -> Row | None:
    """How it is graded; None if it isn't wrong."""
    try:
        evidence = evidence_of(mutant)
    except Exception:  # whatever a slip raises where its file is loaded
        return None
    if not is_wrong(evidence):
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{mutant.style}.py"
        path.write_text(mutant.source, "utf-8")
        agent = LabelledAgent(
            path, SEARCHES[mutant.name], mutant.style, (mutant.change,), (frozenset(),)
        )
        row = graded(agent, strongest())
    return replace(row, result=judged(row, evidence, mutant.search))


def judged(row: Row, evidence: Evidence, search: SearchName) -> str:
    names = frozenset(row.named) - {"failed", "unstable"}
    if names:
        if explains(evidence, search, names) and not any_alone(evidence, search, names):
            return "named"
        if any_alone(evidence, search, names):
            return "named" if len(names) == 1 else "either"
        return "wrongly"
    if row.named:
        return "raises" if "failed" in row.named else "unnamed"
    return row.result


def any_alone(evidence: Evidence, search: SearchName, names: frozenset[str]) -> bool:
    return any(explains(evidence, search, frozenset({name})) for name in names)


def line(name: str, rows: Sequence[Row]) -> list[str]:
    counts = Counter(row.result for row in rows)
    shares = (share(counts[result], len(rows)) if counts[result] else "" for result in RESULTS)
    return [name, str(len(rows)), *shares]


def page(tables: Sequence[Part]) -> str:
    lines = [
        "# How well random slips are named",
        "",
        f"`{COMMAND}` (Pacgrid {version('pacgrid')}, Python {platform.python_version()})",
        "",
        *(f"- {name}: {meaning}" for name, meaning in RESULTS.items()),
        "",
        "In percent, with Wilson's intervals at 95 %.",
        *(text for table in tables for text in table.markdown),
    ]
    return "\n".join([*lines, ""])


def main(
    seed: Annotated[int, typer.Option(help="From which the changes are drawn.")] = 1,
    count: Annotated[
        int, typer.Option(help="How many changes of each right search are tried.")
    ] = 6,
    summary: Annotated[bool, typer.Option("--summary", help="Show no single agent.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write the tables to this file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only a few agents.")] = False,
) -> None:
    """Print how many are named truly."""
    some = list(mutants(seed, count))[:: 60 if quick else 1]
    console = Console(stderr=True)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        rows = [
            row
            for row in track(pool.map(row_of, some), "grading", len(some), console=console)
            if row
        ]
    tables = [
        Part(
            "Summary",
            [
                HEAD,
                line("all", rows),
                *(
                    line(q, [r for r in rows if r.agent.question == q])
                    for q in sorted({r.agent.question for r in rows})
                ),
            ],
        )
    ]
    if not summary:
        head = ["agent", "style", "change", "result", "named", "points", "seconds"]
        tables.append(
            Part("Not named", [head, *(row.cells for row in rows if row.result != "named")])
        )
    Console(width=200).print(*tables)
    if save:
        save.parent.mkdir(exist_ok=True)
        save.write_text(page(tables), "utf-8")


if __name__ == "__main__":
    typer.run(main)
