"""The right searches in other styles: they search fewer states, and so may look like a mistake."""

from collections.abc import Iterator
from math import inf
from typing import Any

from pacgrid.autograder.diagnosis.reference import RIGHT_SEARCHES, ReferenceSearch
from pacgrid.autograder.question import SearchName


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


class BetweenMoves(ReferenceSearch):
    """Keeps its memory between moves."""

    def act(self, state: Any) -> Any:
        vars(self).setdefault("memo", {})
        return ReferenceSearch.act(self, state)


def right_styles(search: SearchName) -> Iterator[type[ReferenceSearch]]:
    """The right search, and others that are as right."""
    right = RIGHT_SEARCHES[search]
    remembers = RemembersBounds if search == "alpha_beta" else RemembersValues
    yield right
    yield type(f"{remembers.__name__}{right.__name__}", (remembers, right), {})
    yield type(f"BetweenMoves{right.__name__}", (BetweenMoves, remembers, right), {})
