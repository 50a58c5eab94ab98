"""Positions in the game tree of a course's test case, for graders and diagnoses."""

from dataclasses import dataclass, field, replace
from typing import Self

from pacgrid.action import Action
from pacgrid.games.drawn_tree import Branch, TreeNode

from ...diagnosis.named_position import NamedPosition
from .tree_case import TreeCase

MOST_NODES = 2_000
"""In a tree. A graph with a cycle has no end."""
_MOST_PLIES = 60


class TreeCaseError(Exception):
    """A test case whose tree can't be searched."""


class NoValueError(Exception):
    """The test case gives a state no value."""


@dataclass(frozen=True)
class CoursePosition(NamedPosition):
    """A state in that tree, which is named as in its file: won, lost or worth something as the file
    says. The agents move in turn."""

    won: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The names of all states that are won."""
    lost: frozenset[str] = field(default=frozenset(), compare=False, repr=False)

    @classmethod
    def of(cls, case: TreeCase) -> Self:
        """The first state of `case`. Raises TreeCaseError."""
        root = _TreeBuilder(case).node(case.start)
        return cls(root, case.num_agents, 0, frozenset(case.wins), frozenset(case.losses))

    @property
    def to_move(self) -> int:
        return self.next_agent

    @property
    def is_terminal(self) -> bool:
        return self.is_win or self.is_loss or not self.tree.branches

    @property
    def is_win(self) -> bool:
        return self.name in self.won

    @property
    def is_loss(self) -> bool:
        return self.name in self.lost

    @property
    def score(self) -> float:
        """Raises NoValueError."""
        return self.evaluate()

    def evaluate(self) -> float:
        """Raises NoValueError."""
        if self.tree.value is None:
            raise NoValueError
        return self.tree.value

    def __hash__(self) -> int:
        return super().__hash__()

    def _after(self, child: TreeNode) -> Self:
        return replace(self, tree=child, next_agent=(self.next_agent + 1) % self.num_agents)


class _TreeBuilder:
    """Draws the graph of a test case as a tree."""

    def __init__(self, case: TreeCase) -> None:
        self._case = case
        self._size = 0
        self._successors: dict[str, dict[str, str]] = {}
        for state, action, after in case.successors:
            self._successors.setdefault(state, {})[action] = after

    def node(self, name: str, ply: int = 0) -> TreeNode:
        """The node `name`, and what is below it. Raises TreeCaseError."""
        self._size += 1
        if self._size > MOST_NODES or ply > _MOST_PLIES:
            most = f"{MOST_NODES:,} nodes and {_MOST_PLIES} plies"
            raise TreeCaseError(f"its tree has no end, or more than {most}")
        successors = self._successors.get(name, {})
        if len(successors) > len(Action):
            raise TreeCaseError(f"{name} has {len(successors)} actions; {len(Action)} are possible")
        branches = [Branch(action, self.node(to, ply + 1)) for action, to in successors.items()]
        value = self._case.evaluation.get(name)
        agent = ply % self._case.num_agents if branches else 0
        return TreeNode(agent, value, name, tuple(branches))
