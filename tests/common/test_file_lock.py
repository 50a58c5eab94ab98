"""Only one at a time is in a block that a file locks."""

from pathlib import Path
from threading import Thread

import pytest

from pacgrid.common.file_lock import file_lock

fcntl = pytest.importorskip("fcntl", reason="locks files otherwise on Windows")


def test_others_wait_until_the_block_ends(tmp_path: Path) -> None:
    path, entered = tmp_path / "lock", []

    def enter() -> None:
        with file_lock(path):
            entered.append("second")

    with file_lock(path):
        thread = Thread(target=enter)
        thread.start()
        with path.open() as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        entered.append("first")
    thread.join()
    assert entered == ["first", "second"]


def test_nobody_waits_where_no_file_can_be_locked(tmp_path: Path) -> None:
    with file_lock(tmp_path / "none" / "lock"), file_lock(tmp_path / "none" / "lock"):
        pass
