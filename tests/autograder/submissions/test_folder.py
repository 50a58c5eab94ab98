import os
from pathlib import Path

import pytest

from pacgrid.autograder.submissions.archives import entries_of, read_file, walk
from pacgrid.autograder.submissions.members import Bounds

SMALL = Bounds(total=100, file=60, members=5, depth=3)

links = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")


def test_a_file_is_read_with_its_path_on_disk(tmp_path):
    file = tmp_path / "a.py"
    file.write_bytes(b"\xff\0")
    read = read_file(file, 2)
    assert (read.path, read.content, read.refusal, read.disk_path) == (
        "a.py",
        b"\xff\0",
        "",
        str(file),
    )


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
def test_a_device_is_refused():
    assert read_file(Path("/dev/zero"), 9).refusal == "can't be read (not a regular file)"


def test_entries_are_in_alphabetical_order(tmp_path):
    for name in ("b.py", "a.py", ".hidden"):
        (tmp_path / name).touch()
    (tmp_path / "c").mkdir()
    found = [(".hidden", False), ("a.py", False), ("b.py", False), ("c", True)]
    assert entries_of(tmp_path) == found


@links
def test_a_link_to_a_folder_is_not_followed(tmp_path):
    (tmp_path / "up").symlink_to("..", target_is_directory=True)
    assert entries_of(tmp_path) == [("up", False)]
    (member,) = walk(tmp_path, SMALL)
    assert (member.path, member.refusal) == ("up", "is a symbolic link; hand in the file itself")


def test_a_walk_finds_all_files_and_folders(tmp_path):
    (tmp_path / "b" / "c").mkdir(parents=True)
    (tmp_path / "b" / "c" / "d.py").write_bytes(b"1")
    (tmp_path / "a.py").write_bytes(b"2")
    for clutter in ("x.pyc", "b/.hidden", ".git/d.py", "b/__pycache__/d.py"):
        (tmp_path / clutter).parent.mkdir(exist_ok=True)
        (tmp_path / clutter).touch()
    assert {(m.path, m.is_folder, m.content) for m in walk(tmp_path, SMALL)} == {
        ("a.py", False, b"2"),
        ("b", True, b""),
        ("b/c", True, b""),
        ("b/c/d.py", False, b"1"),
    }


def test_a_walk_stops_after_its_bounds(tmp_path):
    for number in range(50):
        (tmp_path / f"{number}.py").write_bytes(b"")
    assert len(list(walk(tmp_path, SMALL))) == 6
    for number in range(50):
        (tmp_path / f"{number}.py").write_bytes(bytes(50))
    assert len(list(walk(tmp_path, SMALL))) == 3


def test_a_walk_stops_in_deep_folders(tmp_path):
    (tmp_path / "/".join("x" * 20)).mkdir(parents=True)
    assert len(list(walk(tmp_path, SMALL))) == 6
