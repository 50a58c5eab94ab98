"""What all searches have in common, and compiled ones that play and report the same."""

import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from helpers.mazes import HUNT, games
from pacgrid import Action, Layout, State
from pacgrid.agent_loader import load_agent
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.evaluation import evaluate
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.minimax import Minimax
from pacgrid.errors import AgentError
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.kernel import jit
from pacgrid.search import (
    GameState,
    OwnEvaluation,
    Searcher,
    contributions,
    evaluation_named,
    score,
)

STATE = State.parse("%%%%%%\n%P..1%\n%%%%%%\nscore: 30")
LANE = State.parse("%%%%%%%%\n%P ...1%\n%%%%%%%%")


class Confused(Searcher):
    def value(self, state: GameState, plies: int) -> Any:
        return state.legal_actions()[0] if plies else 0


def test_a_value_that_is_an_action_is_refused_and_its_method_named() -> None:
    line = Confused.value.__code__.co_firstlineno
    with pytest.raises(TypeError) as caught:
        Confused(depth=1).act(State.parse(HUNT))
    assert str(caught.value) == (
        "value returned an action: return what the state is worth, not an action "
        f"(test_search.py, line {line}, in value)"
    )


def test_an_evaluation_is_a_name_weights_or_a_function() -> None:
    assert score(STATE) == evaluation_named("score")(STATE) == 30
    assert evaluation_named("linear")(STATE) == evaluate(STATE)
    assert evaluation_named({"food_left": 2})(STATE) == 4
    assert evaluation_named(lambda state: 7)(STATE) == 7
    with pytest.raises(ValueError, match="no feature 'foot'"):
        evaluation_named({"foot": 1})


@pytest.mark.parametrize("evaluation", ["linear", {"score": 1}, None])
def test_without_the_shipped_agents_an_evaluation_of_ones_own_is_needed(
    evaluation: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pacgrid.agents.evaluation", None)
    with pytest.raises(ValueError, match="can't be used here; write a function"):
        evaluation_named(evaluation)(STATE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("%%%%%%%\n%P1  .%\n%%%%%%%\nto move: ghost 1", Action.WEST),
        ("%%%%%\n%   %\n% P %\n%   %\n%%%.%\n%%%%%", Action.NORTH),
    ],
    ids=["a ghost plays for the lowest value", "the first of equal actions is chosen"],
)
def test_a_search_chooses(text: str, action: Action) -> None:
    agent = Minimax(depth=1, evaluation="score")
    state = State.parse(text)
    assert agent.act(state) is action
    best = min if state.to_move else max
    assert agent.report.values[action] == best(agent.report.values.values())


def explained(agent: Searcher, state: State) -> tuple[State, Action]:
    """Let `agent` act and explain; return the end of its principal variation, and its action."""
    action = agent.act(state)
    before = replace(agent.report)
    agent.explain(state, action)
    assert (agent.report.nodes, agent.report.values) == (before.nodes, before.values)
    assert agent.report.principal_variation[0] == action
    for played in agent.report.principal_variation:
        state = state.successor(played)
    return state, action


@pytest.mark.parametrize(
    "agent",
    [
        *(kind(depth=depth) for kind in (Minimax, AlphaBeta) for depth in (1, 2)),
        *(
            IterativeDeepening(nodes=500, ordering=True, table=1000, quiescence=quiescence)
            for quiescence in (0, 1)
        ),
    ],
)
@pytest.mark.parametrize("mover", ["Pac-Man", "ghost 1", "ghost 2"])
def test_the_principal_variation_ends_in_the_state_that_gives_the_value(
    agent: Searcher, mover: str
) -> None:
    state = State.parse(f"{HUNT}to move: {mover}")
    for _ in range(12):
        end, action = explained(agent, state)
        whole = len(agent.report.principal_variation) == agent.depth * 3 or end.is_terminal
        assert whole or isinstance(agent, IterativeDeepening)
        value = end.score if end.is_terminal else agent.evaluate(end)
        assert value == agent.report.values[action]
        assert sum(agent.report.features.values()) == pytest.approx(value)
        state = state.successor(state.legal_actions()[-1])
        if state.is_terminal:
            break


@pytest.mark.parametrize(
    ("agent", "state", "line", "features"),
    [
        (
            Minimax(depth=3),
            *(State.parse("%%%%%%\n%P..%%\n%%%%%%"), [Action.EAST, Action.EAST], {"score": 518}),
        ),
        (Minimax(depth=1, evaluation="score"), LANE, None, {"score": -1}),
        (Minimax(depth=1, evaluation=lambda state: 7), LANE, None, {}),
        (Minimax(depth=4, evaluation="score"), TicTacToe("XX.OO...."), [2], {"score": 1}),
        (AlphaBeta(depth=5, evaluation="score"), TicTacToe("X...O...."), None, {"score": 0}),
    ],
    ids=["a win", "the score", "a function", "another game", "a draw"],
)
def test_the_principal_variation_and_its_features_are_those_of_its_end(
    agent: Searcher, state: Any, line: list[Any] | None, features: dict[str, float]
) -> None:
    end, _ = explained(agent, state)
    variation = list(agent.report.principal_variation)
    assert variation == (line or variation)
    assert end.is_terminal or state is LANE
    assert agent.report.features == features


class Corners(TicTacToe):
    """A game that says what its estimate is made of."""

    def evaluation_contributions(self) -> dict[str, float]:
        return {"corners": sum(self.board[corner] == "X" for corner in (0, 2, 6, 8))}


def test_a_game_can_say_what_its_own_evaluation_is_made_of() -> None:
    assert contributions(OwnEvaluation(), Corners("X...O....")) == {"corners": 1}
    assert contributions(OwnEvaluation(), TicTacToe("X...O....")) == {}


def test_a_failure_to_explain_leaves_the_report_unchanged() -> None:
    def moody(state: State) -> float:
        if state.to_move == 1:
            raise ValueError
        return 1

    agent = Minimax(depth=1, evaluation=moody)
    agent.act(LANE)
    report = agent.report
    agent.depth = 2
    agent.evaluate = lambda state: 1 / 0
    with pytest.raises(ZeroDivisionError):
        agent.explain(LANE, Action.EAST)
    assert agent.report is report
    assert report.nodes == 4


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
        (f"{__file__}:Own:compiled=true", "the options of Own are: depth, evaluation"),
        ("expectimax:ghosts=minimax_ghost,compiled=true", "minimax_ghost is not compiled"),
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
def test_only_pacman_is_compiled_and_only_with_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="plays only Pac-Man"):
        Minimax(compiled=True).act(TicTacToe())
    monkeypatch.setattr(jit, "is_disabled", lambda: True)
    with pytest.raises(ValueError, match="unset NUMBA_DISABLE_JIT"):
        Minimax(compiled=True)


def test_compiled_code_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "pacgrid.kernel.search.compiled_search"
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ValueError, match=f"compiled=true can't be used here without {name}"):
        Minimax(compiled=True)
