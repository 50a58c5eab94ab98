"""What tests of single positions share."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from ..model.grade import counted
from ..model.graded_test import GradedTest
from ..model.searches import SearchName
from ..model.strict_model import Points


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
    def parts(self) -> Mapping[str, int]:
        """How many positions of which sort it has: `{"position": 3, "tree": 2}`."""

    @property
    def summary(self) -> str:
        asked = " and ".join(counted(count, sort) for sort, count in self.parts.items() if count)
        return f"the best action in {asked}, {counted(self.depth, 'round')} ahead"

    @property
    def full_size(self) -> int:
        return sum(self.parts.values())

    def earned(self, correct: int) -> float:
        """The points for `correct` correct positions."""
        if self.partial:
            return self.points * correct / self.size
        return self.points if correct == self.size else 0
