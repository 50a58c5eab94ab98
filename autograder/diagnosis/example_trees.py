"""The two search trees of a counterexample: the observed agent's, and the right one."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pacgrid.action import Action
from pacgrid.state import State
from pacgrid.tree.recorder import search_trees
from pacgrid.tree.search_log import EventLog, SearchEvent, SearchEventKind
from pacgrid.tree.search_tree import SearchNode, SearchTree

from ..model.diagnosis import Counterexample
from .counterexample import MOST_EVENTS
from .named_position import NamedPosition
from .observation import decide
from .path import ROOT, Path
from .probe import Probe
from .recorder import Recorder
from .reference import RIGHT_SEARCHES
from .search_order import search_order
from .tree_position import TreePosition


class ExampleTrees:
    """The trees of a counterexample, drawn again from it.

    Raises GameError or LayoutError if its drawing can't be read.
    """

    def __init__(self, example: Counterexample) -> None:
        tree = NamedPosition if example.action_names else TreePosition
        parse: Any = tree.parse if example.is_tree else State.parse
        self.root: TreePosition | State = parse(example.drawing)
        self._example = example
        self._probe = Probe(
            example.name, self.root, example.search, example.depth, example.evaluation
        )
        self._log = Recorder(self._probe, self.root, len(example.states))
        for parent, action in example.states:
            self._log.successor(parent, action)
        self._log.events = [
            SearchEvent(SearchEventKind(kind), state, result)
            for kind, state, result in example.events
        ]
        self._log.values = dict(example.explained or example.returned)

    @property
    def is_whole(self) -> bool:
        """Whether everything is known that the agent asked."""
        return len(self._log.events) < MOST_EVENTS

    @cached_property
    def known(self) -> Mapping[Path, float]:
        """What states are worth to the search with the named mistake; without one, what the
        agent's functions returned for them."""
        return {self._log.paths[number]: value for number, value in self._log.values.items()}

    @property
    def has_own_values(self) -> bool:
        """Whether these values are the agent's own."""
        return not self._example.explained

    @cached_property
    def observed(self) -> Sequence[SearchTree]:
        """What the agent searched, one tree for each iteration. Values of inner nodes are those
        that are `known`; the others follow from the leaves by the right rule."""
        return self._trees(self._log, "your search", self._example.chosen)

    @cached_property
    def right(self) -> SearchTree:
        """What the right search does if it tries actions in the order of the agent."""
        agent = RIGHT_SEARCHES[self._example.search](
            depth=self._example.depth, order=search_order(self._log)
        )
        decision = decide(agent, self._probe, self.root)
        (tree,) = self._trees(decision.log, "the right search", decision.chosen)
        return tree

    def _trees(self, log: EventLog, name: str, chosen: Action | None) -> list[SearchTree]:
        layers = "chance" if self._example.search == "expectimax" else "min"
        bounds = self._example.search == "alpha_beta"
        return search_trees(log, name, chosen, layers=layers, bounds=bounds)


def by_path(tree: SearchTree) -> Mapping[Path, SearchNode]:
    """The nodes by the actions that lead to them."""
    paths: list[Path] = []
    for node in tree.nodes:
        paths.append(ROOT if node.parent is None else paths[node.parent].then(node.action))
    return dict(zip(paths, tree.nodes, strict=True))
