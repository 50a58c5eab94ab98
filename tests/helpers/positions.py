"""Random positions for properties of searches: drawn trees, and Pac-Man in the middle of a game;
and what they are worth."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Self

from hypothesis import strategies as st

from pacgrid import Layout, State
from pacgrid.agents.iterative_deepening import is_quiet
from pacgrid.games.drawn_tree import Branch, DrawnTree, TreeNode
from pacgrid.search import CHANCE, Searcher


def tree_states(*movers: int, largest: int = 50) -> st.SearchStrategy[DrawnTree]:
    """Roots of small trees in which these agents move, in any order; `CHANCE` may be one. With a
    small `largest` value, many leaves tie."""

    def node(to_move: int, children: list[TreeNode]) -> TreeNode:
        share = Fraction(1, len(children)) if to_move == CHANCE else None
        branches = (Branch(str(n), child, share) for n, child in enumerate(children))
        return TreeNode(to_move, branches=tuple(branches))

    leaves = st.builds(TreeNode, value=st.integers(-largest, largest).map(float))

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


def exact_value(state: Any, plies: int = 99, extension: int = 0) -> float:
    """What `state` is worth to MAX by definition, where all others are MIN or chance: searched so
    many plies deep, and so many more where it isn't quiet, and then its score."""

    @cache
    def exact(state: Any, plies: int) -> float:
        quiet = plies <= -extension or is_quiet(state)
        if state.is_terminal or (plies <= 0 and quiet):
            return float(state.score)
        below = {
            action: exact(state.successor(action), plies - 1) for action in state.legal_actions()
        }
        if state.to_move == CHANCE:
            return sum(share * below[action] for action, share in state.distribution().items())
        return (min if state.to_move else max)(below.values())

    return exact(state, plies)


@dataclass
class _Visited:
    """A game that records the scores of visited leaves, in order."""

    state: Any
    leaves: list[float] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    @property
    def score(self) -> float:
        self.leaves.append(self.state.score)
        return self.leaves[-1]

    def successor(self, action: Any) -> Self:
        return type(self)(self.state.successor(action), self.leaves)


def searched(agent: Searcher, state: Any) -> tuple[dict[Any, float], list[float]]:
    """The value of each action, and the leaves that the search visited."""
    game = _Visited(state)
    agent.act(game)
    return dict(agent.report.values), game.leaves
