"""Only one at a time is in a block that a file locks."""

import os
import stat
from pathlib import Path
from threading import Thread

import pytest

from pacgrid.common.files import atomic_file, atomic_write, file_lock, read_regular_file

posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and file modes are POSIX's")


def test_a_regular_file_is_read_up_to_a_size(tmp_path: Path) -> None:
    path = tmp_path / "small.lay"
    path.write_bytes(b"%%%\r\n")
    assert read_regular_file(path, 5) == b"%%%\r\n"
    with pytest.raises(OSError, match="larger than 4 bytes"):
        read_regular_file(path, 4)


@posix
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing", "No such file"),
        ("folder", "Is a directory"),
        ("pipe", "not a regular file"),
        ("/dev/zero", "not a regular file"),
        ("null\0", "not a valid file name"),
        ("surrogate\udcff\ud800", "not a valid file name"),
    ],
)
def test_anything_but_a_regular_file_is_refused_at_once(tmp_path, name, reason):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=reason):
        read_regular_file(tmp_path / name, 100)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "grades.json"
    for text in ("one ✓", "two"):
        atomic_write(path, text)
        assert path.read_text("utf-8") == text
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        atomic_write(path, "new")
    assert path.read_text() == "two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    with atomic_file(path) as file:
        file.write_bytes(b"GIF")
        assert file.suffix == ".gif"
        assert not path.exists()
    with pytest.raises(FileNotFoundError), atomic_file(path) as file:
        file.with_name("missing").read_bytes()
    assert path.read_bytes() == b"GIF"
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_links_are_followed_and_devices_are_written_to(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    atomic_write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    (tmp_path / "loop").symlink_to("loop")
    atomic_write(tmp_path / "loop", "broken")
    assert (tmp_path / "loop").read_text() == "broken"
    atomic_write("/dev/null", "gone")
    with atomic_file("/dev/null") as file:
        assert file.parent != Path("/dev")
        file.write_bytes(b"GIF")
    assert not file.exists()
    assert not Path("/dev/null").is_file()


@posix
def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    new, plain, old = (tmp_path / name for name in ("new", "plain", "old"))
    plain.write_text("")
    atomic_write(new, "")
    assert new.stat().st_mode == plain.stat().st_mode
    old.write_text("")
    old.chmod(0o600)
    atomic_write(old, "x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


@posix
def test_an_open_pipe_is_written_to_by_its_number() -> None:
    source, sink = os.pipe()
    atomic_write(f"/dev/fd/{sink}", "text")
    os.close(sink)
    with os.fdopen(source) as file:
        assert file.read() == "text"


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
