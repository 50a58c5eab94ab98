"""Fresh trees, drawn by a random generator."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from pacgrid.games.drawn_tree import Branch, TreeNode
from pacgrid.search import CHANCE

ODDS: Sequence[Sequence[str]] = (
    ("1/2", "1/2"),
    ("1/4", "3/4"),
    ("2/5", "3/5"),
    ("1/4", "1/2", "1/4"),
    ("1/10", "1/2", "2/5"),
    ("1/2", "1/3", "1/6"),
)
"""The probabilities below a CHANCE node."""
TIED_VALUES = 5
"""So many different values the leaves of a tree with ties have at most."""


@dataclass(frozen=True)
class RandomTreeShape:
    """What a tree looks like."""

    layers: tuple[int, ...]
    """Who moves in each ply, from the root on, as in `to_move`."""
    branching: tuple[int, int]
    """How many children MAX and MIN have, at least and at most."""
    values: Sequence[int]
    """What leaves may be worth."""
    most_leaves: int


def random_tree(rng: Random, shape: RandomTreeShape, *, ties: bool = False) -> TreeNode:
    """A tree of that shape. No two of its leaves are worth the same, unless there are `ties`."""
    bare = _bare(rng, shape, 0)
    while (leaves := _count(bare)) > shape.most_leaves:
        bare = _bare(rng, shape, 0)
    if ties:
        values = rng.choices(rng.sample(shape.values, TIED_VALUES), k=leaves)
    else:
        values = rng.sample(shape.values, leaves)
    return _filled(bare, iter(values))


def _bare(rng: Random, shape: RandomTreeShape, ply: int) -> TreeNode:
    """A tree whose leaves have no values yet."""
    if ply == len(shape.layers):
        return TreeNode()
    mover = shape.layers[ply]
    odds: Sequence[Fraction | None] = [None] * rng.randint(*shape.branching)
    if mover == CHANCE:
        odds = [Fraction(each) for each in rng.choice(ODDS)]
    branches = (
        Branch(str(number), _bare(rng, shape, ply + 1), probability)
        for number, probability in enumerate(odds, start=1)
    )
    return TreeNode(mover, branches=tuple(branches))


def _count(node: TreeNode) -> int:
    """How many leaves there are."""
    return sum(_count(branch.child) for branch in node.branches) or 1


def _filled(node: TreeNode, values: Iterator[int]) -> TreeNode:
    """The tree with these values at its leaves, from left to right."""
    if not node.branches:
        return replace(node, value=next(values))
    below = [replace(each, child=_filled(each.child, values)) for each in node.branches]
    return replace(node, branches=tuple(below))
