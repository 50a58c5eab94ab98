"""A new kind of test is a class and a line in `KINDS`: assignments, grades, feedback and kits then
have it."""

from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from markdown_it import MarkdownIt
from pydantic import Field

from helpers.grades import ATTACKS, texts
from helpers.grading import GOES_WEST, graded, write
from pacgrid import Action, State
from pacgrid.autograder.assignments.assignment import KINDS, Assignment, AssignmentError
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.kinds.kind import GradedTest, Part, Position, escaped
from pacgrid.autograder.model.outcome import Outcome, placed_failures
from pacgrid.autograder.model.schema import Points
from pacgrid.autograder.reports.pages import as_page
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import as_text
from pacgrid.autograder.worker_client.client import SubmissionError
from pacgrid.common.sanitize import one_line

READER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def kinds(markdown: str) -> list[str]:
    """What a reader of Markdown finds in it."""
    found = []
    for token in READER.parse(markdown):
        found += [token.type, *(child.type for child in token.children or ())]
    return found


@given(texts)
def test_strange_text_stays_text(text):
    line = one_line(text)
    heading = f"# so: {escaped(line.strip())}"
    allowed = {"heading_open", "inline", "text", "text_special", "heading_close"}
    assert set(kinds(heading)) <= allowed
    (token,) = (token for token in READER.parse(heading) if token.children)
    assert "".join(child.content for child in token.children) == f"so: {line.strip()}".strip()


@pytest.mark.parametrize("text", [text for text in map(one_line, ATTACKS) if "|" in text])
def test_escaped_text_stays_in_its_cell_and_only_colons_that_end_words_as_they_are(text):
    table = f"| a | b |\n| --- | --- |\n| {escaped(text)} | 2 |\n"
    assert kinds(table).count("td_open") == 2
    assert escaped("above: 3") == "above: 3"
    assert escaped(": a definition :smile: at 9:30") == r"\: a definition \:smile: at 9\:30"


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


@pytest.mark.parametrize(
    ("text", "points", "shown"),
    [
        (GOES_WEST, 1, "moved in 1 of 2"),
        (FAILS, 0, "ZeroDivisionError: division by zero (agent.py, line 6, in act)"),
    ],
    ids=["runs", "fails"],
)
def test_a_new_kind_is_graded_and_explained(assignment, tmp_path, text, points, shown) -> None:
    file = write(tmp_path, text)
    grade = graded(file, assignment=assignment)
    assert grade.points == points
    view = student_view(assignment, grade)
    for feedback in (as_text(view), as_page(view)):
        assert "a move in 2 positions" in feedback
    assert shown in as_text(view)
    (outcome,) = graded(file, assignment=assignment, only="mover.1.2").questions[0].outcomes
    assert outcome.result == "moved in 0 of 1"


def test_the_kit_shows_a_new_kind_and_has_its_tests(assignment: Assignment, tmp_path: Path) -> None:
    Kit.of(assignment, Package("pacgrid")).write(tmp_path)
    readme = (tmp_path / "README.md").read_text()
    assert "| a move in 2 positions | anything but **stop** |" in readme
    again = Assignment.load(tmp_path / "assignment.toml")
    assert again.question("mover").tests == assignment.question("mover").tests
