from helpers.grading import question_tests
from pacgrid import Action, State
from pacgrid.autograder.kinds.choices import ChoiceTest
from pacgrid.autograder.kinds.tally import Tally
from pacgrid.autograder.worker_client.replies import Acted

WEST = State.parse("%%%%%%\n%.P1 %\n%%%%%%")


def test_a_wrong_choice_in_a_large_search_gets_the_right_values():
    test = question_tests("minimax")[0]
    assert isinstance(test, ChoiceTest)
    tally = Tally(test.model_copy(update={"positions": [WEST] * 4}))
    for number in (2, 3, 4):
        tally.count(number, WEST, Acted(Action.STOP, None, {Action.STOP: 3.5}))
    assert tally.outcome().advice.splitlines() == [
        "position 2: chose stop, best is west",
        "the right values: east -501, west 509, stop -501",
        "the values it found: stop 3.5",
        *("%%%%%%", "%.P1 %", "%%%%%%", "ghost 1: (3, 1) stop, home (3, 1)"),
        "also wrong in positions 3-4",
    ]
