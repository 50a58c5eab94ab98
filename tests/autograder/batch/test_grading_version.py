from helpers.grading import TINY, tiny
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.journal import GradingVersion
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


def test_hidden_tests_with_new_seeds_are_named_and_others_are_not():
    hidden = TINY.replace("seed = 3", 'seed = 3\nvisibility = "hidden"')
    reseeded, retitled = hidden.replace("seed = 3", "seed = 4"), hidden.replace("Tiny", "Small")

    def version(text: str, question: str | None = None) -> GradingVersion:
        return GradingVersion.of(Assignment.parse(text, "a.toml"), question, Level.LANDLOCK)

    now = version(hidden)
    assert NOW.new_seeds(now) == version(reseeded).new_seeds(now) == ("reflex.2",)
    assert version(retitled).new_seeds(now) == now.new_seeds(NOW) == ()
    assert version(reseeded, "reflex").new_seeds(version(hidden, "reflex")) == ("reflex.2",)
    assert version(reseeded, "minimax").new_seeds(version(hidden, "minimax")) == ()
