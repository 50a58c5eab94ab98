"""What is wrong with each part of a search, by what the agent's functions returned.

A value is judged against the values that were returned for the successors, right or wrong. So each
part is judged alone, and mistakes of several parts are found although no known combination explains
the whole.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import isclose, isinf
from typing import Any, NamedTuple, TypeVar

from pacgrid.action import Action

from ..model.diagnosis import Finding
from ..model.searches import SearchName
from . import part_findings
from .departure import Departure, action_word, name_of
from .evidence import Evidence, Observed
from .given_values import SearchSteps
from .mistake import Mistake
from .mistakes.pruning import EqualityPruning
from .observation import Decision, decide
from .path import ROOT
from .reference import RIGHT_SEARCHES, ReferenceSearch, RightAlphaBeta
from .returned_state import (
    StateKind,
    ValuedState,
    returned_states,
    root_values,
    with_values,
)
from .truth import ROUNDING

_T = TypeVar("_T")
_LEAST_WRONG = 2
"""A single number may differ by chance."""
_MOST_COMPARED = 100
"""States or decisions, to compare a mistake with a part."""
_MOST_PARTS = 3
"""If more are wrong, the functions return something other than values."""


Example = tuple[Observed, Departure]
"""A decision, and where it goes wrong."""


class SearchPart(NamedTuple):
    """A part of a search, which can be right or wrong by itself."""

    fits: Callable[[type[ReferenceSearch]], bool]
    """Whether a search does there what the agent did."""
    finding: Finding
    """What is said if it is wrong and no known mistake fits."""
    example: Example | None
    """Where it shows best that the part is wrong; None if it is right."""


class WrongParts(NamedTuple):
    """What is wrong, and where it is seen."""

    findings: tuple[Finding, ...]
    example: Example
    are_alternatives: bool = False
    """Whether only one of the findings is true."""


class _PrunesMost(EqualityPruning, RightAlphaBeta):
    """Prunes as much as a right search may: on equality, too."""


@dataclass(frozen=True)
class PartsOfSearch:
    """The parts of a search that nothing explains as a whole."""

    evidence: Evidence
    mistakes: Sequence[Mistake]

    def wrong_parts(self, most: int) -> WrongParts | None:
        """The parts that are wrong, with at most `most` alternatives; None if none is known.
        Raises TooLargeError."""
        parts = [*self._values(), self._choice(), self._depth(), *self._actions()]
        wrong = [part for part in parts if part.example]
        wrong = wrong or [part for part in self._pruning() if part.example]
        example = next((part.example for part in wrong if part.example), None)
        if not example or len(wrong) > _MOST_PARTS:
            return None
        right = [part for part in parts if not part.example]
        known = {
            mistake: fits
            for mistake in self.mistakes
            if not mistake.is_remark
            if any(fits := [part.fits(mistake.mutant) for part in wrong])
            if all(part.fits(mistake.mutant) for part in right)
        }
        whole = tuple(dict.fromkeys(m.finding for m, fits in known.items() if all(fits)))
        if 0 < len(whole) <= (most if len(wrong) == 1 else 1):
            return WrongParts(whole, example, are_alternatives=len(whole) > 1)
        found: dict[Finding, None] = {}
        for number, part in enumerate(wrong):
            fit = {mistake.finding for mistake, fits in known.items() if fits[number]}
            found[fit.pop() if len(fit) == 1 else part.finding] = None
        return WrongParts(tuple(found), example)

    @property
    def _search(self) -> SearchName:
        return self.mistakes[0].search

    @property
    def _right(self) -> type[ReferenceSearch]:
        return RIGHT_SEARCHES[self._search]

    @cached_property
    def _decisions(self) -> Sequence[Observed]:
        return with_values(self.evidence.decisions)

    @cached_property
    def _steps(self) -> dict[tuple[type[ReferenceSearch], int], SearchSteps]:
        """Of the search that was asked for last: those of all would need much memory."""
        return {}

    def _step(self, search: type[ReferenceSearch], observed: Observed) -> SearchSteps:
        """`search`, on the values that the agent had in `observed`. Raises TooLargeError."""
        key = search, id(observed.decision)
        if key not in self._steps:
            if self._steps and next(iter(self._steps))[0] is not search:
                self._steps.clear()
            self.evidence.budget.spend(len(observed.decision.log.nodes))
            self._steps[key] = SearchSteps(search, observed)
        return self._steps[key]

    def _values(self) -> Iterator[SearchPart]:
        """The values of finished games, of states at the cut-off, and of both kinds of layers."""
        states: dict[StateKind, list[ValuedState]] = {kind: [] for kind in StateKind}
        for observed in self._decisions:
            for state in returned_states(observed):
                if state.is_telling and not self._may_be_bound(state):
                    states[state.kind].append(state)
        for kind, known in states.items():
            right, wrong = _split(known, lambda state: self._returns(self._right, [state]))
            asked = [*wrong[:_MOST_COMPARED], *right[:_MOST_COMPARED]]
            shown = min(wrong, key=lambda each: _rank(each.observed), default=None)
            yield SearchPart(
                partial(self._returns, states=asked),
                part_findings.VALUES[kind, self._search],
                (shown.observed, (shown.path, _words(shown))) if shown else None,
            )

    def _may_be_bound(self, state: ValuedState) -> bool:
        """Whether it may be the alpha or beta of a search that fails hard."""
        is_value = state.value in state.action_values.values() or isinf(state.value)
        return self._search == "alpha_beta" and bool(state.action_values) and not is_value

    def _returns(self, search: type[ReferenceSearch], states: Iterable[ValuedState]) -> bool:
        """Whether `search` returns the same for them."""
        for state in states:
            value = self._step(search, state.observed).value(state)
            if value is None:
                return False
            if not isclose(value, state.value, rel_tol=ROUNDING, abs_tol=ROUNDING):
                return False
        return True

    def _choice(self) -> SearchPart:
        """The choice of one of the actions with the highest value."""

        def chooses(search: type[ReferenceSearch], observed: Observed) -> bool:
            return observed.decision.chosen in self._step(search, observed).choices

        known = [each for each in self._decisions if root_values(each)]
        return self._of_decisions(known, chooses, part_findings.CHOICE, _choice_departure)

    def _depth(self) -> SearchPart:
        """How many plies it looks ahead."""

        def stops(search: type[ReferenceSearch], observed: Observed) -> bool:
            return _leaf_plies(observed) == {self._step(search, observed).leaf_plies()}

        def depth(observed: Observed) -> Departure:
            right = self._step(self._right, observed).leaf_plies()
            found = _list(sorted(_leaf_plies(observed)))
            return ROOT, f"it stops after move {found}, not after move {right}"

        known = [each for each in self._decisions if _leaf_plies(each)]
        return self._of_decisions(known, stops, part_findings.DEPTH, depth)

    def _actions(self) -> Iterator[SearchPart]:
        """Which actions it tries, if it needs all."""

        def tries(search: type[ReferenceSearch], observed: Observed) -> bool:
            step = self._step(search, observed)
            return all(step.actions(n) == tried for n, tried in _tried(observed.decision))

        if self._search != "alpha_beta":
            yield self._of_decisions(self._decisions, tries, part_findings.ACTIONS, _left_out)

    def _pruning(self) -> Iterator[SearchPart]:
        """Whether it visits what even a search that prunes on equality must visit."""

        def prunes(search: type[ReferenceSearch], observed: Observed) -> bool:
            return search is self._right and _pruned_wrongly(observed) is None

        def pruned(observed: Observed) -> Departure:
            return _pruned_wrongly(observed) or (ROOT, "")

        if self._search == "alpha_beta":
            yield self._of_decisions(self._decisions, prunes, part_findings.PRUNING, pruned)

    def _of_decisions(
        self,
        known: Sequence[Observed],
        fits: Callable[[type[ReferenceSearch], Observed], bool],
        finding: Finding,
        departs: Callable[[Observed], Departure],
    ) -> SearchPart:
        """A part that is judged by whole decisions."""
        right, wrong = _split(known, lambda each: fits(self._right, each))
        asked = [*wrong[:_MOST_COMPARED], *right[:_MOST_COMPARED]]
        shown = min(wrong, key=_rank, default=None)
        return SearchPart(
            lambda search: all(fits(search, each) for each in asked),
            finding,
            (shown, departs(shown)) if shown else None,
        )


def _split(every: Iterable[_T], is_right: Callable[[_T], bool]) -> tuple[list[_T], list[_T]]:
    """The right ones, and the wrong ones if they are enough."""
    right: list[_T] = []
    wrong: list[_T] = []
    for each in every:
        (right if is_right(each) else wrong).append(each)
    return right, wrong if len(wrong) >= _LEAST_WRONG else []


def _choice_departure(observed: Observed) -> Departure:
    """What it chooses although it found something better."""
    values, chosen = root_values(observed), observed.decision.chosen
    if chosen is None:
        words = "chooses none"
    elif chosen in values:
        words = f"chooses one worth {_number(values[chosen])}"
    else:
        words = "chooses one that it has no value for"
    return ROOT, f"it finds actions worth {_list(values.values())}, and {words}"


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
            return path, f"it doesn't try {actions} in {name_of(decision.root, path)}"
    return ROOT, "it leaves out actions"


def _pruned_wrongly(observed: Observed) -> Departure | None:
    """The first state that is left out although its value matters."""
    decision, probe = observed.decision, observed.probe
    if decision.evaluated & decision.expanded - {ROOT}:
        return None  # it evaluates states to order them: where it would try the others isn't known
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


def _leaf_plies(observed: Observed) -> set[int]:
    """After how many plies it stopped where the game wasn't over."""
    decision = observed.decision
    paths, nodes = decision.log.paths, decision.log.nodes
    searched = {nodes[n].state for n, path in enumerate(paths) if path in decision.expanded}
    return {
        path.plies
        for path, node in zip(paths, nodes, strict=True)
        if path in decision.returned and path not in decision.expanded
        if not node.state.is_terminal and node.state not in searched
    }


def _words(state: ValuedState) -> str:
    """What was returned for it."""
    name = name_of(state.observed.decision.root, state.path)
    returned = f"it returns {_number(state.value)} for {name}"
    if state.action_values:
        return (
            f"{returned}, although its actions got the values {_list(state.action_values.values())}"
        )
    if state.kind is StateKind.FINISHED:
        return f"{returned}, where the game is over with score {_number(state.state.score)}"
    return f"{returned}, which is not its evaluation"


def _list(values: Iterable[float]) -> str:
    *others, last = map(_number, values)
    return f"{', '.join(others)} and {last}" if others else last


def _number(value: float) -> str:
    return f"{value + 0:g}".replace("inf", "∞")


def _rank(observed: Observed) -> tuple[bool, bool, int]:
    """Sorts first what is in the test, wrong choices, and small probes."""
    return not observed.probe.name, observed.is_optimal, observed.size
