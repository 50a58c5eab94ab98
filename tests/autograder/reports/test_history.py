from dataclasses import replace
from pathlib import Path

import pytest

from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade
from pacgrid.autograder.reports.history import record

OLD = GradingVersion("Tiny", "", "a1", "pacgrid 1", "landlock")
NOW = replace(OLD, assignment="a2")


def graded(name: str, points: float) -> Grade:
    outcome = Outcome("test", "done", points, 2)
    return Grade(name, (QuestionGrade("q", "Reflex", 2, "Reflex", (outcome,)),))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal"


def noted(path: Path, version: GradingVersion, **points: float) -> str:
    with Journal(path) as journal:
        return record(journal, [graded(name, got) for name, got in points.items()], version)


def test_what_is_graded_as_before_needs_no_note(path):
    assert noted(path, OLD, ada=1) == ""
    assert noted(path, OLD, ada=1) == ""


def test_grades_by_a_changed_assignment_are_compared_with_the_old_ones(path):
    noted(path, OLD, ada=1, bob=2, cy=0)
    note = noted(path, NOW, ada=1, bob=1, dan=2)
    assert note.startswith("the assignment changed since 20")
    assert note.endswith("(UTC): points changed for 1 of 2 submissions graded before")


def test_a_change_is_news_once(path):
    noted(path, OLD, ada=1)
    assert noted(path, NOW, ada=2)
    assert noted(path, NOW, ada=2) == ""


def test_going_back_is_a_change(path):
    noted(path, OLD, ada=1)
    noted(path, NOW, ada=2)
    assert "points changed for 1 of 1 submissions" in noted(path, OLD, ada=1)


def test_everything_that_changed_is_named(path):
    noted(path, OLD, ada=1)
    note = noted(path, replace(NOW, engine="pacgrid 2"), ada=1)
    assert note.startswith("the assignment and pacgrid changed since ")


def test_hidden_tests_with_new_seeds_are_named(path):
    old, now = (replace(OLD, assignment=f"a{n} q.2=1f q.3={n} r.1={n}c") for n in (1, 2))
    noted(path, old, ada=1)
    assert noted(path, now, ada=1).endswith("graded before; hidden tests with new seeds: q.3, r.1")


def test_other_submissions_are_no_news_about_the_assignment(path):
    noted(path, OLD, ada=1, bob=2)
    again = [replace(graded("ada", 2), digest="another"), graded("bob", 2)]
    with Journal(path) as journal:
        assert record(journal, again, OLD) == ""
        assert record(journal, [graded("ada", 1), *again[1:]], NOW).startswith(
            "the assignment and 1 submission changed since 20"
        )


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ([1.0], [1.0 + 1e-12], 0),
        ([2.0, 1.0], [1.0, 2.0], 1),
        ([1.0, None], [1.0, None], 0),
        ([1.0, None], [1.0, 0.0], 1),
        ([1.0, 0.0], [1.0], 1),
    ],
    ids=["rounded", "same total", "unanswered", "answered without points", "gone"],
)
def test_points_differ_if_those_of_a_question_do(path, before, after, count):
    def answers(points: list[float | None]) -> Grade:
        questions = (
            replace(graded("ada", each or 0).questions[0], name=f"q{number}")
            if each is not None
            else QuestionGrade(f"q{number}", "Reflex", 2, None)
            for number, each in enumerate(points)
        )
        return Grade("ada", tuple(questions))

    with Journal(path) as journal:
        record(journal, [answers(before)], OLD)
        note = record(journal, [answers(after)], NOW)
    assert f"points changed for {count} of 1 submissions" in note
