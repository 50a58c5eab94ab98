"""The two search trees of a counterexample: the observed agent's, and the right one."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.diagnosis import Counterexample
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.recorder import Path
from pacgrid.autograder.diagnosis.reference import (
    ReferenceSearch,
    RightAlphaBeta,
    RightExpectimax,
    RightMinimax,
)
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.question import SearchName
from pacgrid.state import State
from pacgrid.tree.event_log import Event, EventKind, EventLog, LoggedNode
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.search_trees import search_trees

RIGHT: Mapping[SearchName, type[ReferenceSearch]] = {
    "minimax": RightMinimax,
    "alpha_beta": RightAlphaBeta,
    "expectimax": RightExpectimax,
}


class ExampleTrees:
    """The trees of a counterexample, drawn again from it.

    Raises GameError or LayoutError if its drawing can't be read.
    """

    def __init__(self, example: Counterexample) -> None:
        self._example = example
        parse: Any = TreePosition.parse if example.is_tree else State.parse
        self.root: TreePosition | State = parse(example.drawing)
        self.is_drawn = example.is_tree
        """Whether the game itself is a drawn tree."""
        self._paths: list[Path] = [()]
        for parent, action in example.states:
            self._paths.append((*self._paths[parent], action))
        self.explained = {self._paths[number]: value for number, value in example.explained}
        """By path: what a state is worth to the search with the named mistake."""

    @cached_property
    def observed(self) -> Sequence[SearchTree]:
        """What the agent searched, one tree for each iteration. Values of inner nodes are those of
        the named mistake; if there is none, those that follow from the leaves by the right rule."""
        log = EventLog(self.root)
        for parent, action in self._example.states:
            state = log.nodes[parent].state.successor(action)
            log.nodes.append(LoggedNode(state, parent, action))
        log.events = [
            Event(EventKind(kind), state, result) for kind, state, result in self._example.events
        ]
        log.values = dict(self._example.explained)
        return self._trees(log, "your search", self._example.chosen)

    @cached_property
    def right(self) -> SearchTree:
        """What the right search does if it tries actions in the order of the agent."""
        example = self._example
        probe = Probe(example.name, self.root, example.search, example.depth, example.evaluation)
        build = RIGHT[example.search]
        (decision,) = observe(
            probe,
            lambda: build(
                depth=example.depth, evaluation=lambda state: state.evaluate(), order=self._order
            ),
        ).decisions
        (tree,) = self._trees(decision.log, "the right search", decision.chosen)
        return tree

    def _order(self, state: Any) -> Sequence[Action]:
        tried = [path[-1] for path in self._paths if path and path[:-1] == state.path]
        return [*dict.fromkeys((*tried, *state.legal_actions()))]

    def _trees(self, log: EventLog, name: str, chosen: Action | None) -> list[SearchTree]:
        layers = "chance" if self._example.search == "expectimax" else "min"
        return search_trees(log, name, chosen, layers=layers)


def path_of(tree: SearchTree, number: int) -> Path:
    """The actions that lead to a node."""
    return tuple(tree.nodes[each].action for each in tree.path(number)[1:])
