"""The answers to a quiz's questions by plain recursion from the definitions, without any agent of
Pacgrid."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, prod
from typing import Any

from pacgrid.games.drawn_tree import TreeNode

Bounds = tuple[float, float]


@dataclass
class Walk:
    """What an alpha-beta search of a tree does."""

    strict: bool
    leaves: list[str] = field(default_factory=list)
    """The names of the leaves it visits, in order."""
    nodes: int = 0
    bounds: dict[str, Bounds] = field(default_factory=dict)
    """By name of an inner node: alpha and beta when it is entered."""

    def value(self, node: TreeNode, alpha: float = -inf, beta: float = inf) -> float:
        self.nodes += 1
        if not node.branches:
            self.leaves.append(name(node))
            return node.value or 0
        self.bounds[node.name] = (alpha, beta)
        best = -inf if node.to_move == 0 else inf
        for branch in node.branches:
            found = self.value(branch.child, alpha, beta)
            if node.to_move == 0:
                best = max(best, found)
                if best > beta or (best == beta < inf and not self.strict):
                    break
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                if best < alpha or (best == alpha > -inf and not self.strict):
                    break
                beta = min(beta, best)
        return best


def name(leaf: TreeNode) -> str:
    """What a leaf is called."""
    return leaf.name or f"{leaf.value or 0:g}".replace("-", "−")


def leaves(node: TreeNode) -> list[TreeNode]:
    return [leaf for b in node.branches for leaf in leaves(b.child)] if node.branches else [node]


def exact_value(node: TreeNode, of_leaf: Any = Fraction) -> Any:
    """The value for best play, with chance."""
    if not node.branches:
        return of_leaf(node.value)
    values = [exact_value(branch.child, of_leaf) for branch in node.branches]
    if node.to_move == -1:
        odds = [branch.probability for branch in node.branches]
        return sum(p * value for p, value in zip(odds, values, strict=True))
    return max(values) if node.to_move == 0 else min(values)


def inner(node: TreeNode) -> dict[str, TreeNode]:
    """The inner nodes by name."""
    found = {node.name: node} if node.branches else {}
    for branch in node.branches:
        found |= inner(branch.child)
    return found


def minimal_leaves(branching: int, depth: int) -> int:
    """How many leaves any search must visit. Knuth and Moore, 1975."""
    return int(prod([branching] * -(-depth // 2)) + prod([branching] * (depth // 2)) - 1)
