"""Compiled searches find what the Python agents find, to the last bit."""

from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Action, Layout, State
from pacgrid.agent import Report
from pacgrid.agents import arcade_ghost
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.arcade_ghost import PERSONALITIES, ArcadeGhost
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.evaluation import WEIGHTS
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.kernel import ghosts, jit
from pacgrid.kernel.search import compiled_search
from pacgrid.kernel.search.compiled_search import CompiledSearch, SearchResult
from pacgrid.layers import compiled_model
from pacgrid.search import Searcher, best

pytestmark = pytest.mark.skipif(jit.is_disabled(), reason="numba is disabled")

WORTHS = st.sampled_from(["score", *WEIGHTS])
CHANCES = st.sampled_from([0, 0.3, 0.8, 1])


def python_result(agent: Searcher, state: State, plies: int) -> tuple[dict[object, float], int]:
    """The values and the nodes of an agent."""
    agent.report = Report()
    values = agent.action_values(state, plies)
    return dict(values), agent.report.nodes


def assert_line_proves_value(result: SearchResult, state: State, agent: Searcher) -> None:
    """The best line ends the game or at the cut-off, in a position with the value of the best
    action."""
    line = result.principal_variation
    value = result.values[best(state, result.values)]
    assert result.values[line[0]] == value
    end = reduce(State.successor, line, state)
    assert end.is_terminal or len(line) == result.plies
    assert value == (end.score if end.is_terminal else agent.evaluate(end))


@given(games(), st.integers(1, 5), WORTHS)
def test_minimax_has_the_values_and_nodes_of_the_agent(
    states: list[State], plies: int, weights: str
) -> None:
    state, agent = states[-1], Minimax(evaluation=weights)
    result = CompiledSearch(state.maze, weights).minimax(state, plies)
    assert (result.values, result.nodes) == python_result(agent, state, plies)
    if not state.is_terminal:
        assert_line_proves_value(result, state, agent)


@given(
    games(),
    st.integers(1, 5),
    WORTHS,
    st.lists(st.tuples(CHANCES, CHANCES), min_size=1, max_size=2),
)
def test_expectimax_has_the_values_and_nodes_of_the_agent(
    states: list[State], plies: int, weights: str, policies: list[tuple[float, float]]
) -> None:
    state = states[-1]
    ghosts = [DirectionalGhost(attack=attack, flee=flee) for attack, flee in policies]
    agent = Expectimax(evaluation=weights, ghosts=ghosts)
    result = CompiledSearch(state.maze, weights).expectimax(state, plies, policies)
    assert (result.values, result.nodes) == python_result(agent, state, plies)


@given(games(), st.integers(1, 7), WORTHS)
def test_alpha_beta_without_a_table_has_the_values_and_nodes_of_the_agent(
    states: list[State], plies: int, weights: str
) -> None:
    state, agent = states[-1], AlphaBeta(evaluation=weights)
    result = CompiledSearch(state.maze, weights, table=0).alpha_beta(state, plies)
    assert (result.values, result.nodes) == python_result(agent, state, plies)
    if not state.is_terminal:
        assert_line_proves_value(result, state, agent)


class InTime(Expectimax):
    """Lets its ghosts of the arcade count their moves while it looks `horizon` plies ahead."""

    first = horizon = 0

    def value(self, state: Any, plies: int) -> float:
        for ghost in self.ghosts:
            assert isinstance(ghost, ArcadeGhost)
            ghost.moves = self.first + (self.horizon - plies) // state.num_agents
        return super().value(state, plies)


@given(games(), st.integers(1, 7), st.permutations(list(PERSONALITIES)), st.integers(5, 90))
def test_expectimax_knows_the_ghosts_of_the_arcade(
    states: list[State], plies: int, personalities: list[str], first: int
) -> None:
    assert (ghosts.AHEAD, ghosts.NEAR) == (arcade_ghost.AHEAD, arcade_ghost.SHY)
    agent = InTime(ghosts=[ArcadeGhost(personality=name) for name in personalities])
    agent.first, agent.horizon = first, plies
    for state in states[-3:]:
        for ghost in agent.ghosts:
            vars(ghost)["moves"] = first
        policies = [compiled_model(ghost) for ghost in agent.ghosts]
        result = CompiledSearch(state.maze).expectimax(state, plies, policies)
        assert (result.values, result.nodes) == python_result(agent, state, plies)


@given(games(), st.integers(1, 7), WORTHS, st.sampled_from([2, 16, 4096]), st.booleans())
def test_alpha_beta_chooses_what_minimax_chooses(
    states: list[State], plies: int, weights: str, table: int, deepen: bool
) -> None:
    search = CompiledSearch(states[0].maze, weights, table=table)
    for state in states[-3:]:  # a search must not see what the one before it wrote
        if state.is_terminal:
            break
        result = search.alpha_beta(state, plies, nodes=10**6 if deepen else None)
        exact = search.minimax(state, plies).values
        assert search.alpha_beta(state, plies, exact=True).values == exact
        action = best(state, exact)
        assert best(state, result.values) == action
        assert result.values[action] == exact[action]
        for other, bound in result.values.items():
            assert bound >= exact[other] if state.to_move == 0 else bound <= exact[other]
        assert_line_proves_value(result, state, Minimax(evaluation=weights))


@pytest.mark.parametrize("nodes", [20, 300, 5000])
def test_a_budget_of_nodes_gives_the_last_depth_that_it_was_enough_for(nodes: int) -> None:
    state = State.initial(Layout.load("small"))
    search = CompiledSearch(state.maze)
    result = search.expectimax(state, 100, [(0.5, 0.5)], nodes=nodes)
    assert result.nodes <= nodes
    assert result.values == search.expectimax(state, result.plies, [(0.5, 0.5)]).values
    pruned = search.alpha_beta(state, 100, nodes=nodes)
    assert pruned.nodes <= nodes
    assert pruned.plies >= result.plies
    with pytest.raises(ValueError, match="nodes=2 is too small"):
        search.alpha_beta(state, 100, nodes=2)


def test_deepening_stops_where_every_line_ends() -> None:
    state = State.parse("%%%%%\n%P.1%\n%%%%%\nto move: ghost 1")
    search = CompiledSearch(state.maze)
    pruned = search.alpha_beta(state, 99, nodes=10**6)
    assert pruned.plies == search.expectimax(state, 99, [(0, 0)], nodes=10**6).plies == 3
    assert pruned.values == {Action.WEST: 509}


def test_a_search_lets_python_interrupt_it_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = State.initial(Layout.load("small"))
    search = CompiledSearch(state.maze)
    exact, pruned = search.minimax(state, 9), search.alpha_beta(state, 12)
    calls = []

    def call(function: Any, *arguments: Any) -> Any:
        calls.append(function)
        return jit.call(function, *arguments)

    monkeypatch.setattr(compiled_search, "call", call)
    monkeypatch.setattr(compiled_search, "SLICE", 100)
    assert search.minimax(state, 9) == exact
    assert len(calls) == exact.nodes // 100 + 1
    assert search.alpha_beta(state, 12) == pruned


def test_arguments_that_make_no_sense_are_named() -> None:
    state = State.initial(Layout.load("small"))
    search = CompiledSearch(state.maze)
    with pytest.raises(ValueError, match="plies must be a number from 1 to 255, not 0"):
        search.minimax(state, 0)
    with pytest.raises(ValueError, match="the state is on another maze"):
        search.alpha_beta(State.initial(Layout.load("duel")), 4)
