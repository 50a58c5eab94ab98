"""What the tests of a course's test-case files have in common."""

from typing import Annotated, Self

from pydantic import InstanceOf, PlainSerializer

from pacgrid.layout import Layout

from ...model.strict_model import Line, Option
from ..kind import GradedTest

CourseLayout = Annotated[
    InstanceOf[Layout], PlainSerializer(lambda layout: [layout.name, str(layout)])
]


class CourseTest(GradedTest):
    """A test read from test-case files; the question's rule says what it is worth."""

    is_imported = True

    name: Line
    """The question's folder and the name of its (first) file: `q2/0-small-tree`."""
    agent: str = ""
    """The class that it builds."""

    @property
    def summary(self) -> str:
        return self.name

    @property
    def points(self) -> float:
        """The partial credit that it can give."""
        return 0

    @property
    def own_agent(self) -> str:
        return self.agent

    @property
    def agent_options(self) -> dict[str, Option]:
        return {}

    def shortened(self, _most: int, /) -> Self:
        """The same: a single case."""
        return self

    @property
    def case_names(self) -> list[str]:
        return [self.name]
