"""The nodes of a search tree that are shown, and where they stand."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.search_trees import LECTURE, search_tree
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.tree_view import FoldedTree, folded, tree_positions


def uniform(plies: int, branches: int, seed: int = 1) -> object:
    if not plies:
        return float(seed % 23)
    return tuple(uniform(plies - 1, branches, 7 * seed + n) for n in range(branches))


LARGE = search_tree(uniform(5, 4))


def counted(tree: SearchTree, shown: FoldedTree) -> int:
    """How many nodes there are by what is shown."""
    return len(shown.children) + sum(shown.hidden.values())


def test_a_small_tree_is_shown_whole() -> None:
    tree = search_tree(LECTURE)
    shown = folded(tree)
    assert shown.children == {node.number: node.children for node in tree.nodes}
    assert set(shown.hidden.values()) == {0}


@given(st.integers(0, len(LARGE.nodes) - 1), st.integers(20, 200))
def test_what_matters_is_shown_and_all_is_counted(current: int, most: int) -> None:
    shown = folded(LARGE, current, most_nodes=most)
    path = LARGE.path(current)
    siblings = LARGE.nodes[path[-2]].children if len(path) > 1 else ()
    kept = {*path, *siblings, *LARGE.root.children, *LARGE.principal_variation}
    assert kept <= set(shown.children)
    assert len(shown.children) <= most
    assert counted(LARGE, shown) == len(LARGE.nodes)
    assert shown == folded(LARGE, current, most_nodes=most)


def test_cuts_near_the_root_are_shown_before_other_nodes() -> None:
    shown = folded(LARGE, most_nodes=40)
    cuts = sorted((n for n in LARGE.nodes if n.cut), key=lambda node: (node.ply, node.number))
    assert {node.number for node in cuts[:6]} <= set(shown.children)


def test_nodes_open_and_close() -> None:
    number = next(n for n, below in folded(LARGE).hidden.items() if below)
    opened = folded(LARGE, opened=[number])
    assert opened.children[number] == LARGE.nodes[number].children
    assert counted(LARGE, opened) == len(LARGE.nodes)
    closed = folded(LARGE, closed=[0])
    assert closed.children == {0: ()}
    assert closed.hidden == {0: len(LARGE.nodes) - 1}
    for current in (0, 1, 5):
        shown = folded(LARGE, current, closed=[0])
        assert tuple(shown.children) == LARGE.path(current)


GAP = 0.5
Shape = Sequence["Shape"]
SHAPES: st.SearchStrategy[Shape] = st.recursive(
    st.just(()), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25
)
SIZES = st.tuples(st.floats(0.1, 4), st.floats(0.1, 4))


def numbered(shape: Shape) -> dict[int, list[int]]:
    """The children of each node, numbered ply by ply."""
    waiting, children = [shape], {}
    for number, each in enumerate(waiting):
        children[number] = [len(waiting) + n for n in range(len(each))]
        waiting += each
    return children


def rows(children: dict[int, list[int]]) -> list[list[int]]:
    found = [[0]]
    while row := [child for node in found[-1] for child in children[node]]:
        found.append(row)
    return found


def mirrored(shape: Shape) -> Shape:
    return [mirrored(below) for below in reversed(shape)]


def drawn(shape: Shape) -> dict[int, float]:
    children = numbered(shape)
    return tree_positions(0, children, dict.fromkeys(children, (1.0, 1.0)), GAP)


@given(SHAPES, st.data())
def test_rows_are_in_order_and_nothing_overlaps(shape: Shape, data: st.DataObject) -> None:
    children = numbered(shape)
    sizes = {node: data.draw(SIZES) for node in children}
    x = tree_positions(0, children, sizes, GAP)
    for row in rows(children):
        for one, other in pairwise(row):
            assert x[other] - sizes[other][0] >= x[one] + sizes[one][1] + GAP - 1e-9
    assert min(x[node] - sizes[node][0] for node in children) == pytest.approx(0)


@given(SHAPES)
def test_a_parent_is_in_the_middle_above_its_children(shape: Shape) -> None:
    children, x = numbered(shape), drawn(shape)
    for node, below in children.items():
        if below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)


@given(SHAPES, SHAPES)
def test_equal_subtrees_are_drawn_equal(shape: Shape, other: Shape) -> None:
    children, x = numbered([shape, other, shape]), drawn([shape, other, shape])
    pairs = [(1, 3)]
    for one, same in pairs:
        assert x[one] - x[1] == pytest.approx(x[same] - x[3])
        pairs += zip(children[one], children[same], strict=True)


@given(SHAPES)
def test_a_mirrored_tree_is_drawn_mirrored(shape: Shape) -> None:
    one, other = drawn(shape), drawn(mirrored(shape))
    right = max(one.values()) + 1
    for row, same in zip(rows(numbered(shape)), rows(numbered(mirrored(shape))), strict=True):
        expected = [pytest.approx(right - one[node]) for node in reversed(row)]
        assert [other[node] for node in same] == expected


def test_a_tree_is_as_narrow_as_it_can_be() -> None:
    x = drawn([[[], []], [[], []]])
    assert [x[node] for node in range(7)] == [4.75, 2.25, 7.25, 1, 3.5, 6, 8.5]
