from typing import Any

import pytest
from hypothesis import given

from helpers.mazes import HUNT_STATE
from helpers.positions import exact_value, tree_states
from helpers.student_searches import Deepening, Orderly
from pacgrid import State
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.minimax import Minimax
from pacgrid.games.game_loader import load_game
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import StepKind, ValueSource


@pytest.mark.parametrize("options", [{}, {"ordering": True, "table": 1000}])
def test_each_iteration_of_iterative_deepening_is_a_tree(options: dict[str, int]) -> None:
    agent = IterativeDeepening(nodes=200, evaluation="score", **options)  # type: ignore[arg-type]
    trees = record_search(agent, HUNT_STATE)
    finished = int(agent.report.details["plies"])
    assert [tree.iteration for tree in trees] == list(range(1, len(trees) + 1))
    assert {tree.iterations for tree in trees} == {len(trees)}
    assert len(trees) == finished + 1  # the last one is interrupted
    for plies, tree in enumerate(trees[:-1], start=1):
        assert max(node.ply for node in tree.nodes) == plies
        assert tree.root.value == exact_value(HUNT_STATE, plies)
    assert [tree.chosen is None for tree in trees] == [True] * finished + [False]
    assert not any(node.untried for tree in trees for node in tree.nodes)


def test_an_interrupted_iteration_says_nothing_about_what_it_did_not_reach() -> None:
    trees = record_search(Deepening(40), load_game("tictactoe"))
    assert [len(tree.nodes) for tree in trees] == [10, 33]
    assert not any(node.untried or node.cut for tree in trees for node in tree.nodes)
    ends = [node for node in trees[-1].nodes if node.source is ValueSource.UNKNOWN]
    assert [node.number for node in ends] == [32]
    assert trees[0].steps[-1].words == "this iteration is done"


def test_looking_at_all_actions_to_order_them_is_no_iteration() -> None:
    def evaluate(state: State) -> float:
        return state.score - 2 * len(state.food) - state.maze.distance(state.pacman, (8, 3))

    (tree,) = record_search(Orderly(3, evaluate), HUNT_STATE)
    (full,) = record_search(Minimax(depth=1, evaluation=evaluate), HUNT_STATE)
    assert tree.root.value == full.root.value
    assert not any(node.untried for node in tree.nodes)
    assert any(node.cut for node in tree.nodes)
    assert len(tree.nodes) < len(full.nodes)
    assert tree.steps[-1].kind is StepKind.DONE


@given(tree_states(0, 1))
def test_a_search_that_orders_its_actions_has_the_value_of_minimax(state: Any) -> None:
    if state.to_move == 0:  # where the student's search begins
        agent = Orderly(20, lambda state: state.score or state.evaluate())
        tree = record_search(agent, state)[-1]
        (full,) = record_search(Minimax(depth=20), state)
        assert tree.root.value == full.root.value
        assert not any(node.untried for node in tree.nodes)
