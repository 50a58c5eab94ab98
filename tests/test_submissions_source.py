from pathlib import Path

import pytest

from pacgrid.autograder.submissions.members import Member
from pacgrid.autograder.submissions.source import ArchiveSource, FolderSource, SubmissionSource

FILES = {"a.py": b"1", "b/c.py": b"2", "b/d/e.py": b"3"}


@pytest.fixture(params=["on disk", "in an archive"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> SubmissionSource:
    """The same files in both kinds of places."""
    if request.param == "in an archive":
        return ArchiveSource([Member(path, content) for path, content in FILES.items()])
    for path, content in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    return FolderSource(tmp_path)


def test_entries_are_told_in_alphabetical_order(place):
    assert list(place.entries) == [("a.py", False), ("b", True)]


def test_a_folder_in_a_place_is_a_place(place):
    assert list(place.subfolder("b").entries) == [("c.py", False), ("d", True)]
    assert list(place.subfolder("b").subfolder("d").entries) == [("e.py", False)]


def test_a_file_is_read_by_its_name(place):
    assert [(one.path, one.content) for one in place.files("a.py")] == [("a.py", b"1")]


def test_all_that_is_in_a_place_is_read_with_paths_from_there(place):
    found = [one for one in place.subfolder("b").members() if not one.is_folder]
    assert {one.path: one.content for one in found} == {"c.py": b"2", "d/e.py": b"3"}


def test_in_an_archive_more_than_one_may_go_by_a_name():
    twice = ArchiveSource([Member("a", b"1"), Member("a", b"2"), Member("a/b", b"3")])
    assert twice.entries == [("a", False), ("a", True)]
    assert [one.content for one in twice.files("a")] == [b"1", b"2"]
    assert [one.path for one in twice.subfolder("a").members()] == ["b"]
