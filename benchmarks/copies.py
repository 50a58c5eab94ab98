"""How well `pacgrid copies` finds copies: a made-up class, with ten disguised copies planted.

    python benchmarks/copies.py
    python benchmarks/copies.py benchmarks/agents/shown --seeds 20
    python benchmarks/copies.py --behaviour
    python benchmarks/copies.py benchmarks/agents/unseen --summary

The class is the files of the folders, by default those of `shown` and `shown_too`: short answers to
one question each. For each seed, ten of them are copied with `tests/helpers/disguise.py`, two in
each of its ways. A pair of files that nobody has planted is called false, although some of those
files are by one author. With `--behaviour`, the files are run first, and what they do is compared,
too: the order in which searches ask about states, and values. A copy is taken to do what its
original does. Of a folder whose files nobody should look at, `--summary` shows counts only.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from pacgrid.agent_loader import load_module
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.question import Question
from pacgrid.autograder.copies.behaviour import ObservedBehaviour
from pacgrid.autograder.copies.document import CodeDocument, Public, documents
from pacgrid.autograder.copies.pairs import SCORE, Comparison
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.packed_observations import short_hash, values, visited
from pacgrid.autograder.kinds.search.search_question import is_observed
from pacgrid.autograder.model.toml_reader import parse_toml
from pacgrid.autograder.sandbox.worker_library import shipped_sources
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.layout import Layout
from pacgrid.state import State

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from helpers.disguise import DISGUISES, disguised

AGENTS = Path(__file__).parent / "agents"
COPIES = 10
POSITIONS = 60
"""In which evaluations are compared."""
THRESHOLDS = (14.0, 20.0, 24.0, SCORE, 32.0, 40.0)
FILE = "agent.py"


@dataclass
class Measured:
    """Counts over all seeds, at one threshold."""

    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    false: int = 0
    false_right: int = 0
    """Of two files that are both right."""


def main(
    folders: Annotated[list[Path] | None, typer.Argument(metavar="FOLDERS")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="How many classes.")] = 10,
    behaviour: Annotated[
        bool, typer.Option("--behaviour", help="Run the files, and compare what they do, too.")
    ] = False,
    summary: Annotated[bool, typer.Option("--summary", help="Show counts only.")] = False,
) -> None:
    paths = folders or [AGENTS / "shown", AGENTS / "shown_too"]
    files = [file for folder in paths for file in sorted(folder.glob("*.py"))]
    right = {name_of(file) for folder in paths for file in right_files(folder)}
    measured = {threshold: Measured() for threshold in THRESHOLDS}
    false: Counter[tuple[str, str]] = Counter()
    known = behaviours(paths) if behaviour else {}
    for seed in range(seeds):
        measure(files, right, seed, measured, false, known)
    console = Console(width=100)
    title = f"{len(files)} files, {len(right)} of them right; {COPIES} copies, {seeds} seeds"
    console.print(table(title, measured, seeds))
    if not summary:
        for (one, other), times in false.most_common():
            console.print(f"false at {SCORE:g}: {one}, {other}: {times} of {seeds}")


def right_files(folder: Path) -> list[Path]:
    """The files that are right by the folder's labels."""
    labels = parse_toml((folder / "labels.toml").read_text("utf-8"))
    return [folder / str(each["file"]) for each in labels["agents"] if not each.get("wrong")]


def behaviours(folders: Sequence[Path]) -> Mapping[str, frozenset[ObservedBehaviour]]:
    """By the name of a file: the order in which its search asks about states, and the values that
    it finds, as hashes."""
    assignment = Assignment.load("pacman")
    found: dict[str, frozenset[ObservedBehaviour]] = {}
    for folder in folders:
        for each in parse_toml((folder / "labels.toml").read_text("utf-8"))["agents"]:
            question = assignment.question(str(each["question"]))
            module = load_module(folder / str(each["file"]))
            answer = getattr(module, question.asks_for, None)
            made = list(_hashes(question, answer)) if callable(answer) else []
            found[name_of(folder / str(each["file"]))] = frozenset(
                ObservedBehaviour(question.name, what, key, rank, is_wrong=False)
                for rank, (what, key) in enumerate(made)
                if key
            )
    return found


def _hashes(question: Question, answer: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    """What is the same if two answers do the same, and its hash."""
    tests = [test for test in question.tests if is_observed(test)]
    for test in tests:
        seen = [observe(each, partial(_built, answer, each.depth)) for each in test.probes]
        yield f"asks alike in test {test.number}", visited(seen)
        yield f"finds the same values in test {test.number}", values(seen)
    if question.function:
        yield "finds the same values", short_hash(_value(answer, each) for each in _positions())


def _built(answer: Callable[..., Any], depth: int) -> Any:
    return answer(depth=depth, evaluation=lambda state: state.evaluate())


def _positions() -> Iterator[State]:
    """Those of a game at random."""
    rng, state = random.Random(1), State.initial(Layout.load("medium"))
    for _ in range(POSITIONS):
        yield state
        state = state.successor(rng.choice(state.legal_actions()))
        if state.is_terminal:
            return


def _value(evaluate: Callable[..., Any], state: State) -> str:
    try:
        return repr(float(evaluate(state)))
    except Exception as error:
        return type(error).__name__


def measure(
    files: Sequence[Path],
    right: set[str],
    seed: int,
    measured: dict[float, Measured],
    false: Counter[tuple[str, str]],
    known: Mapping[str, frozenset[ObservedBehaviour]],
) -> None:
    """Adds what is found in one class."""
    rng = random.Random(seed)
    kinds = [kind for kind in DISGUISES for _ in range(COPIES // len(DISGUISES))]
    originals = rng.sample(files, COPIES)
    copies = {
        f"copy of {name_of(original)}: {kind}": (name_of(original), kind)
        for original, kind in zip(originals, kinds, strict=True)
    }
    own = [submission(name_of(file), file.read_bytes()) for file in files]
    own += [
        submission(name, disguised(original.read_text("utf-8"), kind, seed).encode())
        for (name, (_, kind)), original in zip(copies.items(), originals, strict=True)
    ]
    shipped = [submission(name, text) for name, text in sorted(shipped_sources().items())]
    others = documents(shipped, Public(), is_submission=False).found
    originals_of = {each.name: copies.get(each.name, (each.name, ""))[0] for each in own}
    does = {each.digest: known.get(originals_of[each.name], frozenset()) for each in own}
    comparison = Comparison([*documents(own, Public()).found, *others], does)
    found = comparison.pairs(min(THRESHOLDS))
    for threshold, counts in measured.items():
        listed = [pair for pair in found if pair.is_listed(threshold)]
        counts.planted.update(kinds)
        for name, (original, kind) in copies.items():
            pairs = ({*pair.one.names, *pair.other.names} for pair in listed)
            counts.found[kind] += any({name, original} <= pair for pair in pairs)
        for pair in listed:
            one, other = (origin(each, copies) for each in (pair.one, pair.other))
            if one == other or not pair.other.is_submission:
                continue
            counts.false += 1
            counts.false_right += {one, other} <= right
            if threshold == SCORE:
                false[one, other] += 1


def name_of(file: Path) -> str:
    """`shown/agent_001.py`."""
    return f"{file.parent.name}/{file.name}"


def submission(name: str, text: bytes) -> Submission:
    return Submission(name, ((FILE, text),), FILE)


def origin(document: CodeDocument, copies: dict[str, tuple[str, str]]) -> str:
    """The file that it is, or is a copy of."""
    return copies.get(document.names[0], (document.names[0], ""))[0]


def table(title: str, measured: dict[float, Measured], seeds: int) -> Table:
    shown = Table("score", *DISGUISES, "found", "false", "false, both right", title=title)
    for threshold, counts in measured.items():
        cells = [f"{counts.found[kind]}/{counts.planted[kind]}" for kind in DISGUISES]
        found, planted = counts.found.total(), counts.planted.total()
        false = [f"{each / seeds:.1f}" for each in (counts.false, counts.false_right)]
        mark = "*" if threshold == SCORE else ""
        shown.add_row(f"{threshold:g}{mark}", *cells, f"{found / planted:.0%}", *false)
    shown.caption = "false pairs in a class, on average; * is the threshold of pacgrid copies"
    return shown


if __name__ == "__main__":
    typer.run(main)
