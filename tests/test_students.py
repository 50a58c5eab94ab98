"""Submissions as students write them: what is said of them holds, and the shipped assignment tells
right ones from wrong ones."""

from collections import Counter
from collections.abc import Sequence

import pytest

from helpers.students import OTHER_QUESTIONS, SEARCHES, StudentAgent, student_agents
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grading_job import Trial
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.kinds.search import Search, concluded, is_observed
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.submissions.submission import Submission

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


def loses_points(
    agent: StudentAgent,
    tests: Sequence[GradedTest] | None = None,
    level: Level = Level.IN_PROCESS,  # gives the same points as a sandbox, in half the time
) -> bool:
    """Whether the agent loses points in these `tests` of its question, by default in all. Of those
    of a search, it plays no games. It stops after the first test that costs points, and looks for
    no explanation, which takes long and costs points only where all choices are right."""
    content = (agent.file.name, agent.file.read_bytes())
    submission = Submission(agent.file.stem, (content,), agent.file.name)
    tests = tests or SHIPPED.question(agent.question).numbered_tests

    def outcome(test: GradedTest) -> Outcome:
        return Trial(submission, "", agent.name, test, SHIPPED.limits, level)()

    observed, outcomes = [*filter(is_observed, tests)], {}
    for test in observed:
        outcomes[test.number] = outcome(test)
        if outcomes[test.number].points < test.possible:
            return True
    if any(each.points < each.possible for each in concluded(observed, outcomes).outcomes):
        return True
    others = [each for each in tests if each not in observed]  # they take longer
    asked = [each for each in others if not observed or isinstance(each, Search)]
    return any(outcome(test).points < test.possible for test in asked)


def misjudged(agents: Sequence[StudentAgent]) -> list[str]:
    """The right agents that lose points, and the wrong ones that don't."""
    wrong = [each for each in agents if each.mistakes and each.mistakes not in ONLY_REMARKED]
    return [str(agent) for agent in agents if loses_points(agent) != (agent in wrong)]


@pytest.mark.parametrize(
    ("right", "wrong", "number", "changes"),
    [
        ("pattern_matching:Expectimax", "max_in_chance_layer:Expectimax", 2, {"generate": 4}),
        ("reflex_tuples:Reflex", "reflex_first_ghost:Reflex", 0, {}),
    ],
    ids=["a search", "a reflex agent that sees all ghosts"],
)
def test_the_shipped_assignment_tells_a_right_agent_from_a_wrong_one(right, wrong, number, changes):
    agents = {str(agent): agent for agent in (*RIGHT, *WRONG, *OTHERS)}
    test = SHIPPED.question(agents[right].question).tests[number].model_copy(update=changes)
    assert not loses_points(agents[right], [test], strongest())
    assert loses_points(agents[wrong], [test], strongest())


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES.values())
@pytest.mark.parametrize("agents", [RIGHT, ONE_OF_EACH], ids=["right", "wrong"])
def test_the_shipped_assignment_tells_right_searches_from_wrong_ones(agents, search):
    asked = [agent for agent in agents if agent.search == search]
    assert len(asked) >= 15
    assert misjudged(asked) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHER_QUESTIONS)
def test_the_shipped_assignment_tells_right_reflex_agents_and_evaluations_from_wrong_ones(name):
    agents = [agent for agent in OTHERS if agent.name == name]
    assert len(agents) >= 22
    assert misjudged(agents) == []
