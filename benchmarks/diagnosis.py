"""How well `pacgrid grade` names mistakes: the whole command, with files whose mistakes are known.

    python benchmarks/diagnosis.py
    python benchmarks/diagnosis.py tests/students/unseen --summary
    python benchmarks/diagnosis.py ../our-agents --save results.md

Without a folder: the files in `tests/students/right` and `wrong`. Those in `tests/students/unseen`
are by people who knew neither the catalogue nor the changes that are tried, and their mistakes were
named, and their lines marked, before anything was graded. Nobody who works on the diagnosis reads
them: use `--summary`, which shows nothing but the counts. `tests/students/read` was such a folder
until it was read. In a folder of your own, `labels.toml` says of each file what is wrong with it,
and may say in which lines.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.diagnosis.parts_of_search import EVERY_FINDING
from pacgrid.autograder.diagnosis.repair.source_text import Piece
from pacgrid.autograder.model.diagnosis import RepairedLines, Verdict
from pacgrid.autograder.model.fault import faults_of
from pacgrid.autograder.model.schema import StrictModel, TomlError, parse_toml
from pacgrid.autograder.reports.student_view import StudentView, student_view
from pacgrid.autograder.reports.terminal_report import student_report
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.submissions.collection import collect
from pacgrid.common.intervals import proportion_interval
from pacgrid.errors import PacgridError

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from helpers.students import FOLDER, OTHER_QUESTIONS, SEARCHES, StudentAgent, student_agents

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


_NAMES = {
    "Pac-Man averages": "pacman_averages",
    "Pac-Man minimises": "chooses_lowest",
    "STOP left out": "no_stop",
    "STOP left out at the root": "no_stop",
    "STOP left out in the tree": "no_stop",
    "all ghosts in one MIN layer": "ghosts_are_one",
    "alpha and beta swapped": "swaps_bounds",
    "alpha not raised below the root": "alpha_not_raised",
    "beta not tightened": "beta_not_lowered",
    "bounds shared between siblings": "shares_bounds",
    "chance not uniform": "weighs_unequally",
    "constant divisor": "divides_by_other_number",
    "depth counted per agent instead of per round": "depth_per_agent",
    "depth one too few": "looks_too_short only_own_move",
    "depth one too many": "looks_too_far",
    "evaluates the parent instead of the leaf": "evaluates_other_state",
    "evaluates the root instead of the leaf": "evaluates_other_state",
    "expands twice": "",
    "finished game counted as ±500": "rewrites_scores",
    "finished game given to the evaluation": "evaluates_finished_games",
    "ignores the given evaluation": "ignores_evaluation",
    "integer mean": "rounds_values",
    "last ghost forgotten": "miscounts_agents uses_one_action",
    "layers by parity": "ghosts_are_one",
    "loss tested but not win": "one_kind_of_end",
    "maximum in a chance layer": "ghosts_maximise",
    "maximum in the last chance layer": "ghosts_maximise",
    "memo keeps bounds as values": "memo_of_bounds",
    "memo whose key lacks the depth": "memo_without_depth",
    "minimum in a chance layer": "takes_minimum",
    "minimum in the last chance layer": "takes_minimum",
    "no cut-off": "no_cut_off",
    "no pruning": "prunes_nothing",
    "no search": "loses_the_best only_own_move no_search",
    "no terminal test": "no_terminal_test",
    "null window without a re-search": "",
    "one chance layer for all ghosts": "ghosts_are_one",
    "prunes in chance layers": "",
    "prunes on equality": "takes_pruned_for_tie prunes_on_equality",
    "recognises known positions": "only_own_move no_search",
    "returns None": "returns_no_action",
    "returns the bound instead of the value": "returns_other_bound takes_pruned_for_tie",
    "returns the value instead of the action": "returns_no_action",
    "root does not update alpha": "root_alpha_not_raised",
    "running average": "weighs_unequally",
    "second ghost maximises": "ghosts_maximise",
    "self.depth counted down and not put back": "depth_not_put_back",
    "sign error of negamax": "changes_sign",
    "state kept between moves": "keeps_values memo_without_depth unstable",
    "sum instead of mean": "sums",
    "terminal states evaluated only at the cut-off": "terminal_test_at_cut_off",
    "the same ghost moved every time": "ghosts_are_one uses_one_action",
    "uniform over illegal actions too": "divides_by_other_number",
    "value starts at 0": "starts_at_zero",
    "value starts at a number too small": "starts_too_near",
    "win tested but not loss": "one_kind_of_end",
    "wrong bound compared": "swaps_bounds",
    # reflex agents and evaluations
    "always stops": "reflex_same_place",
    "constant": "evaluation_constant",
    "evaluates the state it is in": "reflex_same_place reflex_random",
    "ignores the food": "evaluation_blind_to_food reflex_blind_to_food",
    "ignores the ghosts": "evaluation_blind_to_ghosts reflex_blind_to_ghosts reflex_collisions",
    "infinite": "evaluation_infinite",
    "keeps the last action": "reflex_same_place",
    "keeps the last action that is better than the one before": "reflex_same_place",
    "looks at food only": "evaluation_blind_to_ghosts reflex_blind_to_ghosts",
    "negated": "evaluation_leaves_food evaluation_likes_low_score",
    "never stops": "reflex_never_stops",
    "not a number": "failed",
    "runs toward ghosts": "evaluation_likes_ghosts reflex_towards_ghosts",
    "sees the first ghost only": "evaluation_blind_to_ghosts reflex_one_ghost",
    "too slow": "failed",
    # what happens to them, rather than what they do
    "crashes": "failed",
    "loops": "failed",
    "random": "evaluation_unstable reflex_random unstable",
}

MEANT: Mapping[str, frozenset[str]] = {
    words: frozenset(names.split()) for words, names in _NAMES.items()
}
"""For each name that an author gives: what the catalogue may call it."""

LABELS = "labels.toml"


class LabelError(PacgridError):
    """A folder of agents without proper labels."""


class _Label(StrictModel):
    """What an author says about a file."""

    file: str
    question: str
    style: str
    wrong: tuple[str, ...] = ()
    """A sentence for each mistake; none if it is right."""
    names: tuple[frozenset[str], ...] = ()
    """For each mistake: what the catalogue may call it; nothing if it doesn't have it."""
    lines: tuple[frozenset[int], ...] = ()
    """For each mistake: as in `LabelledAgent`."""


class _Labels(StrictModel):
    agents: tuple[_Label, ...]


@dataclass(frozen=True)
class LabelledAgent:
    """A file to grade, and what is wrong with it."""

    file: Path
    question: str
    """The one of the shipped assignment that it answers."""
    style: str
    wrong: tuple[str, ...]
    """In its author's words; empty if it is right."""
    names: tuple[frozenset[str], ...]
    """For each mistake: what the catalogue may call it; nothing if it doesn't have it."""
    lines: tuple[frozenset[int], ...] = ()
    """For each mistake: the lines where a change can make it right; empty if nobody marked them."""

    def __post_init__(self) -> None:
        """Raises LabelError for `lines` that don't fit the mistakes or the file."""
        if self.lines and len(self.lines) != len(self.wrong):
            raise LabelError(f"{self.file}: give `lines` for each mistake")
        numbers = range(1, len(self.file.read_bytes().splitlines()) + 1)
        if outside := frozenset[int]().union(*self.lines).difference(numbers):
            raise LabelError(f"{self.file}: there is no line {min(outside)}; change `lines`")

    @classmethod
    def of_student(cls, student: StudentAgent) -> "LabelledAgent":
        names = tuple(MEANT[each] for each in student.mistakes)
        marked = student_lines().get(student.file.name, {}).get(student.name, [])
        lines = tuple(frozenset[int](each) for each in marked)
        return cls(student.file, student.question, "", student.mistakes, names, lines)

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.stem}: {self.question}"


@cache
def student_lines() -> dict[str, dict[str, list[list[int]]]]:
    """For each wrong file and class of a student: as `LabelledAgent.lines`."""
    return parse_toml((FOLDER / "lines.toml").read_text("utf-8"))


def labelled_agents(folder: Path) -> Iterator[LabelledAgent]:
    """The agents below `folder`, by the labels beside them. Raises LabelError."""
    found = sorted(folder.rglob(LABELS))
    if not found:
        raise LabelError(f"{folder}: no {LABELS} in it; write one that has an entry for each file")
    for file in found:
        yield from _labelled(file)


def _labelled(file: Path) -> Iterator[LabelledAgent]:
    try:
        data = parse_toml(file.read_text("utf-8"))
        labels = _Labels.model_validate(data, strict=False).agents
    except (OSError, UnicodeError, TomlError) as error:
        raise LabelError(f"{file}: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        raise LabelError(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    without = {each.name for each in file.parent.glob("*.py")} - {each.file for each in labels}
    if without:
        raise LabelError(f"{file}: no label for {min(without)}; say what is wrong with it")
    for each in labels:
        if not (file.parent / each.file).is_file():
            raise LabelError(f"{file}: there is no file {each.file}")
        if each.names and len(each.names) != len(each.wrong):
            raise LabelError(f"{file}: {each.file}: give `names` for each sentence of `wrong`")
        names = each.names or (frozenset[str](),) * len(each.wrong)
        path = file.parent / each.file
        yield LabelledAgent(path, each.question, each.style, each.wrong, names, each.lines)


@dataclass(frozen=True)
class Row:
    """What is said about an agent."""

    agent: LabelledAgent
    result: str
    """One of RESULTS."""
    named: tuple[str, ...]
    """The mistakes by their names in the catalogue; `failed` and `unstable` if that is said."""
    points: str
    seconds: float
    """Those of the CPU, of the grader and the worker."""
    shown: frozenset[int] = frozenset()
    """The lines in which it is told to be wrong."""
    is_open: bool = False
    """Whether a value used there may be wrong instead, which is said."""

    @property
    def line(self) -> str:
        """`right` if a line that is shown is in the lines of a mistake, `both` if each of several
        mistakes has one, `wrong` if no mistake has one; `none` if no line is shown."""
        if not self.shown:
            return "none"
        found = [not self.shown.isdisjoint(lines) for lines in self.agent.lines]
        if not any(found):
            return "wrong"
        return "both" if len(found) > 1 and all(found) else "right"

    @property
    def is_fine(self) -> bool:
        """Whether exactly what is wrong is named, and a line of it is shown if any is marked."""
        return self.result in FINE and (not self.agent.lines or self.line in HITS)

    @property
    def cells(self) -> list[str]:
        about = (str(self.agent), self.agent.style, "; ".join(self.agent.wrong) or "right")
        lines = f"{self.line} {', '.join(map(str, sorted(self.shown)))}".strip()
        said = (self.result, ", ".join(self.named), lines)
        return [*about, *said, self.points, f"{self.seconds:.1f}"]


def graded(agent: LabelledAgent, level: Level) -> Row:
    """Grades it for its question, as `pacgrid grade --only` does. Raises LabelError."""
    assignment = Assignment.load("pacman")
    questions = [assignment.question(agent.question)]
    began = cpu_seconds()
    grader = Grader(assignment, level=level, questions=questions, jobs=1)
    (grade,) = grader.grade(collect([agent.file]).submissions)
    seconds = cpu_seconds() - began
    for place, fault in faults_of(grade):
        raise SystemExit(f"{agent}: {place}: {fault.report}")
    if not grade.questions[0].answered:
        raise LabelError(f"{agent.file} doesn't answer {agent.question}")
    diagnoses = [o.diagnosis for o in grade.questions[0].outcomes if o.diagnosis]
    view = student_view(assignment, grade)
    warnings = [w.finding for q in view.questions if q.evaluation for w in q.evaluation.shown]
    remarks = [f for d in diagnoses for f in d.remarks]
    findings = [f for d in diagnoses for f in d.findings] + remarks + warnings
    words = printed(view)
    named = [each.mistake for each in findings if each.title in words]
    unstable = (d for d in diagnoses if d.verdict is Verdict.UNSTABLE and not d.findings)
    named += [each.verdict.value for each in unstable]
    named += ["failed"] * any(outcome.failures for outcome in grade.questions[0].outcomes)
    is_open = any(d.verdict is Verdict.NAMED and len(d.findings) > 1 for d in diagnoses)
    has_all = grade.points == grade.possible and not any(d.accuses for d in diagnoses)
    result = judged(agent, frozenset(named), has_all=has_all, is_open=is_open)
    repairs = [d.repair for d in diagnoses if d.repair]
    return Row(
        agent,
        result,
        tuple(dict.fromkeys(named)),
        f"{grade.points:g} of {grade.possible:g}",
        seconds,
        frozenset(number for repair in repairs for number in _shown(repair)),
        any(repair.prunes_less for repair in repairs),
    )


def _shown(repair: RepairedLines) -> Iterator[int]:
    """The numbers of the lines; a step that is missing is missing before the next line, too."""
    for line in repair.lines:
        yield line.number
        if line.part == Piece.MORE:
            yield line.number + 1


def cpu_seconds() -> float:
    """Those of this process so far, and of its children that have ended."""
    return sum(os.times()[:4])


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


def percentage(count: int, total: int) -> str:
    """`95 % (90–98)`, with its interval."""
    if not total:
        return ""
    low, high = proportion_interval(count, total)
    return f"{count / total:.0%} ({low:.0%}–{high:.0%})".replace("%", "")


PARTS = frozenset(finding.mistake for finding in EVERY_FINDING)
FINE = ("not accused", "named")
HITS = ("right", "both")
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
        percentage(wrong - counts["not found"], wrong),
        percentage(counts["named"], wrong),
        percentage(counts["named"], said),
        f"{max((row.seconds for row in rows), default=0):.1f}",
    ]


REPAIR_HEAD = [
    "",
    "wrong",
    "repaired %",
    "line right %",
    "both places %",
    "exact and true %",
    "false %",
    "right",
    "accused or repaired",
    "median s",
    "most s",
]


def repair_line(name: str, rows: Sequence[Row]) -> list[str]:
    """A line of a summary of the lines that are shown: of wrong agents, only those with marked
    lines count."""
    right = [row for row in rows if not row.agent.wrong]
    wrong = [row for row in rows if row.agent.lines]
    several = [row for row in wrong if len(row.agent.wrong) > 1]
    seconds = [row.seconds for row in (*right, *wrong)] or [0]
    return [
        name,
        str(len(wrong)),
        percentage(sum(row.line != "none" for row in wrong), len(wrong)),
        percentage(sum(row.line in HITS for row in wrong), len(wrong)),
        percentage(sum(row.line == "both" for row in several), len(several)),
        percentage(sum(row.result == "named" or row.line in HITS for row in wrong), len(wrong)),
        percentage(
            sum(row.result in {"half", "wrongly"} or row.line == "wrong" for row in wrong),
            len(wrong),
        ),
        str(len(right)),
        str(sum(row.result == "accused" or row.line != "none" for row in right)),
        f"{median(seconds):.1f}",
        f"{max(seconds):.1f}",
    ]


def repair_lines(measured: Mapping[str, Sequence[Row]]) -> Iterator[list[str]]:
    """For the searches of each folder, together and by question."""
    for name, rows in measured.items():
        searches = [row for row in rows if row.agent.question in SEARCHES.values()]
        yield repair_line(name, searches)
        for question in SEARCHES.values():
            some = [row for row in searches if row.agent.question == question]
            yield repair_line(f"{name}: {question}", some)


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
    """The summaries, then by question and number of mistakes, and who is not named."""
    yield Part("Summary", [HEAD, *(line(name, rows) for name, rows in measured.items())])
    yield Part("Lines shown of searches", [REPAIR_HEAD, *repair_lines(measured)])
    for name, rows in measured.items():
        yield Part(
            f"By question and number of mistakes: {name}",
            [
                HEAD,
                *lines_by(rows, lambda row: row.agent.question),
                *lines_by(rows, number_of_mistakes),
            ],
        )
        shown = [row.cells for row in rows if every or not row.is_fine]
        if shown and not summary:
            head = ["agent", "style", "wrong", "result", "named", "lines", "points", "seconds"]
            yield Part(f"Not just named, or without its line: {name}", [head, *shown])


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
        "which something is said. Intervals are Wilson's, at 95 %. Seconds are CPU seconds of the",
        "grader and the worker, for a whole question.",
        "",
        "Of wrong searches whose lines are marked, those are `repaired` of which lines are shown.",
        "`Line right`: one of them is in the lines of a mistake; `both places`: each of several",
        "mistakes has one. `Exact and true`: it is `named`, or a line is right; `false`: something",
        "false is named, or only wrong lines are shown.",
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
    step = 120 if quick else 1
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
