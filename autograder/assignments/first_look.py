"""A first look: an assignment with few games, whose points are not a grade."""

from .assignment import Assignment
from .question import Question

SIZE = 3
"""The most games or positions in a test."""


def first_look(assignment: Assignment) -> Assignment:
    """`assignment` with at most `SIZE` games or positions in each test, for the same points. Of
    fewer games, as large a share must be won."""
    questions = [_shorter(question) for question in assignment.questions]
    title = f"{assignment.title} (first look)"
    return assignment.model_copy(update={"title": title, "questions": questions})


def _shorter(question: Question) -> Question:
    tests = [test.shortened(SIZE) for test in question.tests]
    return question.model_copy(update={"tests": tests})
