"""A diagnosis: which mistake explains what was observed of an agent, and how sure that is; and the
report on an evaluation: what is odd about its values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, Self

from pacgrid.action import Action
from pacgrid.common.sanitize import one_line, sanitize_fields

SearchName = Literal["minimax", "alpha_beta", "expectimax"]
Hints = Literal["name", "line"]
"""What students read about a search: the names of its mistakes, or also the line that is wrong."""
Pruning = Literal["strict", "either"]
"""Whether alpha-beta must go on where a value equals a bound, or may prune."""
MOST_NODES = 5_000
"""Successors for each move of a search that is observed."""


class Verdict(StrEnum):
    """What the evidence says."""

    RIGHT = "right"
    NAMED = "named"
    """One known mistake explains everything, or several that can't be told apart."""
    COMBINED = "combined"
    """Two mistakes together explain everything."""
    UNEXPLAINED = "unexplained"
    """It is wrong, and no known mistake explains how."""
    FAILED = "failed"
    """It fails before it can be judged."""
    UNSTABLE = "unstable"
    """It behaves differently when it is asked the same again."""
    STOPPED = "stopped"
    """Its search is too large to explain: see `Budget`."""


class Certainty(StrEnum):
    """How sure a diagnosis is."""

    CERTAIN = "certain"
    PART = "part"
    """More is wrong, of which nothing is told."""


@dataclass(frozen=True)
class Finding:
    """What is wrong with a search, as its author reads it."""

    mistake: str
    """Its name: in the catalogue, or that of a part in `part_findings`."""
    title: str
    """What the agent does, in a few words: `prunes on equality`."""
    thought: str = ""
    """What the author probably thought."""
    hint: str = ""
    """Where to look; doesn't give the code away."""
    section: str = ""
    """Where the textbook explains it."""


@dataclass(frozen=True)
class RootValue:
    """What an action at the root is worth."""

    action: Action
    expected: float
    """The value by the right search."""
    observed: float | None = None
    """The value that the agent reports, if it does."""
    explained: float | None = None
    """The value by the search with the mistake that is named."""


@dataclass(frozen=True)
class Counterexample:
    """The smallest observed position in which the agent goes wrong. Its search can be drawn again
    from it."""

    name: str
    """The task: `tree 7`; "" for a position that is not in the test."""
    drawing: str
    """A tree as text, or a drawn position; it can be parsed again."""
    is_tree: bool
    search: SearchName
    depth: int
    evaluation: str
    """The name of the evaluation in a drawn position."""
    best: tuple[Action, ...]
    chosen: Action | None
    values: tuple[RootValue, ...]
    events: tuple[tuple[str, int, float | str | None], ...]
    """What the agent asked: `EventKind.value`, the state's number, the result."""
    states: tuple[tuple[int, Action], ...]
    """The parent's number, and the action, of each state from number 1 on."""
    departs_at: tuple[Action, ...] | None = None
    """The first state at which the agent leaves every right search."""
    difference: str = ""
    """What it does there, in a line."""
    explained: tuple[tuple[int, float], ...] = ()
    """What states are worth to the search with the mistake that is named, by number: see
    `explained_values`."""
    returned: tuple[tuple[int, float], ...] = ()
    """What the agent's functions returned for states, by number, if no mistake explains them."""
    test: int = 0
    """The number of the test that has it; 0 if none has."""
    action_names: tuple[str, ...] = ()
    """What the actions at the root are called, if the branches of the tree name all its actions."""

    def word(self, action: Action) -> str:
        """What an action at the root is called."""
        return self.action_names[action] if self.action_names else str(action)


@dataclass(frozen=True)
class RepairedLine:
    """A line of a submission in which a small change makes its search right."""

    file: str
    number: int
    first: int
    """The number of the first of the lines that are shown."""
    lines: tuple[str, ...]
    """The line with its neighbours."""
    column: int
    """Where the part starts that is off, from 0, and how long it is in this line."""
    width: int
    part: str
    """What is needed there, for its author: `another condition`."""
    change: str
    """The change that was tried, for staff: it shows the place, and need not be what was meant."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["file", "change"])
        lines = tuple(one_line(line) for line in self.lines)
        object.__setattr__(self, "lines", lines)

    @property
    def place(self) -> str:
        """`line 12`, or `line 12 of search.py`."""
        return f"line {self.number}{f' of {self.file}' if self.file else ''}"


@dataclass(frozen=True)
class RepairedLines:
    """Where a submission is wrong: changes of its own text that were run, and are right."""

    lines: tuple[RepairedLine, ...] = ()
    """Without any, no change was found. Each of them alone is enough, unless they go together."""
    together: bool = False
    """Whether all of them are needed."""
    positions: int = 0
    """In how many positions it is right then."""
    prunes_less: bool = False
    """Whether it then looks at more states than it has to."""
    note: str = ""
    """Why there are no lines."""
    mistakes: tuple[str, ...] = ()
    """The names in the catalogue of the mistakes that the changes mend, if they tell."""
    in_bounds: bool = False
    """Whether each of them is to alpha or beta, or to what is done with them."""


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with an agent's search, for all that was observed in one test."""

    verdict: Verdict
    asked: int
    """How many moves it was asked for."""
    right: int
    """The number of them in which it chose an optimal action."""
    findings: tuple[Finding, ...] = ()
    """The mistakes: alternatives if it is `NAMED`, and together if it is `COMBINED`."""
    certainty: Certainty = Certainty.CERTAIN
    remarks: tuple[Finding, ...] = ()
    """What is not wrong but worth knowing: that it searches everything twice, for example."""
    counterexample: Counterexample | None = None
    """None if it is right, or hidden."""
    subject: Literal["search", "agent"] = "search"
    """What it is about. Of an agent, only the choices are known."""
    evidence: str = ""
    """What shows the mistake, in a sentence, if the counterexample alone doesn't."""
    repair: RepairedLines | None = None

    @property
    def accuses(self) -> bool:
        """Whether it says that something is wrong, not only what is worth knowing."""
        if self.verdict is Verdict.STOPPED:
            return self.right < self.asked
        return self.verdict is not Verdict.RIGHT

    def for_author(self, hints: Hints) -> Self:
        """What the search's author may read of it: never a change that was tried."""
        if hints == "name" or not self.repair:
            return replace(self, repair=None)
        lines = tuple(replace(line, change="") for line in self.repair.lines)
        return replace(self, repair=replace(self.repair, lines=lines))

    @property
    def shows_the_test(self) -> bool:
        """Whether the counterexample is part of the test, so that no other advice is needed."""
        return self.counterexample is not None and bool(self.counterexample.name)


# The report on an evaluation

SenseSign = Literal["higher", "lower", "the same", "varies"]

CLEAR_FRACTION = 0.75
"""A sign is clear if it shows in this part of the pairs of positions."""
MOST_SHOWN = 3
"""How many warnings are shown."""


@dataclass(frozen=True)
class EvaluationWarning:
    """Something odd about an evaluation, with evidence."""

    finding: Finding
    evidence: str
    positions: tuple[str, ...] = ()
    """One drawn position, or two to compare."""
    is_remark: bool = False
    """Whether it may be intended."""
    is_general: bool = False
    """Whether it says that something never happens, so that other games can refute it."""
    cost: int = 0
    """The most important warning has the highest."""
    change: str = ""
    """The change for which its sign is odd, if it says so."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["evidence"])


@dataclass(frozen=True)
class Sense:
    """What an evaluation's value does in pairs of positions that differ in one thing."""

    change: str
    """`an active ghost nearer`."""
    higher: int
    """The number of pairs in which the change makes the value higher."""
    lower: int
    pairs: int
    usual: int
    """1 if most evaluations become higher, -1 if lower, 0 if there is no usual sign."""

    @property
    def sign(self) -> SenseSign:
        """What it does in a clear majority of the pairs, if there is one."""
        if not self.higher and not self.lower:
            return "the same"
        if max(self.higher, self.lower) < CLEAR_FRACTION * self.pairs:
            return "varies"
        return "higher" if self.higher > self.lower else "lower"

    @property
    def is_odd(self) -> bool:
        """Whether it has the other sign than most evaluations."""
        return self.sign == {1: "lower", -1: "higher"}.get(self.usual)


@dataclass(frozen=True)
class EvaluationReport:
    """What was observed of an evaluation in the games of one test, or of several."""

    positions: int
    """How many positions of the games were looked at."""
    warnings: tuple[EvaluationWarning, ...] = ()
    refuted: tuple[str, ...] = ()
    """The names of general warnings that are wrong."""
    senses: tuple[Sense, ...] = ()

    @property
    def as_remarks(self) -> "EvaluationReport":
        """The same, with all that is odd as remarks: of a test that it has passed."""
        remarks = tuple(replace(warning, is_remark=True) for warning in self.warnings)
        return replace(self, warnings=remarks)

    @property
    def shown(self) -> tuple[EvaluationWarning, ...]:
        """The costliest warnings; remarks come last."""
        ordered = sorted(self.warnings, key=lambda each: (each.is_remark, -each.cost))
        return tuple(ordered[:MOST_SHOWN])


def merged(reports: Sequence[EvaluationReport]) -> EvaluationReport | None:
    """One report on the same evaluation in several tests; None without any. Each warning is there
    once, unless another test refutes it; as a remark if it is one in all of them."""
    if not reports:
        return None
    refuted = {name for report in reports for name in report.refuted}
    warnings: dict[str, EvaluationWarning] = {}
    for report in reports:
        for warning in report.warnings:
            name = warning.finding.mistake
            known = warnings.setdefault(name, warning)
            if known.is_remark and not warning.is_remark:
                warnings[name] = warning
    senses = tuple(_summed([sense for report in reports for sense in report.senses]))
    odd = {"", *(sense.change for sense in senses if sense.is_odd)}
    warnings = {
        name: warning
        for name, warning in warnings.items()
        if warning.change in odd and not (warning.is_general and name in refuted)
    }
    return EvaluationReport(
        positions=sum(report.positions for report in reports),
        warnings=tuple(warnings.values()),
        refuted=tuple(sorted(refuted)),
        senses=senses,
    )


def _summed(senses: Sequence[Sense]) -> Iterator[Sense]:
    """Each change once, with all its pairs."""
    by_change: dict[str, list[Sense]] = {}
    for sense in senses:
        by_change.setdefault(sense.change, []).append(sense)
    for change, alike in by_change.items():
        counts = (sum(each.higher for each in alike), sum(each.lower for each in alike))
        yield Sense(change, *counts, sum(each.pairs for each in alike), alike[0].usual)
