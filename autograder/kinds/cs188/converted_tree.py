"""The game tree of a test case, as a tree of ours."""

from collections.abc import Sequence
from dataclasses import replace

from pacgrid.action import Action
from pacgrid.games.tree_node import Branch, TreeNode
from pacgrid.games.tree_parser import KINDS, MOST_MINS

from .course_position import CoursePosition
from .own_names import NoCounterpartError
from .tree_case import TreeCase


def converted_tree(case: TreeCase) -> TreeNode:
    """The tree of `case`, in which a state that is won or lost is a leaf.

    Raises NoCounterpartError.
    """
    if not 2 <= case.num_agents <= MOST_MINS + 1:
        raise NoCounterpartError(f"num_agents {case.num_agents}: trees here have 2 to 10")
    tree = _converted(CoursePosition.of(case).tree, case)
    if not tree.branches:
        raise NoCounterpartError("the game is over at the start, so there is nothing to search")
    return tree


def _converted(node: TreeNode, case: TreeCase) -> TreeNode:
    result = "win" if node.name in case.wins else "loss" if node.name in case.losses else ""
    if result or not node.branches:
        if node.value is None:
            raise NoCounterpartError(f"{node.name} is a leaf without a value")
        return TreeNode(value=node.value, name=result)
    names = _names([branch.action for branch in node.branches])
    children = [_converted(branch.child, case) for branch in node.branches]
    return replace(node, name="", branches=tuple(map(Branch, names, children)))


def _names(actions: Sequence[str]) -> Sequence[str]:
    """The actions as they are written in a tree: numbered if a word can't be written there."""
    lower = [action.lower() for action in actions]
    if len(set(lower)) == len(lower) and set(lower) <= set(map(str, Action)):
        return lower
    if all(action.isidentifier() and action.upper() not in KINDS for action in actions):
        return actions
    return [str(number) for number in range(1, len(actions) + 1)]
