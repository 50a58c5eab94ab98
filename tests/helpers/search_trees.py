"""Search trees of nested tuples, recorded from an agent as the textbook writes it."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from helpers.student_searches import StudentAlphaBeta
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


def recorded(agent: Agent, state: Any, **options: Any) -> SearchTree:
    """The only tree of a search."""
    (tree,) = record_search(agent, state, **options)
    return tree


def search_tree(nested: Nested, *, pruning: bool = True) -> SearchTree:
    """The tree of an alpha-beta search, or of minimax."""
    agent = StudentAlphaBeta(lambda alpha, beta: alpha >= beta and pruning)
    agent.name = "alpha_beta"
    return recorded(agent, DrawnTree.initial(_drawn(nested)))


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
