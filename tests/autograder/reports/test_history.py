from dataclasses import replace
from pathlib import Path

import pytest

from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade
from pacgrid.autograder.reports.history import History, record

OLD = GradingVersion("Tiny", "", "a1", "pacgrid 1", "landlock")
NOW = replace(OLD, assignment="a2")


def graded(name: str, points: float) -> Grade:
    outcome = Outcome("test", "done", points, 2)
    return Grade(name, (QuestionGrade("q", "Reflex", 2, "Reflex", (outcome,)),))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal"


def recorded(path: Path, version: GradingVersion, **points: float) -> History | None:
    with Journal(path) as journal:
        return record(journal, [graded(name, got) for name, got in points.items()], version)


def test_the_first_time_there_is_no_history(path):
    assert recorded(path, OLD, ada=1) is None
    assert recorded(path, OLD, ada=1) is None


def test_grades_by_a_changed_assignment_are_compared_with_the_old_ones(path):
    recorded(path, OLD, ada=1, bob=2, cy=0)
    history = recorded(path, NOW, ada=1, bob=1, dan=2)
    assert history
    assert [change.name for change in history.changes] == ["ada", "bob"]
    assert [change.differs for change in history.changes] == [False, True]
    assert str(history).startswith("the assignment changed since 20")
    assert str(history).endswith("(UTC): points changed for 1 of 2 submissions graded before")


def test_a_change_is_news_once_and_can_still_be_compared_later(path):
    recorded(path, OLD, ada=1)
    first, second = (recorded(path, NOW, ada=2) for _ in (1, 2))
    assert first
    assert second
    assert (first.is_news, second.is_news) == (True, False)
    assert second.changes == first.changes


def test_going_back_is_a_change(path):
    recorded(path, OLD, ada=1)
    recorded(path, NOW, ada=2)
    back = recorded(path, OLD, ada=1)
    assert back
    assert back.is_news
    assert [(change.total.old, change.total.new) for change in back.changes] == [(2, 1)]


def test_everything_that_changed_is_named(path):
    recorded(path, OLD, ada=1)
    history = recorded(path, replace(NOW, engine="pacgrid 2"), ada=1)
    assert str(history).startswith("the assignment and pacgrid changed since ")


def test_hidden_tests_with_new_seeds_are_named(path):
    old, now = (replace(OLD, assignment=f"a{n} q.2=1f q.3={n} r.1={n}c") for n in (1, 2))
    recorded(path, old, ada=1)
    history = recorded(path, now, ada=1)
    assert str(history).endswith("graded before; hidden tests with new seeds: q.3, r.1")


def test_other_submissions_are_a_change_but_no_news_about_the_assignment(path):
    recorded(path, OLD, ada=1, bob=2)
    again = [replace(graded("ada", 2), digest="another"), graded("bob", 2)]
    with Journal(path) as journal:
        history = record(journal, again, OLD)
    assert history
    assert not history.is_news
    assert str(history).startswith("1 submission changed since 20")
    assert [(change.name, *change.why) for change in history.changes] == [
        ("ada", "another submission")
    ]
