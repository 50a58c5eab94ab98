"""A new kind of test is a class and a line in `KINDS`: assignments, grades, feedback and kits then
have it."""

from pathlib import Path
from typing import Literal

import pytest
from pydantic import Field

from helpers.grading import GOES_WEST, graded, write
from pacgrid import Action, State
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.kinds.fields import Position
from pacgrid.autograder.kinds.illustration import Illustration
from pacgrid.autograder.kinds.kind import GradedTest, Part
from pacgrid.autograder.kinds.kinds import KINDS
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.placed_failure import placed_failures
from pacgrid.autograder.model.strict_model import Points
from pacgrid.autograder.reports.feedback import as_page, as_text
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.worker_client.connection import SubmissionError


class Moves(GradedTest):
    """Positions in which Pac-Man must not stop."""

    kind: Literal["moves"]
    positions: list[Position] = Field(min_length=1)
    points: Points

    @property
    def summary(self) -> str:
        return f"a move in {self.full_size} positions"

    @property
    def possible(self) -> float:
        return self.points

    @property
    def full_size(self) -> int:
        return len(self.positions)

    @property
    def goals(self) -> str:
        return "anything but **stop**"

    def illustration(self, answer: str, module: str, /) -> Illustration:
        return Illustration(self.positions[0], f"`{module}.{answer}` must move.")

    def run(self, part: Part, /) -> Outcome:
        moved, failures = 0, []
        for number in self.numbers:
            try:
                part.client.build(part.answer, self.agent_options)
                part.client.start(self.positions[number - 1], seed=0)
                moved += part.client.act([]).action is not Action.STOP
            except SubmissionError as error:
                failures.append((number, error.failure))
                break
            part.on_game()
        failed = placed_failures("position", failures, [])
        return Outcome(
            self.description,
            f"moved in {moved} of {self.size}",
            self.points * moved / self.size,
            self.points,
            failure=failed[0].failure if failed else None,
            place=failed[0].place if failed else "",
        )


OPEN, CLOSED = "%%%%%%\n%.P1 %\n%%%%%%", "%%%%%%\n%P. 1%\n%%%%%%"
TEXT = f"""
title = "New"
[[questions]]
name = "mover"
agent = "Reflex"
points = 2
[[questions.tests]]
kind = "moves"
points = 2
positions = ['''\n{OPEN}''', '''\n{CLOSED}''']
"""
FAILS = GOES_WEST.replace("wanted =", "wanted = 1 / 0  #")


@pytest.fixture
def assignment(monkeypatch: pytest.MonkeyPatch) -> Assignment:
    monkeypatch.setitem(KINDS, "moves", Moves)
    return Assignment.parse(TEXT, "new.toml")


def test_an_assignment_reads_a_new_kind(assignment: Assignment) -> None:
    (test,) = assignment.question("mover").tests
    assert isinstance(test, Moves)
    assert test.positions == [State.parse(OPEN), State.parse(CLOSED)]
    with pytest.raises(AssignmentError, match=r"tests\.0\.points: .* greater than 0"):
        Assignment.parse(TEXT.replace("points = 2\npos", "points = 0\npos"), "new.toml")


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    known = "kind should be one of 'games', 'ghosts', 'positions', 'search'"
    with pytest.raises(AssignmentError, match=rf"questions\.0\.tests\.0: {known}$"):
        Assignment.parse(TEXT, "new.toml")


@pytest.mark.parametrize(
    ("text", "points", "shown"),
    [
        (GOES_WEST, 1, "moved in 1 of 2"),
        (FAILS, 0, "ZeroDivisionError: division by zero (agent.py, line 6, in act)"),
    ],
    ids=["runs", "fails"],
)
def test_a_new_kind_is_graded_and_explained(
    assignment: Assignment, tmp_path: Path, text: str, points: float, shown: str
) -> None:
    grade = graded(write(tmp_path, text), assignment=assignment)
    assert grade.points == points
    view = student_view(assignment, grade)
    for feedback in (as_text(view), as_page(view)):
        assert "a move in 2 positions" in feedback
    assert shown in as_text(view)


def test_one_position_of_a_new_kind_can_be_selected(assignment: Assignment, tmp_path: Path) -> None:
    grade = graded(write(tmp_path, GOES_WEST), assignment=assignment, only="mover.1.2")
    (outcome,) = grade.questions[0].outcomes
    assert outcome.result == "moved in 0 of 1"


def test_the_kit_shows_a_new_kind_and_has_its_tests(assignment: Assignment, tmp_path: Path) -> None:
    Kit.of(assignment, Package("pacgrid")).write(tmp_path)
    readme = (tmp_path / "README.md").read_text()
    assert "| a move in 2 positions | anything but **stop** |" in readme
    assert "`agent.Reflex` must move." in readme
    assert (tmp_path / "figures" / "mover.svg").read_text().startswith("<svg")
    again = Assignment.load(tmp_path / "assignment.toml")
    assert again.question("mover").tests == assignment.question("mover").tests
