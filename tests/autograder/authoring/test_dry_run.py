from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from helpers.course import course
from pacgrid.autograder.assignments.assignment import Assignment, Question
from pacgrid.autograder.authoring.kit import (
    RANDOM,
    STARTER,
    DryRunResult,
    dry_run,
    random_agents,
    reference,
    starter,
)
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.common.failure import Failure

Share = Callable[[str, str, int], float]
"""The share of its points that a test gives, by submission, question and index of the test."""


def references_only(submission: str, *_: object) -> float:
    """The shipped agents get all points, the others none."""
    return 0 if submission in (RANDOM, STARTER) else 1


def run(
    assignment: Assignment, share: Share = references_only, seconds: float = 0.1
) -> list[DryRunResult]:
    """A dry run in which each test gives that share of its points, and takes that long."""

    def grade_question(submission: str, question: Question) -> QuestionGrade:
        outcomes = tuple(
            Outcome(
                f"part {index}",
                "so so",
                share(submission, question.name, index) * test.possible,
                test.possible,
                seconds=seconds,
            )
            for index, test in enumerate(question.tests)
        )
        return QuestionGrade(question.name, question.asks_for, question.points, "x", outcomes)

    def grade(submissions: Sequence[Submission]) -> list[Grade]:
        return [
            Grade(one.name, tuple(grade_question(one.name, q) for q in assignment.questions))
            for one in submissions
        ]

    return dry_run(assignment, grade)


def test_each_shipped_question_has_a_shipped_solution() -> None:
    found = [reference(question) for question in Assignment.load("pacman").questions]
    assert [submission and submission.main for submission in found] == [
        *("reflex.py", "minimax.py", "alpha_beta.py", "expectimax.py", "evaluation.py")
    ]
    expected = Path("agents/reflex.py").read_bytes()
    assert found[0] == Submission("reflex.py", (("reflex.py", expected),), "reflex.py")


def test_a_sound_assignment_has_no_warnings() -> None:
    results = run(Assignment.load("pacman"))
    assert all(result.is_solved and result.warnings == () for result in results)
    reflex, *_, evaluation = results
    assert (reflex.visible_tests, reflex.hidden_tests) == (2, 0)
    assert (reflex.reference_points, reflex.random_points, reflex.starter_points) == (5, 0, 0)
    assert (evaluation.random_points, evaluation.starter_points) == (None, 0)
    assert reflex.seconds == pytest.approx(0.2)


UNTESTED = "has no visible test, so students can't try their answer"
EASY = "test 1 (part 0): a random agent and the starter file get all its points"
MISSED = "test 2 (part 1): the shipped Minimax gets 0.75 of 1.5 points: so so"


def misses_points(name: str, _: str, index: int) -> float:
    return 0.5 if (name, index) == ("minimax.py", 1) else name.endswith(".py")


def is_too_easy(name: str, _: str, index: int) -> float:
    return index == 0 or name.endswith(".py")


@pytest.mark.parametrize(
    ("share", "warnings"),
    [
        (misses_points, [(), (MISSED,), (UNTESTED,)]),
        (
            is_too_easy,
            [(EASY,), (EASY,), (UNTESTED, "test 1 (part 0): the starter file gets all its points")],
        ),
        (lambda name, *_: name != STARTER, [(), (), (UNTESTED,)]),
    ],
    ids=["a reference misses points", "a test is too easy", "only a random agent gets points"],
)
def test_problems_are_warnings(
    tmp_path: Path, share: Share, warnings: list[tuple[str, ...]]
) -> None:
    results = run(course(tmp_path), share)
    assert [result.warnings for result in results] == warnings
    assert [result.is_solved for result in results] == [True, MISSED not in warnings[1], True]


def test_a_question_without_a_shipped_solution_is_a_warning_but_no_failure() -> None:
    games = {"kind": "games", "layout": "pocket", "thresholds": [{"wins": 1, "points": 1}]}
    question = {"name": "mine", "agent": "MyOwn", "points": 1, "tests": [games]}
    (mine,) = run(Assignment.model_validate({"title": "t", "questions": [question]}))
    assert (mine.reference_points, mine.seconds, mine.is_solved) == (None, 0, True)
    assert mine.warnings == ("no shipped file has MyOwn, so the dry run can't show it is solvable",)


def test_a_shipped_agent_that_cannot_be_tested_is_a_warning_with_the_reason() -> None:
    assignment, failure = Assignment.load("pacman"), Failure("can't be imported")
    parts = tuple(
        QuestionGrade(q.name, q.asks_for, q.points, None, failure=failure)
        for q in assignment.questions
    )
    first, *_ = dry_run(assignment, lambda given: [Grade(each.name, parts) for each in given])
    assert not first.is_solved
    assert first.warnings == ("the shipped Reflex isn't tested: can't be imported",)


@pytest.mark.parametrize("submission", [starter, random_agents])
def test_the_starter_file_and_the_random_agents_define_every_agent(
    tmp_path: Path, submission: Callable[[Assignment], Submission]
) -> None:
    ((path, content),) = submission(course(tmp_path)).files
    assert path == submission(course(tmp_path)).main == "answers.py"
    namespace: dict[str, object] = {"__name__": "answers"}
    exec(compile(content, path, "exec"), namespace)
    assert {"Reflex", "Minimax"} <= namespace.keys()
