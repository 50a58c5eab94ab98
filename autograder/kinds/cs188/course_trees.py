"""The `GraphGameTreeTest`s of a question, as one test."""

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import Field

from ...model.strict_model import Line, Option, StrictModel
from .course_kind import CourseTest


class TreeCase(StrictModel):
    """One game tree, and what its solution says.

    Its states are names. A state without successors needn't be won or lost, and two paths may lead
    to the same state. Whose turn it is follows from the agent's own calls only.
    """

    name: Line
    """Such as `q2/0-small-tree`."""
    depth: int
    num_agents: int
    start: str
    wins: list[str]
    losses: list[str]
    successors: list[tuple[str, str, str]]
    """State, action, next state, in the order of the file, which is that of the legal actions."""
    evaluation: dict[str, float]
    """The score of each state that has one; of others it raises an exception."""
    diagram: str = ""
    """The author's drawing of the tree, as text."""
    action: str
    """The right action, by the solution."""
    generated: str
    """All states that the right search generates, the start included: sorted, with blanks between
    them."""
    weight: float | None = None
    """What `points` in the file says; only some questions use it."""


class CourseTrees(CourseTest):
    """Game trees that `agent` searches, a new instance each, with `depth` as its only option."""

    noun = "trees"
    kind: Literal["course_trees"] = "course_trees"
    cases: Annotated[list[TreeCase], Field(min_length=1)]

    @property
    def full_size(self) -> int:
        return len(self.cases)

    def only(self, number: int) -> Self:
        title = self.cases[number - 1].name
        return super().only(number).model_copy(update={"title": title})

    def shortened(self, most: int, /) -> Self:
        return self.model_copy(update={"cases": self.cases[:most]})

    def also(self, numbers: Iterable[int]) -> Self:
        test = super().also(numbers)
        return test.model_copy(update={"title": f"{test.size} game trees"})

    @property
    def tried(self) -> list[TreeCase]:
        """The cases to try: those with the `numbers`."""
        return [self.cases[number - 1] for number in self.numbers]

    @property
    def agent_options(self) -> dict[str, Option]:
        return {"depth": self.cases[0].depth}

    @property
    def case_names(self) -> list[str]:
        return [case.name for case in self.cases]
