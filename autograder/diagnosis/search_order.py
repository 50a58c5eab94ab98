"""The order in which a search was seen to try actions, and the states that it used."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.search_log import SearchEventKind
from pacgrid.tree.watched_state import ROOT, Path, Recorder

DEEP = 100
"""No search looks ahead so many plies on purpose, so what it tries below isn't known."""


@dataclass(frozen=True)
class SearchOrder:
    """The `Order` in which a search was seen to try actions. In other states, it is the order of
    `legal_actions()`, or the reverse one if the search has that everywhere."""

    tried: Mapping[Path, tuple[Action, ...]]
    """For each state that was searched, its actions in the order in which they were tried."""

    _known: dict[tuple[Path, Sequence[Action]], Sequence[Action]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __call__(self, state: Any) -> Sequence[Action]:
        legal: Sequence[Action] = state.legal_actions()
        key = state.path, legal
        if (known := self._known.get(key)) is None:
            known = self._known[key] = self._ordered(*key)
        return known

    def _ordered(self, path: Path, legal: Sequence[Action]) -> Sequence[Action]:
        first = [action for action in self.tried.get(path, ()) if action in legal]
        rest = [action for action in legal if action not in first]
        return (*first, *(rest[::-1] if self._is_reversed else rest))

    @cached_property
    def _is_reversed(self) -> bool:
        return bool(self.tried) and all(
            list(actions) == sorted(actions, reverse=True) for actions in self.tried.values()
        )


def search_order(log: Recorder) -> SearchOrder:
    """For each state that was searched: its actions, in the order in which the states that they
    lead to were searched. That isn't always the order in which these were generated."""
    generated: dict[Path, dict[Action, None]] = {}
    for path in log.paths[1:]:
        if path.plies <= DEEP:
            generated.setdefault(path.parent, {})[path.action] = None
    searched: dict[Path, list[Action]] = {path: [] for path in generated}
    before = ROOT
    for path in _visited(log):
        for step in _steps_down(before, path):
            searched[step.parent].append(step.action)
        before = path
    for path, tried in searched.items():
        seen = set(tried)
        tried += [action for action in generated[path] if action not in seen]
    return SearchOrder({path: _last_pass(tried) for path, tried in searched.items()})


def _visited(log: Recorder) -> Iterator[Path]:
    """The states that a search turns to, in order; of a deeper one, its ancestor at ply `DEEP`. To
    one that it doesn't search, it turns when it asks for the last time: it may have looked at it
    before, to order the actions."""
    expanded = {path.parent for path in log.paths[1:]}
    last = {event.state: number for number, event in enumerate(log.events)}
    shown: list[Path] = []
    for node, path in zip(log.nodes, log.paths, strict=True):
        shown.append(path if path.plies <= DEEP else shown[node.parent])
    for number, event in enumerate(log.events):
        if event.kind is SearchEventKind.SUCCESSOR:
            yield shown[log.nodes[event.state].parent]
        elif log.paths[event.state] not in expanded and number == last[event.state]:
            yield shown[event.state]


def _steps_down(before: Path, after: Path) -> Iterator[Path]:
    """The states on the way from `before` to `after`, from where it leads down."""
    while after is not before:
        if after.plies > before.plies:
            yield after
            after = after.parent
        else:
            before = before.parent


def _last_pass(tried: Sequence[Action]) -> tuple[Action, ...]:
    """The order of the last time that a state was searched, if it was searched several times."""
    passes: list[dict[Action, None]] = [{}]
    for action in tried:
        if action in passes[-1] and action != next(reversed(passes[-1])):
            passes.append({})
        passes[-1][action] = None
    longest = max(len(each) for each in passes)
    last = next(each for each in reversed(passes) if len(each) > longest // 2)
    return tuple(last | dict.fromkeys(tried))


@dataclass(frozen=True)
class Footprint:
    """The states that a search used. What it asks about a state that it also expands is left out:
    it may order its actions by that, or deepen."""

    expanded: frozenset[Path]
    evaluated: frozenset[Path]
    scored: frozenset[Path]

    @cached_property
    def used(self) -> frozenset[Path]:
        """All states that its result depends on."""
        return self.expanded | self.evaluated | self.scored

    def distance(self, other: "Footprint") -> int:
        """In how many states they differ."""
        return (
            _distance(self.expanded, other.expanded)
            + _distance(self.evaluated, other.evaluated)
            + _distance(self.scored, other.scored)
        )


def _distance(one: frozenset[Path], other: frozenset[Path]) -> int:
    """How many are in one of them only. Takes as long as the smaller one is large."""
    return len(one) + len(other) - 2 * len(one & other)
