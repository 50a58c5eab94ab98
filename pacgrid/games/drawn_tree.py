"""Game trees written as text, as on a blackboard, and played like any other game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Self

from pacgrid.search import CHANCE


@dataclass(frozen=True)
class DrawnTree:
    """A node of a tree and what is below it."""

    to_move: int = 0
    """0 is MAX, 1, 2, … are MIN, and `CHANCE` is nobody; 0 at a leaf."""
    value: float | None = None
    """Of a leaf, its score; of an inner node, its evaluation, if it has one."""
    name: str = ""
    branches: "tuple[Branch, ...]" = ()
    """In the order of the text; empty at a leaf."""

    @staticmethod
    def parse(text: str, source: str = "<text>") -> "TreeState":
        """The root of the tree written in `text`. Errors begin with `source`.

        Raises GameError, with line and column.

        >>> root = DrawnTree.parse('''
        ... MAX
        ...   left: MIN: 3 12 8
        ...   right: CHANCE
        ...     1/2: 4
        ...     1/2 heads: 6
        ... ''')
        >>> root.legal_actions(), root.successor("right").distribution()
        (('left', 'right'), {'1': 0.5, 'heads': 0.5})
        """
        from pacgrid.games.tree_parser import parse_tree

        return TreeState.initial(parse_tree(text, source))

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
        leaves = [DrawnTree(value=branch.child.value) for branch in self.branches]
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
    child: DrawnTree
    probability: Fraction | None = None
    """Below a chance node."""


def numbered(children: Iterable[DrawnTree]) -> tuple[Branch, ...]:
    """Branches to these children, whose actions are their numbers."""
    return tuple(Branch(str(number), child) for number, child in enumerate(children, start=1))


@dataclass(frozen=True)
class TreeState:
    """A position in a drawn tree. Positions are equal if they are at the same place in equal trees:
    two leaves with the same value are two positions."""

    root: DrawnTree = field(hash=False, repr=False)
    """The whole tree."""
    path: tuple[str, ...]
    """The actions that lead here from the root."""
    tree: DrawnTree = field(compare=False, repr=False)
    """The node that they lead to."""

    @classmethod
    def initial(cls, tree: DrawnTree) -> Self:
        """The root of `tree`."""
        return cls(tree, (), tree)

    @property
    def name(self) -> str:
        """The node's name; empty if it has none."""
        return self.tree.name

    @property
    def height(self) -> int:
        """How many plies are below it at most."""
        return self.tree.height

    @property
    def to_move(self) -> int:
        return self.tree.to_move

    @property
    def num_agents(self) -> int:
        return self.root.most_agent + 1

    @property
    def players(self) -> tuple[str, ...]:
        """`MAX` and `MIN`, or `MAX`, `MIN 1`, `MIN 2`, …"""
        others = range(1, self.num_agents)
        return ("MAX", *(f"MIN {agent}" if len(others) > 1 else "MIN" for agent in others))

    @property
    def is_terminal(self) -> bool:
        return not self.tree.branches

    @property
    def score(self) -> float:
        """The value of a leaf; 0 elsewhere."""
        return self.tree.value or 0 if self.is_terminal else 0

    def evaluate(self) -> float:
        """What `(eval …)` says; 0 without it."""
        return self.tree.value or 0

    def legal_actions(self) -> tuple[str, ...]:
        return tuple(branch.action for branch in self.tree.branches)

    def successor(self, action: str) -> Self:
        child = next(branch.child for branch in self.tree.branches if branch.action == action)
        return type(self)(self.root, (*self.path, action), child)

    def distribution(self) -> Mapping[str, float]:
        """The probability of each action where chance moves."""
        return {branch.action: float(branch.probability or 0) for branch in self.tree.branches}

    def action_name(self, action: str) -> str:
        return action

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """One square for each branch: its action, or the value of the leaf it leads to."""
        branches = self.tree.branches
        leaf = number_text(self.tree.value or 0)
        return (tuple(branch.action for branch in branches) or (leaf,),)

    def cell(self, action: str) -> tuple[int, int]:
        return self.legal_actions().index(action), 0

    def __str__(self) -> str:
        return str(self.tree)


def number_text(number: float) -> str:
    """A number as short as it can be read back.

    >>> number_text(3.0), number_text(-1.25)
    ('3', '-1.25')
    """
    return repr(number).removesuffix(".0")
