"""The optimal actions in a position."""

from functools import lru_cache

from pacgrid.action import Action
from pacgrid.state import State

from ..diagnosis.state_search import state_search
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
    searcher = state_search("alpha_beta" if search == "minimax" else search, depth, evaluation)
    values = searcher.action_values(state)
    best = max(values.values())
    return tuple(action for action, value in values.items() if value >= best - _ROUNDING)
