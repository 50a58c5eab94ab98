"""The part of a search tree that is shown after one of its steps, and where its nodes stand."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Self

from pacgrid.tree.search_tree import Cut, Layer, SearchNode, SearchTree, Step, StepKind
from pacgrid.tree.wording import worth_label

MOST_NODES = 40
MOST_BOARDS = 20
"""How many are shown where each node has its board, which needs more room."""


@dataclass(frozen=True)
class SearchProgress:
    """A search tree after the step with number `step`."""

    tree: SearchTree
    step: int

    @classmethod
    def of(cls, tree: SearchTree, step: int | None = None) -> Self:
        """After that step, or after the last one. Raises ValueError if there is no such step."""
        last = len(tree.steps) - 1  # -1: there is no search
        if step is not None and not 0 <= step <= last:
            raise ValueError(f"there is no step {step}: the steps are 0 to {last}")
        return cls(tree, last if step is None else step)

    @property
    def current(self) -> int:
        return self.tree.steps[self.step].node if self.tree.steps else 0

    @property
    def is_final(self) -> bool:
        return 0 <= self.step >= len(self.tree.steps) - 1

    @property
    def visited(self) -> int:
        return sum(self.last_step(number) is not None for number in range(len(self.tree.nodes)))

    def last_step(self, number: int) -> Step | None:
        """The latest step about a node; None if the search hasn't generated the node yet."""
        steps = self.tree.steps_of[number]
        done = bisect_right(steps, self.step)
        return self.tree.steps[steps[done - 1]] if done else None

    def value(self, number: int) -> float | None:
        """The node's running value; None before it has one. Of a leaf in a whole tree it is always
        known."""
        known = self._known(number)
        return known.value if known else None

    def value_text(self, number: int) -> str:
        """That value, or the payoffs, as text; empty before there are any."""
        known = self._known(number)
        return worth_label(known.value, known.payoffs) if known else ""

    def _known(self, number: int) -> SearchNode | Step | None:
        """What has the node's value and payoffs."""
        node = self.tree.nodes[number]
        is_known_leaf = self.tree.is_whole and node.layer is Layer.LEAF
        return node if is_known_leaf else self.last_step(number)

    @cached_property
    def skipped(self) -> Set[int]:
        """The nodes of a whole tree that the search is known not to visit: it has left their
        parent, or has pruned them."""
        path = self.tree.path(self.current)
        skipped = set[int]()
        for number in self.tree.by_ply[1:]:
            parent = self.tree.nodes[number].parent
            assert parent is not None
            if self.last_step(number) is None and (
                parent in skipped or self._has_left(parent, path)
            ):
                skipped.add(number)
        return skipped

    def _has_left(self, number: int, path: Sequence[int]) -> bool:
        """Whether the search is done with a node that it has visited."""
        step = self.last_step(number)
        if step is None:
            return False
        is_over = step.kind in {StepKind.CUT, StepKind.LEAF, StepKind.DONE}
        return is_over or number not in path

    def cut(self, number: int) -> Cut | None:
        """The node's cut, once it has been made."""
        step = self.last_step(number)
        is_made = step is not None and step.kind in (StepKind.CUT, StepKind.DONE)
        return self.tree.nodes[number].cut if is_made else None

    def is_returned(self, number: int) -> bool:
        """Whether the node has a value that the agent's function returned, though its layer makes
        another one of the values below."""
        node, step = self.tree.nodes[number], self.last_step(number)
        return node.by_rule is not None and step is not None and step.value == node.value

    def has_bounds(self, number: int) -> bool:
        """Whether alpha and beta matter at a node: it is generated, and the search cuts."""
        inner = self.tree.nodes[number].layer in (Layer.MAX, Layer.MIN)
        return inner and bool(self.tree.cut_nodes) and self.last_step(number) is not None


def most_shown(tree: SearchTree, *, boards: bool) -> int:
    """How many nodes of a tree are shown by default. Where the leaves come first, there are enough
    to see leaves."""
    return MOST_BOARDS if boards and not tree.is_whole else MOST_NODES


@dataclass(frozen=True)
class FoldedTree:
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


Size = tuple[float, float]
"""How far a node reaches to the left and to the right."""
Outline = list[tuple[float, float]]
"""By ply, from a subtree's root down: its left and its right end, seen from the root."""


def tree_positions(
    root: int, children: Mapping[int, Sequence[int]], sizes: Mapping[int, Size], gap: float
) -> dict[int, float]:
    """The `x` of each node of a tree, whose left end is at 0.

    The rules of E. M. Reingold and J. S. Tilford, "Tidier Drawings of Trees", IEEE Transactions on
    Software Engineering 7(2), 1981: the nodes of a ply stand in a row, in order, and don't overlap;
    a parent stands in the middle above its children; equal subtrees look equal, and a mirrored tree
    is drawn mirrored. Computed as in A. J. Kennedy, "Drawing Trees", Journal of Functional
    Programming 6(3), 1996, for nodes of any width.

    Args:
        children: of each node that has some, in order.
        gap: the least distance between two neighbours.
    """
    order = [root]
    for node in order:
        order += children.get(node, ())
    outlines: dict[int, Outline] = {}
    positions: dict[int, float] = {}
    for node in reversed(order):
        below = [outlines.pop(child) for child in children.get(node, ())]
        shifts = _spread(below, gap)
        positions.update(zip(children.get(node, ()), shifts, strict=True))
        left, right = sizes[node]
        outlines[node] = [(-left, right), *_joined(below, shifts)]
    positions[root] = -min(left for left, _ in outlines[root])
    for node in order:  # parents come first
        for child in children.get(node, ()):
            positions[child] += positions[node]
    return positions


def _spread(outlines: Sequence[Outline], gap: float) -> list[float]:
    """Where siblings stand, seen from their parent: in the middle between being packed to the left
    and being packed to the right."""
    mirrored = [[(-right, -left) for left, right in each] for each in reversed(outlines)]
    from_left, from_right = _packed(outlines, gap), _packed(mirrored, gap)
    return [(a - b) / 2 for a, b in zip(from_left, reversed(from_right), strict=True)]


def _packed(outlines: Sequence[Outline], gap: float) -> list[float]:
    """Where siblings stand if each is as far to the left as those before it allow."""
    shifts: list[float] = []
    ends: list[float] = []  # by ply, the right end of all subtrees before
    for outline in outlines:
        distances = (end + gap - left for end, (left, _) in zip(ends, outline, strict=False))
        shift = max(distances, default=0)
        shifts.append(shift)
        ends[: len(outline)] = [shift + right for _, right in outline]
    return shifts


def _joined(outlines: Sequence[Outline], shifts: Sequence[float]) -> Outline:
    joined: Outline = []
    for outline, shift in zip(outlines, shifts, strict=True):
        moved = [(left + shift, right + shift) for left, right in outline]
        both = zip(joined, moved, strict=False)
        joined = [
            *((min(a, c), max(b, d)) for (a, b), (c, d) in both),
            *joined[len(moved) :],
            *moved[len(joined) :],
        ]
    return joined
