"""Compiled code is cached, and found again only by the same sources; a long wait is explained."""

import errno
import os
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from threading import Timer
from typing import Any

import numba
import pytest

from pacgrid.kernel import jit
from pacgrid.kernel.jit import notice

WORTH = """
from pacgrid.kernel import jit
from pacgrid.state import FOOD_POINTS
@jit.compiled
def worth(food):
    return food * FOOD_POINTS
print(worth(2), sum(worth.stats.cache_hits.values()))
"""
"""A module of the kernel that is compiled fast, unlike the rules themselves."""


@pytest.mark.slow
def test_a_changed_rule_is_compiled_anew(tmp_path: Path) -> None:
    """numba alone would not check `pacgrid/state.py`."""
    root = Path(jit.__file__).parents[1]
    for name in ("", "kernel"):
        (tmp_path / "pacgrid" / name).mkdir()
        for source in (root / name).glob("*.py"):
            (tmp_path / "pacgrid" / name / source.name).write_bytes(source.read_bytes())
    for folder in ("envs", "render", "session", "layouts", "agents"):
        path = root.parent / folder if folder in ("layouts", "agents") else root / folder
        (tmp_path / "pacgrid" / folder).symlink_to(path, target_is_directory=True)
    (tmp_path / "pacgrid" / "kernel" / "worth.py").write_text(WORTH)
    rules = tmp_path / "pacgrid" / "state.py"
    points = []
    for food in ("10", "10", "25"):
        text = rules.read_text("utf-8")
        changed = text.replace("FOOD_POINTS = 10\n", f"FOOD_POINTS = {food}\n")
        rules.write_text(changed, "utf-8")
        command = [sys.executable, "-c", "import pacgrid.kernel.worth"]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_NUM_THREADS": "1"}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"  # it tells changes apart by the second
        environment.pop("NUMBA_CACHE_DIR", None)
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=True
        )
        points.append(done.stdout)
    assert points == ["20 0\n", "20 1\n", "50 0\n"]


TWICE = """
from pacgrid.kernel import jit
@jit.compiled
def double(number):
    return 2 * number
@jit.compiled
def twice(number):
    return double(double(number))
assert twice(4) == 16
print(sum(twice.stats.cache_misses.values()))
"""


@pytest.mark.slow
def test_of_several_processes_one_compiles_and_the_others_wait(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(TWICE)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, str(tmp_path / "twice.py")]
    options: Any = {"stdout": subprocess.PIPE, "env": environment, "text": True}
    processes = [subprocess.Popen(command, **options) for _ in range(3)]
    misses = [process.communicate()[0] for process in processes]
    assert sorted(misses) == ["0\n", "0\n", "1\n"]
    for damaged in ("*.nbi", "*.nbc"):
        for file in tmp_path.rglob(damaged):
            file.write_bytes(file.read_bytes()[:-9])
        assert subprocess.check_output(command, env=environment, text=True) == "1\n"


def test_without_a_writable_folder_nothing_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(configured: str, folder: Path) -> Path:
        raise OSError(configured)

    monkeypatch.setattr(jit, "_cache_folder", nowhere)

    @jit.compiled
    def double(number: int) -> int:
        return 2 * number

    assert double(4) == 8


def test_a_full_disk_costs_the_cache_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(jit, "_cache_folder", lambda *_: tmp_path)
    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)

    @jit.compiled
    def double(number: int) -> int:
        return 2 * number

    assert [double(4), double(5)] == [8, 10]


def test_the_configured_folder_is_used_and_nobody_needs_a_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    find = jit._cache_folder.__wrapped__
    assert find(str(tmp_path)).parent == tmp_path
    (tmp_path / "file").touch()
    monkeypatch.setattr(jit, "_HERE", tmp_path / "file")
    with pytest.raises(OSError, match="no writable folder"):
        find("")


@pytest.mark.parametrize(
    ("folder", "source"),
    [
        ("kernel", "maze.py"),
        ("kernel/champion", "kernel/search/position.py"),
        ("solutions", "solutions/transitions.py"),
    ],
)
def test_cached_code_depends_on_other_folders(folder: str, source: str) -> None:
    root = Path(jit.__file__).parents[1]
    assert root / source in jit._sources(root / folder)


def test_nothing_is_said_of_what_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(Timer, "start", lambda timer: started.append(*timer.args))
    with notice("a search"):
        pass
    assert not started
    with notice("another search"):
        numba.njit(lambda: 0)()
    assert [text.partition(";")[0] for text in started] == ["pacgrid: compiling another search"]


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
    monkeypatch.setattr(jit, "_printed", set())
    printed = StringIO()
    monkeypatch.setattr(sys, "stderr", printed)
    with notice("nothing", delay=600.0), notice("a search", delay=0.0):
        numba.njit(lambda: 0)()
        while not printed.getvalue():  # as long as the timer's thread takes
            time.sleep(0.001)
    assert printed.getvalue() == f"pacgrid: compiling a search; {advice}\n"
