"""A tree that questions are asked on, and the searches of it that the keys are taken from.

Each node has a label that no other has.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import inf
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError
from pacgrid.games.drawn_tree import Branch, DrawnTree, TreeNode
from pacgrid.games.uniform import uniform_tree
from pacgrid.search import CHANCE, OwnEvaluation
from pacgrid.tree.reference_search import (
    PRUNINGS,
    RightExpectiminimax,
    RightMinimax,
    reference_tree,
)
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, SearchTrees, Step, StepKind
from pacgrid.tree.whole_tree import WholeTreeError, game_tree, is_drawn
from pacgrid.tree.wording import action_label, layer_label, value_label

MOST_LEAVES = 81
"""A tree with more leaves isn't asked about: nobody would answer."""
LARGEST = 10**9
"""A tree with larger values isn't asked about: nobody would reckon with them."""
BETWEEN = r"[\s,;→>]+"
"""What stands between leaves in an answer, so that no name of a leaf has it. It means the same in
Python and in JavaScript."""
MOST_NODES = 4 * MOST_LEAVES
PRUNING = "book"
"""How alpha-beta prunes in quizzes, unless they say otherwise: on equality, too, as lectures do."""


class QuizError(PacgridError):
    """A question that can't be asked, or an answer that can't be read."""


@dataclass(frozen=True)
class QuizNode:
    """A node of a quiz's tree."""

    label: str
    """The name of an inner node; the value of a leaf, or a name if another leaf has that value."""
    path: tuple[str, ...]
    """The actions that lead here from the root."""
    tree: TreeNode

    @property
    def is_leaf(self) -> bool:
        return not self.tree.branches

    @property
    def layer(self) -> Layer:
        return layer_of(self.tree)

    @property
    def title(self) -> str:
        """What it is called in a sentence: `the MIN node B`, `the leaf 4`, `the leaf a (2)`."""
        if self.is_leaf:
            value = value_label(self.tree.value or 0)
            return f"the leaf {self.label}" + f" ({value})" * (value != self.label)
        return f"the {layer_label(self.layer, self.tree.to_move)} node {self.label}"


class QuizTree:
    """A tree whose inner nodes have names, and its nodes by label.

    Names that are missing are given: A, B, C, … from the root on; and a, b, c, … to leaves whose
    values are the same.

    >>> from pacgrid.games.drawn_tree import parse_tree
    >>> tree = QuizTree(parse_tree('''
    ... MAX
    ...   MIN: 3 2
    ...   MIN: 2 4
    ... '''))
    >>> [node.label for node in tree.nodes]
    ['A', 'B', '3', 'a', 'C', 'b', '4']
    """

    def __init__(self, root: TreeNode) -> None:
        if not root.branches:
            raise QuizError("a tree of a single leaf has nothing to ask about")
        self.root = _named(root)
        self.nodes: Sequence[QuizNode] = tuple(_nodes(self.root))
        """All nodes in the order of the text: each comes before what is below it."""
        if len(self.leaves) > MOST_LEAVES:
            raise QuizError(
                f"the tree has {len(self.leaves):,} leaves; ask about one with at most"
                f" {MOST_LEAVES}"
            )
        if large := [leaf.label for leaf in self.leaves if abs(leaf.tree.value or 0) > LARGEST]:
            raise QuizError(f"the leaf {large[0]} is larger than {LARGEST:,}; scale the values")

    @cached_property
    def leaves(self) -> Sequence[QuizNode]:
        return tuple(node for node in self.nodes if node.is_leaf)

    @cached_property
    def inner(self) -> Sequence[QuizNode]:
        inner = (node for node in self.nodes if not node.is_leaf)
        return tuple(sorted(inner, key=lambda node: len(node.path)))

    @property
    def has_chance(self) -> bool:
        return any(node.layer is Layer.CHANCE for node in self.inner)

    @cached_property
    def shape(self) -> tuple[int, int] | None:
        """The branching factor and the depth if both are the same everywhere, and MAX and MIN take
        turns; else None."""
        branchings = {len(node.tree.branches) for node in self.inner}
        depths = {len(leaf.path) for leaf in self.leaves}
        first = self.root.to_move
        turns = all(node.tree.to_move == (first + len(node.path)) % 2 for node in self.inner)
        if len(branchings) > 1 or len(depths) > 1 or not turns:
            return None
        return branchings.pop(), depths.pop()

    @property
    def state(self) -> DrawnTree:
        return DrawnTree.initial(self.root)

    def at(self, path: Sequence[str]) -> QuizNode:
        return self._by_path[tuple(path)]

    def of(self, node: SearchNode) -> QuizNode:
        """The node of this tree that is a node of a search of it."""
        return self.at(node.state.path)

    @cached_property
    def _by_path(self) -> dict[tuple[str, ...], QuizNode]:
        return {node.path: node for node in self.nodes}


def with_values(node: TreeNode, value_of: Callable[[TreeNode], float]) -> TreeNode:
    """The tree with a value at each leaf, from left to right."""
    if not node.branches:
        return replace(node, value=value_of(node))
    below = [replace(each, child=with_values(each.child, value_of)) for each in node.branches]
    return replace(node, branches=tuple(below))


def layer_of(tree: TreeNode) -> Layer:
    if not tree.branches:
        return Layer.LEAF
    return {CHANCE: Layer.CHANCE, 0: Layer.MAX}.get(tree.to_move, Layer.MIN)


def quiz_tree(source: Any, plies: int | None = None) -> QuizTree:
    """The tree to ask about.

    Args:
        source: a `TreeNode`, a position of any game, or the recorded search of one.
        plies: how many plies of a game are in it, with the game's evaluations below; None: it goes
            to the end. A search goes as deep as it went in its last iteration.

    Raises QuizError for what is too large.
    """
    if isinstance(source, QuizTree):
        return source
    if isinstance(source, TreeNode):
        return QuizTree(source)
    if isinstance(source, SearchTrees):
        source = source[-1]
    if isinstance(source, SearchTree):
        plies = None if is_drawn(source) else max(node.ply for node in source.nodes)
        source = source.root.state
    if hasattr(source, "payoffs"):
        raise QuizError("each player has payoffs of its own; ask about a tree of MAX and MIN")
    if isinstance(source, DrawnTree) and plies is None:
        return QuizTree(source.tree)
    try:
        whole = game_tree(source, plies, value=OwnEvaluation(), most_nodes=MOST_NODES)
    except WholeTreeError:
        raise QuizError(
            f"the game's tree has more than {MOST_NODES} nodes; ask about fewer plies, such as 2"
        ) from None
    return QuizTree(_drawn(whole, 0))


def _drawn(tree: SearchTree, number: int) -> TreeNode:
    """A node of a whole tree as one that is written as text, with all that is below it."""
    node = tree.nodes[number]
    if node.layer is Layer.LEAF:
        return TreeNode(value=node.value)
    children = [tree.nodes[child] for child in tree.children_in_order(number)]
    labels = [one_line(action_label(node.state, child.action)) for child in children]
    if not all(labels) or len(set(labels)) < len(labels):
        labels = [str(number) for number, _ in enumerate(children, start=1)]
    movers = {Layer.MAX: 0, Layer.CHANCE: CHANCE, Layer.MIN: max(node.state.to_move, 1)}
    branches = (
        Branch(label, _drawn(tree, child.number), _fraction(child.probability))
        for label, child in zip(labels, children, strict=True)
    )
    name = one_line(getattr(node.state, "name", ""))
    return TreeNode(movers[node.layer], name=name, branches=tuple(branches))


def _fraction(probability: float | None) -> Fraction | None:
    return None if probability is None else Fraction(probability).limit_denominator(10**6)


def _named(root: TreeNode) -> TreeNode:
    """The tree with a name for each inner node and for leaves of equal values."""
    values = Counter(value_label(leaf.value or 0) for leaf in _below(root) if not leaf.branches)
    used: set[str] = set()
    given = {node.name for node in _below(root) if node.name}
    capitals, small = (_free(letters, given) for letters in (ascii_uppercase, ascii_lowercase))
    names: dict[int, str] = {}
    for node in _below(root):  # by ply
        is_inner = bool(node.branches)
        is_free = node.name not in used and (node.branches or not re.search(BETWEEN, node.name))
        name = node.name if is_free else ""
        if is_inner:
            name = name or next(capitals)
        elif not name and values[value_label(node.value or 0)] > 1:
            name = "?"  # leaves get theirs from left to right
        used.add(name)
        names[id(node)] = name

    def rebuilt(node: TreeNode) -> TreeNode:
        name = names[id(node)]
        below = (replace(each, child=rebuilt(each.child)) for each in node.branches)
        name = next(small) if name == "?" else name
        return replace(node, name=name, branches=tuple(below))

    return rebuilt(root)


def _below(root: TreeNode) -> Iterator[TreeNode]:
    """All nodes, by ply. A node that stands in several places comes once for each."""
    row = [root]
    while row:
        yield from row
        row = [branch.child for node in row for branch in node.branches]


def _free(letters: str, used: set[str]) -> Iterator[str]:
    """Names that aren't used yet: A, B, …, Z, A2, B2, …"""
    names = (
        letter + (str(number) if number > 1 else "") for number in count(1) for letter in letters
    )
    return (name for name in names if name not in used)


def _nodes(root: TreeNode) -> Iterator[QuizNode]:
    waiting: list[tuple[TreeNode, tuple[str, ...]]] = [(root, ())]
    while waiting:
        node, path = waiting.pop()
        yield QuizNode(node.name or value_label(node.value or 0), path, node)
        waiting += [(each.child, (*path, each.action)) for each in reversed(node.branches)]


@dataclass(frozen=True)
class SearchedTree:
    """A tree, and what the reference searches find in it.

    Args:
        tree: the tree.
        pruning: how alpha-beta prunes: `book`, on equality, too; or `strict`.

    Raises QuizError for another pruning.
    """

    tree: QuizTree
    pruning: str = PRUNING

    def __post_init__(self) -> None:
        if self.pruning not in PRUNINGS:
            choice = " or ".join(PRUNINGS)
            raise QuizError(f"pruning must be {choice}, not {self.pruning!r:.40}")

    @cached_property
    def minimax(self) -> SearchTree:
        """A search of the whole tree; with chance, if it has any."""
        if self.tree.has_chance:
            return reference_tree(RightExpectiminimax, self.tree.state, "expectiminimax")
        return reference_tree(RightMinimax, self.tree.state, "minimax")

    @cached_property
    def alpha_beta(self) -> SearchTree:
        return self._with(self.pruning)

    @cached_property
    def pruning_matters(self) -> bool:
        """Whether strict and book pruning visit different leaves."""
        labels = [leaf.label for leaf in self.tree.leaves]
        if len(set(labels)) == len(labels) and not any(leaf.tree.name for leaf in self.tree.leaves):
            return False  # no two leaves are worth the same
        first, second = (self.leaves_of(self._with(pruning)) for pruning in PRUNINGS)
        return first != second

    def leaves_of(self, search: SearchTree) -> Sequence[QuizNode]:
        return [self.tree.of(node) for node in search.nodes if node.layer is Layer.LEAF]

    def found(self, search: SearchTree) -> dict[str, SearchNode]:
        """By label: the nodes that a search visits, in order."""
        return {self.tree.of(node).label: node for node in search.nodes}

    def extreme(self, order: str) -> int:
        """How many leaves alpha-beta visits in a uniform tree of the same shape in the `best` or
        the `worst` order of leaves."""
        assert self.tree.shape
        root = uniform_tree(*self.tree.shape, order)
        search = reference_tree(PRUNINGS[self.pruning], DrawnTree.initial(root), "alpha-beta")
        return sum(node.layer is Layer.LEAF for node in search.nodes)

    def _with(self, pruning: str) -> SearchTree:
        return reference_tree(PRUNINGS[pruning], self.tree.state, "alpha-beta")


def unsearched(tree: QuizTree) -> SearchTree:
    """The tree, drawn in full and in its own order; so a picture of it tells nothing of a search.

    The numbers of its nodes are not those of a search.
    """
    whole = game_tree(tree.state, most_nodes=inf)
    return replace(whole, steps=[*map(_step, whole.nodes), Step(StepKind.DONE, 0)], is_whole=False)


def _step(node: SearchNode) -> Step:
    kind = StepKind.LEAF if node.layer is Layer.LEAF else StepKind.ENTER
    return Step(kind, node.number, node.value)
