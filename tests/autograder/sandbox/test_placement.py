import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from helpers.grading import limits, submission, write
from helpers.sandbox_levels import at_each_level
from pacgrid import State
from pacgrid.autograder.model.schema import Budget, SubmissionLimits
from pacgrid.autograder.sandbox import level as level_module
from pacgrid.autograder.sandbox import worker_disk
from pacgrid.autograder.sandbox.level import (
    Level,
    SharedCore,
    fixed_addresses,
    strongest,
    why_random,
)
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


fixed = pytest.mark.skipif(bool(why_random()), reason=why_random())

SETS = """
class Node: pass
for make in (Node, lambda: (lambda: 0), lambda: type("T", (), {})):
    nodes = [make() for _ in range(700)]
    print([nodes.index(node) for node in {*nodes}])
"""


def order(level: Level) -> str:
    """The order of sets of objects in a new worker."""
    with (
        submission(SETS).written() as main,
        WorkerClient(main, SubmissionLimits(), level) as client,
    ):
        client.load()
        return client.printed


@pytest.mark.slow
@fixed
@at_each_level
def test_sets_of_objects_have_one_order_whatever_the_folders_and_the_environment(
    level, monkeypatch
):
    orders = set()
    with TemporaryDirectory(dir="/tmp") as short:  # those of pytest may be longer than promised
        for number, name in enumerate(("", "long" * 9)):
            folder = Path(short, name)
            folder.mkdir(parents=True, exist_ok=True)
            monkeypatch.setattr("tempfile.tempdir", str(folder))
            monkeypatch.setattr(worker_disk, "_folders", {})
            monkeypatch.setenv("PACGRID_UNRELATED", "x" * 1000 * number)
            orders.add(order(level))
    assert len(orders) == 1


@fixed
def test_only_programs_that_are_started_within_it_get_fixed_addresses():
    code = [sys.executable, "-c", "print(id(object()))"]
    with fixed_addresses():
        addresses = {subprocess.check_output(code) for _ in range(3)}
    assert len(addresses) == 1
    assert len({subprocess.check_output(code) for _ in range(3)}) == 3


class Denying:
    """A C library whose `personality` answers questions only, as in a container."""

    def personality(self, wanted: int) -> int:
        return 0 if wanted == level_module._ONLY_ASK else -1


@pytest.mark.parametrize(
    ("libc", "reason"),
    [(Denying(), "the container denies the system call personality"), (None, "need Linux")],
)
def test_where_it_is_denied_programs_start_all_the_same_and_the_reason_is_known(
    monkeypatch, libc, reason
):
    monkeypatch.setattr(level_module, "_libc", lambda: libc)
    assert reason in why_random()
    with fixed_addresses():
        assert subprocess.check_output([sys.executable, "-c", "print(1)"]) == b"1\n"
