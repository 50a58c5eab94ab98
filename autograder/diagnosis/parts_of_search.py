"""The parts of a search that are wrong, by what the agent's functions returned.

A value is judged against the values that were returned for the successors, right or wrong. So each
part is judged alone, and a wrong one is found although no known mistake explains the whole.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isclose, isinf
from typing import NamedTuple, get_args

from pacgrid.tree.reference_search import EqualityPruning, RightAlphaBeta
from pacgrid.tree.watched_state import ROOT

from ..model.diagnosis import Finding, SearchName
from .compared_trees import Departure
from .evidence import (
    ROUNDING,
    Evidence,
    Observed,
    StateKind,
    ValuedState,
    returned_states,
    root_values,
    with_values,
)
from .mistakes import textbook
from .observation import decide
from .search_task import name_of

_LEAST_WRONG = 2
"""A part is wrong if it goes wrong this often: a single number may differ by chance."""
_MOST_PARTS = 3
"""If more are wrong, the functions return something other than values."""


class WrongPart(NamedTuple):
    """A part of a search that is wrong by itself, and where it is seen."""

    finding: Finding
    shown: Observed
    departs: Departure
    is_only: bool = True
    """Whether no other part is wrong."""


class PrunesMost(EqualityPruning, RightAlphaBeta):
    """Prunes as much as a right search may: on equality, too."""


@dataclass(frozen=True)
class PartsOfSearch:
    """The parts of a search that nothing explains as a whole."""

    evidence: Evidence

    def wrong_part(self) -> WrongPart | None:
        """The first part that is wrong, from the leaves to the root; None if none is known."""
        wrong = [*self._values(), *self._of_decisions()]
        if not wrong or len(wrong) > _MOST_PARTS:
            return None
        return wrong[0]._replace(is_only=len(wrong) == 1)

    @cached_property
    def _decisions(self) -> Sequence[Observed]:
        return with_values(self.evidence.decisions)

    @property
    def _search(self) -> SearchName:
        return self.evidence.decisions[0].task.search

    def _values(self) -> Iterator[WrongPart]:
        """The values of finished games, of states at the cut-off, and of both kinds of layers."""
        known = [state for observed in self._decisions for state in returned_states(observed)]
        for kind in StateKind:
            wrong = [state for state in known if state.kind is kind and self._is_wrong(state)]
            if len(wrong) >= _LEAST_WRONG:
                shown = min(wrong, key=lambda state: _rank(state.observed))
                departs = shown.path, _words(shown)
                yield WrongPart(VALUES[kind, self._search], shown.observed, departs)

    def _is_wrong(self, state: ValuedState) -> bool:
        values = state.action_values.values()
        is_bound = state.value not in values and not isinf(state.value)
        if self._search == "alpha_beta" and values and is_bound:
            return False  # it may be the alpha or beta of a search that fails hard
        right = _right_value(state, averages=self._search == "expectimax")
        return not isclose(state.value, right, rel_tol=ROUNDING, abs_tol=ROUNDING)

    def _of_decisions(self) -> Iterator[WrongPart]:
        """The choice, and what is pruned."""
        judges = {CHOICE: _wrong_choice}
        if self._search == "alpha_beta":
            judges[PRUNING] = _pruned_wrongly
        for finding, judge in judges.items():
            wrong = [(each, departs) for each in self._decisions if (departs := judge(each))]
            if len(wrong) >= _LEAST_WRONG:
                yield WrongPart(finding, *min(wrong, key=lambda each: _rank(each[0])))


def _right_value(state: ValuedState, *, averages: bool) -> float:
    """What should be returned for it, by the values of its actions."""
    values = state.action_values.values()
    match state.kind:
        case StateKind.FINISHED:
            return float(state.state.score)
        case StateKind.CUT_OFF:
            return state.observed.task.evaluate(state.state)
        case StateKind.PACMAN:
            return max(values)
        case StateKind.GHOSTS:
            return sum(values) / len(values) if averages else min(values)


def _wrong_choice(observed: Observed) -> Departure | None:
    """What it chooses although it found something better."""
    values, chosen = root_values(observed), observed.decision.chosen
    own = None if chosen is None else values.get(chosen)
    if not values or own == max(values.values()):
        return None
    worth = "another one" if own is None else f"one worth {_number(own)}"
    return ROOT, f"it finds actions worth {_list(values.values())}, and chooses {worth}"


def _pruned_wrongly(observed: Observed) -> Departure | None:
    """The first state that is left out although its value matters."""
    decision, task = observed.decision, observed.task
    if decision.evaluated & decision.expanded - {ROOT}:
        return None  # it evaluates states to order them: where it would try the others isn't known
    search = PrunesMost(depth=task.depth, order=decision.order)
    needed = decide(search, task, decision.root)
    generated = {ROOT, *decision.generated}
    seen = {node.state for node in decision.log.nodes}
    for node, path in zip(needed.log.nodes, needed.log.paths, strict=True):
        if path not in generated and path.parent in generated and node.state not in seen:
            alpha, beta = map(_number, search.windows[path])
            name = name_of(decision.root, path)
            return path, f"it never looks at {name}, where alpha is {alpha} and beta is {beta}"
    return None


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
    return ", ".join(map(_number, values))


def _number(value: float) -> str:
    return f"{value + 0:g}".replace("inf", "∞")


def _rank(observed: Observed) -> tuple[bool, bool, int]:
    """Sorts first what is in the test, wrong choices, and small tasks."""
    return not observed.task.name, observed.is_optimal, observed.size


_GHOSTS_MINIMISE = Finding(
    "ghost_layer_value",
    "doesn't take the lowest value of a ghost's actions",
    hint="Take a state in which a ghost moves. Compare what your function returns for it with the"
    " values of its actions. Which lines combine these values?",
    section=textbook.MINIMAX,
)
_GHOSTS_AVERAGE = Finding(
    "ghost_layer_value",
    "doesn't take the average of the values of a ghost's actions",
    hint="Average the values of a ghost's actions by hand. Which lines of yours combine them?",
    section=textbook.CHANCE,
)
_PACMAN = Finding(
    "pacman_layer_value",
    "doesn't take the highest value of Pac-Man's actions",
    hint="Take a later state in which Pac-Man moves. Compare what your function returns for it with"
    " the values of his actions. Which lines combine these values?",
    section=textbook.MINIMAX,
)
_CUT_OFF = Finding(
    "cut_off_value",
    "doesn't return the evaluation of the state where it stops searching",
    hint="Which state do you evaluate when the depth is used up, and what happens to the number?",
    section=textbook.CUT_OFF,
)
_FINISHED = Finding(
    "finished_game_value",
    "doesn't return the score of a finished game",
    hint="What does your function return for a state in which the game is over?",
    section=textbook.CUT_OFF,
)
NO_SEARCH = Finding(
    "no_search",
    "looks at no state that an action leads to",
    "The starter file works as it is.",
    "Which part of the starter file is still to be written? `state.successor(action)` is the state"
    " after an action.",
    textbook.MINIMAX,
)
VALUES: Mapping[tuple[StateKind, SearchName], Finding] = {
    (kind, search): finding
    for search in get_args(SearchName)
    for kind, finding in {
        StateKind.FINISHED: _FINISHED,
        StateKind.CUT_OFF: _CUT_OFF,
        StateKind.PACMAN: _PACMAN,
        StateKind.GHOSTS: _GHOSTS_AVERAGE if search == "expectimax" else _GHOSTS_MINIMISE,
    }.items()
}
"""The findings for wrong values, by the kind of the state and by the search."""
CHOICE = Finding(
    "root_choice",
    "doesn't choose the action with the highest value that it found",
    hint="Your search has a value for each of Pac-Man's actions. How do you get from these to the"
    " action that you return?",
    section=textbook.MINIMAX,
)
PRUNING = Finding(
    "pruned_too_much",
    "prunes states that alpha-beta has to visit",
    hint="Write down alpha and beta at each step on the way to that state. Is the value really"
    " outside these bounds when your search stops?",
    section=textbook.ALPHA_BETA,
)
PRUNING_LITTLE = Finding(
    "pruned_too_little",
    "looks at more states than it has to",
    hint="Where do alpha and beta change, and where are they compared with a value? Is that so in"
    " each layer?",
    section=textbook.ALPHA_BETA,
)
EVERY_FINDING = (*dict.fromkeys(VALUES.values()), CHOICE, PRUNING, PRUNING_LITTLE)
