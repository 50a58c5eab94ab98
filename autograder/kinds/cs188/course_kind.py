"""What the tests of a course's test-case files have in common."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import InstanceOf, PlainSerializer, ValidationError

from pacgrid.layout import Layout

from ...model.strict_model import Line
from ..kind import Counterpart, GradedTest, Note
from .course_case import CourseCase
from .own_names import NoCounterpartError

GAME_SECONDS = 120
"""What an agent's moves in a game may take, unless a test says more."""

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

    def counterparts(self, note: Note, partial: bool, /) -> Iterator[Counterpart]:
        try:
            yield from self._counterparts(note, partial)
        except NoCounterpartError as error:
            note(f"{self.name}: left out: {error}")
        except ValidationError as error:
            first = error.errors()[0]
            note(f"{self.name}: left out: {first['loc'][-1]}: {first['msg']}")

    @abstractmethod
    def _counterparts(self, note: Note, partial: bool, /) -> Iterator[Counterpart]:
        """The same. Raises NoCounterpartError or ValidationError if nothing expresses it."""
