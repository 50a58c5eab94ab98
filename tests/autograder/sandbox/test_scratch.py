import os
import signal
import subprocess
import sys
from pathlib import Path
from shutil import disk_usage

import pytest

from pacgrid.autograder.model.errors import GradingError
from pacgrid.autograder.sandbox import scratch as module
from pacgrid.autograder.sandbox.scratch import PREFIX, check_space, scratch

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
        "from pacgrid.autograder.sandbox.scratch import scratch\n"
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
def test_a_folder_whose_removal_is_interrupted_is_removed_by_the_next_run(temporary, monkeypatch):
    def remove_one(folder: Path) -> None:
        next(path for path in folder.rglob("*") if path.is_file()).unlink()
        raise KeyboardInterrupt

    def work() -> None:
        with scratch() as folder:
            (folder / "one").touch()
            (folder / "another").touch()

    with monkeypatch.context() as patched:
        patched.setattr(module, "rmtree", remove_one)
        with pytest.raises(KeyboardInterrupt):
            work()
    assert list(temporary.iterdir())
    module._remove_abandoned.cache_clear()
    with scratch():
        assert len(list(temporary.iterdir())) == 1


@posix
def test_folders_of_others_links_and_new_folders_are_left_alone(temporary, tmp_path, monkeypatch):
    new, old = (temporary / f"{PREFIX}{name}" for name in ("new", "old"))
    new.mkdir()
    old.mkdir()
    os.utime(old, (0, 0))
    private = temporary / "private"
    private.mkdir(mode=0o500)
    (private / "lock").touch()
    link = temporary / f"{PREFIX}link"
    link.symlink_to(private)
    for others in (True, False):
        with monkeypatch.context() as patched:
            if others:
                patched.setattr(os, "geteuid", lambda: os.getuid() + 1)
            module._remove_abandoned.cache_clear()
            with scratch():
                pass
        assert old.exists() == others, "no process needs an hour to lock its folder"
    assert new.exists()
    assert link.is_symlink()
    assert [file.name for file in private.iterdir()] == ["lock"]
    assert private.stat().st_mode & 0o777 == 0o500


# Disks.


def test_a_folder_that_cannot_be_made_is_an_error_of_one_line(temporary, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(temporary / "none"))
    monkeypatch.setattr(module, "gettempdir", lambda: str(temporary / "none"))
    unusable = r"none: can't be written: No such .*; free some"
    with pytest.raises(GradingError, match=unusable), scratch():
        pass


def test_too_little_space_is_an_error_of_one_line(temporary):
    check_space(1)
    needed = disk_usage(temporary).total << 1
    with pytest.raises(GradingError, match=rf"^{temporary}: less than {needed >> 20} MiB free; "):
        check_space(needed)
