import ctypes
import os
import signal
import subprocess
import sys
from contextlib import chdir, suppress
from pathlib import Path
from shutil import disk_usage

import pytest

from helpers.grading import write
from helpers.sandbox_levels import at_each_level
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.model.schema import SubmissionLimits
from pacgrid.autograder.sandbox import scratch as module
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.scratch import (
    MAX_FILES,
    PREFIX,
    ScratchFileSystem,
    ScratchFolder,
    Usage,
    check_space,
    scratch,
)
from pacgrid.autograder.worker_client.client import SubmissionError, WorkerClient

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
    with suppress(ZeroDivisionError), scratch() as folder:
        assert list(folder.iterdir()) == []
        (folder / "deep" / "deeper").mkdir(parents=True)
        (folder / "deep" / "file").touch()
        _ = 1 / 0
    assert list(temporary.iterdir()) == []


WORKS = """
from pacgrid.autograder.sandbox.scratch import scratch
with scratch() as folder:
    print(folder, flush=True)
    input()
"""


@posix
@pytest.mark.slow
def test_the_folder_of_a_killed_process_is_removed_and_that_of_a_live_one_is_not(temporary):
    def working() -> subprocess.Popen[str]:
        command, pipe = [sys.executable, "-c", WORKS], subprocess.PIPE
        started = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
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

    with monkeypatch.context() as patched:
        patched.setattr(module, "rmtree", remove_one)
        with suppress(KeyboardInterrupt), scratch() as folder:
            (folder / "one").touch()
            (folder / "another").touch()
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


def test_a_folder_that_cannot_be_made_and_too_little_space_are_errors_of_one_line(
    temporary, monkeypatch
):
    check_space(1)
    needed = disk_usage(temporary).total << 1
    with pytest.raises(GradingError, match=rf"^{temporary}: less than {needed >> 20} MiB free; "):
        check_space(needed)
    monkeypatch.setattr("tempfile.tempdir", str(temporary / "none"))
    monkeypatch.setattr(module, "gettempdir", lambda: str(temporary / "none"))
    unusable = r"none: can't be written: No such .*; free some"
    with pytest.raises(GradingError, match=unusable), scratch():
        pass


NOBODY = 0
"""No process has this number."""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def test_a_folder_is_empty_measured_with_all_that_is_in_it_and_removed(tmp_path):
    scratch = ScratchFolder(tmp_path, 1 << 20)
    assert scratch.usage(NOBODY) == Usage(0, 0)
    (scratch.path / "deep").mkdir()
    (scratch.path / "deep" / "file").write_bytes(bytes(1 << 20))
    (scratch.path / "link").symlink_to("/")
    usage = scratch.usage(NOBODY)
    assert usage.files == 3
    assert 1 << 20 <= usage.bytes < 1 << 21
    scratch.close()
    assert not list(tmp_path.iterdir())


@on_linux
def test_the_file_system_that_is_there_before_a_worker_has_its_own_does_not_count():
    assert ScratchFileSystem(1 << 20).usage(os.getpid()) == Usage(0, 0)


@on_linux
def test_a_file_that_has_lost_its_name_counts_while_it_is_open(tmp_path):
    scratch = ScratchFolder(tmp_path, 1 << 20)
    with (scratch.path / "file").open("wb", buffering=0) as file:
        file.write(bytes(1 << 20))
        (scratch.path / "file").unlink()
        usage = scratch.usage(os.getpid())
        assert usage.files >= 1  # other tests may have some too
        assert usage.bytes >= 1 << 20
    scratch.close()


@on_linux
def test_a_file_without_a_name_counts_once_while_it_is_mapped(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    scratch = ScratchFolder(tmp_path / "link", 1 << 30)
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    with (scratch.path / "file").open("w+b", buffering=0) as file:
        file.write(bytes(1 << 20))
        page = ctypes.c_void_p(libc.mmap(None, *map(ctypes.c_long, (4096, 1, 2, file.fileno(), 0))))
        (scratch.path / "file").unlink()
        assert scratch.usage(os.getpid()).bytes < 1 << 30
        file.close()
        assert scratch.usage(os.getpid()).bytes >= 1 << 30
        libc.munmap(page, ctypes.c_long(4096))
    scratch.close()


def dig(folder: Path) -> None:
    with chdir(folder):
        for _ in range(1100):
            Path("down").mkdir()
            os.chdir("down")


def hide(folder: Path) -> None:
    (folder / "hidden").mkdir()
    (folder / "hidden" / "file").touch()
    (folder / "hidden").chmod(0o300)


@pytest.mark.parametrize("spoil", [dig, hide])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of this")
def test_a_folder_that_can_not_be_measured_is_too_full_and_is_removed_too(tmp_path, spoil):
    scratch = ScratchFolder(tmp_path, 1 << 20)
    spoil(scratch.path)
    if spoil is dig or os.getuid():  # root may list any folder
        assert scratch.usage(NOBODY).files > MAX_FILES
    scratch.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of this")
def test_a_link_in_place_of_the_folder_is_removed_and_its_target_is_not_touched(tmp_path):
    target = tmp_path / "target"
    target.mkdir(mode=0o500)
    scratch = ScratchFolder(tmp_path, 1 << 20)
    scratch.path.rmdir()
    scratch.path.symlink_to(target)
    scratch.close()
    assert list(tmp_path.iterdir()) == [target]
    assert target.stat().st_mode & 0o777 == 0o500


USES: dict[str, tuple[str, str]] = {
    "works in it": (
        """
        import os, sys, tempfile
        from pathlib import Path
        assert Path.home() == Path(tempfile.gettempdir()), (Path.home(), tempfile.gettempdir())
        for path in Path.home().iterdir():  # Python's packages may be in /tmp, as in CI
            assert any(entry.startswith(str(path)) for entry in sys.path), path
        with tempfile.TemporaryFile() as file, tempfile.TemporaryDirectory() as folder:
            file.write(bytes(1 << 19))
            Path(folder, "file").write_bytes(bytes(1 << 19))
        Path.home().joinpath("kept").write_text("text")
        """,
        "",
    ),
    "fills it": (
        """
        import tempfile
        files = [tempfile.NamedTemporaryFile(delete=False) for _ in range(8)]
        for file in files: file.write(bytes(1 << 20)); file.flush()
        """,
        "its temporary files take more than 4 MiB|No space left on device",
    ),
}


@on_linux
@at_each_level
@pytest.mark.parametrize("name", USES)
def test_a_worker_has_a_folder_of_its_own_within_its_limits(tmp_path, level: Level, name):
    text, reason = USES[name]
    with WorkerClient(write(tmp_path, text), SubmissionLimits(file_mb=4), level) as client:
        if not reason:
            client.load()
            assert not client.printed
            return
        with pytest.raises(SubmissionError, match=reason):
            client.load()
