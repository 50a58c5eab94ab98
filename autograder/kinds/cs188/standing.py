"""What games have reached of what a test case asks for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...model.aim import Aim


@dataclass(frozen=True)
class Standing:
    """What the games have reached of what `noun` says, and what is asked for."""

    noun: str
    value: float
    minimum: int | None
    """Below it, nothing gives points."""
    thresholds: Sequence[int]
    """Each gives a point."""

    @property
    def is_enough(self) -> bool:
        """Whether the minimum is reached, if there is one."""
        return self.minimum is None or self.value >= self.minimum

    @property
    def points(self) -> int:
        """What the thresholds give."""
        return sum(self.value >= threshold for threshold in self.thresholds)

    @property
    def aims(self) -> Iterator[Aim]:
        """The minimum and the thresholds, as reports show them."""
        if self.minimum is not None:
            yield Aim(f"{self.noun} {self.minimum} or more, or no points", 0, self.is_enough)
        for threshold in self.thresholds:
            yield Aim(f"{self.noun} {threshold} or more", 1, self.value >= threshold)
