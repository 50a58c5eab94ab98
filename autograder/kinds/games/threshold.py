"""A result that games must reach to earn some points."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from ...model.aim import Aim, counted
from ...model.strict_model import Points, StrictModel, invalid


class Threshold(StrictModel):
    """A result that the games must reach to earn some points."""

    points: Points
    wins: Annotated[int, Field(ge=0)] | None = None
    average_score: Annotated[float, Field(allow_inf_nan=False)] | None = None

    @property
    def goal(self) -> str:
        """What it asks for: `at least 4 wins`, `average 700 or more`."""
        if self.wins is not None:
            return f"at least {counted(self.wins, 'win')}"
        return f"average {self.average_score or 0:g} or more"

    def aim(self, wins: int, average: float) -> Aim:
        """Whether games with that many wins and that average score reach it."""
        if self.wins is not None:
            return Aim(self.goal, self.points, wins >= self.wins)
        return Aim(self.goal, self.points, average >= (self.average_score or 0))

    def scaled(self, share: float) -> Self:
        """The same for fewer games."""
        if not self.wins:
            return self
        return self.model_copy(update={"wins": max(1, round(self.wins * share))})

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.wins is None) == (self.average_score is None):
            raise invalid("give either wins or average_score")
        return self
