"""A test case of a class that Pacgrid doesn't know."""

from typing import Literal, Self

from ...model.case_result import CaseResult
from ...model.outcome import Outcome
from ..kind import Part
from .course_case import CourseCase
from .course_kind import CourseTest


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
