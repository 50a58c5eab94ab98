"""Large trees folded to what matters; the same tree is always folded the same way."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from pacgrid.tree.search_tree import SearchTree

MOST_NODES = 40
"""How many nodes are shown by default."""
MOST_BOARDS = 20
"""The same where each node has its board, which needs more room."""


def most_shown(tree: SearchTree, *, boards: bool) -> int:
    """How many nodes of a tree are shown by default. Where the leaves come first, there are enough
    to see leaves."""
    return MOST_BOARDS if boards and not tree.is_whole else MOST_NODES


@dataclass(frozen=True)
class FoldedTree:
    """The nodes of a search tree that are shown."""

    children: Mapping[int, tuple[int, ...]]
    """By number of a shown node, from the root on: its children that are shown, in the order of
    `legal_actions()`, whatever the order in which they were generated."""
    hidden: Mapping[int, int]
    """By number of a shown node: how many nodes are folded up below it, not counting those below
    its shown children."""


def folded(
    tree: SearchTree,
    current: int = 0,
    *,
    most_nodes: int = MOST_NODES,
    opened: Iterable[int] = (),
    closed: Iterable[int] = (),
) -> FoldedTree:
    """At most `most_nodes` nodes of a tree: the path to node `current` and that node's siblings,
    the principal variation, the root's children, and the cuts; then other nodes, those near the
    root first.

    Args:
        opened: show the children of these, whatever their number.
        closed: hide everything below these, but for the path to `current`.
    """
    path = tree.path(current)
    shown = set(path)
    closed = frozenset(closed)

    def add(numbers: Iterable[int], most: int) -> None:
        for number in numbers:
            path = tree.path(number)
            missing = [each for each in path if each not in shown]
            if len(shown) + len(missing) <= most and closed.isdisjoint(path[:-1]):
                shown.update(missing)
            if len(shown) >= most:
                return

    near = path[-2:-1] + path[-1:]
    add(chain.from_iterable(tree.nodes[number].children for number in opened), len(tree.nodes))
    room = most_nodes + len(shown) - len(path)
    # The last nodes are left to those around the current node: the others stay as it moves on.
    reserved = 0 if len(tree.nodes) <= most_nodes else most_nodes // 4
    # What is shown of a whole tree doesn't tell what the search is going to find.
    found: tuple[Sequence[int], ...] = (tree.principal_variation, tree.cut_nodes)
    variation, cuts = ((), ()) if tree.is_whole else found
    add(variation, room)
    add(tree.root.children, room)
    add(chain(cuts, tree.by_ply), room - reserved)
    add(chain.from_iterable(tree.nodes[number].children for number in near), room)
    children = {
        number: tuple(child for child in tree.children_in_order(number) if child in shown)
        for number in sorted(shown)
    }
    hidden = {
        number: tree.sizes[number] - 1 - sum(tree.sizes[child] for child in shown_children)
        for number, shown_children in children.items()
    }
    return FoldedTree(children, hidden)
