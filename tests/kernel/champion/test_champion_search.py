import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import State
from pacgrid.agent import ChanceAgent
from pacgrid.agents.arcade_ghost import PERSONALITIES, ArcadeGhost
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.kernel.champion.champion_board import board_of
from pacgrid.kernel.champion.champion_search import BELIEF, fill_chances
from pacgrid.kernel.search.position import Position

AGENTS: dict[str, tuple[ChanceAgent, dict[str, float]]] = {
    "random": (RandomGhost(), {}),
    "directional": (DirectionalGhost(attack=0.8, flee=0.3), {"attack": 0.8, "flee": 0.3}),
    **{name: (ArcadeGhost(personality=name), {name: 1.0}) for name in PERSONALITIES},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
@given(game=games(), scatters=st.booleans())
def test_the_chances_are_those_of_the_agents(name: str, game: list[State], scatters: bool) -> None:
    agent, probabilities = AGENTS[name]
    if isinstance(agent, ArcadeGhost):
        agent.moves = 0 if scatters else None
    belief = np.zeros(1, BELIEF)
    for rule, probability in probabilities.items():
        belief[0][rule] = probability
    row = np.zeros(5)
    for state in game:
        between = any(x % 1 or y % 1 for (x, y), _, _ in state.ghosts[:1])
        if state.is_terminal or not state.to_move or between:  # the flanker looks at half cells
            continue
        position = Position.empty(state.maze, 0)
        position.set(state)
        fill_chances(board_of(state.maze), position, state.to_move - 1, belief[0], scatters, row)
        expected = agent.distribution(state)
        assert row.tolist() == pytest.approx([expected.get(action, 0) for action in range(5)])
