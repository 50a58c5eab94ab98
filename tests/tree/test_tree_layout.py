"""The rules of Reingold and Tilford, on random trees."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.tree.tree_view import tree_positions

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
