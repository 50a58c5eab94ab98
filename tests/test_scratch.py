import os
import signal
import subprocess
import sys

import pytest

from pacgrid.autograder import scratch as module
from pacgrid.autograder.scratch import PREFIX, scratch

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """An empty folder for temporary files."""
    monkeypatch.setattr(module, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    module._remove_abandoned.cache_clear()
    yield tmp_path
    module._remove_abandoned.cache_clear()


def test_a_folder_is_empty_and_removed_with_its_contents_even_if_the_work_fails(temporary):
    def work() -> None:
        with scratch() as folder:
            assert list(folder.iterdir()) == []
            (folder / "deep" / "deeper").mkdir(parents=True)
            (folder / "deep" / "file").touch()
            _ = 1 / 0

    with pytest.raises(ZeroDivisionError):
        work()
    assert list(temporary.iterdir()) == []


@posix
@pytest.mark.slow
def test_the_folder_of_a_killed_process_is_removed_and_that_of_a_live_one_is_not(temporary):
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
            env={**os.environ, "TMPDIR": str(temporary)},
        )
        assert started.stdout
        assert PREFIX in started.stdout.readline()
        return started

    with working() as killed, working() as alive:
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert len(list(temporary.iterdir())) == 2
        with scratch():
            assert len(list(temporary.iterdir())) == 2
        (left,) = temporary.iterdir()
        assert alive.poll() is None
        alive.communicate("\n")
        assert not left.exists()


@posix
def test_a_folder_without_a_lock_is_left_alone(temporary):
    (temporary / f"{PREFIX}x").mkdir()
    with scratch():
        pass
    assert (temporary / f"{PREFIX}x").exists()
