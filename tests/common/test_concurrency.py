"""How many processes can run at once, and what happens where they can't share work."""

import errno
import os
from multiprocessing.context import BaseContext

from pacgrid.autograder.batch.grader import open_pool
from pacgrid.autograder.batch.pool import InlinePool
from pacgrid.autograder.sandbox.level import Level
from pacgrid.cli.doctor import findings
from pacgrid.cli.series import in_processes
from pacgrid.common.concurrency import available_cpus, process_count, why_one_process


def test_available_cpus_is_one_or_more():
    assert 1 <= available_cpus() <= (os.cpu_count() or 1)


def test_without_dev_shm_work_is_done_in_one_process_which_is_said_once(monkeypatch, capsys):
    def fail(self: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(BaseContext, "Lock", fail)
    why_one_process.cache_clear()
    try:
        assert list(in_processes(abs, [-1, -2], 2)) == [(-1, 1), (-2, 2)]
        assert isinstance(open_pool(Level.PROCESS, 2), InlinePool)
        assert process_count(1) == 1
        assert {topic: ok for topic, _, ok, *_ in findings()}["several processes"] is False
    finally:
        why_one_process.cache_clear()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("pacgrid: works in one process instead of 2: ")
    assert line.endswith("Read-only file system")
