"""An assignment with exercises, and answers to them."""

from collections.abc import Callable

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.answers_text import answers_text, right_answer
from pacgrid.autograder.authoring.exercise_files import exercises
from pacgrid.autograder.kinds.exercise.exercise import Exercise
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.quizzes.quiz_question import QuizPart

OWN = """
[[questions]]
name = "own"
file = "own.toml"
points = 4
[[questions.tests]]
kind = "exercise"
title = "Alpha-beta by hand"
ask = ["pruning", "values"]
individual = true
points = {pruning = 1, values = 3}
"""
SHARED = """
[[questions]]
name = "shared"
file = "shared.toml"
points = 2
[[questions.tests]]
kind = "exercise"
ask = ["values"]
trees = ["book"]
points = 2
"""
REFLEX = """
[[questions]]
name = "reflex"
agent = "Reflex"
points = 1
[[questions.tests]]
kind = "positions"
search = "minimax"
depth = 1
points = 1
positions = ["%%%%%%\\n%.P1 %\\n%%%%%%"]
"""


def assignment(*questions: str) -> Assignment:
    text = "\n".join(['title = "By hand"', *(questions or (OWN, SHARED))])
    return Assignment.parse(text, "a.toml")


def exercise(**keys: object) -> Exercise:
    given = {"kind": "exercise", "ask": ["values"], "points": 1}
    return Exercise.model_validate({**given, **keys})


def answered(
    asked: Assignment,
    owner: str,
    answer: Callable[[QuizPart], str] = right_answer,
    student: str = "",
) -> Submission:
    """The exercises of `owner` with their answers, handed in by `student`; by `owner`, if left
    out."""
    files = tuple(
        (
            question.file or "",
            answers_text(
                question.name, each.questions(owner), owner * each.individual, answer
            ).encode(),
        )
        for question, each in exercises(asked)
    )
    return Submission(student or owner, files, identifier=student or owner)
