from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.positions import tree_states
from pacgrid import Layout, State
from pacgrid.agent import Report
from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.max_n import MaxN
from pacgrid.agents.mcts import MCTS
from pacgrid.agents.minimax import Minimax
from pacgrid.games.drawn_tree import DrawnTree, GeneralSumTree
from pacgrid.games.pig import Pig
from pacgrid.search import CHANCE

PAYOFFS = st.tuples(*[st.integers(-3, 3)] * 3).map(lambda three: f"({', '.join(map(str, three))})")
GENERAL = st.recursive(PAYOFFS, lambda node: st.lists(node, min_size=1, max_size=3), max_leaves=20)


def drawn(nested: Any, movers: str, indent: str = "") -> str:
    """The text of a tree of three players; `movers` says who is to move at each ply."""
    if isinstance(nested, str):
        return indent + nested
    head = f"{indent}PLAYER {movers[len(indent)]}"
    return "\n".join([head, *(drawn(child, movers, indent + " ") for child in nested)])


def value(state: Any) -> tuple[float, ...]:
    """What each player gets, by definition."""
    if state.is_terminal:
        return tuple(state.payoffs())
    below = {action: value(state.successor(action)) for action in state.legal_actions()}
    if state.to_move == CHANCE:
        shares = state.distribution()
        return tuple(sum(shares[a] * below[a][each] for a in below) for each in range(3))
    return max(below.values(), key=lambda payoffs: payoffs[state.to_move])


@given(st.lists(GENERAL, min_size=1, max_size=3), st.text("123", min_size=30, max_size=30))
def test_each_player_takes_what_is_best_for_itself(nested: list[Any], movers: str) -> None:
    root = DrawnTree.parse(drawn(nested, movers))
    agent = MaxN(depth=30)
    action = agent.act(root)
    assert value(root) == value(root.successor(action))
    assert agent.report.values[action] == value(root)[root.to_move]


def test_payoffs_are_averaged_where_chance_moves() -> None:
    root = DrawnTree.parse(
        "PLAYER 2\n  sure: (1, 1)\n  bet: CHANCE\n    1/4: (0, 8)\n    3/4: (4, 0)"
    )
    agent = MaxN()
    assert agent.act(root) == "bet"
    assert agent.payoffs(root, 2) == (3, 2)


def test_a_cut_off_search_sees_the_estimated_payoffs() -> None:
    root = DrawnTree.parse("PLAYER 1\n  a: PLAYER 2 (eval (5, 0)): (0, 0)\n  b: PLAYER 2: (1, 1)")
    agent = MaxN()
    agent.report = Report()
    assert agent.action_payoffs(root, 1) == {"a": (5, 0), "b": (0, 0)}


@given(tree_states(CHANCE, 0, 1))
def test_in_a_zero_sum_tree_the_values_are_those_of_minimax(root: DrawnTree) -> None:
    agent, minimax = MaxN(depth=20), Expectiminimax(depth=20)
    agent.act(root)
    minimax.act(root)
    assert agent.report.values == pytest.approx(minimax.report.values)


def test_pacman_and_a_die_are_played_as_zero_sum_games() -> None:
    for state in (State.initial(Layout.load("small")), Pig(8)):
        plain: Any = Expectiminimax(depth=1)
        agent = MaxN(depth=1)
        assert agent.act(state) == plain.act(state)
        assert agent.report.values == pytest.approx(plain.report.values)


@pytest.mark.parametrize("agent", [Minimax(), IterativeDeepening(), MCTS(), Expectiminimax()])
def test_a_search_for_one_value_says_what_to_use_instead(agent: Any) -> None:
    root = DrawnTree.parse("PLAYER 1: (1, 2) (2, 1)")
    assert isinstance(root, GeneralSumTree)
    with pytest.raises(ValueError, match=r"payoffs of its own; use max_n"):
        agent.act(root)


def test_the_line_of_best_play_is_reported() -> None:
    root = DrawnTree.parse("PLAYER 1\n  a: PLAYER 2: (3, 1) (0, 2)\n  b: (1, 0)")
    agent = MaxN()
    action = agent.act(root)
    agent.explain(root, action)
    assert (action, agent.report.principal_variation) == ("b", ["b"])
    agent.explain(root, "a")
    assert agent.report.principal_variation == ["a", "2"]
