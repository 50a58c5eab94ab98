"""A state of an observed search, with what the agent's functions returned for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.search_log import SearchEventKind

from .evidence import Observed
from .path import ROOT, Path


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
    """The state's, in the log of the decision."""
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

    @property
    def is_telling(self) -> bool:
        """Whether wrong ways to compute the value give another one."""
        return not self.action_values or len({*self.action_values.values()}) > 1


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
        self._prunes = observed.probe.search == "alpha_beta"
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
