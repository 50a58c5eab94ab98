import os
import stat
from pathlib import Path

import pytest

from pacgrid.common.files import atomic_file, atomic_write, read_regular_file


def test_a_regular_file_is_read_up_to_a_size(tmp_path: Path) -> None:
    path = tmp_path / "small.lay"
    path.write_bytes(b"%%%\r\n")
    assert read_regular_file(path, 5) == b"%%%\r\n"
    with pytest.raises(OSError, match="larger than 4 bytes"):
        read_regular_file(path, 4)


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
@pytest.mark.skipif(os.name != "posix", reason="pipes are POSIX's")
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=reason):
        read_regular_file(tmp_path / name, 100)


def test_a_file_is_written_and_overwritten_whole(tmp_path: Path) -> None:
    path = tmp_path / "grades.json"
    atomic_write(path, "one ✓")
    assert path.read_text("utf-8") == "one ✓"
    atomic_write(path, "two")
    assert path.read_text("utf-8") == "two"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="links and pipes are POSIX's")
def test_links_are_followed_and_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    atomic_write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    atomic_write("/dev/null", "gone")
    assert not Path("/dev/null").is_file()


def test_what_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "grades.json"
    atomic_write(path, "precious")
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        atomic_write(path, "new")
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_a_new_file_can_be_read_by_whom_the_umask_lets_and_an_old_one_keeps_its_mode(
    tmp_path: Path,
) -> None:
    new, plain, old = (tmp_path / name for name in ("new", "plain", "old"))
    plain.write_text("")
    atomic_write(new, "")
    assert new.stat().st_mode == plain.stat().st_mode
    old.write_text("")
    old.chmod(0o600)
    atomic_write(old, "x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


def test_a_file_that_takes_long_to_write_is_there_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    with atomic_file(path) as file:
        file.write_bytes(b"GIF")
        assert file.suffix == ".gif"
        assert not path.exists()
    assert path.read_bytes() == b"GIF"
    with pytest.raises(FileNotFoundError), atomic_file(path) as file:
        file.with_name("missing").read_bytes()
    assert path.read_bytes() == b"GIF"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="pipes are POSIX's")
def test_what_is_no_file_gets_it_at_the_end(tmp_path: Path) -> None:
    with atomic_file("/dev/null") as file:
        assert file.parent != Path("/dev")
        file.write_bytes(b"GIF")
    assert not file.exists()
    assert not Path("/dev/null").is_file()
