import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from helpers.grading import submission
from helpers.sandbox_levels import at_each_level
from pacgrid.autograder.model.limits import SubmissionLimits
from pacgrid.autograder.sandbox import address_layout, worker_library
from pacgrid.autograder.sandbox.address_layout import fixed_addresses, why_random
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.worker_client.client import WorkerClient

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
        for number, name in enumerate(("", "a/b/c", "long" * 9)):
            folder = Path(short, name)
            folder.mkdir(parents=True, exist_ok=True)
            monkeypatch.setattr("tempfile.tempdir", str(folder))
            monkeypatch.setattr(worker_library, "_folders", {})
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
        return 0 if wanted == address_layout._ONLY_ASK else -1


@pytest.mark.parametrize(
    ("libc", "reason"),
    [(Denying(), "the container denies the system call personality"), (None, "need Linux")],
)
def test_where_it_is_denied_programs_start_all_the_same_and_the_reason_is_known(
    monkeypatch, libc, reason
):
    monkeypatch.setattr(address_layout, "_libc", lambda: libc)
    assert reason in why_random()
    with fixed_addresses():
        assert subprocess.check_output([sys.executable, "-c", "print(1)"]) == b"1\n"
