"""An agent that searches with compiled code plays, and reports, as it does without."""

import sys
from typing import Any

import pytest
from hypothesis import given, settings

from helpers.mazes import games
from pacgrid import Layout, State
from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_agent
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.minimax import Minimax
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.kernel import jit
from pacgrid.search import GameState, Searcher

needs_numba = pytest.mark.skipif(jit.is_disabled(), reason="numba is disabled")

AGENTS = [
    "minimax:depth=1",
    "minimax:depth=2,evaluation=learned",
    "minimax_ghost:depth=2",
    "team_ghost:depth=2",
    "alpha_beta:depth=2,evaluation=score",
    "alpha_beta:depth=2",
    "expectimax:depth=2",
    "expectimax:depth=1,ghosts=random_ghost,directional_ghost:attack=0.3",
    "expectimax:depth=2,evaluation=cautious,ghosts=[directional_ghost:attack=1,flee=1]",
    "expectimax:depth=1,ghosts=learned_ghost",
]


@needs_numba
@pytest.mark.parametrize("name", AGENTS)
@settings(max_examples=8)
@given(games())
def test_a_compiled_agent_plays_and_reports_the_same(name: str, states: list[State]) -> None:
    state = next(state for state in reversed(states) if not state.is_terminal)
    python: Any = load_agent(name)
    compiled: Any = load_agent(f"{name},compiled=true")
    action = python.act(state)
    assert compiled.act(state) == action
    assert compiled.report.values[action] == python.report.values[action]
    if "alpha_beta" not in name and "team" not in name:
        assert compiled.report.values == python.report.values
        assert compiled.report.nodes == python.report.nodes
    for agent in (python, compiled):
        agent.explain(state, action)
    assert compiled.report.principal_variation == python.report.principal_variation
    assert compiled.report.features == python.report.features


@needs_numba
def test_a_compiled_search_deepens_as_far_as_its_nodes_allow() -> None:
    state = State.initial(Layout.load("small"))
    agent = IterativeDeepening(nodes=20_000, compiled=True)
    action = agent.act(state)
    plies = int(agent.report.details["plies"])
    agent.explain(state, action)
    assert len(agent.report.principal_variation) == plies > 9
    assert 10_000 < agent.report.nodes <= 20_000
    python = AlphaBeta(depth=3)
    assert IterativeDeepening(depth=3, compiled=True).act(state) == python.act(state)


@needs_numba
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("expectiminimax:compiled=true", "the options of Expectiminimax are: depth"),
        ("iterative_deepening:compiled=true,table=9", "goes with depth, nodes and evaluation only"),
        ("alpha_beta:compiled=maybe", "compiled must be true or false, not 'maybe'"),
        (f"minimax:evaluation={__file__}:worth,compiled=true", "needs an evaluation of named"),
        (f"{__file__}:Own:compiled=true", "Own has no compiled search; leave out compiled=true"),
        ("expectimax:ghosts=minimax_ghost,compiled=true", "minimax_ghost can't be compiled"),
    ],
)
def test_what_is_not_compiled_is_named(name: str, problem: str) -> None:
    with pytest.raises(AgentError, match=problem):
        load_agent(name)


class Own(Searcher):
    def value(self, state: GameState, plies: int) -> float:
        return worth(state)


def worth(state: GameState) -> float:
    return state.score


@needs_numba
def test_only_pacman_is_compiled() -> None:
    with pytest.raises(ValueError, match="plays only Pac-Man"):
        Minimax(compiled=True).act(TicTacToe())


def test_numba_may_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "is_disabled", lambda: True)
    with pytest.raises(ValueError, match="unset NUMBA_DISABLE_JIT"):
        Minimax(compiled=True)


def test_compiled_code_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "pacgrid.kernel.search.compiled_search"
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ValueError, match=f"compiled=true can't be used here without {name}"):
        Minimax(compiled=True)
