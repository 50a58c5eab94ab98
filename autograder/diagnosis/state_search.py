"""The right searches of plain states, for what the grader computes itself. It needs no shipped
agent, so it also grades where a course has left out those that solve its assignment."""

from collections.abc import Mapping, Sequence
from typing import Any

from pacgrid.action import Action
from pacgrid.search import Evaluate, evaluation_named

from ..model.searches import SearchName
from .reference import ReferenceSearch, RightAlphaBeta, RightExpectimax, RightMinimax


class _StateSearch(ReferenceSearch):
    """A search of states that don't know their paths."""

    def successor_value(
        self, state: Any, action: Action, plies: int, alpha: float, beta: float
    ) -> float:
        return self.value(state.successor(action), plies - 1, alpha, beta)

    def mean(self, state: Any, values: Sequence[float]) -> float:  # noqa: ARG002
        share = 1 / len(values)
        return sum(share * value for value in values)  # rounded as `Expectimax` does


class _Minimax(_StateSearch, RightMinimax): ...


class _AlphaBeta(_StateSearch, RightAlphaBeta): ...


class _Expectimax(_StateSearch, RightExpectimax): ...


_SEARCHES: Mapping[SearchName, type[_StateSearch]] = {
    "minimax": _Minimax,
    "alpha_beta": _AlphaBeta,
    "expectimax": _Expectimax,
}


def state_search(search: SearchName, depth: int, evaluation: str | Evaluate) -> ReferenceSearch:
    """That search, with a shipped evaluation by its name, or a function."""
    return _SEARCHES[search](depth=depth, evaluation=evaluation_named(evaluation))


def exact_values(state: Any, search: SearchName, depth: int) -> Mapping[Action, float]:
    """The value of each action, where the score is the evaluation. A search that prunes at the root
    would give bounds."""
    exact: SearchName = "expectimax" if search == "expectimax" else "minimax"
    return state_search(exact, depth, "score").action_values(state)
