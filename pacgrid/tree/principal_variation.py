"""The line of best play in a tree whose values are known."""

from collections.abc import Sequence
from typing import Any

from pacgrid.tree.search_tree import SearchNode


def principal_variation(nodes: Sequence[SearchNode], chosen: Any) -> tuple[int, ...]:
    """The numbers of the nodes of best play, from the root to a leaf or to the first CHANCE node.

    Of equal actions the first is taken, as a worse one can look like a tie after pruning; but at
    the root the `chosen` one.
    """
    node = nodes[0]
    line = [0]
    while node.layer.is_choice:
        worth = node.value, node.payoffs
        children = [nodes[child] for child in node.children]
        best = [child for child in children if (child.value, child.payoffs) == worth]
        if node.value is None or not best:
            break
        by_choice = [child for child in best if not node.number and child.action == chosen]
        node = (by_choice or best)[0]
        line.append(node.number)
    return tuple(line)
