"""The game trees of test cases, drawn as trees of ours."""

from pacgrid.action import Action
from pacgrid.autograder.test_cases.course_trees import TreeCase
from pacgrid.autograder.test_cases.no_counterpart import NoCounterpartError
from pacgrid.games.drawn_tree import Branch, DrawnTree
from pacgrid.games.tree_parser import KINDS, MOST_LEVELS, MOST_MINS

MOST_NODES = 2_000
"""A larger drawing is of no use to a reader."""


def drawn_tree(case: TreeCase) -> DrawnTree:
    """The tree of `case`. Agents take turns from its root down; a state that is won or lost is a
    leaf, and one that several paths lead to is drawn for each of them.

    Raises NoCounterpartError.
    """
    if not 2 <= case.num_agents <= MOST_MINS + 1:
        raise NoCounterpartError(f"num_agents {case.num_agents}: trees here have 2 to 10")
    tree = _Drawing(case).node(case.start, 0)
    if not tree.branches:
        raise NoCounterpartError("the game is over at the start, so there is nothing to search")
    return tree


class _Drawing:
    def __init__(self, case: TreeCase) -> None:
        self._case = case
        self._nodes = 0
        self._after: dict[str, dict[str, str]] = {}
        for state, action, following in case.successors:
            self._after.setdefault(state, {})[action] = following

    def node(self, state: str, level: int) -> DrawnTree:
        """What is drawn for `state`, `level` plies below the root."""
        self._nodes += 1
        if self._nodes > MOST_NODES or level >= MOST_LEVELS:
            raise NoCounterpartError(f"more than {MOST_NODES:,} nodes, or {MOST_LEVELS} levels")
        case, value = self._case, self._case.evaluation.get(state)
        result = "win" if state in case.wins else "loss" if state in case.losses else ""
        after = self._after.get(state, {})
        if result or not after:
            if value is None:
                raise NoCounterpartError(f"{state} is a leaf without a value")
            return DrawnTree(value=value, name=result)
        if len(after) > len(Action):
            raise NoCounterpartError(
                f"{state} has {len(after)} actions; {len(Action)} can be drawn"
            )
        branches = tuple(
            Branch(name, self.node(following, level + 1))
            for name, following in zip(_names(list(after)), after.values(), strict=True)
        )
        return DrawnTree(level % case.num_agents, value, branches=branches)


def _names(actions: list[str]) -> list[str]:
    """The actions as they are written in a tree: numbered if a word can't be written there."""
    lower = [action.lower() for action in actions]
    if len(set(lower)) == len(lower) and set(lower) <= set(map(str, Action)):
        return lower
    if all(action.isidentifier() and action.upper() not in KINDS for action in actions):
        return actions
    return [str(number) for number in range(1, len(actions) + 1)]
