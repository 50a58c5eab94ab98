"""A test case, with what it takes to read it."""

from dataclasses import dataclass, replace
from keyword import iskeyword

from pacgrid.layout import Layout, LayoutError, layout_notes

from ...model.strict_model import Option
from ..kind import Note
from .layout_search import LayoutSearch
from .parser import CaseFile, TestCaseError


@dataclass(frozen=True)
class CaseOptions:
    """How test cases are read."""

    layouts: LayoutSearch
    note: Note


@dataclass(frozen=True)
class CourseCase:
    """The files of a test case. All its methods raise TestCaseError if something is missing or
    wrong there."""

    test: CaseFile
    found_solution: CaseFile | None
    options: CaseOptions

    @property
    def name(self) -> str:
        """The question's folder and the file's name: `q2/0-small-tree`."""
        return self.test.name.removesuffix(".test")

    @property
    def solution(self) -> CaseFile:
        """Its solution, without which it can't be graded."""
        if self.found_solution is None:
            raise TestCaseError(
                f"{self.name}.solution: no such file, and {self.test.name} can't be graded without "
                'it; add it, or write disabled: "true" into the test'
            )
        return self.found_solution

    @property
    def weight(self) -> float | None:
        """What `points` says, if it says anything."""
        if "points" not in self.test:
            return None
        try:
            return float(self.test.text("points"))
        except ValueError:
            message = f"points is {self.test.text('points')!r}; write a number"
            raise self.test.error("points", message) from None

    @property
    def agent_options(self) -> dict[str, Option]:
        """The agent's options: `depth=2,quiet` is `{"depth": "2", "quiet": 1}`."""
        pairs = [word.partition("=") for word in self.test.text("agentArgs", "").split(",") if word]
        return {name.strip(): value if sign else 1 for name, sign, value in pairs}

    def class_name(self, key: str) -> str:
        """The name of a class under `key`."""
        name = self.test.text(key)
        if not name.isidentifier() or iskeyword(name):
            raise self.test.error(key, f"{key} is {name!r:.60}; write the name of a class")
        return name

    def drawn_layout(self) -> Layout:
        """The layout that is drawn in the file."""
        test = self.test
        drawing = "\n".join(line.strip() for line in test.text("layout").split("\n"))
        above = "\n" * (test.value("layout").line - 1)  # so that errors name the file's lines
        try:
            with layout_notes(self.options.note):
                layout = Layout.parse(above + drawing, source=test.name, lenient=True)
        except LayoutError as error:
            raise TestCaseError(str(error)) from None
        return replace(layout, name=test.text("layoutName", layout.name))
