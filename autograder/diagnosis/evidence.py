"""Everything that was observed of an agent, beside what is right in each position."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from pacgrid.action import Action
from pacgrid.state import State
from pacgrid.tree.reference_search import ReferenceSearch, RightExpectimax, RightMinimax
from pacgrid.tree.search_log import SearchEventKind
from pacgrid.tree.watched_state import ROOT, Path

from .observation import Decision, Observation, ObservedTest, decide
from .search_task import SearchTask, TreePosition


class Observed(NamedTuple):
    """A decision, and where it was made."""

    task: SearchTask
    decision: Decision
    observation: Observation

    @property
    def is_optimal(self) -> bool:
        return self.decision.chosen in truth_of(self.task, self.decision.root).best

    @property
    def size(self) -> int:
        return truth_of(self.task, self.decision.root).size


class Instability(NamedTuple):
    """A decision, and what the agent chose there when it was asked again."""

    first: Observed
    again: Decision


MOST_QUESTIONS = 10_000_000
"""This is more than five times what a diagnosis of 44 generated tasks takes at most, and less than
a minute."""


@dataclass
class QuestionBudget:
    """How many questions about states are left in a diagnosis: the agent's, and those of each
    search that it is compared with. It counts work, not time, so that a result never depends on how
    busy the machine is."""

    questions: int = MOST_QUESTIONS

    def spend(self, questions: int) -> None:
        """Raises TooLargeError."""
        self.questions -= questions
        if self.questions < 0:
            raise TooLargeError


class TooLargeError(Exception):
    """A diagnosis has exceeded its budget."""


@dataclass(frozen=True)
class Evidence:
    """What the agent did in all tests of a question."""

    tests: tuple[ObservedTest, ...]
    budget: "QuestionBudget" = field(default_factory=QuestionBudget, compare=False)
    """How much of the budget is left to explain the evidence."""

    @cached_property
    def observations(self) -> tuple[Observation, ...]:
        return tuple(each for test in self.tests for each in test.observations)

    @cached_property
    def again(self) -> tuple[Observation, ...]:
        """What it did when it was asked about some tasks once more."""
        return tuple(each for test in self.tests for each in test.again)

    @cached_property
    def decisions(self) -> tuple[Observed, ...]:
        """Those that count: not what it did when it was asked again."""
        return tuple(_decisions(self.observations))

    @cached_property
    def wrong(self) -> tuple[Observed, ...]:
        """The decisions that are not optimal, the most telling first."""
        every = (*self.decisions, *_decisions(self.again))
        return most_telling_first(each for each in every if not each.is_optimal)

    @cached_property
    def instability(self) -> Instability | None:
        """The first decision that it made otherwise when it was asked again."""
        first = {each.task: each for each in self.observations}
        for second in self.again:
            before = _decisions([first[second.task]] if second.task in first else [])
            for one, other in zip(before, second.decisions, strict=False):
                if one.decision.root != other.root:
                    break
                if one.decision.chosen != other.chosen:
                    return Instability(one, other)
        return None

    @cached_property
    def every(self) -> tuple[Observation, ...]:
        return tuple(each for test in self.tests for each in (*test.observations, *test.again))

    @cached_property
    def telling(self) -> tuple[Observation, ...]:
        """Everything. What contradicts most mistakes soonest comes first: wrong choices, in small
        tasks."""
        wrong = [each.observation for each in sorted(self.wrong, key=lambda each: each.size)]
        every = sorted(self.every, key=lambda each: sum(len(d.log.events) for d in each.decisions))
        return tuple({id(each): each for each in (*wrong, *every)}.values())

    @cached_property
    def without_failures(self) -> "Evidence":
        """The observations in which it always chose an action."""
        tests = (ObservedTest(_chosen(t.observations), _chosen(t.again)) for t in self.tests)
        return Evidence(tuple(tests), self.budget)

    @property
    def size(self) -> int:
        """How many questions the agent asked."""
        return sum(len(each.log.events) for o in self.every for each in o.decisions)

    def with_only(self, observations: Sequence[Observation]) -> "Evidence":
        """These observations instead of its own, for the same budget."""
        return Evidence((ObservedTest(tuple(observations)),), self.budget)

    def with_test(self, observations: Sequence[Observation]) -> "Evidence":
        """With these observations, of a further process."""
        return Evidence((*self.tests, ObservedTest(tuple(observations))), self.budget)


def _chosen(observations: Sequence[Observation]) -> tuple[Observation, ...]:
    return tuple(o for o in observations if not any(each.failure for each in o.decisions))


def most_telling_first(decisions: Iterable[Observed]) -> tuple[Observed, ...]:
    """These decisions in the order in which to show them: those in tasks with names, which are in
    the test, then those with wrong choices, then those in small tasks."""
    return tuple(
        sorted(decisions, key=lambda each: (not each.task.name, each.is_optimal, each.size))
    )


def _decisions(observations: Sequence[Observation]) -> Iterator[Observed]:
    for observation in observations:
        for decision in observation.decisions:
            yield Observed(observation.task, decision, observation)


class StateKind(StrEnum):
    """What kind of state a value is returned for."""

    FINISHED = "finished"
    """A finished game."""
    CUT_OFF = "cut-off"
    """A state that isn't searched further."""
    GHOSTS = "ghosts"
    """A ghost's layer."""
    PACMAN = "Pac-Man"
    """A layer of Pac-Man below the root."""


@dataclass(frozen=True)
class ValuedState:
    """What the agent returned for a state below the root."""

    observed: Observed
    path: Path
    number: int
    """The number of the state in the log of the decision."""
    value: float
    action_values: Mapping[Action, float]
    """The values of the actions that it tried there, in order; in alpha-beta, those that are known.
    Empty if it searched no further."""

    @property
    def state(self) -> Any:
        return self.observed.decision.log.nodes[self.number].state

    @property
    def kind(self) -> StateKind:
        if self.action_values:
            return StateKind.GHOSTS if self.state.to_move else StateKind.PACMAN
        return StateKind.FINISHED if self.state.is_terminal else StateKind.CUT_OFF


def with_values(decisions: Iterable[Observed]) -> list[Observed]:
    """The decisions in which values were returned. Values of a negamax search are negated where a
    ghost moves, so that all are Pac-Man's."""
    known = [each for each in decisions if each.decision.returned]
    return [*map(_for_pacman, known)] if _is_negamax(known) else known


def returned_states(observed: Observed) -> Iterator[ValuedState]:
    """The states below the root with a returned value, if the values it comes from are known, and
    it can't be a remembered one."""
    decision, action_values = observed.decision, _ActionValues(observed)
    nodes = decision.log.nodes
    numbers = {path: number for number, path in enumerate(decision.log.paths)}
    searched = {nodes[numbers[path]].state for path in decision.expanded}
    for path, value in decision.returned.items():
        known = action_values.of(path)
        is_remembered = path not in decision.expanded and nodes[numbers[path]].state in searched
        if path is not ROOT and known is not None and not is_remembered:
            yield ValuedState(observed, path, numbers[path], value, known)


def root_values(observed: Observed) -> Mapping[Action, float]:
    """What the actions at the root are worth to the agent. Empty if any value is unknown; in
    alpha-beta, only the known ones."""
    return _ActionValues(observed).of(ROOT) or {}


class _ActionValues:
    """What actions are worth to an agent."""

    def __init__(self, observed: Observed) -> None:
        self._decision = observed.decision
        self._prunes = observed.task.search == "alpha_beta"
        asked = (SearchEventKind.EVALUATE, SearchEventKind.SCORE)
        paths = self._decision.log.paths
        self._looked_at = {
            paths[event.state]: float(event.result)
            for event in self._decision.log.events
            if event.kind in asked and paths[event.state] not in self._decision.expanded
        }
        """The last evaluation or score of each state that it only looked at."""

    def of(self, path: Path) -> Mapping[Action, float] | None:
        """Those that it tried in a state: what its functions returned, or what it found when it
        looked at a state. None if any value is unknown; in alpha-beta, only the known ones."""
        returned = self._decision.returned
        tried = {each: path.then(each) for each in self._decision.order.tried.get(path, ())}
        if self._prunes and any(child in returned for child in tried.values()):
            # What it only looked at may have been pruned: it looked at it to put it in order.
            return {each: returned[child] for each, child in tried.items() if child in returned}
        values = {**self._looked_at, **returned}
        known = {each: values[child] for each, child in tried.items() if child in values}
        return known if len(known) == len(tried) else None


def _is_negamax(decisions: Sequence[Observed]) -> bool:
    """Whether values where a ghost is to move are the ghost's, not Pac-Man's: most finished games
    there have the negative score."""
    ends = [
        state
        for each in decisions
        for state in returned_states(each)
        if state.kind is StateKind.FINISHED and state.state.to_move and state.state.score
    ]
    negated = sum(bool(state.value == -state.state.score) for state in ends)
    return 2 * negated > len(ends)


def _for_pacman(observed: Observed) -> Observed:
    """With the values that negamax returns, turned to Pac-Man's where a ghost is to move."""
    decision = observed.decision
    to_move = {
        p: n.state.to_move for p, n in zip(decision.log.paths, decision.log.nodes, strict=True)
    }
    values = {p: -value if to_move[p] else value for p, value in decision.returned.items()}
    return observed._replace(decision=replace(decision, returned=values))


ROUNDING = 1e-6
"""Values that differ by less are equal: they may have been summed in another order."""


@dataclass(frozen=True)
class Truth:
    """What is right at a root, without any pruning."""

    values: Mapping[Action, float]
    """The value of each action."""
    inner: frozenset[Path]
    """The states above the cut-off in which the game isn't over."""
    cut_off: frozenset[Path]
    """The states that a right search evaluates."""
    finished: frozenset[Path]
    """The states in which the game is over, so that their scores count."""

    @property
    def best(self) -> tuple[Action, ...]:
        """All optimal actions."""
        highest = max(self.values.values())
        return tuple(a for a, value in self.values.items() if value >= highest - ROUNDING)

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.inner) + len(self.cut_off) + len(self.finished)


@lru_cache(maxsize=1024)
def truth_of(task: SearchTask, root: TreePosition | State) -> Truth:
    """What is right for an agent that is asked at `root`."""
    decision = search_right(task, root)
    return Truth(decision.values, decision.expanded, decision.evaluated, decision.scored)


def unpruned_search(task: SearchTask) -> type[ReferenceSearch]:
    """The right search without any pruning."""
    return RightExpectimax if task.search == "expectimax" else RightMinimax


def search_right(task: SearchTask, root: TreePosition | State) -> Decision:
    """What that search does at `root`."""
    return decide(unpruned_search(task)(depth=task.depth), task, root)
