"""An observed search beside the right one, as one tree in text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isclose

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.example_trees import ExampleTrees, path_of
from pacgrid.autograder.diagnosis.recorder import Path
from pacgrid.tree.labels import layer_label, value_label
from pacgrid.tree.search_tree import Layer, Node, SearchTree, ValueSource

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

    trees: ExampleTrees
    departs_at: Path | None = None

    @cached_property
    def _right(self) -> Mapping[Path, Node]:
        return _by_path(self.trees.right)

    @cached_property
    def _own(self) -> Mapping[Path, Node]:
        return _by_path(self.trees.observed[-1])

    @cached_property
    def _shows_ends(self) -> bool:
        """Whether some games here are won, and some lost."""
        nodes = (node for node in self._right.values() if node.state.is_terminal)
        return len({node.state.is_win for node in nodes}) == 2

    @cached_property
    def parting(self) -> Path | None:
        """The first state at which the searches part; None if they look the same."""
        if self.departs_at is not None:
            return self.departs_at
        return next((path for path in self._in_order(()) if self._differs(path)), None)

    def text(self) -> str:
        """The states that either search visits, with their right values, and what the agent does
        otherwise."""
        folds = len([*self._rows((), "", "", folds=False)]) > _MOST_ROWS
        rows = [*self._rows((), "", "", folds=folds)]
        width = max(len(words) for words, _ in rows)
        return "\n".join(f"{words:{width}}  {notes}".rstrip() for words, notes in rows)

    def _rows(
        self, path: Path, branch: str, indent: str, *, folds: bool
    ) -> Iterator[tuple[str, str]]:
        """The lines of the state at `path` and of those below it: words, notes."""
        yield branch + self._words(path), "  ".join(self._notes(path))
        children = self._children(path)
        if folds and children and not any(map(self._matters, self._in_order(path))):
            yield f"{indent}└─ …", ""
            return
        if path not in self._right and path in self._own and folds:
            return
        pruned = self._pruned(path)
        for child in children:
            is_last = child == children[-1] and not pruned
            branch, more = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
            yield from self._rows(child, indent + branch, indent + more, folds=folds)
        if pruned:
            yield f"{indent}└─ ╱╱ pruned: {', '.join(map(str, pruned))}", ""

    def _words(self, path: Path) -> str:
        node = self._node(path)
        words = [f"{path[-1]}:"] if path else []
        right = self._right.get(path)
        if node.layer is Layer.LEAF:
            kind = "■" if node.state.is_terminal else "□"
        else:
            kind = _SYMBOLS[node.layer] + layer_label(node.layer, node.state.to_move)
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
            parent = self._right.get(path[:-1])
            yield "should be pruned" if parent and parent.cut else "should not be visited"
        if value is not None and right:
            yield f"you: {value_label(value)}"
        if path == self.parting:
            yield HERE

    def _node(self, path: Path) -> Node:
        return self._right.get(path) or self._own[path]

    def _children(self, path: Path) -> list[Path]:
        """The visited children, in the order of the actions."""
        found = {p: None for p in (*self._right, *self._own) if p and p[:-1] == path}
        return sorted(found)

    def _pruned(self, path: Path) -> list[Action]:
        """What neither search visits below a state, as no value there matters."""
        right = self._right.get(path)
        actions = right.cut.actions if right and right.cut else ()
        return [action for action in actions if (*path, action) not in self._own]

    def _in_order(self, path: Path) -> Iterator[Path]:
        """The state at `path` and those below it where both searches go on, children first."""
        own, right = self._own.get(path), self._right.get(path)
        if own and right and Layer.LEAF not in (own.layer, right.layer):
            for child in self._children(path):
                yield from self._in_order(child)
        yield path

    def _matters(self, path: Path) -> bool:
        right = self._right.get(path)
        is_best = right is not None and right.number in self.trees.right.principal_variation
        return is_best or self._differs(path) or path == self.parting

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
        known = self.trees.explained
        if own.layer is not Layer.LEAF and path not in known and (path or not known):
            return None
        if right is None or right.value is None:
            return own.value
        if isclose(own.value, right.value, abs_tol=1e-6):
            return None
        if right.cut:  # both are bounds, or the agent has the value itself
            is_within = own.value < right.value
            return None if is_within == (right.cut.bound == "alpha") else own.value
        return own.value


def _by_path(tree: SearchTree) -> dict[tuple[Action, ...], Node]:
    return {path_of(tree, node.number): node for node in tree.nodes}
