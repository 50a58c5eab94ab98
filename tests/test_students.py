"""Submissions as students write them: what is said of them holds, and the shipped assignment tells
right ones from wrong ones."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from helpers.students import OTHER_QUESTIONS, SEARCHES, StudentAgent, student_agents
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.batch.grading_job import Trial
from pacgrid.autograder.kinds.search import Search, concluded
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.submissions.collection import collect

SHIPPED = Assignment.load("pacman")
RIGHT = tuple(student_agents("right"))
WRONG = tuple(student_agents("wrong"))
ONE_OF_EACH = tuple({(agent.question, agent.mistakes): agent for agent in reversed(WRONG)}.values())
"""An author of each mistake in each question."""
OTHERS = (*student_agents("right", OTHER_QUESTIONS), *student_agents("wrong", OTHER_QUESTIONS))
ONLY_REMARKED = {("expands twice",)}
"""Their choices are right."""


def test_right_students_name_no_mistake_and_there_are_many():
    assert not [str(agent) for agent in RIGHT if agent.mistakes]
    assert len(RIGHT) >= 45


def test_each_wrong_student_names_its_mistakes_and_most_are_made_by_several():
    assert all(agent.mistakes for agent in WRONG)
    assert len(WRONG) >= 160
    authors = Counter(mistake for agent in WRONG for mistake in agent.mistakes)
    assert {mistake for mistake, count in authors.items() if count == 1} <= {
        *("loops", "no cut-off", "Pac-Man averages"),
        *("infinite", "not a number", "too slow"),
    }


def losing(
    agents: Sequence[StudentAgent], number: int, jobs: int | None = 1, **changes: Any
) -> set[StudentAgent]:
    """The agents that lose points in the test with this `number` of their question."""
    asked = []
    for question in SHIPPED.questions:
        if question.name in {agent.question for agent in agents}:
            test = question.tests[number].model_copy(update=changes)
            asked.append(question.model_copy(update={"tests": [test], "points": test.possible}))
    files = sorted({agent.file for agent in agents})
    submissions = [submission for file in files for submission in collect([file]).submissions]
    assignment = SHIPPED.model_copy(update={"questions": asked})
    grades = Grader(assignment, level=strongest(), jobs=jobs).grade(submissions)
    lost = {
        (file, question.name)
        for file, grade in zip(files, grades, strict=True)
        for question in grade.questions
        if question.points < question.possible
    }
    return {agent for agent in agents if (agent.file, agent.question) in lost}


def loses_points(agent: StudentAgent) -> bool:
    """Whether the agent loses points in a search test of its question. Like the grader, it stops
    after the first test that costs points, but then it looks for no explanation, which takes long
    and costs points only where all choices are right."""
    (submission,) = collect([agent.file]).submissions
    tests = [
        test for test in SHIPPED.question(agent.question).numbered_tests if isinstance(test, Search)
    ]
    outcomes = {}
    for test in tests:
        outcome = Trial(submission, "", agent.name, test, SHIPPED.limits, strongest())()
        if outcome.points < test.possible:
            return True
        outcomes[test.number] = outcome
    return any(each.points < each.possible for each in concluded(tests, outcomes).outcomes)


def is_wrong(agent: StudentAgent) -> bool:
    return bool(agent.mistakes) and agent.mistakes not in ONLY_REMARKED


def misjudged(agents: Sequence[StudentAgent]) -> list[str]:
    """The right agents that lose points in any test, and the wrong ones that don't. An agent that
    has lost points isn't graded on the tests that follow."""
    lost: set[StudentAgent] = set()
    for question in SHIPPED.questions:
        for number, _ in enumerate(question.tests):
            rest = [each for each in agents if each.question == question.name and each not in lost]
            if rest:
                lost |= losing(rest, number, jobs=None)
    return [str(agent) for agent in agents if (agent in lost) != is_wrong(agent)]


def test_the_shipped_assignment_tells_some_right_searches_from_wrong_ones():
    chosen = {"pattern_matching:Expectimax", "max_in_chance_layer:Expectimax"}
    right, wrong = (agent for agent in (*RIGHT, *WRONG) if str(agent) in chosen)
    assert losing([right, wrong], 2, generate=4) == {wrong}


def test_the_shipped_assignment_tells_a_reflex_agent_that_sees_all_ghosts_from_others():
    chosen = {"reflex_tuples:Reflex", "reflex_first_ghost:Reflex"}
    right, wrong = (agent for agent in OTHERS if str(agent) in chosen)
    assert losing([right, wrong], 0) == {wrong}


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES.values())
@pytest.mark.parametrize("agents", [RIGHT, ONE_OF_EACH], ids=["right", "wrong"])
def test_the_shipped_assignment_tells_right_searches_from_wrong_ones(agents, search):
    asked = [agent for agent in agents if agent.search == search]
    assert len(asked) >= 15
    assert [str(agent) for agent in asked if loses_points(agent) != is_wrong(agent)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHER_QUESTIONS)
def test_the_shipped_assignment_tells_right_reflex_agents_and_evaluations_from_wrong_ones(name):
    agents = [agent for agent in OTHERS if agent.name == name]
    assert len(agents) >= 22
    assert not misjudged(agents)
