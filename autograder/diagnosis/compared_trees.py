"""The observed search and the right one on the same position, as two trees and as text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import isclose
from operator import attrgetter
from typing import Any

from pacgrid.action import Action
from pacgrid.state import State
from pacgrid.tree.recorder import search_trees
from pacgrid.tree.reference_search import RIGHT_SEARCHES
from pacgrid.tree.search_log import EventLog, SearchEvent, SearchEventKind
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, ValueSource
from pacgrid.tree.watched_state import ROOT, Path, path_to
from pacgrid.tree.wording import layer_label, value_label

from ..model.diagnosis import Counterexample
from .observation import decide
from .search_order import search_order
from .search_task import NamedPosition, SearchTask, TreePosition, action_word, name_of

MOST_EVENTS = 1_000
"""Of a search that asked more, an example keeps nothing: nobody would look at its tree."""
Departure = tuple[Path, str]
"""A state, and a line that says what the agent does there."""
HERE = "◀"
"""Marks the first point where the searches part."""
_MOST_ROWS = 24
_SYMBOLS = {Layer.MAX: "▲ ", Layer.MIN: "▼ ", Layer.CHANCE: "● "}


@dataclass(frozen=True)
class ComparedTrees:
    """The two searches of a counterexample.

    Args:
        departs_at: the first state at which the searches part, if it is known.
    """

    trees: "ExampleTrees"
    departs_at: Sequence[Action] | None = None

    @cached_property
    def _right(self) -> Mapping[Path, SearchNode]:
        return by_path(self.trees.right)

    @cached_property
    def _own(self) -> Mapping[Path, SearchNode]:
        return by_path(self.trees.observed[-1])

    @cached_property
    def _shows_ends(self) -> bool:
        """Whether some games here are won, and some lost, and the drawing says which."""
        if isinstance(self.trees.root, NamedPosition):
            return False
        nodes = (node for node in self._right.values() if node.state.is_terminal)
        return len({node.state.is_win for node in nodes}) == 2

    @cached_property
    def parting(self) -> Path | None:
        """The first state at which the searches part; None if they look the same."""
        if self.departs_at is not None:
            return path_to(*self.departs_at)
        return next((path for path in self._in_order(ROOT) if self._differs(path)), None)

    @cached_property
    def misvalued(self) -> Sequence[Path]:
        """The states that the agent values otherwise than the right search does."""
        return [path for path in self._own if self._other_value(path) is not None]

    @property
    def departure(self) -> Departure | None:
        """What the agent does where the searches part, in words."""
        path = self.parting
        if path is None:
            return None
        own, right = self._own.get(path), self._right.get(path)
        name = name_of(self.trees.root, path)
        value = self._other_value(path)
        if not own:
            return path, f"it never looks at {name}"
        if not right:
            return path, f"it looks at {name}, which {self._why_not(path)}"
        if own.layer is not right.layer:
            return path, f"it {'stops' if own.layer is Layer.LEAF else 'goes on'} at {name}"
        if value is None or right.value is None:
            return None
        values = f"{value_label(value)}, not {value_label(right.value)}"
        whose = "your search" if self.trees.has_own_values else "the mistake"
        return path, f"{whose} gives {name} the value {values}"

    def text(self) -> str:
        """The states that either search visits, with their right values, and what the agent does
        otherwise. Of a large tree, only the way to where they part."""
        rows = [*islice(self._rows(ROOT, "", "", is_folded=False), _MOST_ROWS + 1)]
        if len(rows) > _MOST_ROWS:
            rows = [*self._rows(ROOT, "", "", is_folded=True)]
        width = max(len(words) for words, _ in rows)
        return "\n".join(f"{words:{width}}  {notes}".rstrip() for words, notes in rows)

    def _rows(
        self, path: Path, branch: str, indent: str, *, is_folded: bool
    ) -> Iterator[tuple[str, str]]:
        """The lines of the state at `path` and of those below it: words, notes."""
        yield branch + self._words(path), "  ".join(self._notes(path))
        children, pruned = self._children(path), self._pruned(path)
        is_way = (self.parting or ROOT).first(len(path)) is path
        if children and is_folded and not (is_way and path in self._own and path in self._right):
            yield f"{indent}└─ …", ""
            return
        for child in children:
            is_last = child is children[-1] and not pruned
            branch, more = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
            yield from self._rows(child, indent + branch, indent + more, is_folded=is_folded)
        if pruned:
            yield f"{indent}└─ ╱╱ pruned: {', '.join(pruned)}", ""

    def _words(self, path: Path) -> str:
        node = self._node(path)
        words = [f"{action_word(self._node(path.parent).state, path.action)}:"] if path else []
        right = self._right.get(path)
        if node.layer is Layer.LEAF:
            kind = "■" if node.state.is_terminal else "□"
        else:
            kind = _SYMBOLS[node.layer] + layer_label(node.layer, node.state.to_move)
        if isinstance(node.state, NamedPosition):
            words.append(node.state.name)
        words.append(kind)
        if right and right.value is not None:
            sign = "=" if right.layer is not Layer.LEAF else ""
            if right.cut:
                sign = "≤" if right.cut.bound == "alpha" else "≥"
            words.append(f"{sign} {value_label(right.value)}".strip())
            if self._shows_ends and node.state.is_terminal:
                words.append("won" if node.state.is_win else "lost")
            words += ["★"] * (right.number in self.trees.right.principal_variation)
        return " ".join(words)

    def _notes(self, path: Path) -> Iterator[str]:
        own, right = self._own.get(path), self._right.get(path)
        value = self._other_value(path)
        if own and right and own.layer is Layer.LEAF and right.layer is not Layer.LEAF:
            yield "you stop here"
        elif own and right and right.layer is Layer.LEAF and own.layer is not Layer.LEAF:
            yield "you go on here"
        elif not own:
            yield "not visited"
        elif not right:
            yield self._why_not(path)
        if value is not None and right:
            whose = "you" if self.trees.has_own_values else "mistake"
            yield f"{whose}: {value_label(value)}"
        if path is self.parting:
            yield HERE

    def _why_not(self, path: Path) -> str:
        """What is wrong about a visited state that the right search doesn't visit."""
        parent = self._right.get(path.parent)
        return "should be pruned" if parent and parent.cut else "should not be visited"

    def _node(self, path: Path) -> SearchNode:
        return self._right.get(path) or self._own[path]

    def _children(self, path: Path) -> list[Path]:
        """The visited children, in the order of the actions."""
        return self._all_children.get(path, [])

    @cached_property
    def _all_children(self) -> Mapping[Path, list[Path]]:
        found: dict[Path, list[Path]] = {}
        visited = self._right.keys() | self._own.keys()
        for path in sorted(visited - {ROOT}, key=attrgetter("action")):
            found.setdefault(path.parent, []).append(path)
        return found

    def _pruned(self, path: Path) -> list[str]:
        """What neither search visits below a state, as no value there matters."""
        right = self._right.get(path)
        actions = right.cut.actions if right and right.cut else ()
        left_out = [action for action in actions if path.then(action) not in self._own]
        return [action_word(self._node(path).state, action) for action in left_out]

    def _in_order(self, path: Path) -> Iterator[Path]:
        """The state at `path` and those below it where both searches go on, children first."""
        own, right = self._own.get(path), self._right.get(path)
        if own and right and Layer.LEAF not in (own.layer, right.layer):
            for child in self._children(path):
                yield from self._in_order(child)
        yield path

    def _differs(self, path: Path) -> bool:
        own, right = self._own.get(path), self._right.get(path)
        if not own or not right or (own.layer is Layer.LEAF) != (right.layer is Layer.LEAF):
            return True
        return self._other_value(path) is not None

    def _other_value(self, path: Path) -> float | None:
        """The agent's value of a state, if it is known and another than the right one."""
        own, right = self._own.get(path), self._right.get(path)
        if not own or own.value is None or own.source is ValueSource.UNKNOWN:
            return None
        known, is_root_of_mistake = self.trees.known, not path and not self.trees.has_own_values
        if own.layer is not Layer.LEAF and path not in known and not (known and is_root_of_mistake):
            return None
        if right is None or right.value is None:
            return own.value
        if isclose(own.value, right.value, abs_tol=1e-6):
            return None
        if right.cut:  # both are bounds, or the agent has the value itself
            is_within = own.value < right.value
            return None if is_within == (right.cut.bound == "alpha") else own.value
        return own.value


class ExampleTrees:
    """The trees of a counterexample, drawn again from it.

    Raises GameError or LayoutError if its drawing can't be read.
    """

    def __init__(self, example: Counterexample) -> None:
        tree = NamedPosition if example.action_names else TreePosition
        parse: Any = tree.parse if example.is_tree else State.parse
        self.root: TreePosition | State = parse(example.drawing)
        self._example = example
        self._task = SearchTask(
            example.name, self.root, example.search, example.depth, example.evaluation
        )
        self._log = self._task.recorder(self.root, len(example.states))
        for parent, action in example.states:
            self._log.successor(parent, action)
        self._log.events = [
            SearchEvent(SearchEventKind(kind), state, result)
            for kind, state, result in example.events
        ]
        self._log.values = dict(example.explained or example.returned)

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
        decision = decide(agent, self._task, self.root)
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
