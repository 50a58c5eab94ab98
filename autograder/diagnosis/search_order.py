"""The order in which a search tries actions."""

from collections.abc import Mapping, Sequence
from typing import Any

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.recorder import Path, Recorder
from pacgrid.autograder.diagnosis.reference import Order
from pacgrid.tree.event_log import EventKind

SearchOrder = Mapping[Path, tuple[Action, ...]]
"""For each state that was searched: its actions, as they were tried."""

_LOOKS = set(EventKind) - {EventKind.SUCCESSOR}
"""What shows when a state is searched that has no successors."""


def search_order(log: Recorder) -> SearchOrder:
    """For each state that was searched: its actions, in the order in which the states that they
    lead to were searched. That isn't always the order in which these were generated."""
    paths = log.paths
    expanded = {path[:-1] for path in paths[1:]}
    sequences: dict[Path, list[Action]] = {}
    before: Path = ()
    for event in log.events:
        path = paths[event.state]
        if event.kind is EventKind.SUCCESSOR:
            path = path[:-1]
        elif event.kind not in _LOOKS or path in expanded:
            continue
        for ply in range(_common(before, path), len(path)):
            sequences.setdefault(path[:ply], []).append(path[ply])
        before = path
    for *parent, action in paths[1:]:
        tried = sequences.setdefault(tuple(parent), [])
        if action not in tried:
            tried.append(action)
    return {path: _last_pass(tried) for path, tried in sequences.items()}


def _common(one: Path, other: Path) -> int:
    """How many actions they begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((ply for ply, (a, b) in pairs if a is not b), min(len(one), len(other)))


def as_in(observed: SearchOrder) -> Order:
    """Tries actions in that order; in states that aren't in it, in the order of `legal_actions()`,
    or in the reverse one if `observed` has that everywhere."""
    is_reversed = bool(observed) and all(
        list(actions) == sorted(actions, reverse=True) for actions in observed.values()
    )

    def order(state: Any) -> Sequence[Action]:
        legal: Sequence[Action] = state.legal_actions()
        first = [action for action in observed.get(state.path, ()) if action in legal]
        rest = [action for action in legal if action not in first]
        return first + (rest[::-1] if is_reversed else rest)

    return order


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
