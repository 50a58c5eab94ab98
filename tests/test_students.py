"""Submissions as students write them: what is said of them holds, and the shipped assignment tells
right ones from wrong ones."""

from collections import Counter
from collections.abc import Sequence

import pytest

from helpers.students import StudentAgent, student_agents
from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.grader import Grader
from pacgrid.autograder.question import Search
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.submissions.collection import collect

RIGHT = tuple(student_agents("right"))
WRONG = tuple(student_agents("wrong"))
ONLY_REMARKED = {("expands twice",)}
"""Their choices are right."""


def test_right_students_name_no_mistake_and_there_are_many():
    assert not [str(agent) for agent in RIGHT if agent.mistakes]
    assert len(RIGHT) >= 45


def test_each_wrong_student_names_its_mistakes_and_most_are_made_by_several():
    assert all(agent.mistakes for agent in WRONG)
    assert len(WRONG) >= 160
    authors = Counter(mistake for agent in WRONG for mistake in agent.mistakes)
    assert {mistake for mistake, count in authors.items() if count == 1} <= {"loops"}


def searches(generate: int) -> Assignment:
    """The tests of the shipped assignment with so many generated trees and positions; if it is the
    right number, all tests but games."""
    shipped = Assignment.load("pacman")
    questions = []
    for question in shipped.questions:
        tests = [test for test in question.tests if isinstance(test, Search)]
        if generate != 44:
            tests = [
                test.model_copy(update={"generate": generate}) for test in tests if test.generate
            ]
        if tests:
            points = sum(test.points for test in tests)
            questions.append(question.model_copy(update={"tests": tests, "points": points}))
    return shipped.model_copy(update={"questions": questions})


def misjudged(agents: Sequence[StudentAgent], generate: int = 44) -> list[str]:
    """The right agents that lose points on their question, and the wrong ones that don't."""
    files = sorted({agent.file for agent in agents})
    submissions = [submission for file in files for submission in collect([file]).submissions]
    assignment = searches(generate)
    asked = [q for q in assignment.questions if q.name in {agent.search for agent in agents}]
    grades = Grader(assignment, level=strongest(), questions=asked).grade(submissions)
    lost = {
        (file, question.name): question.points < question.possible
        for file, grade in zip(files, grades, strict=True)
        for question in grade.questions
    }
    return [
        str(agent)
        for agent in agents
        if lost[agent.file, agent.search]
        != (bool(agent.mistakes) and agent.mistakes not in ONLY_REMARKED)
    ]


def test_the_shipped_assignment_tells_some_right_searches_from_wrong_ones():
    chosen = {"pattern_matching:Expectimax", "max_in_chance_layer:Expectimax"}
    assert not misjudged([agent for agent in (*RIGHT, *WRONG) if str(agent) in chosen], generate=4)


@pytest.mark.slow
@pytest.mark.parametrize("agents", [RIGHT, WRONG], ids=["right", "wrong"])
def test_the_shipped_assignment_tells_right_searches_from_wrong_ones(agents):
    assert not misjudged(agents)
