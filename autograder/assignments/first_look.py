"""A first look: an assignment with few games, whose points are not a grade."""

from typing import assert_never

from ..kinds.cs188.course_game_tree import CourseGameTree
from ..kinds.cs188.course_games import CourseGames
from ..kinds.cs188.course_trees import CourseTrees
from ..kinds.cs188.unknown_test import UnknownTest
from ..kinds.games import Games, Threshold
from ..kinds.positions import Positions
from ..kinds.search import Search
from .assignment import Assignment
from .question import Question, Test

SIZE = 3
"""The most games or positions in a test."""


def first_look(assignment: Assignment) -> Assignment:
    """`assignment` with at most `SIZE` games or positions in each test, for the same points. Of
    fewer games, as large a share must be won."""
    questions = [_shorter(question) for question in assignment.questions]
    title = f"{assignment.title} (first look)"
    return assignment.model_copy(update={"title": title, "questions": questions})


def _shorter(question: Question) -> Question:
    return question.model_copy(update={"tests": [_short(test) for test in question.tests]})


def _short(test: Test) -> Test:
    match test:
        case Games():
            games = min(test.games, SIZE)
            thresholds = [_scaled(threshold, games / test.games) for threshold in test.thresholds]
            return test.model_copy(
                update={"games": games, "thresholds": thresholds, "sensitivity": 0}
            )
        case Positions():
            return test.model_copy(update={"positions": test.positions[:SIZE]})
        case Search():
            positions = test.positions[:SIZE]
            trees = test.trees[: SIZE - len(positions)]
            generate = min(test.generate, SIZE - len(positions) - len(trees))
            changes = {"positions": positions, "trees": trees, "generate": generate}
            return test.model_copy(update=changes)
        case CourseTrees():
            return test.model_copy(update={"cases": test.cases[:SIZE]})
        case CourseGames():
            games = min(test.games, SIZE)
            share = games / test.games
            wins = [max(1, round(wins * share)) for wins in test.wins_thresholds]
            return test.model_copy(
                update={"games": games, "wins_thresholds": wins, **_scaled_minimums(test, share)}
            )
        case CourseGameTree() | UnknownTest():
            return test
    assert_never(test)


def _scaled_minimums(test: CourseGames, share: float) -> dict[str, object]:
    minimums = {
        "wins_minimum": test.wins_minimum,
        "non_timeout_minimum": test.non_timeout_minimum,
    }
    scaled = {key: each and max(1, round(each * share)) for key, each in minimums.items()}
    timely = [max(1, round(each * share)) for each in test.non_timeout_thresholds]
    return {**scaled, "non_timeout_thresholds": timely}


def _scaled(threshold: Threshold, share: float) -> Threshold:
    if not threshold.wins:
        return threshold
    return threshold.model_copy(update={"wins": max(1, round(threshold.wins * share))})
