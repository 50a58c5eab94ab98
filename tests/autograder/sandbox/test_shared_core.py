import os
import sys

import pytest

from helpers.grading import limits, write
from helpers.sandbox_levels import at_each_level
from pacgrid import State
from pacgrid.autograder.model.limits import Budget
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.sandbox.shared_core import SharedCore
from pacgrid.autograder.worker_client.client import WorkerClient

STATE = State.parse("%%%%%%\n%.P1 %\n%%%%%%")
CORES = os.sched_getaffinity(0) if sys.platform == "linux" else set()

several_cores = pytest.mark.skipif(len(CORES) < 2, reason="needs Linux and two cores")

REPORTS_ITS_CORES = """
import os, time
from pacgrid import Action, Agent, Report

class A(Agent):
    def __init__(self, waits=0):
        self.waits = waits

    def act(self, state):
        while len(os.sched_getaffinity(0)) < self.waits:
            time.sleep(0.01)
        self.report = Report(nodes=len(os.sched_getaffinity(0)))
        return Action.STOP
"""


@several_cores
def test_both_are_kept_on_one_core_until_they_are_not():
    core = SharedCore(os.getpid())
    for _ in range(2):
        core.enter()
        core.enter()
        assert len(os.sched_getaffinity(0)) == 1
        core.leave()
        core.leave()
        assert os.sched_getaffinity(0) == CORES
    core.enter()
    core.release()
    assert os.sched_getaffinity(0) == CORES


@pytest.mark.parametrize("worker", [None, 2**22 + 1])
def test_a_worker_that_is_not_there_is_no_error(worker):
    core = SharedCore(worker)
    core.enter()
    core.release()
    assert not CORES or os.sched_getaffinity(0) == CORES


@several_cores
@at_each_level
def test_a_worker_shares_a_core_and_gets_them_all_when_it_thinks_for_long(tmp_path, level):
    patient = limits().model_copy(update={"move": Budget(cpu_seconds=5, seconds=60)})
    with WorkerClient(write(tmp_path, REPORTS_ITS_CORES), patient, level) as client:
        client.load()
        client.build("A", {"waits": 0})
        client.start(STATE, 0)
        assert any(client.act([]).nodes == 1 for _ in range(2000))
        client.build("A", {"waits": len(CORES)})
        client.start(STATE, 0)
        assert client.act([]).nodes == len(CORES)
    assert os.sched_getaffinity(0) == CORES


@several_cores
def test_the_children_of_a_worker_do_not_inherit_a_core(tmp_path):
    more = limits().model_copy(update={"processes": 2})
    with WorkerClient(write(tmp_path, REPORTS_ITS_CORES), more, strongest()) as client:
        client.load()
        client.build("A", {})
        client.start(STATE, 0)
        assert {client.act([]).nodes for _ in range(20)} == {len(CORES)}
