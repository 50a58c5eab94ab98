import subprocess
import sys

import psutil
import pytest

from helpers.processes import PATIENCE
from pacgrid.cli.series import in_processes


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_each_item_comes_with_its_outcome(jobs: int) -> None:
    assert sorted(in_processes(abs, [-3, 1, -2], jobs)) == [(-3, 3), (-2, 2), (1, 1)]
    assert not list(in_processes(abs, [], jobs))


WAITS = """
import sys, time
from pacgrid.cli.series import in_processes

if __name__ == "__main__":
    for item, _ in in_processes(time.sleep, [0, 600, 600], 2):
        print("working", flush=True)
"""


@pytest.mark.slow
def test_processes_end_with_a_main_process_that_is_killed(tmp_path) -> None:
    program = tmp_path / "waits.py"
    program.write_text(WAITS)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE) as main:
        assert main.stdout
        main.stdout.readline()
        children = psutil.Process(main.pid).children(recursive=True)
        assert len(children) >= 2
        main.kill()
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert not alive
