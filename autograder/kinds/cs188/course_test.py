"""What the tests of a course's test-case files have in common."""

from typing import Annotated

from pydantic import InstanceOf, PlainSerializer

from pacgrid.layout import Layout

from ...model.graded_test import GradedTest
from ...model.strict_model import Line, Option

CourseLayout = Annotated[
    InstanceOf[Layout], PlainSerializer(lambda layout: [layout.name, str(layout)])
]


class CourseTest(GradedTest):
    """A test read from test-case files; the question's rule says what it is worth."""

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
    def agent_options(self) -> dict[str, Option]:
        """The options that the agent is built with."""
        return {}

    @property
    def case_names(self) -> list[str]:
        """The names of its test cases, in their order."""
        return [self.name]
