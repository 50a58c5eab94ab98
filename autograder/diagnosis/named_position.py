"""Positions in drawn trees whose actions are called as in the drawing."""

from collections.abc import Mapping, Sequence

from pacgrid.action import Action
from pacgrid.games.drawn_tree import TreeNode

from .tree_position import TreePosition


class NamedPosition(TreePosition):
    """A position in a drawn tree. Each of its actions stands for the branch with that number, and
    has that branch's name."""

    @property
    def name(self) -> str:
        return self.tree.name

    @property
    def action_names(self) -> Sequence[str]:
        """The names of its actions, in the order of `legal_actions()`."""
        return [branch.action for branch in self.tree.branches]

    def action_name(self, action: Action) -> str:
        return self.action_names[action]

    def _labelled(self) -> Mapping[Action, TreeNode]:
        children = (branch.child for branch in self.tree.branches)
        return dict(zip(Action, children, strict=False))
