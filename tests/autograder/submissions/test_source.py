from pathlib import Path

import pytest

from pacgrid.autograder.submissions.archives import ArchiveSource, FolderSource, SubmissionSource
from pacgrid.autograder.submissions.members import Member

FILES = {"a.py": b"1", "b/c.py": b"2", "b/d/e.py": b"3"}


@pytest.fixture(params=["on disk", "in an archive"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> SubmissionSource:
    """The same files in both kinds of sources."""
    if request.param == "in an archive":
        return ArchiveSource([Member(path, content) for path, content in FILES.items()])
    for path, content in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    return FolderSource(tmp_path)


def test_entries_are_in_alphabetical_order(source):
    assert list(source.entries) == [("a.py", False), ("b", True)]


def test_a_subfolder_is_a_source(source):
    assert list(source.subfolder("b").entries) == [("c.py", False), ("d", True)]
    assert list(source.subfolder("b").subfolder("d").entries) == [("e.py", False)]


def test_a_file_is_read_by_its_name(source):
    assert [(one.path, one.content) for one in source.files("a.py")] == [("a.py", b"1")]


def test_members_have_paths_relative_to_the_source(source):
    found = [one for one in source.subfolder("b").members() if not one.is_folder]
    assert {one.path: one.content for one in found} == {"c.py": b"2", "d/e.py": b"3"}


def test_an_archive_may_have_several_members_with_one_name():
    twice = ArchiveSource([Member("a", b"1"), Member("a", b"2"), Member("a/b", b"3")])
    assert twice.entries == [("a", False), ("a", True)]
    assert [one.content for one in twice.files("a")] == [b"1", b"2"]
    assert [one.path for one in twice.subfolder("a").members()] == ["b"]
