import random

import pytest

from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.diagnosis.state_search import exact_values, state_search
from pacgrid.layout import Layout
from pacgrid.state import State

AGENTS = {"minimax": Minimax, "alpha_beta": AlphaBeta, "expectimax": Expectimax}


def positions() -> list[State]:
    """Those of a game at random in which Pac-Man moves."""
    rng, state, found = random.Random(3), State.initial(Layout.load("pocket")), []
    while not state.is_terminal and len(found) < 8:
        found += [state] if state.to_move == 0 else []
        state = state.successor(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("search", AGENTS)
@pytest.mark.parametrize("evaluation", ["score", "linear"])
def test_it_chooses_and_values_to_the_last_bit_as_the_shipped_agent(search, evaluation):
    for state in positions():
        agent = AGENTS[search](depth=2, evaluation=evaluation)
        own = state_search(search, 2, evaluation)
        assert own.act(state) == agent.act(state)
        assert own.report.values == agent.report.values


@pytest.mark.parametrize("search", AGENTS)
def test_exact_values_are_no_bounds(search):
    for state in positions():
        full = AGENTS["expectimax" if search == "expectimax" else "minimax"](
            depth=1, evaluation="score"
        )
        full.act(state)
        assert exact_values(state, search, 1) == full.report.values
