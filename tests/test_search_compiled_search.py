"""Compiled searches find what the Python agents find, to the last bit."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Action, State
from pacgrid.agent import Report
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.kernel.search.compiled_search import CompiledSearch, SearchResult
from pacgrid.search import Searcher

WEIGHTS = {"score": 1, "food_left": -3}
CHANCES = st.sampled_from([0, 0.3, 0.8, 1])


def assert_same(result: SearchResult, agent: Searcher, state: State, plies: int) -> None:
    agent.report = Report()
    values: Mapping[Action, float] = agent.action_values(state, plies)
    assert dict(result.values) == values
    assert result.nodes == agent.report.nodes


@given(games(), st.integers(1, 5))
def test_minimax_has_the_values_and_nodes_of_the_agent(states: list[State], plies: int) -> None:
    state = states[-1]
    result = CompiledSearch(state.maze, WEIGHTS).minimax(state, plies)
    assert_same(result, Minimax(evaluation=WEIGHTS), state, plies)


@given(games(), st.integers(1, 5), st.lists(st.tuples(CHANCES, CHANCES), min_size=1, max_size=2))
def test_expectimax_has_the_values_and_nodes_of_the_agent(
    states: list[State], plies: int, policies: list[tuple[float, float]]
) -> None:
    state = states[-1]
    result = CompiledSearch(state.maze, WEIGHTS).expectimax(state, plies, policies)
    ghosts = [DirectionalGhost(attack=attack, flee=flee) for attack, flee in policies]
    assert_same(result, Expectimax(evaluation=WEIGHTS, ghosts=ghosts), state, plies)
