"""The worked examples of lectures, as shipped trees, and exact values of small games."""

from dataclasses import dataclass, field, replace
from functools import cache, reduce
from operator import xor
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.games.hexapawn import Hexapawn
from pacgrid.games.nim import Nim
from pacgrid.games.pig import Pig
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.games.tree_node import TreeNode
from pacgrid.games.uniform import uniform_tree
from pacgrid.search import CHANCE, Searcher


@dataclass
class Visited:
    """A game that records the scores of visited leaves, in order."""

    state: Any
    leaves: list[float] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    @property
    def score(self) -> float:
        self.leaves.append(self.state.score)
        return self.leaves[-1]

    def successor(self, action: Any) -> Self:
        return type(self)(self.state.successor(action), self.leaves)


def searched(agent: Searcher, state: Any) -> tuple[dict[Any, float], list[float]]:
    """The value of each action, and the leaves that the search visited."""
    game = Visited(state)
    agent.act(game)
    assert agent.report
    return dict(agent.report.values), game.leaves


def tree(name: str) -> DrawnTree:
    state = load_game(name)
    assert isinstance(state, DrawnTree)
    return state


def value(state: Any, plies: int = 99) -> float:
    """The exact value of a position, by definition."""

    @cache
    def exact(state: Any, plies: int) -> float:
        if state.is_terminal or plies == 0:
            return float(state.score)
        below = {
            action: exact(state.successor(action), plies - 1) for action in state.legal_actions()
        }
        if state.to_move == CHANCE:
            return sum(share * below[action] for action, share in state.distribution().items())
        return max(below.values()) if state.to_move == 0 else min(below.values())

    return exact(state, plies)


def mapped(tree: TreeNode, function: Any) -> TreeNode:
    """The tree with `function` applied to its leaves."""
    if not tree.branches:
        return TreeNode(value=function(tree.value))
    children = (replace(branch, child=mapped(branch.child, function)) for branch in tree.branches)
    return replace(tree, branches=tuple(children))


# Alpha-beta.


def test_alpha_beta_skips_4_and_6_in_the_book_example() -> None:
    assert searched(Minimax(), tree("book"))[0] == {"a1": 3, "a2": 2, "a3": 2}
    values, leaves = searched(AlphaBeta(), tree("book"))
    assert max(values.values()) == 3
    assert leaves == [3, 12, 8, 2, 14, 5, 2]


@given(st.integers(-99, 99), st.integers(-99, 99))
def test_a_min_node_is_cut_at_its_first_leaf_whatever_the_others_are(b: int, c: int) -> None:
    text = str(tree("first_leaf")).replace("2 7", f"2 {b}").replace("1 8", f"1 {c}")
    values, leaves = searched(AlphaBeta(), DrawnTree.parse(text))
    assert values["a"] == max(values.values()) == 3
    assert leaves == [3, 9, 2, 1]


def test_three_levels_searched_from_right_to_left() -> None:
    state = tree("right_to_left")
    values, leaves = searched(AlphaBeta(), state)
    assert values["right"] == max(values.values()) == 3
    assert leaves == [3, -5, 5, 4, -2, -4]
    assert value(state.successor("right")) == 3


def test_values_of_root_children_are_only_bounds_but_for_the_best() -> None:
    state = DrawnTree.parse("MAX\n  a: MIN: 3 12 8\n  b: MIN: 2 -9 6")
    assert searched(Minimax(), state)[0] == {"a": 3, "b": -9}
    assert searched(AlphaBeta(), state)[0] == {"a": 3, "b": 2}


@given(st.integers(1, 4), st.integers(1, 5), st.sampled_from(["best", "worst"]))
def test_alpha_beta_visits_the_minimal_tree_or_all_of_it(b: int, d: int, order: str) -> None:
    state = DrawnTree.initial(uniform_tree(b, d, order))
    _, leaves = searched(AlphaBeta(depth=3), state)
    minimal = b ** -(-d // 2) + b ** (d // 2) - 1
    assert len(leaves) == (minimal if order == "best" else b**d)


# Chance.


def test_the_chance_node_of_the_lecture_is_worth_10() -> None:
    assert value(tree("chance")) == pytest.approx(10)


def test_a_gamble_is_worth_its_average() -> None:
    values, _ = searched(Expectimax(), tree("gamble"))
    assert values == {"gamble": pytest.approx(-1.1), "safe": -1}
    assert Expectimax().act(tree("gamble")) == "safe"


def test_a_monotonic_transformation_changes_expectimax_but_not_minimax() -> None:
    state = tree("monotonic")
    squared = DrawnTree.initial(mapped(state.root, lambda leaf: leaf**2))
    assert [Minimax().act(state), Minimax().act(squared)] == ["right", "right"]
    assert [Expectimax().act(state), Expectimax().act(squared)] == ["right", "left"]


@given(st.lists(st.lists(st.integers(0, 40), min_size=2, max_size=2), min_size=2, max_size=3))
def test_a_monotonic_transformation_never_changes_minimax(leaves: list[list[int]]) -> None:
    text = "\n".join(["MAX", *(f"  MIN: {a} {b}" for a, b in leaves)])
    state = DrawnTree.parse(text)
    for function in (lambda leaf: leaf**3, lambda leaf: 2**leaf):
        assert Minimax().act(DrawnTree.initial(mapped(state.root, function))) == Minimax().act(
            state
        )


@given(st.integers(1, 9), st.integers(-99, 99))
def test_a_positive_linear_transformation_changes_neither(a: int, b: int) -> None:
    for name in ("monotonic", "book", "gamble"):
        state = tree(name)
        linear = DrawnTree.initial(mapped(state.root, lambda leaf: a * leaf + b))
        assert Expectimax().act(linear) == Expectimax().act(state)
        if name != "gamble":
            assert Minimax().act(linear) == Minimax().act(state)


# Cut-offs and evaluations.


def test_a_search_that_is_cut_off_sees_evaluations() -> None:
    state = tree("cut_off")
    agent = Minimax(depth=1)
    assert searched(agent, state)[0] == {"a": 4, "b": 3}
    assert searched(Minimax(depth=2), state)[0] == {"a": 2, "b": 8}


PIECES = {"Q": 9, "R": 5, "B": 3.25, "N": 3}


@pytest.mark.parametrize(
    ("white", "black", "material"),
    [("QN", "RRB", -1.25), ("QN", "RR", 2), ("N", "RR", -7)],
)
def test_material_is_a_linear_evaluation(white: str, black: str, material: float) -> None:
    features = {piece: white.count(piece) - black.count(piece) for piece in PIECES}
    assert sum(PIECES[piece] * count for piece, count in features.items()) == material


def test_two_min_agents_move_in_one_round() -> None:
    state = tree("two_mins")
    assert state.players == ("MAX", "MIN 1", "MIN 2")
    assert searched(Minimax(depth=1), state)[0] == {"a": 6, "b": 2}


# Exact values of games.


def test_tic_tac_toe_is_a_draw() -> None:
    assert value(TicTacToe()) == 0
    values, _ = searched(AlphaBeta(depth=4), TicTacToe("X........"))
    assert min(values.values()) == values[4] == 0


def test_the_tree_of_tic_tac_toe_has_549_946_nodes() -> None:
    @cache
    def nodes(state: TicTacToe) -> int:
        return 1 + sum(nodes(state.successor(action)) for action in state.legal_actions())

    assert nodes(TicTacToe()) == 549_946


@pytest.mark.slow
def test_minimax_visits_549_945_nodes_below_the_empty_board() -> None:
    agent = Minimax(depth=5)
    agent.act(TicTacToe())
    assert agent.report.nodes == 549_945
    assert set(agent.report.values.values()) == {0}


def test_hexapawn_is_won_by_the_second_player() -> None:
    assert value(Hexapawn()) == -1
    assert max(searched(AlphaBeta(depth=9), Hexapawn())[0].values()) == -1


@settings(max_examples=40)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.booleans(), st.sampled_from([0, 1]))
def test_nim_is_decided_by_the_exclusive_or(heaps: list[int], misere: bool, to_move: int) -> None:
    mover_wins = (reduce(xor, heaps) != 0) != (misere and max(heaps) == 1)
    state = Nim(tuple(heaps), to_move, misere)
    assert value(state) == (1 if mover_wins == (to_move == 0) else -1)


def test_pig_to_2_points_is_worth_5_sevenths() -> None:
    # The mover wins with 5/6, and else the other is in the same position: p = 5/6 + (1 - p)/6.
    assert value(Pig(2), plies=40) == pytest.approx(2 * 6 / 7 - 1)


def test_pig_agrees_with_value_iteration() -> None:
    values = pig_values(target=8)
    assert value(Pig(8), plies=45) == pytest.approx(2 * values[0, 0, 0] - 1, abs=1e-4)


def pig_values(target: int) -> dict[tuple[int, int, int], float]:
    """The chance to win of the player whose turn it is, by own points, other's points and sum of
    the turn; by value iteration."""
    positions = [
        (own, other, turn_sum)
        for own in range(target)
        for other in range(target)
        for turn_sum in range(target - own)
    ]
    wins = dict.fromkeys(positions, 0.0)
    for _ in range(60):
        for own, other, turn_sum in positions:
            rolled = [wins.get((own, other, turn_sum + face), 1.0) for face in range(2, 7)]
            roll = (1 - wins[other, own, 0] + sum(rolled)) / 6
            hold = 1 - wins[other, own + turn_sum, 0] if turn_sum else 0
            wins[own, other, turn_sum] = max(roll, hold)
    return wins
