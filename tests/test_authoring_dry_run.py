from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from helpers.course import course
from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.authoring.dry_run import (
    RANDOM,
    STARTER,
    DryRunResult,
    dry_run,
    random_agents,
    reference,
    starter,
)
from pacgrid.autograder.grade import Grade, Outcome, QuestionGrade
from pacgrid.autograder.question import Question
from pacgrid.autograder.submission import Submission
from pacgrid.common.failure import Failure

Marks = Callable[[str, Question, int], float]
"""The part of its points that a test gives: by the submission's name, the question and the
number of the test."""


def graded(assignment: Assignment, marks: Marks, seconds: float = 0.1) -> list[DryRunResult]:
    """A rehearsal in which submissions get what `marks` says."""

    def grade_one(submission: Submission) -> Grade:
        questions = []
        for question in assignment.questions:
            outcomes = [
                Outcome(
                    f"part {number}",
                    "so so",
                    marks(submission.name, question, number) * test.points,
                    test.points,
                    seconds=seconds,
                )
                for number, test in enumerate(question.tests)
            ]
            questions.append(
                QuestionGrade(question.name, question.asks_for, question.points, "x", (*outcomes,))
            )
        return Grade(submission.name, tuple(questions))

    def grade(submissions: Sequence[Submission]) -> list[Grade]:
        return [grade_one(submission) for submission in submissions]

    return dry_run(assignment, grade)


def as_hoped(name: str, question: Question, number: int) -> float:
    """The shipped agents get all points, and the others none."""
    return 0 if name in (RANDOM, STARTER) else 1


def test_each_question_is_answered_by_the_shipped_file_that_has_what_it_asks_for() -> None:
    found = [reference(question) for question in Assignment.load("pacman").questions]
    assert [submission and submission.main for submission in found] == [
        *("reflex.py", "minimax.py", "alpha_beta.py", "expectimax.py", "evaluation.py")
    ]
    expected = Path("agents/reflex.py").read_bytes()
    assert found[0] == Submission("reflex.py", (("reflex.py", expected),), "reflex.py")


def test_nothing_is_warned_of_where_all_is_well() -> None:
    rehearsed = graded(Assignment.load("pacman"), as_hoped)
    assert [question.warnings for question in rehearsed] == [()] * 5
    assert all(question.is_solved for question in rehearsed)
    reflex, *_, evaluation = rehearsed
    assert (reflex.reference_points, reflex.random_points, reflex.starter_points) == (5, 0, 0)
    assert (evaluation.reference_points, evaluation.random_points, evaluation.starter_points) == (
        5,
        None,
        0,
    )
    assert reflex.seconds == pytest.approx(0.2)


def test_a_shipped_agent_that_misses_points_is_told_with_the_test(tmp_path: Path) -> None:
    def marks(name: str, question: Question, number: int) -> float:
        misses = name == "minimax.py" and number == 1
        return 0.5 if misses else as_hoped(name, question, number)

    _, minimax, _ = graded(course(tmp_path), marks)
    assert not minimax.is_solved
    assert minimax.warnings == (
        "test 2 (part 1): the shipped Minimax gets 0.75 of 1.5 points: so so",
    )


def test_a_test_that_nobody_can_fail_is_told(tmp_path: Path) -> None:
    def marks(name: str, question: Question, number: int) -> float:
        return 1 if number == 0 or name not in (STARTER, RANDOM) else 0

    reflex, minimax, evaluation = graded(course(tmp_path), marks)
    easy = "test 1 (part 0): a random agent and the starter file get all its points"
    assert reflex.warnings == (easy,)
    assert minimax.random_points == minimax.starter_points == 1.5
    assert evaluation.warnings[-1] == "test 1 (part 0): the starter file gets all its points"


def test_what_only_one_of_those_who_can_do_nothing_gets_is_not_too_easy(tmp_path: Path) -> None:
    reflex, *_ = graded(course(tmp_path), lambda name, *_: float(name != STARTER))
    assert reflex.warnings == ()


def test_a_question_without_a_visible_test_is_told(tmp_path: Path) -> None:
    *_, evaluation = graded(course(tmp_path), as_hoped)
    assert (evaluation.visible_tests, evaluation.hidden_tests) == (0, 1)
    assert evaluation.warnings == ("has no visible test, so students can't try their answer",)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.9, []),
        (2.2, ["a position"]),
        (22, ["a game", "all positions", "a position"]),
    ],
)
def test_a_tight_time_is_told_by_what_has_it(
    tmp_path: Path, seconds: float, told: list[str]
) -> None:
    reflex, *_ = graded(course(tmp_path), as_hoped, seconds=seconds)
    assert [warning.split("seconds for ")[1].split(",")[0] for warning in reflex.warnings] == told


def test_a_test_with_limits_of_its_own_is_held_to_them(tmp_path: Path) -> None:
    _, minimax, _ = graded(course(tmp_path), as_hoped, seconds=5)
    assert minimax.warnings == (
        "test 1 (part 0): the shipped Minimax took 2.5 of the 3 seconds for a position, "
        "on this computer",
    )


def test_a_name_that_no_shipped_file_has_is_told_and_fails_nothing() -> None:
    text = """
title = "t"
[[questions]]
name = "mine"
agent = "MyOwn"
points = 1
[[questions.tests]]
kind = "games"
layout = "pocket"
thresholds = [{wins = 1, points = 1}]
"""
    (mine,) = graded(Assignment.parse(text, "t.toml"), as_hoped)
    assert mine.reference_points is None
    assert mine.is_solved
    assert mine.warnings == ("no shipped file has MyOwn, so the dry run can't show it is solvable",)


def test_a_shipped_agent_that_can_not_be_tested_is_told_why() -> None:
    assignment = Assignment.load("pacman")

    def grade(submissions: Sequence[Submission]) -> list[Grade]:
        failure = Failure("can't be imported")
        parts = tuple(
            QuestionGrade(q.name, q.asks_for, q.points, None, failure=failure)
            for q in assignment.questions
        )
        return [Grade(submission.name, parts) for submission in submissions]

    first, *_ = dry_run(assignment, grade)
    assert not first.is_solved
    assert first.warnings == ("the shipped Reflex isn't tested: can't be imported",)


def test_those_who_can_do_nothing_are_files_that_python_can_read(tmp_path: Path) -> None:
    for submission in (starter(course(tmp_path)), random_agents(course(tmp_path))):
        ((path, content),) = submission.files
        assert path == submission.main == "answers.py"
        compile(content, path, "exec")
