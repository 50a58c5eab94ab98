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
    payoffs: tuple[float, ...] = ()
    """In a general-sum tree: what each player gets there, instead of `value`."""
    right_to_left: bool = False
    """Of the root: whether the tree is searched from right to left."""

    @cached_property
    def height(self) -> int:
        """How many plies are below this node at most."""
        return max((branch.child.height + 1 for branch in self.branches), default=0)

    @cached_property
    def most_agent(self) -> int:
        """The highest number of an agent that moves here or below; at least 1."""
        return max(self.to_move, 1, *(branch.child.most_agent for branch in self.branches))

    @cached_property
    def num_payoffs(self) -> int:
        """In a general-sum tree: how many players there are; 0 in a tree of MAX and MIN."""
        return self.branches[0].child.num_payoffs if self.branches else len(self.payoffs)

    @property
    def value_text(self) -> str:
        """The value or the payoffs; empty without either."""
        if self.payoffs:
            return payoffs_text(self.payoffs)
        return "" if self.value is None else number_text(self.value)

    def __str__(self) -> str:
        return "\n".join(self._lines("", ""))

    def _kind(self) -> str:
        if not self.branches:
            return self.value_text or "0"
        if self.to_move == CHANCE:
            return "CHANCE"
        if self.num_payoffs:
            return f"PLAYER {self.to_move + 1}"
        return ("MAX", "MIN")[self.to_move] if self.to_move < 2 else f"MIN {self.to_move}"

    def _lines(self, indent: str, label: str) -> Iterator[str]:
        words = [self._kind()]
        words += [self.name] * bool(self.name)
        words += ["(right to left)"] * self.right_to_left
        if self.branches and self.value_text:
            words.append(f"(eval {self.value_text})")
        head = f"{indent}{label}{' '.join(words)}"
        children = [branch.child for branch in self.branches]
        leaves = [TreeNode(value=child.value, payoffs=child.payoffs) for child in children]
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


def payoffs_text(payoffs: Iterable[float]) -> str:
    """The payoffs of several players.

    >>> payoffs_text((3.0, -1.25))
    '(3, -1.25)'
    """
    return f"({', '.join(map(number_text, payoffs))})"
