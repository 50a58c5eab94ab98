"""A result that ghosts must reach to earn some points."""

from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from ...model.aim import Aim, counted
from ...model.strict_model import Points, StrictModel, invalid


class CatchThreshold(StrictModel):
    """A result that the ghosts must reach to earn some points."""

    points: Points
    caught: Annotated[int, Field(ge=0)] | None = None
    """In how many games they must catch Pac-Man."""
    within: Annotated[int, Field(ge=1)] | None = None
    """In how many rounds they must catch him each time."""
    average_score: Annotated[float, Field(allow_inf_nan=False)] | None = None
    """What Pac-Man's average score may be at most."""

    @property
    def goal(self) -> str:
        """What it asks for: `Pac-Man caught in at least 4 games within 50 rounds`, or `Pac-Man's
        average 200 or less`."""
        if self.caught is None:
            return f"Pac-Man's average {self.average_score or 0:g} or less"
        within = f" within {counted(self.within, 'round')}" if self.within else ""
        return f"Pac-Man caught in at least {counted(self.caught, 'game')}{within}"

    def aim(self, catches: Sequence[int], average: float) -> Aim:
        """Whether games reach it in which Pac-Man was caught in these rounds, and had that average
        score."""
        if self.caught is None:
            return Aim(self.goal, self.points, average <= (self.average_score or 0))
        in_time = [rounds for rounds in catches if rounds <= (self.within or rounds)]
        return Aim(self.goal, self.points, len(in_time) >= self.caught)

    def scaled(self, share: float) -> Self:
        """The same for fewer games."""
        if not self.caught:
            return self
        return self.model_copy(update={"caught": max(1, round(self.caught * share))})

    @model_validator(mode="before")
    @classmethod
    def _counts_catches(cls, data: object) -> object:
        if isinstance(data, dict) and "wins" in data:
            raise invalid("ghosts win by catching Pac-Man; write caught, not wins")
        return data

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.caught is None) == (self.average_score is None):
            raise invalid("give either caught or average_score")
        if self.within and self.caught is None:
            raise invalid("within belongs to caught; add caught, or remove it")
        return self
