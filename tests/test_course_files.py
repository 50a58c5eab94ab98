"""Course files as students write them, graded in the sandbox on the shipped assignment with fewer
games."""

import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from helpers.grading import with_few_games
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.batch.grading_job import SearchDiagnosis
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.reports.gradebook import question_mistakes
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.submissions.collection import collect

FOLDER = Path(__file__).parent / "course_files"
OUTCOMES = FOLDER / "outcomes.toml"
SEARCHES = {"minimax", "alpha_beta", "expectimax"}
"""The questions of the shipped assignment about a search."""


@dataclass(frozen=True)
class Expected:
    """What a course file gets for a question of the shipped assignment."""

    points: float
    mistake: str = ""
    """The title of the mistake that is named; "" for none."""
    failure: str = ""
    """What its failure's message contains; "" if it doesn't fail."""


@dataclass(frozen=True)
class CourseFile:
    """A course file, and what it gets."""

    path: Path
    expected: Mapping[str, Expected]
    """By question of the shipped assignment that it answers."""
    failure: str = ""
    """What the message contains if it can't be loaded."""

    def __str__(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"


def course_files(kind: str = "*") -> Iterator[CourseFile]:
    """The `right` or the `wrong` ones, or all."""
    table = tomllib.loads(OUTCOMES.read_text())
    for path in sorted(FOLDER.glob(f"{kind}/*.py")):
        row = dict(table[path.parent.name][path.stem])
        failure = row.pop("failure", "")
        yield CourseFile(path, {name: Expected(**each) for name, each in row.items()}, failure)


SHIPPED = Assignment.load("pacman")
WITH_FEW_GAMES = with_few_games(SHIPPED, 6)


def grade_of(file: Path, assignment: Assignment = WITH_FEW_GAMES) -> Grade:
    (grade,) = Grader(assignment, level=strongest(), jobs=1).grade(collect([file]).submissions)
    return grade


def with_one_test(question: str, number: int, **changes: Any) -> Assignment:
    """The shipped assignment with only this test, changed."""
    asked = SHIPPED.question(question)
    test = asked.tests[number].model_copy(update=changes)
    asked = asked.model_copy(update={"tests": [test], "points": test.possible})
    return SHIPPED.model_copy(update={"questions": [asked]})


def mistakes_in(question: QuestionGrade) -> str:
    """The titles of the mistakes that cost points."""
    found = question_mistakes(question)
    return "; ".join(mistake.title for mistake in found if not mistake.is_remark)


def outcome(file: CourseFile, question: QuestionGrade) -> Expected:
    """What `file` gets, with as much of its failure's message as is expected."""
    messages = [failure.message for failure in question.failures]
    expected = file.expected[question.name].failure
    is_expected = any(expected in message for message in messages)
    failure = expected if is_expected else "; ".join(messages)
    return Expected(question.points, mistakes_in(question), failure)


@pytest.mark.slow
@pytest.mark.parametrize("file", [*course_files()], ids=str)
def test_a_course_file_gets_its_points_and_its_mistakes_are_named(file, monkeypatch):
    # Looking for the line that decides takes long, and changes no points.
    monkeypatch.setattr(SearchDiagnosis, "_can_be_changed", False)
    grade = grade_of(file.path)
    if file.failure:
        assert file.failure in grade.failure.message
        return
    answered = {question.name: question for question in grade.questions if question.answer}
    assert {name: outcome(file, each) for name, each in answered.items()} == file.expected


def test_right_course_files_get_all_points_of_searches_and_wrong_ones_lose_some():
    right = [each for file in course_files("right") for each in file.expected.items()]
    searches = [each for name, each in right if name in SEARCHES]
    assert all(each == Expected(5) or "not been written" in each.failure for each in searches)
    assert len(searches) >= 20
    lenient = {"prunes_on_equality"}
    wrong = [file for file in course_files("wrong") if file.path.stem not in lenient]
    assert all(file.failure or sum(e.points < 5 for e in file.expected.values()) for file in wrong)


@pytest.mark.parametrize(
    ("name", "question", "points", "mistake"),
    [
        ("right/state_keys", "expectimax", 1, ""),
        ("wrong/win_forgotten", "minimax", 0, "notices only wins, or only losses"),
        pytest.param(
            *("wrong/score_by_name", "minimax", 0, "ignores the evaluation and uses the score"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_course_file_is_diagnosed_like_any_other(name, question, points, mistake):
    assignment = with_one_test(question, 2, generate=8)
    (graded,) = grade_of(FOLDER / f"{name}.py", assignment).questions
    assert (graded.points, mistakes_in(graded)) == (points, mistake)


def test_the_command_that_is_shown_plays_the_lost_game(pacgrid):
    assignment = with_one_test("minimax", 3, games=1)
    grade = grade_of(FOLDER / "wrong/depth_per_agent.py", assignment)
    (outcome,) = grade.questions[0].outcomes
    (game,) = outcome.lost
    _, _, command = outcome.advice.partition("watch a lost game, without a sandbox: pacgrid ")
    assert f"Caught: {game.score} points" in pacgrid(*shlex.split(command)).output
