"""The signature of the search agents: node counts of fixed searches from fixed positions.

A change to the search, to the order of actions or to the rules changes a number here. If that was
meant, write down the new one.
"""

import pytest

from helpers.mazes import HUNT
from pacgrid import Layout, State
from pacgrid.agent_loader import load_agent
from pacgrid.kernel import jit
from pacgrid.kernel.search.compiled_search import CompiledSearch


def hunt(mover: str) -> State:
    """A position in which a ghost is scared."""
    return State.parse(f"{HUNT}to move: {mover}\nghost 1: west, scared 7, home (8, 1)")


POSITIONS = {
    "small": State.initial(Layout.load("small")),
    "duel": State.initial(Layout.load("duel")),
    "hunt": hunt("Pac-Man"),
    "ghost 1 of hunt": hunt("ghost 1"),
    "ghost 2 of hunt": hunt("ghost 2"),
}
SIGNATURES = {
    "minimax:depth=2,evaluation=score": (275, 73, 96, 58, 84),
    "minimax:depth=3,evaluation=linear": (1471, 289, 365, 223, 320),
    "alpha_beta:depth=2,evaluation=score": (179, 73, 76, 58, 84),
    "alpha_beta:depth=3,evaluation=linear": (663, 228, 193, 98, 137),
    "expectimax:depth=2,evaluation=score": (275, 73, 96, 58, 84),
    "expectimax:depth=2,evaluation=linear,ghosts=directional_ghost:attack=1": (87, 61, 66, 39, 84),
    "expectimax:depth=2,evaluation=linear,ghosts=minimax_ghost:depth=2": (51, 40, 36, 20, 84),
    "mcts:playouts=100,rollout=2,evaluation=linear,ghosts=chance": (696, 531, 684, 686, 683),
    "expectiminimax:depth=2,evaluation=linear,ghosts=min,minimax_ghost": (124, 73, 36, 20, 84),
    "team_ghost": (148, 50, 61, 30, 29),
    "iterative_deepening:depth=3": (1973, 709, 570, 273, 401),
    "iterative_deepening:depth=3,ordering=True": (1284, 475, 594, 260, 367),
    "iterative_deepening:depth=3,table=50": (1884, 528, 498, 257, 360),
    "iterative_deepening:depth=2,ordering=True,table=1000,quiescence=1": (292, 232, 153, 96, 135),
}
"""By agent: the nodes of its search from each position."""


@pytest.mark.parametrize("agent", SIGNATURES)
def test_nodes_are_as_recorded(agent: str) -> None:
    def nodes(state: State) -> int:
        searcher = load_agent(agent)
        searcher.act(state)
        return searcher.report.nodes

    assert tuple(map(nodes, POSITIONS.values())) == SIGNATURES[agent]


COMPILED_SIGNATURES = {
    "small": 1796,
    "duel": 493,
    "hunt": 786,
    "ghost 1 of hunt": 297,
    "ghost 2 of hunt": 389,
}
"""By position: the nodes of the compiled alpha-beta, five rounds deep."""


@pytest.mark.skipif(jit.is_disabled(), reason="numba is disabled")
@pytest.mark.parametrize("position", COMPILED_SIGNATURES)
def test_compiled_nodes_are_as_recorded(position: str) -> None:
    state = POSITIONS[position]
    result = CompiledSearch(state.maze).alpha_beta(state, 5 * state.num_agents)
    assert result.nodes == COMPILED_SIGNATURES[position]
