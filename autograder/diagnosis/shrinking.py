"""Makes probes smaller in which something is wrong."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.transformation import nodes_of
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.games.drawn_tree import DrawnTree


def smallest(probe: Probe, is_wrong: Callable[[Probe], bool]) -> Probe:
    """What is left of the tree of `probe` when nothing more can be left out or made plainer so that
    `is_wrong` still holds. Equal subtrees stay equal."""
    while smaller := next(filter(is_wrong, _smaller(probe)), None):
        probe = smaller
    return probe


def _smaller(probe: Probe) -> Iterator[Probe]:
    """Probes with a bit less each; those with the most left out come first."""
    for moves in range(1, probe.moves):
        yield replace(probe, moves=moves)
    for depth in range(1, probe.depth):
        yield replace(probe, depth=depth)
    if isinstance(probe.root, TreePosition):
        for tree in _smaller_trees(probe.root.tree):
            yield replace(probe, root=TreePosition.initial(tree))


def _smaller_trees(tree: DrawnTree) -> Iterator[DrawnTree]:
    nodes = list(dict.fromkeys(nodes_of(tree)))
    inner = [node for node in nodes if node.branches]
    yield from (node for node in inner[1:] if node.to_move == 0)
    for node in inner[1:]:
        yield _with(tree, node, DrawnTree(value=node.value))
    for node in inner:
        for number in range(len(node.branches) if len(node.branches) > 1 else 0):
            rest = node.branches[:number] + node.branches[number + 1 :]
            yield _with(tree, node, replace(node, branches=rest))
    for node in nodes:
        if node.branches and node.value is not None:
            yield _with(tree, node, replace(node, value=None))
        elif node.name:
            yield _with(tree, node, replace(node, name=""))
    yield from _with_small_values(tree)


def _with(tree: DrawnTree, old: DrawnTree, new: DrawnTree) -> DrawnTree:
    """`tree` with `new` wherever it has `old`."""
    if tree == old:
        return new
    branches = (replace(each, child=_with(each.child, old, new)) for each in tree.branches)
    return replace(tree, branches=tuple(branches))


def _with_small_values(tree: DrawnTree) -> Iterator[DrawnTree]:
    """`tree` with the smallest whole numbers that are in the same order and have the same signs; if
    that makes them smaller."""
    values = sorted({node.value for node in nodes_of(tree) if node.value is not None})
    above = [value for value in values if value > 0]
    below = [value for value in reversed(values) if value < 0]
    ranks = {
        **{value: number for number, value in enumerate(above, start=1)},
        **{value: -number for number, value in enumerate(below, start=1)},
    }
    if any(abs(rank) < abs(value) for value, rank in ranks.items()):
        yield _with_values(tree, ranks)


def _with_values(tree: DrawnTree, ranks: dict[float, int]) -> DrawnTree:
    value = None if tree.value is None else ranks.get(tree.value, tree.value)
    branches = (replace(each, child=_with_values(each.child, ranks)) for each in tree.branches)
    return replace(tree, value=value, branches=tuple(branches))
