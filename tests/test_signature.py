"""The signature of the search agents: node counts of fixed searches from fixed positions.

A change to the search, to the order of actions or to the rules changes a number here. If that was
meant, write down the new one.
"""

import pytest

from pacgrid import Layout, State
from pacgrid.agent_loader import load_agent

HUNT = """
    %%%%%%%%%%
    %P..o.. .%
    %.%%.%%% %
    %...2  1 %
    %%%%%%%%%%
    to move: {}
    ghost 1: west, scared 7, home (8, 1)
"""
POSITIONS = {
    "small": State.initial(Layout.load("small")),
    "duel": State.initial(Layout.load("duel")),
    "hunt": State.parse(HUNT.format("Pac-Man")),
    "ghost 1 of hunt": State.parse(HUNT.format("ghost 1")),
    "ghost 2 of hunt": State.parse(HUNT.format("ghost 2")),
}
SIGNATURES: dict[str, dict[str, int]] = {
    "minimax:depth=2,evaluation=score": {
        "small": 275,
        "duel": 73,
        "hunt": 96,
        "ghost 1 of hunt": 58,
        "ghost 2 of hunt": 84,
    },
    "minimax:depth=3,evaluation=linear": {
        "small": 1471,
        "duel": 289,
        "hunt": 365,
        "ghost 1 of hunt": 223,
        "ghost 2 of hunt": 320,
    },
    "alpha_beta:depth=2,evaluation=score": {
        "small": 179,
        "duel": 73,
        "hunt": 76,
        "ghost 1 of hunt": 58,
        "ghost 2 of hunt": 84,
    },
    "alpha_beta:depth=3,evaluation=linear": {
        "small": 663,
        "duel": 228,
        "hunt": 193,
        "ghost 1 of hunt": 98,
        "ghost 2 of hunt": 137,
    },
    "expectimax:depth=2,evaluation=score": {
        "small": 275,
        "duel": 73,
        "hunt": 96,
        "ghost 1 of hunt": 58,
        "ghost 2 of hunt": 84,
    },
    "expectimax:depth=2,evaluation=linear,ghosts=directional_ghost:attack=1": {
        "small": 87,
        "duel": 61,
        "hunt": 66,
        "ghost 1 of hunt": 39,
        "ghost 2 of hunt": 84,
    },
}


@pytest.mark.parametrize("agent", SIGNATURES)
def test_nodes_are_as_recorded(agent: str) -> None:
    nodes = {}
    for name, state in POSITIONS.items():
        searcher = load_agent(agent)
        searcher.act(state)
        assert searcher.report is not None
        nodes[name] = searcher.report.nodes
    assert nodes == SIGNATURES[agent]
