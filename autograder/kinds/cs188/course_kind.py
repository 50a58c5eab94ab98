"""What the tests of a course's test-case files have in common."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import InstanceOf, PlainSerializer

from pacgrid.layout import Layout

from ...model.case_result import CaseResult
from ...model.outcome import Outcome
from ...model.searches import SearchName
from ...model.strict_model import Line
from ..kind import GradedTest, Part
from .course_case import CourseCase

GAME_SECONDS = 120
"""What an agent's moves in a game may take, unless a test says more."""

_SEARCHES: Mapping[str, SearchName] = {
    "alpha": "alpha_beta",
    "expecti": "expectimax",
    "minimax": "minimax",
}
"""By a part of a class's name."""

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

    @classmethod
    @abstractmethod
    def read(cls, case: CourseCase) -> Self:
        """The test in these files. Raises TestCaseError."""

    @property
    def summary(self) -> str:
        return self.name

    @property
    def possible(self) -> float:
        """The partial credit that it can give."""
        return 0

    @property
    def own_agent(self) -> str:
        return self.agent

    @property
    def game_seconds(self) -> float:
        """What the agent's moves in a game may take."""
        return GAME_SECONDS

    @property
    def test_seconds(self) -> float:
        """What the agent's moves in the whole test may take."""
        return self.game_seconds

    @property
    def bundle(self) -> tuple[str, ...]:
        """Tests of a question with the same bundle run as one."""
        return (self.name,)

    def bundled(self, _others: Sequence[Self], /) -> Self:
        """This test and `others` of its bundle, as one test."""
        return self

    @property
    def case_names(self) -> list[str]:
        return [self.name]


def search_of(agent: str) -> SearchName | None:
    """The search that a class called `agent` is asked for; None if it is none that we know.

    >>> search_of("AlphaBetaAgent"), search_of("ReflexAgent")
    ('alpha_beta', None)
    """
    return next((search for part, search in _SEARCHES.items() if part in agent.lower()), None)


class UnknownTest(CourseTest):
    """A test that can't be run, so it is never passed."""

    kind: Literal["unknown"] = "unknown"
    class_name: str
    """What the file calls its class."""

    @classmethod
    def read(cls, case: CourseCase) -> Self:
        class_name = case.test.text("class")
        case.options.note(f"{case.name}: class {class_name} is unknown, so it is never passed")
        return cls(name=case.name, title=case.name, class_name=class_name)

    @property
    def skipped(self) -> Outcome:
        case = CaseResult(self.name, "not run", f"unknown class {self.class_name}")
        return Outcome(self.description, "skipped", 0, self.possible, cases=(case,))

    def run(self, _part: Part, /) -> Outcome:
        return self.skipped
