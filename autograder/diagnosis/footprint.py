"""What a search leaves behind, whatever its style."""

from dataclasses import dataclass

from pacgrid.autograder.diagnosis.recorder import Path


@dataclass(frozen=True)
class Footprint:
    """The states that a search used. What it asks about a state that it also expands is left out:
    it may order its actions by that, or deepen."""

    expanded: frozenset[Path]
    evaluated: frozenset[Path]
    scored: frozenset[Path]
    repeated: frozenset[Path]
    """The states that it generated more than once."""

    @property
    def used(self) -> frozenset[Path]:
        """All states that its result depends on."""
        return self.expanded | self.evaluated | self.scored

    def distance(self, other: "Footprint") -> int:
        """In how many states they differ."""
        return (
            len(self.expanded ^ other.expanded)
            + len(self.evaluated ^ other.evaluated)
            + len(self.scored ^ other.scored)
            + len(self.repeated ^ other.repeated)
        )
