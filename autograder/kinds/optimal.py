"""The optimal actions in a position, which the shipped searches find."""

from collections.abc import Mapping
from functools import lru_cache

from pacgrid.action import Action
from pacgrid.agent import Report
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.state import State

from ..model.searches import SearchName

_ROUNDING = 1e-6
"""Averages that differ by less are equal: they may have been summed in another order."""


@lru_cache(maxsize=1024)
def optimal_actions(
    state: State, search: SearchName, depth: int, evaluation: str = "score"
) -> tuple[Action, ...]:
    """All optimal actions of Pac-Man, looking `depth` rounds ahead.

    Ghosts are optimal opponents (`minimax` and `alpha_beta`, which agree), or choose uniformly
    (`expectimax`). `evaluation` names the one for the depth limit.
    """
    searcher = _searcher_class(search)(depth=depth, evaluation=evaluation)
    searcher.act(state)
    values = searcher.report.values
    best = max(values.values())
    return tuple(action for action, value in values.items() if value >= best - _ROUNDING)


def exact_values(state: State, search: SearchName, depth: int) -> Mapping[Action, float]:
    """The value of each action, where the score is the evaluation. A search that prunes at the root
    would give bounds."""
    searcher = _searcher_class(search)(depth=depth, evaluation="score")
    searcher.report = Report()
    plies = searcher.plies(state) - 1
    return {
        action: searcher.value(state.successor(action), plies) for action in state.legal_actions()
    }


def _searcher_class(search: SearchName) -> type[AlphaBeta | Expectimax]:
    return Expectimax if search == "expectimax" else AlphaBeta
