"""Positions in drawn trees whose actions are Pac-Man's, so that any agent can search them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from pacgrid.action import Action
from pacgrid.games.drawn_tree import DrawnTree, TreeNode
from pacgrid.games.game_setup import GameError

_BY_NAME = {str(action): action for action in Action}


@dataclass(frozen=True)
class TreePosition:
    """A position in a drawn tree, with what every game has (`pacgrid.search.GameState`).

    A branch with the name of an action, as in `south: MIN`, is that action; other branches are
    north, east, south, west and stop in the order of the text. A leaf is a finished game: won or
    lost as its name says (`12 win`, `40 loss`); without a name, won if its value is above 0.

    Positions are equal if the same agent moves and what is below them is equal, so a subtree that
    is drawn twice is a transposition.
    """

    tree: TreeNode
    num_agents: int
    next_agent: int = 0
    """At a leaf: whose turn it would be."""

    @classmethod
    def parse(cls, text: str, source: str = "<text>") -> Self:
        """The root of the tree written in `text`; see `docs/games.md`.

        Raises GameError, with line and column, for a tree that can't be read, or that has a node
        of chance, or too many branches in one node.
        """
        return cls.initial(DrawnTree.parse(text, source).tree, source)

    @classmethod
    def initial(cls, tree: TreeNode, source: str = "<tree>") -> Self:
        """The root of `tree`. Raises GameError, see `parse`."""
        nodes = [tree]
        while nodes:
            node = nodes.pop()
            if node.to_move < 0:
                raise GameError(f"{source}: CHANCE; write MIN where the ghosts move")
            _labels(node, source)
            nodes += [branch.child for branch in node.branches]
        return cls(tree, tree.most_agent + 1)

    @property
    def to_move(self) -> int:
        return self.next_agent if self.is_terminal else self.tree.to_move

    @property
    def is_terminal(self) -> bool:
        return not self.tree.branches

    @property
    def is_win(self) -> bool:
        won = {"win": True, "loss": False}.get(self.tree.name, (self.tree.value or 0) > 0)
        return self.is_terminal and won

    @property
    def is_loss(self) -> bool:
        return self.is_terminal and not self.is_win

    @property
    def score(self) -> float:
        """The value of a leaf; 0 elsewhere."""
        return self.tree.value or 0 if self.is_terminal else 0

    def evaluate(self) -> float:
        """What `(eval …)` says; 0 without it, and for a finished game."""
        return 0 if self.is_terminal else self.tree.value or 0

    def legal_actions(self) -> tuple[Action, ...]:
        return self._actions

    def successor(self, action: Action) -> Self:
        """Raises KeyError if `action` is not legal."""
        return self._successors[action]

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        return tuple(self._successors)

    @cached_property
    def _successors(self) -> Mapping[Action, Self]:
        children = self._labelled()
        return {action: self._after(children[action]) for action in sorted(children)}

    def _labelled(self) -> Mapping[Action, TreeNode]:
        """What its actions lead to."""
        labels = _labels(self.tree, "")
        return {a: b.child for a, b in zip(labels, self.tree.branches, strict=True)}

    def _after(self, child: TreeNode) -> Self:
        next_agent = 0 if child.branches else (self.to_move + 1) % self.num_agents
        return type(self)(child, self.num_agents, next_agent)

    @cached_property
    def _hash(self) -> int:
        return hash(self.tree)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return str(self.tree)


def _labels(node: TreeNode, source: str) -> list[Action]:
    """The actions of the branches of `node`. Raises GameError."""
    names = [branch.action for branch in node.branches]
    if all(name in _BY_NAME for name in names):
        return [_BY_NAME[name] for name in names]
    if len(names) > len(Action):
        raise GameError(f"{source}: a node has {len(names)} branches; {len(Action)} are possible")
    return list(Action)[: len(names)]
