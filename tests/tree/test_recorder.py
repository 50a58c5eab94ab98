from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import HUNT_STATE
from helpers.positions import pacman_states, tree_states
from helpers.search_trees import recorded
from helpers.student_searches import (
    Deepening,
    Loops,
    Negamax,
    Orderly,
    Resimulating,
    StudentAlphaBeta,
)
from pacgrid import Action, Agent, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.mcts import MCTS
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.reflex import Reflex
from pacgrid.games.game_loader import load_game
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Layer, StepKind, ValueSource


@settings(max_examples=20)
@given(pacman_states(), st.sampled_from([RandomAgent, Reflex, AlphaBeta, Expectimax]))
def test_recording_does_not_change_the_choice(state: State, kind: type[Agent]) -> None:
    if kind is not RandomAgent or state.to_move == 0:
        assert recorded(kind(), state).chosen == kind().act(state)


SEARCHES: dict[str, Callable[[], Agent]] = {
    "alpha-beta": lambda: AlphaBeta(depth=20),
    "a student's": StudentAlphaBeta,
    "with a table": lambda: Negamax(remembers=True),
    "ordering": lambda: Orderly(20, lambda state: state.score or state.evaluate()),
    "interrupted": lambda: Deepening(30),
    "deepening": lambda: IterativeDeepening(nodes=40, ordering=True, table=9),
    "playouts": lambda: MCTS(playouts=40, rollout=None),
    "playouts without a tree": lambda: Resimulating(40),
}


@given(tree_states(0, 1, 2), st.sampled_from(sorted(SEARCHES)), st.integers(1, 200))
def test_the_steps_of_any_search_enter_each_node_once_and_end_with_its_value(
    state: Any, name: str, most_nodes: int
) -> None:
    for tree in record_search(SEARCHES[name](), state, most_nodes=most_nodes):
        entered = [step.node for step in tree.steps if step.kind is StepKind.ENTER]
        assert entered == list(range(len(tree.nodes)))
        assert [step.kind for step in tree.steps].index(StepKind.DONE) == len(tree.steps) - 1
        final = {step.node: step.value for step in tree.steps}
        assert final == {node.number: node.value for node in tree.nodes}


@pytest.mark.parametrize(
    ("agent", "plies", "source"),
    [(Reflex(), [0, 1, 1, 1], ValueSource.EVALUATION), (RandomAgent(), [0], ValueSource.UNKNOWN)],
)
def test_an_agent_that_hardly_searches_has_a_small_tree(
    agent: Agent, plies: list[int], source: ValueSource
) -> None:
    tree = recorded(agent, HUNT_STATE)
    assert [node.ply for node in tree.nodes] == plies
    assert {node.source for node in tree.nodes[1:] or tree.nodes} == {source}


def test_a_search_without_functions_is_shown_too() -> None:
    tree = recorded(Loops(), load_game("book.tree"))
    assert [node.value for node in tree.nodes if node.ply < 2] == [3, 3, 2, 2]
    assert tree.root.value == 3


def test_a_ghost_that_searches_is_min() -> None:
    ghost = State.parse("%%%%%%%\n%P1  .%\n%%%%%%%\nto move: ghost 1")
    tree = recorded(Minimax(depth=1), ghost)
    assert tree.root.layer is Layer.MIN
    assert {tree.nodes[child].layer for child in tree.root.children} == {Layer.MAX, Layer.LEAF}


class Fragile(Minimax):
    def value(self, state: Any, plies: int) -> float:
        if self.report.nodes == 5:
            raise RuntimeError("five is enough")
        return super().value(state, plies)


def test_a_search_that_fails_is_shown_as_far_as_it_went() -> None:
    tree = recorded(Fragile(), load_game("book.tree"))
    assert tree.failure.message.startswith("RuntimeError: five is enough (test_recorder.py")
    assert [node.value for node in tree.nodes] == [3, 3, 3, 12, 8, None, None]
    assert tree.chosen is None
    assert not any(node.untried for node in tree.nodes)
    assert "five is enough" in tree.steps[-1].words


class Endless(Agent):
    def act(self, state: Any) -> Any:
        return self.act(state.successor(state.legal_actions()[-1]))


def test_endless_recursion_is_a_failure_with_a_deep_tree() -> None:
    tree = recorded(Endless(), State.parse("%%%%%\n%P .%\n%%%%%"))
    assert tree.failure.message.startswith("RecursionError")
    assert tree.nodes[-1].ply == len(tree.nodes) - 1 > 100


class Illegal(Minimax):
    def act(self, state: Any) -> Any:
        super().act(state)
        return Action.NORTH


def test_an_illegal_choice_is_a_failure() -> None:
    tree = recorded(Illegal(depth=1), HUNT_STATE)
    assert tree.failure.message == ("returned <Action.NORTH: 0>; legal actions: east, south, stop")
    assert len(tree.nodes) > 20


def test_a_finished_game_is_refused() -> None:
    lost = State.parse("%%%%%%%\n%P  . %\n%%%%%%%\nlost")
    with pytest.raises(ValueError, match="the game is over, so there is nothing to search"):
        record_search(Minimax(), lost)


def test_nodes_beyond_the_limit_are_counted() -> None:
    agent = Minimax(depth=1)
    tree = recorded(agent, HUNT_STATE, most_nodes=10)
    assert len(tree.nodes) == 11
    assert tree.left_out == agent.report.nodes - 10
    assert not any(node.cut or node.untried for node in tree.nodes)
    first = tree.nodes[tree.root.children[0]]
    assert first.value == agent.report.values[first.action]
