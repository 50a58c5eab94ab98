"""Search trees of nested tuples, recorded from an agent as the textbook writes it."""

from fractions import Fraction
from math import inf
from typing import Any

from hypothesis import strategies as st

from pacgrid import Agent
from pacgrid.games.drawn_tree import Branch, DrawnTree, TreeNode
from pacgrid.search import CHANCE
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree

Nested = Any
"""A leaf's value; or a tuple of nested trees, MAX first, then MIN, …; or chance: probabilities and
nested trees."""
LECTURE = ((3, 12, 8), (2, 4, 6), (14, 5, 2))
CHANCES = ({"1/2": 8, "1/3": 24, "1/6": -12}, {"1/10": 10, "1/2": -5, "2/5": 1})
NESTED = st.recursive(
    st.integers(-99, 99),
    lambda below: (
        st.lists(below, min_size=1, max_size=6).map(tuple)
        | st.tuples(below, below).map(lambda two: {"1/4": two[0], "3/4": two[1]})
    ),
    max_leaves=25,
).filter(lambda nested: not isinstance(nested, int))


class AlphaBeta(Agent):
    """Prunes where bounds meet, but not below chance."""

    name = "alpha_beta"

    def __init__(self, *, pruning: bool) -> None:
        self.pruning = pruning

    def act(self, state: Any) -> Any:
        return self.search(state, -inf, inf)[1]

    def search(self, state: Any, alpha: float, beta: float) -> tuple[float, Any]:
        if state.is_terminal:
            return state.score, None
        if state.to_move == CHANCE:
            parts = state.distribution().items()
            values = (p * self.search(state.successor(action), -inf, inf)[0] for action, p in parts)
            return sum(values), state.legal_actions()[0]
        sign = 1 if state.to_move == 0 else -1
        best, chosen = -sign * inf, None
        for action in state.legal_actions():
            value, _ = self.search(state.successor(action), alpha, beta)
            if sign * value > sign * best:
                best, chosen = value, action
            alpha, beta = (max(alpha, best), beta) if sign == 1 else (alpha, min(beta, best))
            if alpha >= beta and self.pruning:
                break
        return best, chosen


def search_tree(nested: Nested, *, pruning: bool = True) -> SearchTree:
    """The tree of an alpha-beta search, or of minimax."""
    (tree,) = record_search(AlphaBeta(pruning=pruning), DrawnTree.initial(_drawn(nested)))
    return tree


def _drawn(nested: Nested, ply: int = 0) -> TreeNode:
    """The tree, with branches a, b, …"""
    if isinstance(nested, int | float):
        return TreeNode(value=nested)
    odds = [Fraction(odds) for odds in nested] if isinstance(nested, dict) else [None] * len(nested)
    below = nested.values() if isinstance(nested, dict) else nested
    branches = (
        Branch(action, _drawn(child, ply + 1), probability)
        for action, child, probability in zip("abcdefg", below, odds, strict=False)
    )
    mover = CHANCE if isinstance(nested, dict) else ply % 2
    return TreeNode(mover, branches=tuple(branches))
