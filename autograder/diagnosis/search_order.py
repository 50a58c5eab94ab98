"""The order in which a search tries actions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.search_log import SearchEventKind

from .path import ROOT, Path
from .recorder import Recorder

DEEP = 100
"""Plies that no search looks ahead on purpose. What it tries below isn't known."""


@dataclass(frozen=True)
class SearchOrder:
    """The `Order` in which a search was seen to try actions. In other states, it is the order of
    `legal_actions()`, or the reverse one if the search has that everywhere."""

    tried: Mapping[Path, tuple[Action, ...]]
    """For each state that was searched: its actions, as they were tried."""

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
