"""Search trees as text."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.search_trees import CHANCES, LECTURE, search_tree
from pacgrid.tree.search_tree import ValueSource
from pacgrid.tree.tree_text import tree_text

TREE = search_tree(LECTURE)
FIRST_LEAF = next(
    number for number, step in enumerate(TREE.steps) if step.node == 1 and step.value == 3
)


def test_a_tree_with_cuts() -> None:
    assert (
        tree_text(TREE)
        == """\
▲ MAX = 3 ★  [−∞, ∞]
├─ a: ▼ MIN = 3 ★  [−∞, ∞]
│  ├─ a: ■ 3 ★
│  ├─ b: ■ 12
│  └─ c: ■ 8
├─ b: ▼ MIN = 2  [3, ∞]  cut: 2 < alpha = 3
│  ├─ a: ■ 2
│  └─ ╱╱ pruned: b, c
└─ c: ▼ MIN = 2  [3, ∞]
   ├─ a: ■ 14
   ├─ b: ■ 5
   └─ c: ■ 2"""
    )


def test_chance_nodes_have_probabilities_and_large_trees_stubs() -> None:
    assert (
        tree_text(search_tree(CHANCES), most_nodes=6)
        == """\
▲ MAX = 10 ★
├─ a: ● CHANCE = 10 ★
│  ├─ 0.5 a: ■ 8
│  ├─ 1/3 b: ■ 24
│  └─ + 1 node
└─ b: ● CHANCE = −1.1
   └─ + 3 nodes"""
    )


def test_before_its_end_a_search_knows_less() -> None:
    first_leaf = tree_text(TREE, FIRST_LEAF)
    assert "a: ▼ MIN = 3" in first_leaf
    assert "★" not in first_leaf
    assert "pruned" not in first_leaf
    with pytest.raises(ValueError, match="there is no step 99: the steps are 0 to"):
        tree_text(TREE, 99)


def test_only_the_end_of_a_game_has_a_full_square() -> None:
    nodes = list(TREE.nodes)
    for number, source in ((2, ValueSource.EVALUATION), (3, ValueSource.TABLE)):
        nodes[number] = replace(nodes[number], source=source)
    lines = tree_text(replace(TREE, nodes=nodes)).splitlines()
    assert [line[8:] for line in lines[2:5]] == [" □ 3 ★", " □ 12", " ■ 8"]


def deep(plies: int) -> object:
    return (2, deep(plies - 1)) if plies else 1


DEEP = search_tree(deep(40), pruning=False)


@given(st.integers(0, len(TREE.steps) - 1), st.integers(45, 80))
def test_text_fits_and_can_be_ascii(step: int, columns: int) -> None:
    for tree in (TREE, DEEP):
        text = tree_text(tree, step, columns=columns, ascii_only=True)
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= columns
