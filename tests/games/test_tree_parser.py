import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.games.game_error import GameError
from pacgrid.games.tree_node import Branch, TreeNode
from pacgrid.games.tree_parser import parse_tree
from pacgrid.search import CHANCE

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
    mirrored = replace(tree, right_to_left=bool(tree.branches))
    assert parse_tree(str(mirrored)) == mirrored
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
                *("PLAYER ", "1", "2", "(1, 2)", "(3,4,5)", "(eval (1, 2))", "(right to left)"),
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
        (
            "MAX\n  MIN (right to left): 3",
            "2:7: only the root says (right to left)",
        ),
        ("\n".join(" " * level + "MAX" for level in range(101)), "101:101: more than 100 levels"),
    ],
)
def test_errors_give_line_column_and_fix(text: str, error: str) -> None:
    with pytest.raises(GameError, match=re.escape(f"my.tree:{error}")):
        parse_tree(text, "my.tree")
