"""The worked examples of lectures, as shipped trees, and exact values of small games."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.positions import exact_value, searched
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.max_n import MaxN
from pacgrid.agents.minimax import Minimax
from pacgrid.errors import GameError
from pacgrid.games.drawn_tree import Branch, DrawnTree, TreeNode, parse_tree
from pacgrid.games.game_loader import load_game
from pacgrid.games.hexapawn import Hexapawn
from pacgrid.games.nim import Nim
from pacgrid.games.pig import Pig
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.games.uniform import Uniform, uniform_tree
from pacgrid.search import CHANCE
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import StepKind


def tree(name: str) -> DrawnTree:
    state = load_game(name)
    assert isinstance(state, DrawnTree)
    return state


def mapped(tree: TreeNode, function: Any) -> TreeNode:
    """The tree with `function` applied to its leaves."""
    if not tree.branches:
        return TreeNode(value=function(tree.value))
    children = (replace(branch, child=mapped(branch.child, function)) for branch in tree.branches)
    return replace(tree, branches=tuple(children))


# Alpha-beta.


@given(st.integers(-99, 99))
def test_a_min_node_is_cut_at_its_first_leaf_whatever_the_others_are(last: int) -> None:
    text = str(tree("first_leaf")).replace("1 8", f"1 {last}")
    values, leaves = searched(AlphaBeta(), DrawnTree.parse(text))
    assert values["a"] == max(values.values()) == 2
    assert leaves == [2, 7, 1]


def test_only_the_pruning_of_the_book_skips_what_can_only_tie() -> None:
    assert searched(AlphaBeta(), tree("tie"))[1] == [3, 12, 3, 5, 2]
    assert searched(AlphaBeta(pruning="book"), tree("tie"))[1] == [3, 12, 3, 2]
    (search,) = record_search(AlphaBeta(pruning="book"), tree("tie"))
    reasons = [step.words for step in search.steps if step.kind is StepKind.CUT]
    assert reasons[0] == "3 ≤ alpha = 3: the rest of this MIN node can't matter; pruned: 5"


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


@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 99))
def test_a_random_order_has_the_same_leaves(b: int, d: int, seed: int) -> None:
    shuffled, same = (
        Uniform.initial(branching=b, depth=d, order="random", seed=seed) for _ in range(2)
    )
    assert shuffled == same
    assert sorted(searched(Minimax(depth=3), shuffled)[1]) == [*range(1, b**d + 1)]


def test_the_seed_of_a_random_order_is_the_same_on_every_machine() -> None:
    assert str(load_game("uniform:branching=2,depth=2,order=random,seed=7")) == (
        "MAX\n  MIN: 4 2\n  MIN: 1 3"
    )


@pytest.mark.parametrize(
    ("agent", "name", "values"),
    [
        (Minimax(depth=1), "cut_off", {"a": -2, "b": 4}),
        (Minimax(depth=2), "cut_off", {"a": 6, "b": 2}),
        (Minimax(depth=1), "two_mins", {"a": 6, "b": 2}),
        (Expectimax(), "averages", {"a": 8, "b": 4, "c": 7}),
        (Expectimax(), "gamble", {"gamble": -1.1, "safe": -1}),
        (MaxN(), "trust", {"keep": 1, "trust": 0}),
    ],
)
def test_a_tree_of_a_lecture_has_the_values_of_the_book(
    agent: Any, name: str, values: dict[str, float]
) -> None:
    assert searched(agent, tree(name))[0] == pytest.approx(values)


@pytest.mark.parametrize(
    ("name", "worth"), [("chance", 10), ("journey", 35), ("chance_over_min", 1.1)]
)
def test_a_tree_of_chance_is_worth_its_average(name: str, worth: float) -> None:
    assert exact_value(tree(name)) == pytest.approx(worth)


# Chance.


def test_a_monotonic_transformation_changes_expectimax_but_not_minimax() -> None:
    state = tree("monotonic")
    squared = DrawnTree.initial(mapped(state.root, lambda leaf: leaf**2))
    assert squared == tree("monotonic_squared")
    assert searched(Expectimax(), state)[0] == {"left": 20, "right": 25}
    assert searched(Expectimax(), squared)[0] == {"left": 800, "right": 650}
    assert [Minimax().act(state), Minimax().act(squared)] == ["right", "right"]
    assert [Expectimax().act(state), Expectimax().act(squared)] == ["right", "left"]


# Cut-offs and evaluations.


def test_max_gains_if_min_errs() -> None:
    state = tree("careless_min")
    values, _ = searched(Minimax(), state)
    assert values == {"left": 3, "right": 2}
    replies = state.successor("left").legal_actions()
    ends = [state.successor("left").successor(reply).score for reply in replies]
    assert min(ends) == values["left"] < max(ends)
    assert searched(Expectimax(), state)[0] == {"left": 4, "right": 5.5}


def test_open_lines_after_two_plies_are_1_minus_1_and_minus_2() -> None:
    values, leaves = searched(Minimax(depth=1), load_game("tictactoe:win=10"))
    assert values == {action: values_of_all(action) for action in range(9)}
    assert not leaves  # all are cut off
    tenths, _ = searched(Minimax(depth=1), TicTacToe())
    assert tenths == pytest.approx({a: values_of_all(a) / 10 for a in range(9)})


def values_of_all(square: int) -> int:
    """What a first move is worth in open lines."""
    return 1 if square == 4 else -1 if square % 2 == 0 else -2


def test_a_win_is_worth_more_than_any_evaluation() -> None:
    for game in (TicTacToe(win=10), Hexapawn(win=6)):
        small = replace(game, win=1)
        assert game.evaluate() == pytest.approx(game.win * small.evaluate())
        assert exact_value(game) == game.win * exact_value(small)


# Several players.


def test_three_players_agree_on_the_value_of_the_book() -> None:
    agent = MaxN(depth=1)
    assert agent.act(tree("three_players")) == "left"
    assert agent.payoffs(tree("three_players"), 3) == (1, 2, 6)


# Exact values of games.


def test_tic_tac_toe_is_a_draw() -> None:
    assert exact_value(TicTacToe()) == 0
    values, _ = searched(AlphaBeta(depth=4), TicTacToe("X........"))
    assert min(values.values()) == values[4] == 0


def test_the_tree_of_tic_tac_toe_has_549_946_nodes() -> None:
    @cache
    def nodes(state: TicTacToe) -> int:
        return 1 + sum(nodes(state.successor(action)) for action in state.legal_actions())

    assert nodes(TicTacToe()) == 549_946


def test_hexapawn_is_won_by_the_second_player() -> None:
    assert exact_value(Hexapawn()) == -1


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.booleans(), st.sampled_from([0, 1]))
def test_nim_is_decided_by_the_exclusive_or(heaps: list[int], misere: bool, to_move: int) -> None:
    mover_wins = (reduce(xor, heaps) != 0) != (misere and max(heaps) == 1)
    state = Nim(tuple(heaps), to_move, misere)
    assert exact_value(state) == (1 if mover_wins == (to_move == 0) else -1)


def test_pig_to_2_points_is_worth_5_sevenths() -> None:
    # The mover wins with 5/6, and else the other is in the same position: p = 5/6 + (1 - p)/6.
    assert exact_value(Pig(2), plies=40) == pytest.approx(2 * 6 / 7 - 1)


def test_pig_agrees_with_value_iteration() -> None:
    values = pig_values(target=8)
    assert exact_value(Pig(8), plies=45) == pytest.approx(2 * values[0, 0, 0] - 1, abs=1e-4)


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


NUMBERS = st.integers(-99, 99).map(float) | st.floats(allow_nan=False, allow_infinity=False)
WORDS = st.sampled_from(["", "A", "left", "höher", "max-1"])
LEAVES = st.builds(TreeNode, value=NUMBERS, name=WORDS)


@st.composite
def inner_nodes(draw: st.DrawFn, children: st.SearchStrategy[TreeNode]) -> TreeNode:
    to_move = draw(st.sampled_from([CHANCE, 0, 1, 2]))
    drawn = draw(st.lists(children, min_size=1, max_size=4))
    actions = draw(st.lists(st.sampled_from(["1", "a", "go left", "π"]), max_size=4, unique=True))
    weights = draw(st.lists(st.integers(1, 9), min_size=len(drawn), max_size=len(drawn)))
    branches = []
    for number, child in enumerate(drawn):
        action = actions[number] if number < len(actions) else f"x{number}"
        chance = to_move == CHANCE
        branches.append(
            Branch(action, child, Fraction(weights[number], sum(weights)) if chance else None)
        )
    return TreeNode(to_move, draw(st.none() | NUMBERS), draw(WORDS), tuple(branches))


TREES = st.recursive(LEAVES, inner_nodes, max_leaves=12)


@given(TREES)
def test_a_tree_is_read_as_it_is_written(tree: TreeNode) -> None:
    assert parse_tree(str(tree)) == tree
    shared = general_sum(tree)
    assert parse_tree(str(shared)) == shared


def general_sum(tree: TreeNode) -> TreeNode:
    """The tree with payoffs for three players instead of values."""
    payoffs = () if tree.value is None else (tree.value, 2.0, -tree.value)
    branches = tuple(replace(each, child=general_sum(each.child)) for each in tree.branches)
    return replace(tree, value=None, payoffs=payoffs, branches=branches)


@given(
    st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            [
                *("MAX", "MIN", "CHANCE", "3", "1/2", ":", " ", "\n", "  ", "(eval 4)", "a"),
                *("PLAYER ", "1", "2", "(1, 2)", "(3,4,5)", "(eval (1, 2))"),
            ]
        )
    ).map("".join)
)
def test_any_text_is_a_tree_or_an_error_with_its_place(text: str) -> None:
    try:
        written = str(parse_tree(text, "my.tree"))
    except GameError as error:
        written, message = None, str(error)
    if written is None:
        assert re.fullmatch(r"my\.tree:\d+:\d+: .+", message)
    else:
        assert str(parse_tree(written)) == written


def test_comments_blank_lines_and_line_ends_do_not_matter() -> None:
    text = "# A tree.\r\n\r\n MAX:  # the root\r\n   a: MIN 1: 3 −4\r\n   b:   .5\r\n"
    assert str(parse_tree(text)) == "MAX\n  a: MIN: 3 -4\n  b: 0.5"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "1:1: is empty; write MAX, and its children below it"),
        ("\nMAX", "2:1: this MAX has no children; indent them below it, or write a value instead"),
        ("MAX\n  a: MIN", "2:6: this MIN has no children"),
        ("MAX\n\t3", "2:1: a tab in the indentation; use spaces"),
        ("MAX\n  3\n 4", "3:2: this indentation matches no line above; align it with its siblings"),
        ("MAX: 3\nMIN: 4", "2:1: a second root; indent this line below the first"),
        ("left: MAX: 3", "1:1: the root has no action; remove it and the colon"),
        ("MAX\n  MXA", "2:3: unknown word 'MXA'; did you mean MAX?"),
        ("MAX\n  what", "2:3: unknown word 'what'; write MAX, MIN, CHANCE or a value"),
        ("MAX\n  Min: 3 4", "2:3: unknown word 'Min'; write MIN"),
        ("MAX\n  : 3", "2:3: no action before the colon; write one, or remove the colon"),
        ("MAX\n  a:", "2:3: nothing after the colon; write MAX, MIN, CHANCE or a value"),
        ("MAX\n  a: 1\n  a: 2", "3:6: a second action 'a' of this node; give it another name"),
        ("MAX\n  1/2 MIN: 3", "2:7: 'MIN' can't be part of an action; write a colon before"),
        ("MAX\n  3\n    4", "3:5: the value above can't have children; write MAX, MIN or CHANCE"),
        ("MIN 3 12 8", "1:7: unexpected '12'; write a colon before leaves, as in MIN: 3 12 8"),
        ("MAX\n  3 12 8", "2:5: '12' after the value 3; write one value, or MAX or MIN and"),
        ("MAX: 3 b", "1:8: 'b' is not a number; give other children lines of their own"),
        ("MAX: 1e999", "1:6: this number is too large; make it smaller"),
        ("MIN 0: 3", "1:5: MIN agents are numbered from 1 to 9; not 0"),
        ("MAX MIN: 3", "1:5: MIN can't be a name; write it on a line of its own"),
        ("MAX (eval)\n  3", "1:5: can't read these parentheses; write (eval 4)"),
        ("MAX (eval", "1:5: can't read these parentheses"),
        ("CHANCE: 3 4", "1:9: children of CHANCE need probabilities; write each on its own line"),
        ("CHANCE\n  8", "2:3: no probability; write it before a colon, as in 1/2: 8"),
        ("CHANCE\n  half: 8", "2:3: 'half' is not a probability; write a fraction such as 1/3, or"),
        ("CHANCE\n  1/0: 8", "2:3: '1/0' is not a probability"),
        ("CHANCE\n  3/2: 8", "2:3: '3/2' is not a probability"),
        (
            "CHANCE\n  1/2: 8\n  1/3: 4",
            "1:1: the probabilities below add up to 5/6 = 0.833333",
        ),
        (
            "PLAYER 1: (1, 2) 3",
            "1:18: '3' in a tree of several players; write only PLAYER",
        ),
        ("MAX: 3 (1, 2)", "1:8: '(1, 2)' in a tree of MAX and MIN; write only PLAYER 1, PLAYER 2"),
        ("MAX\n  PLAYER 2: 3", "2:3: 'PLAYER' in a tree of MAX and MIN; write only PLAYER 1"),
        ("CHANCE\n  1/2: 3\n  1/2: (1, 2)", "3:8: '(1, 2)' in a tree of MAX and MIN"),
        ("PLAYER 1: (1, 2) (1, 2, 3)", "1:18: 3 payoffs, but 2 before; write as many everywhere"),
        ("PLAYER 1\n  PLAYER 3: (1, 2)", "2:10: each leaf has 2 payoffs only; write one for each"),
        ("PLAYER: (1, 2)", "1:7: players have numbers from 1 to 10: write PLAYER 1"),
        ("PLAYER 0: (1, 2)", "1:8: players have numbers from 1 to 10: write PLAYER 1"),
        ("PLAYER 1: (1, x)", "1:11: '(1, x)' is not a number"),
        ("PLAYER 1: (1, 1e999)", "1:11: this number is too large; make it smaller"),
        ("\n".join(" " * level + "MAX" for level in range(101)), "101:101: more than 100 levels"),
    ],
)
def test_errors_give_line_column_and_fix(text: str, error: str) -> None:
    with pytest.raises(GameError, match=re.escape(f"my.tree:{error}")):
        parse_tree(text, "my.tree")
