"""A game tree of a test case."""

from typing import Self

from ...model.strict_model import Line, StrictModel
from .course_case import CourseCase
from .parser import CaseFile


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

    @classmethod
    def read(cls, case: CourseCase) -> Self:
        """The tree in these files. Raises TestCaseError."""
        test, solution = case.test, case.solution
        return cls(
            name=case.name,
            depth=test.number("depth"),
            num_agents=test.number("num_agents", least=1),
            start=test.text("start_state"),
            wins=test.text("win_states").split(),
            losses=test.text("lose_states").split(),
            successors=_successors(test),
            evaluation=_evaluation(test),
            diagram=test.text("diagram", ""),
            action=solution.text("action"),
            generated=solution.text("generated"),
            weight=case.weight,
        )


def _successors(test: CaseFile) -> list[tuple[str, str, str]]:
    successors = []
    for line, offset in test.lines("successors"):
        match line.split():
            case [state, action, after]:
                successors.append((state, action, after))
            case _:
                message = f"{line.strip()!r} is no successor; write: state action next-state"
                raise test.error("successors", message, offset)
    return successors


def _evaluation(test: CaseFile) -> dict[str, float]:
    values = {}
    for line, offset in test.lines("evaluation"):
        try:
            state, value = line.split()
            values[state] = float(value)
        except ValueError:
            message = f"{line.strip()!r} is no evaluation; write: state number"
            raise test.error("evaluation", message, offset) from None
    return values
