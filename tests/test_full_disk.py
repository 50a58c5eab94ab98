"""A disk that is full harms no grade and no solution: the run stops with one line."""

import shutil
import subprocess
import sys

import pytest

from helpers.grading import GOES_WEST, TINY, write

pytestmark = pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed")

WRITES = GOES_WEST.replace(
    "        wanted",
    "        import tempfile\n"
    "        with tempfile.TemporaryFile() as file:\n"
    "            file.write(bytes(1 << 20))\n"
    "        wanted",
)
"""Writes a temporary file for each move, as it may."""

RUNS = """
import os, shutil, subprocess, sys
from pathlib import Path

def grade():
    command = [sys.executable, "-m", "pacgrid", "grade", "../submissions", "-a", "../tiny.toml"]
    command += ["--sandbox", sys.argv[2], "-j", "2", "-o", "results"]
    return subprocess.run(command, capture_output=True, text=True)

os.chdir(sys.argv[1])
os.environ["TMPDIR"] = os.getcwd()
taken = shutil.disk_usage(".").free - int(sys.argv[3])
Path("file").write_bytes(bytes(taken))
stopped = grade()
*_, last = stopped.stderr.splitlines()
assert "Traceback" not in stopped.stderr, stopped.stderr
assert stopped.returncode in (0, 1)
assert stopped.returncode == 0 or last.startswith("Error: "), stopped.stderr
Path("file").unlink()
resumed = grade() if stopped.returncode else stopped
assert resumed.returncode == 0, resumed.stderr
print(stopped.returncode, Path("results/gradebook.csv").read_text("utf-8-sig"))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "sizes"),
    [
        ("process", (1_000_000, 18_000_000)),
        ("landlock", (10_000, 1_000_000, 3_000_000, 5_000_000, 18_000_000)),
    ],
)
def test_a_full_disk_stops_grading_and_costs_nobody_points(tmp_path, level, sizes):
    small = tmp_path / "small"
    small.mkdir()
    (tmp_path / "submissions").mkdir()
    write(tmp_path, TINY.replace("[limits]", "[limits]\nfile_mb = 2"), "tiny.toml")
    write(tmp_path, GOES_WEST, "submissions/a.py")
    write(tmp_path, WRITES, "submissions/b.py")
    disk = ["bwrap", "--dev-bind", "/", "/", "--size", str(20 << 20), "--tmpfs", str(small)]
    stopped = []
    for free in sizes:
        script = [sys.executable, "-c", RUNS, str(small), level, str(free)]
        done = subprocess.run([*disk, *script], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        code, _, gradebook = done.stdout.partition(" ")
        stopped.append(code)
        assert [line.split(",")[3] for line in gradebook.splitlines()[1:3]] == ["2", "2"]
    assert (stopped[0], stopped[-1]) == ("1", "0")


SOLVES = """
import os, shutil, sys
from pathlib import Path
from pacgrid import Layout, PacgridError
from pacgrid.solutions.solve import solve

os.chdir(sys.argv[1])
def fill(*_):
    if not os.path.exists("file"):
        Path("file").write_bytes(bytes(shutil.disk_usage(".").free))
try:
    solve(Layout.load("lure"), path="lure.solution", progress=fill)
except PacgridError as error:
    print(error, os.listdir())
"""


@pytest.mark.slow
def test_a_full_disk_stops_solving_in_one_line_and_leaves_nothing_half_written(tmp_path):
    disk = ["bwrap", "--dev-bind", "/", "/", "--size", str(8_000_000), "--tmpfs", str(tmp_path)]
    script = [sys.executable, "-c", SOLVES, str(tmp_path)]
    done = subprocess.run([*disk, *script], capture_output=True, text=True, check=False)
    message = "lure.solution: can't be written: No space left on device ['file']\n"
    assert done.stdout == message, done.stderr
