"""The rubric of an assignment, for staff: each test, its points, who sees it, what it checks."""

from collections.abc import Iterator

from ..assignments.assignment import Assignment
from ..model.amount import amount
from ..model.markdown import escaped
from .course_folder import CourseAssignment


def rubric(assignment: CourseAssignment) -> str:
    """A table in Markdown. It includes hidden tests."""
    rows = _questions(assignment.assignment)
    lines = ["| question | test | points | visibility | what it checks |", "|---|---|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows), ""])


def _questions(assignment: Assignment) -> Iterator[tuple[str, ...]]:
    for question in assignment.questions:
        for test in question.numbered_tests:
            yield (
                escaped(f"{question.name} ({question.asks_for})"),
                escaped(f"{question.name}.{test.number}"),
                amount(test.possible),
                escaped(test.visibility),
                "; ".join(filter(None, [escaped(test.title), escaped(test.summary), test.goals])),
            )
