"""Which nodes of a search tree are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.search_trees import LECTURE, search_tree
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.tree_view import FoldedTree, folded


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


@pytest.mark.parametrize("current", [0, 1, 5])
def test_the_path_to_the_current_node_is_shown_in_a_closed_node(current: int) -> None:
    shown = folded(LARGE, current, closed=[0])
    assert tuple(shown.children) == LARGE.path(current)
