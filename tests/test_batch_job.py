from dataclasses import replace

import pytest

from helpers.grading import GOES_WEST, limits, question_tests, tiny
from pacgrid.autograder.batch.job import Inspection, Trial
from pacgrid.autograder.messages import Loaded
from pacgrid.autograder.question import Games
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.common.failure import Failure

BOB = Submission("bob", (("agent.py", GOES_WEST.encode()),), "agent.py")
(TEST,) = (test for test in question_tests("reflex") if isinstance(test, Games))
TRIAL = Trial(BOB, "reflex", "Reflex", TEST, limits(), Level.PROCESS)


def test_who_handed_it_in_and_which_question_asks_do_not_count():
    anns = replace(BOB, name="ann", student="Ann", identifier="7")
    assert replace(TRIAL, submission=anns, question="other").key() == TRIAL.key()


@pytest.mark.parametrize(
    "change",
    [
        {"submission": replace(BOB, files=(("agent.py", b"pass"),))},
        {"answer": "Mine"},
        {"test": TEST.model_copy(update={"seed": 4})},
        {"test": TEST.model_copy(update={"visibility": "hidden"})},
        {"limits": limits().model_copy(update={"memory_mb": 512})},
        {"level": Level.LANDLOCK},
    ],
    ids=["files", "answer", "seed", "visibility", "limits", "level"],
)
def test_all_that_the_result_depends_on_counts(change):
    assert replace(TRIAL, **change).key() != TRIAL.key()


def test_an_inspection_and_a_trial_are_not_taken_for_each_other():
    assert Inspection(BOB, tiny(), Level.PROCESS).key() != TRIAL.key()


@pytest.mark.parametrize("result", [Loaded(kind="loaded", functions=["f"]), Failure("no", "here")])
def test_the_result_of_an_inspection_is_read_as_it_was_written(result):
    assert Inspection.read(Inspection.dump(result)) == result


def test_a_trial_is_done_where_it_is_called():
    assert TRIAL().points == 1
    assert Trial.read(Trial.dump(TRIAL())) == TRIAL()
