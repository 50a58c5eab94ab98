"""What is wrong with each part of a search, by what the agent's functions returned.

A value that was returned for a state is right or wrong for the values that were returned for the
next states, whatever these are. So each part is judged alone, and mistakes of several parts are
found although no known combination explains the whole.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import isclose, isinf, nan
from typing import Any, NamedTuple

from pacgrid.action import Action

from ..model.diagnosis import Finding
from ..model.searches import SearchName
from . import part_findings
from .departure import Departure, action_word, name_of
from .evidence import Evidence, Observed
from .given_values import OneStep
from .mistake import Mistake
from .mistakes.pruning import EqualityPruning
from .observation import Decision, decide
from .path import ROOT
from .reference import RIGHT_SEARCHES, ReferenceSearch, RightAlphaBeta
from .returned_state import ReturnedState, SearchPart, returned_states, root_values
from .truth import ROUNDING

_MOST_STATES = 100
"""Of a part, in which a mistake is compared with what was returned."""
_LEAST_WRONG = 2
"""One number may be something else than a value by chance."""
_MOST_PARTS = 3
"""If more are wrong, the functions return something else than values."""


class WrongPart(NamedTuple):
    """A part of a search that isn't that of the right search."""

    fits: Callable[[type[ReferenceSearch]], bool]
    """Whether a search does in it what the agent did."""
    unknown: Finding
    """What is said if no known mistake fits."""
    observed: Observed
    departs: Departure


class WrongParts(NamedTuple):
    """What is wrong, and where it is seen."""

    findings: tuple[Finding, ...]
    observed: Observed
    departs: Departure


class _PrunesMost(EqualityPruning, RightAlphaBeta):
    """As much as is right."""


@dataclass(frozen=True)
class PartsOfSearch:
    """The parts of a search that nothing explains as a whole."""

    evidence: Evidence
    mistakes: Sequence[Mistake]

    def wrong(self) -> WrongParts | None:
        """What is wrong, if that can be told."""
        found = [*self._values(), *self._choice(), *self._depth(), *self._actions()]
        found = found or [*self._pruning()]
        if not 0 < len(found) <= _MOST_PARTS:
            return None
        first = found[0]
        return WrongParts(self._findings(found), first.observed, first.departs)

    def _findings(self, wrong: Sequence[WrongPart]) -> tuple[Finding, ...]:
        """The one known mistake that explains all of `wrong`; otherwise what explains each."""
        fits = {
            mistake: parts
            for mistake in self.mistakes
            if not mistake.is_remark
            if any(parts := [part.fits(mistake.mutant) for part in wrong])
            if _returns(mistake.mutant, self._right_states)
        }
        whole = {mistake.finding for mistake, parts in fits.items() if all(parts)}
        if len(whole) == 1:
            return tuple(whole)
        found: dict[Finding, None] = {}
        for number, part in enumerate(wrong):
            known = {mistake.finding for mistake, parts in fits.items() if parts[number]}
            found[known.pop() if len(known) == 1 else part.unknown] = None
        return tuple(found)

    @property
    def _search(self) -> SearchName:
        return self.mistakes[0].search

    @property
    def _right(self) -> type[ReferenceSearch]:
        return RIGHT_SEARCHES[self._search]

    @cached_property
    def _decisions(self) -> list[Observed]:
        return [each for each in self.evidence.decisions if each.decision.returned]

    @cached_property
    def _states(self) -> Mapping[SearchPart, list[ReturnedState]]:
        """Those in which a mistake would show, by part."""
        states: dict[SearchPart, list[ReturnedState]] = {part: [] for part in SearchPart}
        for observed in self._decisions:
            for state in returned_states(observed):
                if state.is_telling and not self._may_be_bound(state):
                    states[state.part].append(state)
        return states

    def _may_be_bound(self, state: ReturnedState) -> bool:
        """Whether it may be the alpha or beta of a search that fails hard."""
        is_value = state.value in state.children.values() or isinf(state.value)
        return self._search == "alpha_beta" and bool(state.children) and not is_value

    @cached_property
    def _wrong_states(self) -> Mapping[SearchPart, list[ReturnedState]]:
        wrong = {
            part: [state for state in states if not _returns(self._right, [state])]
            for part, states in self._states.items()
        }
        return {part: states for part, states in wrong.items() if len(states) >= _LEAST_WRONG}

    @cached_property
    def _right_states(self) -> list[ReturnedState]:
        """Some of each part that isn't wrong."""
        right = (states for part, states in self._states.items() if part not in self._wrong_states)
        return [state for states in right for state in states[:_MOST_STATES]]

    def _values(self) -> Iterator[WrongPart]:
        unknown = {
            SearchPart.FINISHED: part_findings.FINISHED,
            SearchPart.CUT_OFF: part_findings.CUT_OFF,
            SearchPart.GHOSTS: part_findings.GHOSTS[self._search],
            SearchPart.PACMAN: part_findings.PACMAN,
        }
        for part, wrong in self._wrong_states.items():
            asked = [*wrong[:_MOST_STATES], *self._states[part][:_MOST_STATES]]
            shown = min(wrong, key=lambda each: _rank(each.observed))
            yield WrongPart(
                partial(_returns, states=asked),
                unknown[part],
                shown.observed,
                (shown.path, _words(shown)),
            )

    def _choice(self) -> Iterator[WrongPart]:
        """Whether it chooses another action than the one with the highest value."""
        known = [each for each in self._decisions if root_values(each.decision)]
        wrong = [each for each in known if not _chooses(self._right, [each])]
        if len(wrong) >= _LEAST_WRONG:
            shown = min(wrong, key=_rank)
            values = root_values(shown.decision)
            words = f"it finds {_list(values.values())}, and chooses what it finds worth"
            yield WrongPart(
                partial(_chooses, observed=known),
                part_findings.CHOICE,
                shown,
                (ROOT, f"{words} {_number(values.get(shown.decision.chosen, nan))}"),
            )

    def _depth(self) -> Iterator[WrongPart]:
        """Whether it stops at another depth than it should, always the same."""
        known = [each for each in self._decisions if _leaf_plies(each)]
        wrong = [each for each in known if not _stops(self._right, [each])]
        if len(wrong) >= _LEAST_WRONG:
            shown = min(wrong, key=_rank)
            plies, right = _leaf_plies(shown), OneStep(self._right, shown).leaf_plies()
            words = f"it looks {plies} moves ahead, not {right}"
            yield WrongPart(
                partial(_stops, observed=known), part_findings.DEPTH, shown, (ROOT, words)
            )

    def _actions(self) -> Iterator[WrongPart]:
        """Whether it leaves out actions, if it needs all."""
        if self._search == "alpha_beta":
            return
        wrong = [each for each in self._decisions if not _tries(self._right, [each])]
        if len(wrong) >= _LEAST_WRONG:
            shown = min(wrong, key=_rank)
            yield WrongPart(
                partial(_tries, observed=self._decisions),
                part_findings.ACTIONS,
                shown,
                _left_out(shown),
            )

    def _pruning(self) -> Iterator[WrongPart]:
        """Whether it leaves out what even the search must look at that prunes on equality."""
        if self._search != "alpha_beta" or not self._right_states:
            return
        wrong = [(each, left) for each in self._decisions if (left := _pruned_wrongly(each))]
        if len(wrong) >= _LEAST_WRONG:
            shown, departs = min(wrong, key=lambda each: _rank(each[0]))
            yield WrongPart(lambda _: False, part_findings.PRUNING, shown, departs)


def _returns(search: type[ReferenceSearch], states: Iterable[ReturnedState]) -> bool:
    """Whether `search` returns the same for them."""
    steps: dict[int, OneStep] = {}
    for state in states:
        step = steps.setdefault(id(state.observed), OneStep(search, state.observed))
        value = step.value(state)
        if value is None or not isclose(value, state.value, rel_tol=ROUNDING, abs_tol=ROUNDING):
            return False
    return True


def _chooses(search: type[ReferenceSearch], observed: Iterable[Observed]) -> bool:
    """Whether `search` might choose the same, with the same values at the root."""
    return all(each.decision.chosen in OneStep(search, each).choices for each in observed)


def _stops(search: type[ReferenceSearch], observed: Iterable[Observed]) -> bool:
    """Whether it stops after as many plies."""
    return all(OneStep(search, each).leaf_plies() == _leaf_plies(each) for each in observed)


def _tries(search: type[ReferenceSearch], observed: Iterable[Observed]) -> bool:
    """Whether it tries the same actions in each state that was searched further."""
    return all(
        OneStep(search, each).actions(number) == tried
        for each in observed
        for number, tried in _tried(each.decision)
    )


def _tried(decision: Decision) -> Iterator[tuple[int, frozenset[Action]]]:
    """The actions that were tried in states, by their numbers."""
    for number, path in enumerate(decision.log.paths):
        if path in decision.expanded:
            yield number, frozenset(decision.order.tried.get(path, ()))


def _left_out(observed: Observed) -> Departure:
    """The first state in which an action isn't tried."""
    decision = observed.decision
    for number, tried in _tried(decision):
        state: Any = decision.log.nodes[number].state
        if missing := [action for action in state.legal_actions() if action not in tried]:
            path = decision.log.paths[number]
            actions = " and ".join(action_word(state, action) for action in missing)
            return path, f"it doesn't try {actions} in {name_of(observed.decision.root, path)}"
    return ROOT, "it leaves out actions"


def _pruned_wrongly(observed: Observed) -> Departure | None:
    """The first state that is left out although its value matters."""
    decision, probe = observed.decision, observed.probe
    search = _PrunesMost(depth=probe.depth, order=decision.order)
    needed = decide(search, probe, decision.root)
    generated = {ROOT, *decision.generated}
    seen = {node.state for node in decision.log.nodes}
    for node, path in zip(needed.log.nodes, needed.log.paths, strict=True):
        if path not in generated and path.parent in generated and node.state not in seen:
            alpha, beta = map(_number, search.windows[path])
            name = name_of(decision.root, path)
            return path, f"it never looks at {name}, where alpha is {alpha} and beta is {beta}"
    return None


def _leaf_plies(observed: Observed) -> int:
    """After how many plies it stopped, wherever the game wasn't over; 0 if that differs, or no
    state tells."""
    decision = observed.decision
    paths, nodes = decision.log.paths, decision.log.nodes
    searched = {nodes[n].state for n, path in enumerate(paths) if path in decision.expanded}
    plies = {
        path.plies
        for path, node in zip(paths, nodes, strict=True)
        if path in decision.returned and path not in decision.expanded
        if not node.state.is_terminal and node.state not in searched
    }
    deepest = max((path.plies for path in decision.expanded), default=0)
    return plies.pop() if len(plies) == 1 and deepest < max(plies) else 0


def _words(state: ReturnedState) -> str:
    """What was returned for it."""
    returned = (
        f"it returns {_number(state.value)} for {name_of(state.observed.decision.root, state.path)}"
    )
    if state.children:
        return f"{returned}, whose actions are worth {_list(state.children.values())} to it"
    return returned


def _list(values: Iterable[float]) -> str:
    *others, last = map(_number, values)
    return f"{', '.join(others)} and {last}" if others else last


def _number(value: float) -> str:
    return f"{value + 0:g}"


def _rank(observed: Observed) -> tuple[bool, bool, int]:
    """Sorts first what is in the test, wrong choices, and small probes."""
    return not observed.probe.name, observed.is_optimal, observed.size
