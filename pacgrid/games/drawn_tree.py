"""Game trees written as text, as on a blackboard, and played like any other game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from pacgrid.games.tree_node import TreeNode
from pacgrid.games.tree_parser import parse_tree


@dataclass(frozen=True)
class DrawnTree:
    """A position in a drawn tree. Positions are equal if they are at the same place in equal trees:
    two leaves with the same value are two positions."""

    root: TreeNode = field(hash=False, repr=False)
    """The whole tree."""
    path: tuple[str, ...]
    """The actions that lead here from the root."""
    tree: TreeNode = field(compare=False, repr=False)
    """The node that they lead to."""

    @staticmethod
    def parse(text: str, source: str = "<text>") -> "DrawnTree":
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
        return DrawnTree.initial(parse_tree(text, source))

    @staticmethod
    def initial(tree: TreeNode) -> "DrawnTree":
        """The root of `tree`: a `GeneralSumTree` if its leaves have a payoff for each player."""
        kind = GeneralSumTree if tree.num_payoffs else DrawnTree
        return kind(tree, (), tree)

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

    @property
    def right_to_left(self) -> bool:
        """Whether the actions of all nodes are in the order from right to left."""
        return self.root.right_to_left

    def legal_actions(self) -> tuple[str, ...]:
        actions = tuple(branch.action for branch in self.tree.branches)
        return actions[::-1] if self.right_to_left else actions

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
        return (tuple(branch.action for branch in branches) or (self.tree.value_text or "0",),)

    def cell(self, action: str) -> tuple[int, int]:
        return [branch.action for branch in self.tree.branches].index(action), 0

    def __str__(self) -> str:
        return str(self.tree)


class GeneralSumTree(DrawnTree):
    """A position in a drawn tree whose leaves have a payoff for each player.

    >>> root = DrawnTree.parse("PLAYER 1: (1, 2) (3, 0)")
    >>> root.players, root.successor("2").payoffs()
    (('player 1', 'player 2'), (3.0, 0.0))
    """

    @property
    def num_agents(self) -> int:
        return self.root.num_payoffs

    @property
    def players(self) -> tuple[str, ...]:
        """`player 1`, `player 2`, …"""
        return tuple(f"player {number + 1}" for number in range(self.num_agents))

    @property
    def score(self) -> float:
        """What the first player gets at a leaf; 0 elsewhere."""
        return self.payoffs()[0] if self.is_terminal else 0

    def evaluate(self) -> float:
        """What `(eval …)` says that the first player gets."""
        return self.payoffs()[0]

    def payoffs(self) -> tuple[float, ...]:
        """What each player gets at a leaf, or what `(eval …)` says; without it, 0 for each."""
        return self.tree.payoffs or (0,) * self.num_agents
