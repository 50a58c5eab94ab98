import ctypes
import os
import sys
from pathlib import Path

import pytest

from helpers.grading import write
from helpers.sandbox_levels import at_each_level
from pacgrid.autograder.model.limits import SubmissionLimits
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.scratch_folder import (
    MAX_FILES,
    ScratchFileSystem,
    ScratchFolder,
    Usage,
)
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.autograder.worker_client.connection import SubmissionError

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
@pytest.mark.parametrize("is_open", [False, True])
def test_a_file_without_a_name_counts_once_while_it_is_mapped(tmp_path, is_open):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    scratch = ScratchFolder(tmp_path / "link", 1 << 30)
    with (scratch.path / "file").open("w+b", buffering=0) as file:
        file.write(bytes(1 << 20))
        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_void_p
        page = ctypes.c_void_p(libc.mmap(None, *map(ctypes.c_long, (4096, 1, 2, file.fileno(), 0))))
        (scratch.path / "file").unlink()
        if not is_open:
            file.close()
        assert (scratch.usage(os.getpid()).bytes >= 1 << 30) != is_open
        libc.munmap(page, ctypes.c_long(4096))
    scratch.close()


def dig(folder: Path) -> None:
    home = Path.cwd()
    os.chdir(folder)
    for _ in range(1100):
        Path("down").mkdir()
        os.chdir("down")
    os.chdir(home)


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
    "fills it with files that have no name": (
        """
        import tempfile
        files = [tempfile.TemporaryFile() for _ in range(8)]
        for file in files: file.write(bytes(1 << 20)); file.flush()
        """,
        "its temporary files take more than 4 MiB|No space left on device",
    ),
    "makes too many files": (
        f"""
        import tempfile
        from pathlib import Path
        for number in range({MAX_FILES + 1}): Path(tempfile.gettempdir(), str(number)).touch()
        """,
        f"has more than {MAX_FILES} temporary files",
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
