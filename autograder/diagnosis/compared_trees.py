"""An observed search beside the right one, as one tree in text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import islice
from math import isclose
from operator import attrgetter

from pacgrid.action import Action
from pacgrid.tree.search_tree import Layer, SearchNode, ValueSource
from pacgrid.tree.wording import layer_label, value_label

from .departure import action_word, name_of
from .example_trees import ExampleTrees, by_path
from .named_position import NamedPosition
from .path import ROOT, Path, path_to

HERE = "◀"
"""Marks the first point where the searches part."""
_MOST_ROWS = 24
_SYMBOLS = {Layer.MAX: "▲ ", Layer.MIN: "▼ ", Layer.CHANCE: "● "}


class Folding(Enum):
    """What of a tree isn't shown."""

    NOTHING = "nothing"
    SAME = "same"
    """States where both searches do the same, and what only one of them visits, but for its top."""
    ASIDE = "aside"
    """What is not on the way to the point where the searches part."""


@dataclass(frozen=True)
class ComparedTrees:
    """The two searches of a counterexample.

    Args:
        departs_at: the first state at which the searches part, if it is known.
    """

    trees: ExampleTrees
    departs_at: Sequence[Action] | None = None

    @cached_property
    def _right(self) -> Mapping[Path, SearchNode]:
        return by_path(self.trees.right)

    @cached_property
    def _own(self) -> Mapping[Path, SearchNode]:
        return by_path(self.trees.observed[-1])

    @cached_property
    def _departs_at(self) -> Path | None:
        return None if self.departs_at is None else path_to(*self.departs_at)

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
        differing = (path for path in self._in_order(ROOT) if self._differs(path))
        if self._departs_at is None or not self._differs(self._departs_at):
            return next(differing, self._departs_at)
        return self._departs_at

    @property
    def parts_as_known(self) -> bool:
        """Whether that is at `departs_at`."""
        return self.parting is self._departs_at

    @cached_property
    def difference(self) -> str:
        """What the agent does where the searches part, in words."""
        path = self.parting
        if path is None:
            return ""
        own, right = self._own.get(path), self._right.get(path)
        name = name_of(self.trees.root, path)
        value = self._other_value(path)
        if not own:
            return f"it never looks at {name}"
        if not right:
            return f"it looks at {name}, which {self._why_not(path)}"
        if own.layer is not right.layer:
            return f"it {'stops' if own.layer is Layer.LEAF else 'goes on'} at {name}"
        if value is None or right.value is None:
            return ""
        values = f"{value_label(value)}, not {value_label(right.value)}"
        whose = "your search" if self.trees.has_own_values else "the mistake"
        return f"{whose} gives {name} the value {values}"

    def text(self) -> str:
        """The states that either search visits, with their right values, and what the agent does
        otherwise. A large tree is folded to what matters."""
        for folding in Folding:
            most = None if folding is Folding.ASIDE else _MOST_ROWS + 1
            rows = [*islice(self._rows(ROOT, "", "", folding), most)]
            if len(rows) <= _MOST_ROWS:
                break
        width = max(len(words) for words, _ in rows)
        return "\n".join(f"{words:{width}}  {notes}".rstrip() for words, notes in rows)

    def _rows(
        self, path: Path, branch: str, indent: str, folding: Folding
    ) -> Iterator[tuple[str, str]]:
        """The lines of the state at `path` and of those below it: words, notes."""
        yield branch + self._words(path), "  ".join(self._notes(path))
        children, pruned = self._children(path), self._pruned(path)
        if children and not self._opens(path, folding):
            yield f"{indent}└─ …", ""
            return
        for child in children:
            is_last = child is children[-1] and not pruned
            branch, more = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
            yield from self._rows(child, indent + branch, indent + more, folding)
        if pruned:
            yield f"{indent}└─ ╱╱ pruned: {', '.join(pruned)}", ""

    def _opens(self, path: Path, folding: Folding) -> bool:
        """Whether what is below a state is shown."""
        if folding is Folding.NOTHING:
            return True
        if path not in self._own or path not in self._right:
            return False
        if folding is Folding.SAME:
            return any(map(self._matters, self._in_order(path)))
        return (self.parting or ROOT).first(len(path)) is path

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
        if self._is_after_record(path):
            pass
        elif own and right and own.layer is Layer.LEAF and right.layer is not Layer.LEAF:
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

    def _matters(self, path: Path) -> bool:
        right = self._right.get(path)
        is_best = right is not None and right.number in self.trees.right.principal_variation
        return is_best or self._differs(path) or path is self.parting

    def _differs(self, path: Path) -> bool:
        if self._is_after_record(path):
            return False
        own, right = self._own.get(path), self._right.get(path)
        if not own or not right or (own.layer is Layer.LEAF) != (right.layer is Layer.LEAF):
            return True
        return self._other_value(path) is not None

    def _is_after_record(self, path: Path) -> bool:
        """Whether the record of a large search may end before the agent gets there."""
        if self.trees.is_whole or path is self._departs_at:
            return False
        own, right = self._own.get(path), self._right.get(path)
        return own is None or (own.layer is Layer.LEAF and own.layer is not (right or own).layer)

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
