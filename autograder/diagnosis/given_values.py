"""Searches that take the values of successors as given, to judge each of their steps alone."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cache
from math import inf
from typing import Any

from pacgrid.action import Action

from .evidence import Observed
from .path import ROOT, Path
from .reference import ReferenceSearch
from .returned_state import StateKind, ValuedState, root_values
from .watched_state import WatchedState

MOST_PLIES = 100
"""That a search looks ahead."""


class SearchOnGivenValues(ReferenceSearch):
    """A search that takes the values of successors from `given` instead of searching them. It tries
    the actions in that order."""

    given: Mapping[Path, Mapping[Action, float]]

    def successor_value(
        self,
        state: Any,
        action: Action,
        plies: int,  # noqa: ARG002
        alpha: float,  # noqa: ARG002
        beta: float,  # noqa: ARG002
    ) -> float:
        return self.given[state.path][action]


class SearchSteps:
    """The single steps of a search in one decision, each on the values that the agent had."""

    def __init__(self, search: type[ReferenceSearch], observed: Observed) -> None:
        self._order = observed.decision.order
        self._log = copy(observed.decision.log)
        self._log.nodes, self._log.paths = [*self._log.nodes], [*self._log.paths]
        self._log.events = []
        self._agent = _with_given_values(search)(depth=observed.probe.depth)
        self._give(ROOT, root_values(observed))
        self.choices: Sequence[Any] = ()
        """What it might choose at the root; nothing if that isn't known."""
        with suppress(Exception):  # a mistake may fail, or need what isn't there
            self._agent.act(WatchedState(self._log))
            self.choices = self._agent.choices

    def value(self, state: ValuedState) -> float | None:
        """What it returns for that state; None if that isn't known."""
        self._give(state.path, state.action_values)
        watched = WatchedState(self._log, state.number)
        try:
            if state.kind is StateKind.FINISHED:
                plies = self._agent.plies(WatchedState(self._log)) - len(state.path)
            else:
                plies = 1 if state.action_values else 0
            return self._agent.value(watched, plies, -inf, inf)
        except Exception:
            return None

    def actions(self, number: int) -> frozenset[Action]:
        """Those that it tries in a state, by its number."""
        self._agent.order = self._order
        with suppress(Exception):
            return frozenset(self._agent.actions(WatchedState(self._log, number)))
        return frozenset()

    def leaf_plies(self) -> int:
        """After how many plies it stops; 0 if not within `MOST_PLIES`."""
        plies = self._agent.plies(WatchedState(self._log))
        return next((n for n in range(1, MOST_PLIES) if self._agent.is_cut_off(plies - n)), 0)

    def _give(self, path: Path, action_values: Mapping[Action, float]) -> None:
        self._agent.given = {path: action_values}
        self._agent.order = lambda _: [*action_values]


@cache
def _with_given_values(search: type[ReferenceSearch]) -> type[SearchOnGivenValues]:
    return type(f"{search.__name__}OfGivenValues", (SearchOnGivenValues, search), {})
