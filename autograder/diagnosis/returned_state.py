"""A state of an observed search, with what the agent's functions returned for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.event_log import SearchEventKind

from .evidence import Observed
from .observation import Decision
from .path import ROOT, Path


class ReturnedLayer(StrEnum):
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
class ReturnedState:
    """What the agent returned for a state below the root."""

    observed: Observed
    path: Path
    number: int
    """The state's, in the log of the decision."""
    value: float
    children: Mapping[Action, float]
    """The values of the actions that it tried there, in order; none if it searched no further."""

    @property
    def state(self) -> Any:
        return self.observed.decision.log.nodes[self.number].state

    @property
    def layer(self) -> ReturnedLayer:
        if self.children:
            return ReturnedLayer.GHOSTS if self.state.to_move else ReturnedLayer.PACMAN
        return ReturnedLayer.FINISHED if self.state.is_terminal else ReturnedLayer.CUT_OFF

    @property
    def is_telling(self) -> bool:
        """Whether wrong ways to compute the value give another one."""
        return not self.children or len({*self.children.values()}) > 1


def returned_states(observed: Observed) -> Iterator[ReturnedState]:
    """The states below the root for which the agent returned a value, as far as all values that it
    comes from are known, and it isn't one that may have been remembered."""
    decision = observed.decision
    values, nodes = _known_values(decision), decision.log.nodes
    numbers = {path: number for number, path in enumerate(decision.log.paths)}
    searched = {nodes[numbers[path]].state for path in decision.expanded}
    for path, value in decision.returned.items():
        children = _children(decision, path, values)
        is_remembered = path not in decision.expanded and nodes[numbers[path]].state in searched
        if path is not ROOT and children is not None and not is_remembered:
            yield ReturnedState(observed, path, numbers[path], value, children)


def root_values(decision: Decision) -> Mapping[Action, float]:
    """What the actions at the root are worth to the agent; empty if that isn't known of all that
    it tried."""
    return _children(decision, ROOT, _known_values(decision)) or {}


def _children(
    decision: Decision, path: Path, values: Mapping[Path, float]
) -> Mapping[Action, float] | None:
    """The values of the actions that were tried in a state; None if one of them isn't known."""
    tried = decision.order.tried.get(path, ())
    known = {action: values[path.then(action)] for action in tried if path.then(action) in values}
    return known if len(known) == len(tried) else None


def _known_values(decision: Decision) -> Mapping[Path, float]:
    """What states are worth to the agent: what its functions returned; and for a state that it
    only looked at, its last evaluation or score."""
    asked = (SearchEventKind.EVALUATE, SearchEventKind.SCORE)
    paths = decision.log.paths
    looked_at = {
        paths[event.state]: float(event.result)
        for event in decision.log.events
        if event.kind in asked and paths[event.state] not in decision.expanded
    }
    return {**looked_at, **decision.returned}
