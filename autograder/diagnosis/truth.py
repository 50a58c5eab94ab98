"""What is right: the value of each action of a probe, and the states that a search needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pacgrid.action import Action
from pacgrid.state import State

from .observation import Decision, decide
from .path import Path
from .probe import Probe
from .reference import ReferenceSearch, RightExpectimax, RightMinimax
from .tree_position import TreePosition

ROUNDING = 1e-6
"""Values that differ by less are equal: they may have been summed in another order."""


@dataclass(frozen=True)
class Truth:
    """What is right at a root, without any pruning."""

    values: Mapping[Action, float]
    """What each action is worth."""
    inner: frozenset[Path]
    """The states above the cut-off where the game isn't over."""
    cut_off: frozenset[Path]
    """The states to evaluate."""
    finished: frozenset[Path]
    """The states where the game is over; their scores count."""

    @property
    def best(self) -> tuple[Action, ...]:
        """All optimal actions."""
        highest = max(self.values.values())
        return tuple(a for a, value in self.values.items() if value >= highest - ROUNDING)

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.inner) + len(self.cut_off) + len(self.finished)


@lru_cache(maxsize=1024)
def truth_of(probe: Probe, root: TreePosition | State) -> Truth:
    """What is right for an agent that is asked at `root`."""
    decision = search_right(probe, root)
    return Truth(decision.values, decision.expanded, decision.evaluated, decision.scored)


def unpruned_search(probe: Probe) -> type[ReferenceSearch]:
    """The right search without any pruning."""
    return RightExpectimax if probe.search == "expectimax" else RightMinimax


def search_right(probe: Probe, root: TreePosition | State) -> Decision:
    """What that search does at `root`."""
    return decide(unpruned_search(probe)(depth=probe.depth), probe, root)
