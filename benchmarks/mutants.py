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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from difflib import ndiff
from functools import cache, partial
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
from pacgrid.autograder.diagnosis.explanation import explanation
from pacgrid.autograder.diagnosis.observation import ObservedTest, observe
from pacgrid.autograder.diagnosis.search_task import SearchTask
from pacgrid.autograder.diagnosis.task_generator import PROBLEM_KINDS
from pacgrid.autograder.model.diagnosis import SearchName
from pacgrid.autograder.sandbox.level import strongest

sys.path.append(str(Path(__file__).parents[1] / "tests"))
sys.path.append(str(Path(__file__).parent))
from diagnosis import LabelledAgent, Part, Row, graded, percentage

from helpers.students import SEARCHES, student_agents

COMMAND = " ".join(["python", *sys.argv])
PATIENCE = 20
"""Seconds for an agent on all unseen trees; one that needs longer never ends."""
PER_KIND = 3
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
def unseen(search: SearchName) -> tuple[SearchTask, ...]:
    """Trees and positions that the grader doesn't ask about."""
    rng = Random(f"unseen {search}")
    kinds = [kind for kind in PROBLEM_KINDS for _ in range(PER_KIND)]
    return tuple(
        replace(kind.draw(search, rng), name=f"unseen {number}")
        for number, kind in enumerate(kinds)
    )


def evidence_of(mutant: Mutant) -> Evidence:
    """What the agent does there. Raises whatever its file raises, and EndlessError."""
    with time_limit():
        namespace: dict[str, Any] = {"__name__": "mutant"}
        exec(compile(mutant.source, "mutant.py", "exec"), namespace)
        agent = namespace[mutant.name]
        observations = [
            observe(task, lambda: agent(depth=task.depth, evaluation=lambda s: s.evaluate()))  # noqa: B023
            for task in unseen(mutant.search)
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
    return bool(mistakes and explanation(mistakes, evidence))


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
    cells = (percentage(counts[result], len(rows)) if counts[result] else "" for result in RESULTS)
    return [name, str(len(rows)), *cells]


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
    some = list(mutants(seed, count))[:: 120 if quick else 1]
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


# Programs with one change at random.

OPPOSITES: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.Gt, ast.LtE),
    ast.Gt: (ast.Lt, ast.GtE),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.Gt),
    ast.NotEq: (ast.Eq,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
NAMES = {"max": "min", "min": "max", "is_win": "is_loss", "is_loss": "is_win"}
NAMES |= {"is_terminal": "is_win", "score": "num_agents"}


@dataclass(frozen=True)
class Place:
    """Where a program can be changed, and how."""

    node: int
    change: int
    """In CHANGES."""
    which: int
    """Of those at this node."""


def nodes_of(tree: ast.Module) -> list[ast.AST]:
    return [node for node in ast.walk(tree) if hasattr(node, "lineno")]


def places(tree: ast.Module) -> list[Place]:
    return [
        Place(number, i, which)
        for number, node in enumerate(nodes_of(tree))
        for i, change in enumerate(CHANGES)
        for which, _ in enumerate(change(node))
    ]


def changed(tree: ast.Module, place: Place) -> str:
    """The program with that change."""
    copy = deepcopy(tree)
    node = nodes_of(copy)[place.node]
    list(CHANGES[place.change](node))[place.which]()
    return ast.unparse(ast.fix_missing_locations(copy))


Changes = Iterator[Callable[[], object]]


def other_operators(node: Any) -> Changes:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for kind in OPPOSITES.get(type(node.ops[0]), ()):
            yield lambda kind=kind: node.ops.__setitem__(0, kind())
    elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp):
        for kind in OPPOSITES.get(type(node.op), ()):
            yield lambda kind=kind: setattr(node, "op", kind())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield lambda: setattr(node, "op", ast.UAdd())
    elif isinstance(node, ast.If | ast.IfExp):
        yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))


def other_numbers(node: Any) -> Changes:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for step in (1, -1):
            yield lambda step=step: setattr(node, "value", node.value + step)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield lambda: setattr(node, "value", not node.value)


def other_names(node: Any) -> Changes:
    if isinstance(node, ast.Name) and node.id in NAMES:
        yield lambda: setattr(node, "id", NAMES[node.id])
    elif isinstance(node, ast.Attribute) and node.attr in NAMES:
        yield lambda: setattr(node, "attr", NAMES[node.attr])


def other_arguments(node: Any) -> Changes:
    if isinstance(node, ast.Call):
        for i in range(len(node.args) - 1):
            yield partial(_swap, node.args, i, i + 1)


def left_out(node: Any) -> Changes:
    for block in ("body", "orelse"):
        body = getattr(node, block, None)
        if not isinstance(body, list):
            continue
        for i, statement in enumerate(body):
            if isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr | ast.If | ast.Break):
                yield partial(body.__setitem__, i, ast.copy_location(ast.Pass(), statement))
            if (
                isinstance(statement, ast.For)
                and i + 1 < len(body)
                and isinstance(body[i + 1], ast.Return)
            ):
                yield partial(statement.body.append, body[i + 1])


def other_variables(node: Any) -> Changes:
    """A parameter instead of another one, in a function."""
    if isinstance(node, ast.FunctionDef):
        names = [each.arg for each in node.args.args if each.arg != "self"]
        used = [
            n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
        ]
        for each in used:
            for name in names:
                if each.id in names and name != each.id:
                    yield partial(setattr, each, "id", name)


CHANGES = (other_operators, other_numbers, other_names, other_arguments, left_out, other_variables)


def _swap(things: list[Any], i: int, j: int) -> None:
    things[i], things[j] = things[j], things[i]


if __name__ == "__main__":
    typer.run(main)
