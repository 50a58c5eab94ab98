import os
import signal
import subprocess
import sys

import pytest

from pacgrid.autograder import scratch as module
from pacgrid.autograder.scratch import PREFIX, scratch

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder for temporary files, in which nothing was cleared away yet."""
    monkeypatch.setattr(module, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    module._remove_abandoned.cache_clear()
    yield tmp_path
    module._remove_abandoned.cache_clear()


def test_a_folder_is_empty_and_gone_afterwards_with_all_that_is_in_it(place):
    with scratch() as folder:
        assert list(folder.iterdir()) == []
        (folder / "deep" / "deeper").mkdir(parents=True)
        (folder / "deep" / "file").touch()
    assert list(place.iterdir()) == []


def test_a_folder_is_gone_when_the_work_fails(place):
    with pytest.raises(ZeroDivisionError), scratch():
        _ = 1 / 0
    assert list(place.iterdir()) == []


@posix
@pytest.mark.slow
def test_what_a_killed_process_has_left_is_cleared_away_and_others_work_is_not(place):
    code = (
        "from pacgrid.autograder.scratch import scratch\n"
        "with scratch() as folder: print(folder, flush=True); input()"
    )

    def working() -> subprocess.Popen[str]:
        started = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(place)},
        )
        assert started.stdout
        assert PREFIX in started.stdout.readline()
        return started

    with working() as killed, working() as alive:
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert len(list(place.iterdir())) == 2
        with scratch():
            assert len(list(place.iterdir())) == 2
        (left,) = place.iterdir()
        assert alive.poll() is None
        alive.communicate("\n")
        assert not left.exists()


@posix
def test_a_folder_without_a_lock_is_somebody_elses(place):
    (place / f"{PREFIX}x").mkdir()
    with scratch():
        pass
    assert (place / f"{PREFIX}x").exists()
