from grading import GOES_WEST, limits, parts_of, tiny, write
from pacgrid.autograder.assignment import Budget
from pacgrid.autograder.trial import inspect, try_out
from pacgrid.failure import Failure


def test_a_file_is_inspected_without_being_imported_here(tmp_path):
    file = write(tmp_path, GOES_WEST + "import sys; sys.inspected = True")
    found = inspect(file, tiny())
    assert not isinstance(found, Failure)
    assert list(found.agents) == ["Reflex"]
    assert not hasattr(__import__("sys"), "inspected")


def test_each_test_has_a_worker_of_its_own(tmp_path):
    file = write(tmp_path, GOES_WEST)
    for test in parts_of("reflex"):
        assert try_out(file, "Reflex", test, limits()).points == 1


def test_a_file_that_loads_no_more_fails_the_test(tmp_path):
    (test, _) = parts_of("reflex")
    outcome = try_out(write(tmp_path, "import nowhere"), "Reflex", test, limits())
    assert (outcome.test, outcome.points) == ("2 games on pocket against random_ghost", 0)
    assert outcome.failure


def test_a_test_can_limit_a_move_in_its_own_way(tmp_path):
    text = GOES_WEST.replace("wanted =", "import time; time.sleep(1)\n        wanted =")
    (test, _) = parts_of("reflex")
    short = test.model_copy(update={"move": Budget(cpu_seconds=1, seconds=0.1)})
    outcome = try_out(write(tmp_path, text), "Reflex", short, limits())
    assert outcome.failure == Failure("took more than 0.1 seconds for a move")
