import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import Layout, State
from pacgrid.games.game_loader import load_game
from pacgrid.tree.node_counts import branching_factor, effective_branching_factor


@given(st.integers(1, 40), st.integers(1, 12))
def test_a_full_tree_has_its_own_branching_factor(branching: int, plies: int) -> None:
    nodes = sum(branching**ply for ply in range(1, plies + 1))
    assert effective_branching_factor(nodes, plies) == pytest.approx(branching)


def test_many_plies_and_few_nodes_are_no_trouble() -> None:
    assert effective_branching_factor(10**12, 400) < 1.1
    assert effective_branching_factor(1, 4) == pytest.approx(0.519, abs=0.001)
    assert effective_branching_factor(0, 4) == pytest.approx(0, abs=1e-6)


def test_the_branching_factor_is_the_mean_of_each_ply() -> None:
    assert branching_factor(load_game("uniform:branching=4,depth=3"), 3) == pytest.approx(4)
    assert branching_factor(load_game("tictactoe"), 3) == pytest.approx((9 * 8 * 7) ** (1 / 3))
    assert branching_factor(load_game("book"), 9) == pytest.approx(3)
    assert branching_factor(State.initial(Layout.load("small")), 3) > 1
