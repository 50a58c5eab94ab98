"""The right searches in other styles: they search fewer states, and so may look like a mistake."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import inf
from typing import Any, get_args

from pacgrid.action import Action

from ..model.searches import SearchName
from .reference import RIGHT_SEARCHES, ReferenceSearch
from .watched_state import KeptState


class RemembersValues(ReferenceSearch):
    """Keeps values by state and plies."""

    def act(self, state: Any) -> Any:
        self.memo: dict[Any, tuple[float, float]] = {}
        return super().act(state)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        lowest, highest = self.memo.get((state, plies), (-inf, inf))
        if lowest == highest or lowest > beta or highest < alpha:
            return lowest if lowest > -inf else highest
        value = super().value(state, plies, alpha, beta)
        self.memo[state, plies] = self.bounds(value, alpha, beta)
        return value

    def bounds(self, value: float, alpha: float, beta: float) -> tuple[float, float]:  # noqa: ARG002
        """What is known after a search between `alpha` and `beta` gave `value`."""
        return value, value


class RemembersBounds(RemembersValues):
    """Alpha-beta with a transposition table."""

    def bounds(self, value: float, alpha: float, beta: float) -> tuple[float, float]:
        return (-inf if value < alpha else value), (inf if value > beta else value)


class RemembersExactValues(RemembersValues):
    """Keeps no bounds."""

    def bounds(self, value: float, alpha: float, beta: float) -> tuple[float, float]:
        return (value, value) if alpha <= value <= beta else (-inf, inf)


class SearchedStatesOnly(ReferenceSearch):
    """Doesn't remember what states are worth that it doesn't search."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if plies <= 0 or state.is_terminal:
            return ReferenceSearch.value(self, state, plies, alpha, beta)
        return super().value(state, plies, alpha, beta)


class BetweenMoves(ReferenceSearch):
    """Keeps its memory between moves."""

    def act(self, state: Any) -> Any:
        vars(self).setdefault("memo", {})
        return ReferenceSearch.act(self, state)


class Deepens(ReferenceSearch):
    """Searches one round deep, then two, and so on."""

    def action_values(self, state: Any) -> dict[Action, float]:
        depth, values = self.depth, {}
        for self.depth in range(1, depth + 1):
            values = super().action_values(state)
        self.depth = depth
        return values


class OrdersByEvaluation(ReferenceSearch):
    """Evaluates all successors of a state first, to try the most promising one first."""

    def actions(self, state: Any) -> Sequence[Action]:
        for action in state.legal_actions():
            successor = state.successor(action)
            if not successor.is_terminal:
                self.evaluate(successor)
            else:
                _ = successor.score
        return super().actions(state)


class KeepsSuccessors(ReferenceSearch):
    """Generates no successor of a state twice."""

    def act(self, state: Any) -> Any:
        return super().act(KeptState.of(state))


Style = tuple[type[ReferenceSearch], ...]


def _styles(search: SearchName) -> Iterator[Style]:
    """What to add to a search so that it remembers values."""
    remember: list[type[ReferenceSearch]] = [RemembersValues]
    if search == "alpha_beta":
        remember = [RemembersBounds, RemembersExactValues]
    states: list[Style] = [(), (SearchedStatesOnly,)]
    moves: list[Style] = [(), (BetweenMoves,)]
    for between, some, memory in product(moves, states, remember):
        yield *between, *some, memory
    yield (Deepens,)
    if search == "alpha_beta":
        yield (OrdersByEvaluation,)
        yield KeepsSuccessors, OrdersByEvaluation


STYLES: Mapping[SearchName, tuple[Style, ...]] = {
    search: tuple(_styles(search)) for search in get_args(SearchName)
}
"""Ways to write a search that make no difference to its result."""


def right_styles(search: SearchName) -> Iterator[type[ReferenceSearch]]:
    """The right search, and others that are as right."""
    right = RIGHT_SEARCHES[search]
    yield right
    for style in STYLES[search]:
        if OrdersByEvaluation in style:  # of a last layer, it may look at what it should prune
            continue
        yield type("".join(base.__name__ for base in style), (*style, right), {})
