"""The nodes of trees that are written as text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pacgrid.search import CHANCE


@dataclass(frozen=True)
class TreeNode:
    """A node of a tree and what is below it."""

    to_move: int = 0
    """0 is MAX, 1, 2, … are MIN, and `CHANCE` is nobody; 0 at a leaf."""
    value: float | None = None
    """Of a leaf, its score; of an inner node, its evaluation, if it has one."""
    name: str = ""
    branches: "tuple[Branch, ...]" = ()
    """In the order of the text; empty at a leaf."""

    @cached_property
    def height(self) -> int:
        """How many plies are below this node at most."""
        return max((branch.child.height + 1 for branch in self.branches), default=0)

    @cached_property
    def most_agent(self) -> int:
        """The highest number of an agent that moves here or below; at least 1."""
        return max(self.to_move, 1, *(branch.child.most_agent for branch in self.branches))

    def __str__(self) -> str:
        return "\n".join(self._lines("", ""))

    def _lines(self, indent: str, label: str) -> Iterator[str]:
        kind = {0: "MAX", 1: "MIN", CHANCE: "CHANCE"}.get(self.to_move, f"MIN {self.to_move}")
        words = [kind] if self.branches else [number_text(self.value or 0)]
        words += [self.name] * bool(self.name)
        if self.branches and self.value is not None:
            words.append(f"(eval {number_text(self.value)})")
        head = f"{indent}{label}{' '.join(words)}"
        leaves = [TreeNode(value=branch.child.value) for branch in self.branches]
        if leaves and self.branches == numbered(leaves):
            yield f"{head}: {' '.join(str(leaf) for leaf in leaves)}"
            return
        yield head
        for number, branch in enumerate(self.branches, start=1):
            labels = [] if branch.probability is None else [str(branch.probability)]
            labels += [branch.action] * (branch.action != str(number))
            label = " ".join(labels) + ": " if labels else ""
            yield from branch.child._lines(indent + "  ", label)


@dataclass(frozen=True)
class Branch:
    """An action of a node, and what it leads to."""

    action: str
    """As written; else its number among the branches, from 1."""
    child: TreeNode
    probability: Fraction | None = None
    """Below a chance node."""


def numbered(children: Iterable[TreeNode]) -> tuple[Branch, ...]:
    """Branches to these children, whose actions are their numbers."""
    return tuple(Branch(str(number), child) for number, child in enumerate(children, start=1))


def number_text(number: float) -> str:
    """A number as short as it can be read back.

    >>> number_text(3.0), number_text(-1.25)
    ('3', '-1.25')
    """
    return repr(number).removesuffix(".0")
