from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.games import Tree
from helpers.mazes import games
from pacgrid import Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.minimax import Minimax
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.search import GameState

TREES = st.recursive(
    st.integers(-3, 3), lambda node: st.lists(node, min_size=1, max_size=3), max_leaves=40
)


def assert_same_decision(state: GameState, depth: int) -> None:
    full = Minimax(depth=depth, evaluation="score")
    pruned = AlphaBeta(depth=depth, evaluation="score")
    assert pruned.act(state) == full.act(state)
    best = max if state.to_move == 0 else min
    value = best(full.report.values.values())
    assert best(pruned.report.values.values()) == value
    assert pruned.report.nodes <= full.report.nodes
    ties = [action for action, v in full.report.values.items() if v == value]
    assert [action for action, v in pruned.report.values.items() if v == value] == ties


@settings(max_examples=100)
@given(st.lists(TREES, min_size=1, max_size=3), st.text("01", min_size=40, max_size=40))
def test_the_decision_is_that_of_minimax_in_any_tree(tree: list, turns: str) -> None:  # type: ignore[type-arg]
    assert_same_decision(Tree(tree, turns), depth=20)


@settings(max_examples=30)
@given(games(most_plies=12), st.integers(1, 2))
def test_the_decision_is_that_of_minimax_in_any_position(states: list[State], depth: int) -> None:
    if not states[-1].is_terminal:
        assert_same_decision(states[-1], depth)


def test_the_decision_is_that_of_minimax_for_every_agent() -> None:
    for name in ("small", "hunting", "duel"):
        state = State.initial(Layout.load(name))
        for _ in range(state.num_agents):
            assert_same_decision(state, depth=1)
            state = state.successor(state.legal_actions()[0])


def test_the_book_example_is_pruned() -> None:
    tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "01")
    AlphaBeta(depth=1, evaluation="score").act(tree)
    assert tree.visited == [3, 12, 8, 2, 14, 5, 2]


def test_a_branch_that_only_ties_is_searched_to_the_end() -> None:
    tree = Tree([[3, 5], [3, 1]], "01")
    agent = AlphaBeta(depth=1, evaluation="score")
    agent.act(tree)
    assert tree.visited == [3, 5, 3, 1]
    assert agent.report.values == {0: 3, 1: 1}


@settings(max_examples=100)
@given(st.lists(TREES, min_size=1, max_size=3), st.text("01", min_size=40, max_size=40))
def test_the_pruning_of_the_book_finds_the_same_decision(tree: list, turns: str) -> None:  # type: ignore[type-arg]
    full, strict, book = (
        agent(depth=20, evaluation="score")
        for agent in (Minimax, AlphaBeta, partial(AlphaBeta, pruning="book"))
    )
    assert book.act(Tree(tree, turns)) == full.act(Tree(tree, turns))
    strict.act(Tree(tree, turns))
    best = max if Tree(tree, turns).to_move == 0 else min
    assert best(book.report.values.values()) == best(full.report.values.values())
    assert book.report.nodes <= strict.report.nodes


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"pruning": "loose"}, "pruning must be strict or book, not 'loose'"),
        ({"pruning": "book", "compiled": True}, "a compiled search prunes strictly"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        AlphaBeta(**options)


def test_another_game_is_searched_with_far_fewer_nodes() -> None:
    full, pruned = Minimax(depth=9, evaluation="score"), AlphaBeta(depth=9, evaluation="score")
    game = TicTacToe("X...O....")
    assert full.act(game) == pruned.act(game)
    assert pruned.report.nodes < full.report.nodes / 2
