"""What a search leaves behind, whatever its style: which states it searched, in which order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.observation import Decision
from pacgrid.autograder.diagnosis.recorder import Path
from pacgrid.autograder.diagnosis.reference import Order
from pacgrid.tree.event_log import EventKind

_LOOKS = {EventKind.EVALUATE, EventKind.SCORE, EventKind.TERMINAL_TEST}


@dataclass(frozen=True)
class Footprint:
    """The states that a search used. What it asks about a state that it also expands is left out:
    it may order its actions by that, or deepen."""

    expanded: frozenset[Path]
    evaluated: frozenset[Path]
    scored: frozenset[Path]
    repeated: frozenset[Path]
    """The states that it generated more than once."""

    @classmethod
    def of(cls, decision: Decision) -> "Footprint":
        expanded = decision.expanded
        return cls(
            expanded,
            decision.evaluated - expanded,
            decision.scored - expanded,
            frozenset(path for path, times in Counter(decision.generated).items() if times > 1),
        )

    def distance(self, other: "Footprint") -> int:
        """In how many states they differ."""
        return (
            len(self.expanded ^ other.expanded)
            + len(self.evaluated ^ other.evaluated)
            + len(self.scored ^ other.scored)
            + len(self.repeated ^ other.repeated)
        )


def order_of(decision: Decision) -> Order:
    """The order in which a search tried the actions; for states that it didn't search, the order of
    `legal_actions()`, or the reverse if it always tried that."""
    tried = tried_actions(decision)
    is_reversed = bool(tried) and all(
        list(actions) == sorted(actions, reverse=True) for actions in tried.values()
    )

    def order(state: Any) -> Sequence[Action]:
        legal: Sequence[Action] = state.legal_actions()
        first = [action for action in tried.get(state.path, ()) if action in legal]
        rest = [action for action in legal if action not in first]
        return first + (rest[::-1] if is_reversed else rest)

    return order


def tried_actions(decision: Decision) -> Mapping[Path, tuple[Action, ...]]:
    """For each state that was searched: its actions, in the order in which the states that they
    lead to were searched. That isn't always the order in which these were generated."""
    expanded, paths = decision.expanded, decision.log.paths
    sequences: dict[Path, list[Action]] = {}
    for event in decision.log.events:
        path = paths[event.state]
        if event.kind is EventKind.SUCCESSOR:
            path = path[:-1]
        elif event.kind not in _LOOKS or path in expanded:
            continue
        while path:
            path, action = path[:-1], path[-1]
            tried = sequences.setdefault(path, [])
            if tried[-1:] != [action]:
                tried.append(action)
    for path, action in ((path[:-1], path[-1]) for path in decision.generated):
        if action not in sequences.setdefault(path, []):
            sequences[path].append(action)
    return {path: _last_pass(tried) for path, tried in sequences.items()}


def _last_pass(tried: Sequence[Action]) -> tuple[Action, ...]:
    """The order of the last time that a state was searched, if it was searched several times."""
    passes: list[dict[Action, None]] = [{}]
    for action in tried:
        if action in passes[-1]:
            passes.append({})
        passes[-1][action] = None
    longest = max(len(each) for each in passes)
    last = next(each for each in reversed(passes) if len(each) > longest // 2)
    return tuple(last | dict.fromkeys(tried))
