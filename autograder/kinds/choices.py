"""What tests of single positions share."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from pacgrid.state import State

from ..model.aim import counted
from ..model.amount import worth
from ..model.searches import SearchName
from ..model.strict_model import Points
from .kind import GradedTest


class ChoiceTest(GradedTest):
    """Positions; in each, the submission must choose an optimal action, which the shipped `search`
    finds."""

    search: SearchName
    depth: Annotated[int, Field(ge=1)]
    points: Points
    partial: bool = False
    """Whether some of the positions earn a share of the points."""

    @property
    @abstractmethod
    def drawn(self) -> list[State]:
        """The positions that are drawn."""

    @property
    def evaluation_name(self) -> str:
        """The evaluation of the drawn positions."""
        return "score"

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, int]:
        """How many positions of which sort it has: `{"position": 3, "tree": 2}`."""

    @property
    def summary(self) -> str:
        asked = " and ".join(counted(count, sort) for sort, count in self.parts.items() if count)
        return f"the best action in {asked}, {counted(self.depth, 'round')} ahead"

    @property
    def full_size(self) -> int:
        return sum(self.parts.values())

    @property
    def goals(self) -> str:
        each = ", a share for each" if self.partial else ""
        several = f" in each of {self.size} {self.positions_noun}{each}" if self.size > 1 else ""
        return f"the best action{several}{self.conditions}: {worth(self.points)}"

    @property
    def positions_noun(self) -> str:
        return self.noun

    @property
    def conditions(self) -> str:
        """What else the points need."""
        return ""

    def earned(self, correct: int) -> float:
        """The points for `correct` correct positions."""
        if self.partial:
            return self.points * correct / self.size
        return self.points if correct == self.size else 0
