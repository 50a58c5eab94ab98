"""What a search leaves behind, whatever its style."""

from dataclasses import dataclass
from functools import cached_property

from .path import Path


@dataclass(frozen=True)
class Footprint:
    """The states that a search used. What it asks about a state that it also expands is left out:
    it may order its actions by that, or deepen."""

    expanded: frozenset[Path]
    evaluated: frozenset[Path]
    scored: frozenset[Path]
    repeated: frozenset[Path]
    """The states that it generated more than once."""

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
            + _distance(self.repeated, other.repeated)
        )


def _distance(one: frozenset[Path], other: frozenset[Path]) -> int:
    """How many are in one of them only. Takes as long as the smaller one is large."""
    return len(one) + len(other) - 2 * len(one & other)
