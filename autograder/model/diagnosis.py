"""A diagnosis: which mistake explains what was observed of an agent, and how sure that is."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from pacgrid.action import Action

from .searches import SearchName


class Verdict(StrEnum):
    """What the evidence says."""

    RIGHT = "right"
    NAMED = "named"
    """One known mistake explains everything, or several that can't be told apart."""
    COMBINED = "combined"
    """Two or three mistakes together explain everything, or several parts of it are wrong."""
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
    LIKELY = "likely"
    POSSIBLE = "possible"


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
    """By the right search."""
    observed: float | None = None
    """As the agent reports it, if it does."""
    explained: float | None = None
    """By the search with the mistake that is named."""


@dataclass(frozen=True)
class Counterexample:
    """The smallest observed position in which the agent goes wrong. Its search can be drawn again
    from it."""

    name: str
    """The probe: `tree 7`; "" for a position that is not in the test."""
    drawing: str
    """A tree as text, or a drawn position; it can be parsed again."""
    is_tree: bool
    search: SearchName
    depth: int
    evaluation: str
    """By name, in a drawn position."""
    best: tuple[Action, ...]
    chosen: Action | None
    values: tuple[RootValue, ...]
    events: tuple[tuple[str, int, float | str | None], ...]
    """What the agent asked: `EventKind.value`, the state's number, the result."""
    states: tuple[tuple[int, Action], ...]
    """For each state from number 1 on: its parent's number, and the action."""
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

    def to_json(self) -> dict[str, Any]:
        """What programs may want to know; not what the agent asked."""
        return {
            "name": self.name,
            "drawing": self.drawing,
            "search": self.search,
            "depth": self.depth,
            "evaluation": self.evaluation,
            "best": [self.word(action) for action in self.best],
            "chosen": None if self.chosen is None else self.word(self.chosen),
            "values": [{**vars(value), "action": self.word(value.action)} for value in self.values],
            "departs_at": None if self.departs_at is None else [*map(str, self.departs_at)],
            "difference": self.difference,
        }


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with an agent's search, for all that was observed in one test."""

    verdict: Verdict
    asked: int
    """How many moves it was asked for."""
    right: int
    """In how many of them it chose an optimal action."""
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

    @property
    def accuses(self) -> bool:
        """Whether it says that something is wrong, not only what is worth knowing."""
        if self.verdict is Verdict.STOPPED:
            return self.right < self.asked
        return self.verdict is not Verdict.RIGHT

    @property
    def shows_the_test(self) -> bool:
        """Whether the counterexample is part of the test, so that no other advice is needed."""
        return self.counterexample is not None and bool(self.counterexample.name)

    def to_json(self) -> dict[str, Any]:
        """What is wrong, as JSON."""
        example = self.counterexample
        return {
            "verdict": self.verdict.value,
            "certainty": self.certainty.value,
            "evidence": self.evidence,
            "asked": self.asked,
            "right": self.right,
            "findings": [vars(finding) for finding in self.findings],
            "remarks": [vars(finding) for finding in self.remarks],
            "counterexample": example and example.to_json(),
        }
