import os
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from pacgrid.autograder.batch import journal_file as module
from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal, recorded
from pacgrid.autograder.batch.journal_file import JournalError, JournalFile
from pacgrid.autograder.course.lateness import CourseRow
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.question_grade import QuestionGrade

NOW = GradingVersion("Tiny", "", "a1", "pacgrid 1", "landlock")
OLD = replace(NOW, assignment="a0")
ADA = Grade("ada", (QuestionGrade("q", "Reflex", 2, "Reflex"),), digest="of ada")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def test_readers_do_not_wait_for_writers_and_a_power_cut_loses_nothing(path):
    """No test can cut the power; SQLite promises it for these settings."""
    with Journal(path) as journal:
        assert journal._file._pragma("journal_mode") == "wal"
        assert journal._file._pragma("synchronous") == 2


# Files that can't be used.


def create_foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")


def create_newer(path: Path) -> None:
    create(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 3")


def cut_off(path: Path) -> None:
    create(path)
    path.write_bytes(path.read_bytes()[:5000])


def overwrite(path: Path) -> None:
    create(path)
    data = bytearray(path.read_bytes())
    data[5000:9000] = os.urandom(4000)
    path.write_bytes(bytes(data))


def create(path: Path) -> None:
    with Journal(path) as journal:
        journal.store("key", "result" * 6000)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (create_foreign, "is a database of another program; name another file"),
        (create_newer, "is a journal of another version of pacgrid (format 3, this one writes 2);"),
        (lambda path: path.write_text("name,points\n" * 20), "is not a journal of pacgrid; "),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "is not a journal of pacgrid; "),
        (cut_off, "the journal is damaged: "),
        (overwrite, "the journal is damaged: "),
    ],
    ids=["foreign", "newer", "text", "header", "cut off", "overwritten"],
)
def test_an_unusable_file_is_an_error_of_one_line_and_stays_unchanged(
    path: Path, spoil: Callable[[Path], None], message: str
):
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught, Journal(path):
        pass
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_path_that_cannot_be_a_file_is_an_error_of_one_line(tmp_path):
    refused = {
        tmp_path: "is a folder; name a file in it",
        tmp_path / "none" / "journal": f"there is no folder {tmp_path / 'none'}; create it first",
        Path(os.devnull): "is not a regular file; name another one",
    }
    if sys.platform == "linux":
        refused[Path("/proc/journal.sqlite")] = (
            "can't be written: unable to open database file; choose another file "
            "with --journal, or grade with --no-journal"
        )
    for path, message in refused.items():
        expected = f"^{re.escape(f'{path}: {message}')}$"
        with pytest.raises(JournalError, match=expected), Journal(path):
            pass


@pytest.mark.parametrize(
    ("code", "reason", "message"),
    [
        (
            "SQLITE_READONLY",
            "attempt to write a readonly database",
            "can't be written: attempt to write a readonly database; choose another file",
        ),
        (
            "SQLITE_BUSY",
            "database is locked",
            "another run has been writing to it for 60 seconds; choose another file",
        ),
        (
            "SQLITE_CORRUPT",
            "database disk image is malformed",
            "the journal is damaged: database disk image is malformed; move it",
        ),
    ],
)
def test_a_later_error_of_the_disk_is_an_error_of_one_line(path, code, reason, message):
    """A connection that fails as SQLite does stands for a real disk."""

    def fail(*_: object) -> None:
        error = sqlite3.OperationalError(reason)
        error.sqlite_errorname = code
        raise error

    with Journal(path) as journal:
        connection = journal._file._connection
        journal._file._connection = type("Failing", (), {"execute": fail})()
        try:
            with pytest.raises(JournalError, match=re.escape(f"{path}: {message}")):
                journal.store("key", "result")
        finally:
            journal._file._connection = connection


def test_a_disk_too_full_for_the_files_of_sqlite_is_a_full_disk(path, monkeypatch):
    """SQLite then speaks of an error of input and output."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    for free, why in ((0, "no space left; free some"), (1 << 30, "can't be written: disk I/O")):
        monkeypatch.setattr(module, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        journal = JournalFile(path)
        message = re.escape(f"{path}: {why}")
        with pytest.raises(JournalError, match=message), journal._translated_errors():
            raise error


def test_a_full_disk_loses_no_stored_result(path):
    """SQLite's own limit of pages stands for a full disk."""
    full = "no space left; free some, then run the same command again to continue"
    with Journal(path) as journal:
        journal._file._connection.execute("PRAGMA max_page_count = 20")
        stored: list[str] = []
        with pytest.raises(JournalError, match=re.escape(f"{path}: {full}")):
            stored.extend(journal.store(str(number), f"{number:3000}") for number in range(1000))
    with Journal(path) as journal:
        assert len(stored) > 3
        assert [journal.find(str(number)) for number in range(len(stored))] == stored


# Flipped bits.


def check_flip(intact: bytes, path: Path, byte: int, bit: int) -> None:
    """With a flipped bit, the journal has the same results and grades, or fewer; or it is an error
    of one line, and the file stays as it is."""
    flipped = bytearray(intact)
    flipped[byte] ^= 1 << bit
    path.write_bytes(flipped)
    try:
        with Journal(path) as journal:
            found, earlier = journal.find("key"), journal.earlier(recorded(ADA, NOW, CourseRow()))
            journal.store("another", "result")
            stored = journal.store("key", "result")
    except JournalError as error:
        message, after = str(error), path.read_bytes()
    else:
        message, after = "", bytes(flipped)
        assert found in (None, "result")
        assert earlier is None or (earlier.grade, earlier.version) == (ADA, OLD)
        assert stored == "result"
    assert "\n" not in message
    assert after == flipped


@pytest.fixture
def intact(path: Path) -> bytes:
    with Journal(path) as journal:
        journal.store("key", "result")
        journal.record([recorded(ADA, OLD, CourseRow())])
    return path.read_bytes()


def test_a_flipped_bit_never_gives_another_result_or_grade(path, intact):
    rng = Random(1)
    used = [byte for byte, value in enumerate(intact) if value]
    for byte in (*range(16, 100, 4), *rng.sample(used, 100)):
        check_flip(intact, path, byte, rng.randrange(8))


@pytest.mark.slow
@pytest.mark.parametrize("bit", range(8))
def test_no_flipped_bit_gives_another_result_or_grade(path, intact, bit):
    rng = Random(bit)
    for byte, value in enumerate(intact):
        if value or rng.random() < 0.02:
            check_flip(intact, path, byte, bit)
