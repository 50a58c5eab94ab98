"""Ways to write a search that make no difference to its result."""

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any, get_args

from pacgrid.action import Action
from pacgrid.tree.reference_search import RIGHT_SEARCHES, ReferenceSearch

from ..model.diagnosis import SearchName


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


class Deepens(ReferenceSearch):
    """Searches one round deep, then two, and so on."""

    def action_values(self, state: Any) -> dict[Action, float]:
        depth, values = self.depth, {}
        for self.depth in range(1, depth + 1):
            values = super().action_values(state)
        self.depth = depth
        return values


STYLES: Mapping[SearchName, tuple[type[ReferenceSearch], ...]] = {
    search: (RemembersBounds if search == "alpha_beta" else RemembersValues, Deepens)
    for search in get_args(SearchName)
}
"""Ways to write a search that make no difference to its result."""


def right_styles(search: SearchName) -> Iterator[type[ReferenceSearch]]:
    """The right search, and others that are as right."""
    right = RIGHT_SEARCHES[search]
    yield right
    for style in STYLES[search]:
        yield type(style.__name__, (style, right), {})
