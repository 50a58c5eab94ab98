"""Random positions for properties of searches: drawn trees, and Pac-Man in the middle of a game."""

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from pacgrid import Layout, State
from pacgrid.games.drawn_tree import Branch, DrawnTree, TreeNode
from pacgrid.search import CHANCE


def tree_states(*movers: int) -> st.SearchStrategy[DrawnTree]:
    """Roots of small trees in which these agents move, in any order; `CHANCE` may be one."""

    def node(to_move: int, children: list[TreeNode]) -> TreeNode:
        share = Fraction(1, len(children)) if to_move == CHANCE else None
        branches = (Branch(str(n), child, share) for n, child in enumerate(children))
        return TreeNode(to_move, branches=tuple(branches))

    leaves = st.builds(TreeNode, value=st.integers(-50, 50).map(float))

    def inner(children: st.SearchStrategy[TreeNode]) -> st.SearchStrategy[TreeNode]:
        lists = st.lists(children, min_size=1, max_size=3)
        return st.builds(node, st.sampled_from(movers), lists)

    return inner(st.recursive(leaves, inner, max_leaves=20)).map(DrawnTree.initial)


@st.composite
def pacman_states(draw: st.DrawFn, layout: str = "duel") -> State:
    """A position after some random moves, in which any agent may be to move."""
    rng, state = Random(draw(st.integers(0, 999))), State.initial(Layout.load(layout))
    for _ in range(draw(st.integers(0, 20))):
        after = state.successor(rng.choice(state.legal_actions()))
        if after.is_terminal:
            break
        state = after
    return state
