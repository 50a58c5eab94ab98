from collections.abc import Iterator

import pytest

from helpers.grading import GOES_WEST, loaded, question_tests, write
from pacgrid import State
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.kinds.positions import Positions
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.common.failure import Failure

AGENTS = f"""{GOES_WEST}
class Stops(Agent):
    def act(self, state):
        return Action.STOP

class FailsWithFoodInTheEast(Reflex):
    def act(self, state):
        1 / len([x for x, _ in state.food if x < 2])
        return super().act(state)

class Dies(Agent):
    def act(self, state):
        import os
        os._exit(1)
"""
WEST, EAST = State.parse("%%%%%%\n%.P1 %\n%%%%%%"), State.parse("%%%%%%\n% 1P.%\n%%%%%%")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerClient]:
    with loaded(write(tmp_path_factory.mktemp("agents"), AGENTS)) as client:
        yield client


def positions(*states: State, **changes: object) -> Positions:
    (test,) = (test for test in question_tests("reflex") if isinstance(test, Positions))
    return test.model_copy(update={"positions": list(states or [WEST]), **changes})


def test_optimal_choices_in_all_positions_give_the_points(client):
    outcome = positions().run(Part(client, "Reflex"))
    assert outcome.test == "the best action in 1 position, 1 round ahead"
    assert (outcome.result, outcome.points) == ("optimal in 1 of 1", 1)
    assert (outcome.advice, outcome.failure, outcome.nodes) == ("", None, None)


def test_a_wrong_choice_is_shown_with_its_position(client):
    outcome = positions().run(Part(client, "Stops"))
    assert (outcome.points, outcome.result) == (0, "optimal in 0 of 1")
    assert outcome.advice.startswith("position 1: chose stop, best is west\n")


@pytest.mark.parametrize(("partial", "points"), [(False, 0), (True, 1.5)])
def test_some_optimal_choices_give_points_only_in_a_partial_test(client, partial, points):
    test = positions(WEST, WEST, EAST, WEST, partial=partial, points=2)
    outcome = test.run(Part(client, "Reflex"))
    assert (outcome.points, outcome.result) == (points, "optimal in 3 of 4")
    assert outcome.advice.startswith("position 3: ")


def test_an_agent_that_fails_is_tried_in_the_next_position(client):
    outcome = positions(EAST, WEST, partial=True).run(Part(client, "FailsWithFoodInTheEast"))
    assert (outcome.points, outcome.place) == (0.5, "position 1")
    assert outcome.result == "failed in position 1 of 2, optimal in 1"
    assert outcome.failure
    assert outcome.failure.message.startswith("ZeroDivisionError")


def test_an_agent_that_cannot_be_built_is_not_tried(client):
    outcome = positions(options={"depth": 2}).run(Part(client, "Reflex"))
    assert (outcome.result, outcome.points) == ("not tried", 0)
    assert outcome.failure == Failure("Reflex can't be built: its __init__ must accept depth")


def test_a_worker_that_dies_loses_the_remaining_positions(tmp_path):
    with loaded(write(tmp_path, AGENTS)) as client:
        outcome = positions(WEST, WEST, partial=True).run(Part(client, "Dies"))
    assert (outcome.points, outcome.place) == (0, "position 1 (position 2 was not tried)")
    assert outcome.failure
    assert outcome.failure.message == "its process exited: exit code 1"
    assert outcome.failure.position.startswith("in this position:\n%%%%%%\n%.P1 %\n")
