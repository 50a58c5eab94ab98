import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

from pacgrid.kernel import compiling, jit
from pacgrid.kernel.compiling import notice


@pytest.mark.parametrize(
    ("has_cache", "advice"),
    [
        (True, "this takes a while, but only the first time"),
        (False, "to compile it only once, set NUMBA_CACHE_DIR to a folder that can be written"),
    ],
)
def test_only_a_long_wait_is_explained(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_cache: bool, advice: str
) -> None:
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path if has_cache else None)
    monkeypatch.setattr(compiling, "_printed", set())
    printed = StringIO()
    monkeypatch.setattr(sys, "stderr", printed)
    with notice("nothing", delay=600.0), notice("a search", delay=0.0):
        while not printed.getvalue():  # as long as the timer's thread takes
            time.sleep(0.001)
    assert printed.getvalue() == f"pacgrid: compiling a search; {advice}\n"


def test_it_is_said_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    assert [compiling._is_first(text) for text in ("one", "one", "another")] == [True, False, True]


@pytest.mark.slow
def test_several_processes_of_a_command_say_it_once(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("""
import multiprocessing
import sys
from pathlib import Path
from pacgrid.kernel import compiling, jit

def compile_slowly(_):
    jit.cache_folder = lambda: Path(sys.argv[1])
    with compiling.notice("a search", delay=0):
        while not compiling._printed:
            pass

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(compile_slowly, range(4), chunksize=1)
""")
    for _ in range(2):
        command = [sys.executable, str(program), str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stderr.count("pacgrid: compiling a search") == 1
