"""How well a search with a mistake explains what was observed of an agent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import inf, isclose
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Report
from pacgrid.tree.reference_search import (
    RIGHT_SEARCHES,
    EqualityPruning,
    ReferenceSearch,
)

from ..model.diagnosis import MOST_NODES
from .evidence import ROUNDING, Evidence
from .mistake import Mistake
from .mistakes.textbook import ALPHA_BETA
from .observation import Decision, Observation, ObservedTest, decide, observe
from .search_order import DEEP, Footprint
from .search_task import SearchTask

_EQUALITY = ("prunes_on_equality", "takes_pruned_for_tie")
_MANY = 1_000
"""No right search of a task needs this many states."""
_SPARE = 60
"""This many states more than twice what an agent searched are enough to tell it from a search."""


@dataclass(frozen=True)
class Mismatch:
    """What a hypothesis doesn't explain."""

    choices: int = 0
    """The number of decisions in which it chooses otherwise, or fails."""
    states: int = 0
    """The number of states that only one of the two searched."""
    values: int = 0
    """The number of decisions in which it values the chosen action otherwise than the agent
    reports."""

    def __add__(self, other: "Mismatch") -> "Mismatch":
        states = self.states + other.states
        return Mismatch(self.choices + other.choices, states, self.values + other.values)


@dataclass(frozen=True)
class Hypothesis:
    """Mistakes that an agent may make, all at once."""

    mistakes: tuple[Mistake, ...]
    style: type[ReferenceSearch] | None = None
    """The style in which its author may have written the search, if it is another."""

    @cached_property
    def mutant(self) -> type[ReferenceSearch]:
        """The search that makes them."""
        first, *others = self.mistakes
        return first.together_with(*others, style=self.style)

    @property
    def can_be_built(self) -> bool:
        """Whether the variations fit together, as classes."""
        try:
            return bool(self.mutant)
        except TypeError:
            return False

    @property
    def serious(self) -> tuple[Mistake, ...]:
        """Without remarks, unless there is nothing else."""
        return tuple(each for each in self.mistakes if not each.is_remark) or self.mistakes

    @property
    def names(self) -> frozenset[str]:
        """Of the mistakes that it accuses of."""
        return frozenset(each.finding.mistake for each in self.serious)


def simplest(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """If how it prunes on equality explains everything, no other mistake of a search that does
    so."""
    alone = [each for each in hypotheses if each.mistakes[0].finding.mistake in _EQUALITY]
    others = [each for each in hypotheses if not issubclass(each.mutant, EqualityPruning)]
    return list(dict.fromkeys((*alone, *others))) if alone else [*hypotheses]


def can_be_made_together(one: Mistake, other: Mistake) -> bool:
    """Whether they are two mistakes, not two forms of one, and not two that exclude each other."""
    variations = one.variation, other.variation
    is_form = issubclass(*variations) or issubclass(*reversed(variations))
    findings = one.finding, other.finding
    is_about_pruning = all(each.section == ALPHA_BETA for each in findings)
    never_prunes = any(each.mistake == "prunes_nothing" for each in findings)
    return len({*findings}) > 1 and not is_form and not (is_about_pruning and never_prunes)


@dataclass(frozen=True)
class Reply:
    """What a search of ours does where an agent was observed."""

    decision: Decision
    choices: tuple[Any, ...]
    """The actions that are equally good for this hypothesis."""
    values: Mapping[Action, float] = field(default_factory=dict)
    """The values of actions for this hypothesis."""

    def mismatch(self, observed: Decision) -> Mismatch:
        """What it doesn't explain."""
        states = observed.footprint.distance(self.decision.footprint)
        if observed.chosen is None:
            agrees = _kind_of_failure(observed) == _kind_of_failure(self.decision)
            if _is_endless(observed) and _is_endless(self.decision):
                return Mismatch()  # how far it comes depends on its style
        else:
            legal = len(observed.root.legal_actions())
            differs = observed.footprint.used != self.decision.footprint.used
            is_empty = differs and len(self.choices) == legal > 1  # it would allow anything
            agrees = observed.chosen in self.choices and not is_empty
        values = int(self._contradicts(observed))
        return Mismatch(int(not agrees), states, values)

    def _contradicts(self, observed: Decision) -> bool:
        """Whether the value of the action that was chosen isn't the one that the agent reports."""
        chosen = observed.chosen
        if chosen is None or not (chosen in observed.values and chosen in self.values):
            return False
        return not isclose(
            observed.values[chosen], self.values[chosen], rel_tol=ROUNDING, abs_tol=ROUNDING
        )


def mismatch(search: type[ReferenceSearch], evidence: Evidence, odd: float = inf) -> Mismatch:
    """What `search` doesn't explain; it goes on until it contradicts more than `odd` choices.
    Raises TooLargeError."""
    total = Mismatch()
    for observed, reply in replies_to_all(search, evidence):
        total += reply.mismatch(observed)
        if total.choices + total.values > odd:
            return total
    return total


def replies(
    search: type[ReferenceSearch], observation: Observation
) -> Iterator[tuple[Decision, Reply]]:
    """Each observed decision, and what `search` does there if it tries actions in that order."""
    return replies_to_all(search, Evidence((ObservedTest((observation,)),)), far=True)


def replies_to_all(
    search: type[ReferenceSearch], evidence: Evidence, *, far: bool = False
) -> Iterator[tuple[Decision, Reply]]:
    """The same for all the evidence. Unless it may go `far`, a search that asks for many more
    states than the agent did fails: it doesn't explain the agent. Raises TooLargeError."""
    for observation in evidence.telling:
        agent = build(search, observation.task)
        for observed in observation.decisions:
            most = MOST_NODES
            if not far:  # an endless search is as endless after a few states more than many
                most = _SPARE + (_MANY if _is_endless(observed) else 2 * len(observed.log.nodes))
            answer = reply(agent, observation.task, observed, most)
            evidence.budget.spend(len(answer.decision.log.events))
            yield observed, answer


def build(search: type[ReferenceSearch], task: SearchTask) -> ReferenceSearch:
    """The agent to ask about `task`."""
    return search(depth=task.depth)


def reply(
    agent: ReferenceSearch, task: SearchTask, observed: Decision, most_nodes: int = MOST_NODES
) -> Reply:
    """What `agent` does at the root of `observed`, in the order in which actions were tried."""
    agent.order = observed.order
    agent.choices, agent.report = (), Report()
    decision = decide(agent, task, observed.root, most_nodes)
    return Reply(
        decision, tuple(agent.choices), agent.report.values if agent.reports_values else {}
    )


def _kind_of_failure(decision: Decision) -> str:
    """What it returned, if that is no legal action; or in what kind of state it raised an error;
    empty if it didn't fail."""
    if not decision.failure:
        return ""
    message = decision.failure.message
    if not decision.raises:
        return "returned a number" if "not a number" in message else message.partition(";")[0]
    if not decision.generated:
        return "raised before it searched"
    last = decision.log.nodes[decision.log.events[-1].state].state
    return "raised in a finished game" if last.is_terminal else "raised"


def _is_endless(decision: Decision) -> bool:
    """Whether it fails after many states, or deep in its recursion: that is a limit."""
    paths = decision.log.paths
    return bool(decision.failure) and (len(paths) > _MANY or len(paths[-1]) > DEEP)


@dataclass(frozen=True)
class Behaviour:
    """What can be observed of a search that is asked about a task."""

    choices: tuple[frozenset[Any], ...]
    """For each move, the actions that the hypothesis allows; none if it fails."""
    footprints: tuple[Footprint, ...]


def behaviours(
    task: SearchTask, searches: Sequence[type[ReferenceSearch]]
) -> tuple[Behaviour, ...]:
    """What each of `searches` does where the right search is asked about `task`."""
    asked = observe(task, partial(build, RIGHT_SEARCHES[task.search], task))
    answers = ([reply for _, reply in replies(each, asked)] for each in searches)
    return tuple(
        Behaviour(
            tuple(frozenset(each.choices) for each in some),
            tuple(each.decision.footprint for each in some),
        )
        for some in answers
    )
