from helpers.grading import TINY, tiny
from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.sandbox.level import Level

NOW = GradingVersion.of(tiny(), None, Level.LANDLOCK)


def test_the_same_assignment_is_the_same_version():
    assert GradingVersion.of(tiny(), None, Level.LANDLOCK) == NOW
    assert NOW.changes(NOW) == ()


def test_changes_are_named_in_words():
    other = Assignment.parse(TINY.replace("seed = 3", "seed = 4"), "tiny.toml")
    then = GradingVersion.of(other, None, Level.PROCESS)
    assert then.changes(NOW) == ("the assignment", "the sandbox")


def test_grading_one_question_is_another_version():
    assert GradingVersion.of(tiny(), "reflex", Level.LANDLOCK) != NOW
