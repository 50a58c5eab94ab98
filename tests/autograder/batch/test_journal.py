import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from helpers.processes import PATIENCE
from pacgrid.autograder.batch import journal as module
from pacgrid.autograder.batch.journal import RESULT_DAYS, Journal, JournalError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def test_results_are_found_when_the_journal_is_opened_again(path):
    odd = "\0'; DROP TABLE work; --\n☃ \N{RIGHT-TO-LEFT OVERRIDE}" + "x" * 100_000
    with Journal(path) as journal:
        assert journal.find("key") is None
        assert journal.store("key", "result") == "result"
        assert journal.store("odd", odd) == odd
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with Journal(path) as journal:
        assert journal.find("key") == "result"
        assert journal.find("odd") == odd
        assert journal.find("another key") is None


def test_the_first_result_of_a_key_stays(path):
    with Journal(path) as first, Journal(path) as second:
        assert first.store("key", "one") == "one"
        assert second.store("key", "two") == "one"
        assert first.find("key") == "one"


# Growth.


def test_what_no_grading_uses_any_more_is_removed(path, monkeypatch):
    today = 0
    first = date(2026, 1, 1)
    monkeypatch.setattr(module, "_day", lambda ago: f"{first + timedelta(days=today - ago)}")
    with Journal(path) as journal:
        assert not journal.has_results
        journal.store("used", "result")
        journal.store("unused", "result")
        assert journal.has_results
        journal.keep_used()
    for today in (RESULT_DAYS, RESULT_DAYS + 1):  # noqa: B007, `_day` reads it
        with Journal(path) as journal:
            assert journal.find("used")
            journal.keep_used()
    with Journal(path) as journal:
        assert (journal.find("used"), journal.find("unused")) == ("result", None)


# Runs that are killed, and runs at the same time.

WRITES = """
import sys
from pacgrid.autograder.batch.journal import Journal

with Journal(sys.argv[1]) as journal:
    number = 0
    while journal.find(str(number)):
        number += 1
    for number in range(number, int(sys.argv[2])):
        journal.store(str(number), f"result {number} of {sys.argv[3]}")
        print(number, flush=True)
"""


def start(path: Path, count: int, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITES, str(path), str(count), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.slow
def test_a_kill_while_the_journal_is_created_leaves_a_usable_file(path):
    stops = """
import os, signal, sqlite3, sys
from pacgrid.autograder.batch import journal
from pacgrid.autograder.batch.journal import Journal

def check(*_):
    os.kill(os.getpid(), signal.SIGKILL)

if sys.argv[2] == "checked":
    journal._check_kind = check
else:
    journal._TABLE = "CREATE TABLE results AS SELECT kill()"
    connect = sqlite3.connect
    def connected(*a, **k):
        c = connect(*a, **k)
        c.create_function("kill", 0, check)
        c.execute("PRAGMA cache_size = 1")
        return c
    sqlite3.connect = connected
with Journal(sys.argv[1]):
    pass
"""
    for moment in ("half", "checked"):
        path.unlink(missing_ok=True)
        done = subprocess.run([sys.executable, "-c", stops, str(path), moment], check=False)
        assert done.returncode == -signal.SIGKILL
        with Journal(path) as journal:
            assert journal.store("key", "result") == "result"


@pytest.mark.slow
def test_runs_at_the_same_time_lose_nothing(path):
    runs = [start(path, 60, f"run {number}") for number in range(4)]
    for run in runs:
        run.communicate(timeout=PATIENCE)
    assert [run.returncode for run in runs] == [0] * 4
    with Journal(path) as journal:
        assert all(journal.find(str(number)) for number in range(60))


def test_readers_do_not_wait_for_writers_and_a_power_cut_loses_nothing(path):
    """No test can cut the power; SQLite promises it for these settings."""
    with Journal(path) as journal:
        assert journal._pragma("journal_mode") == "wal"
        assert journal._pragma("synchronous") == 2


# Files that can't be used.


def create_foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")


def create_newer(path: Path) -> None:
    create(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 6")


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
        (create_newer, "is a journal of another version of pacgrid (format 6, this one writes 5);"),
        (lambda path: path.write_text("name,points\n" * 20), "is not a journal of pacgrid; "),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "is not a journal of pacgrid; "),
        (cut_off, "the journal is damaged: "),
        (overwrite, "the journal is damaged: "),
    ],
    ids=["foreign", "newer", "text", "header", "cut off", "overwritten"],
)
def test_an_unusable_file_is_an_error_of_one_line_and_stays_unchanged(path, spoil, message):
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
    ("code", "free", "message"),
    [
        ("SQLITE_READONLY", 1 << 30, "can't be written: odd; choose another file"),
        ("SQLITE_BUSY", 1 << 30, "another run has been writing to it for 60 seconds; choose anot"),
        ("SQLITE_CORRUPT", 1 << 30, "the journal is damaged: odd; move it"),
        # A disk may be too full for SQLite's own files, of which it doesn't say so.
        ("SQLITE_IOERR_SHMSIZE", 0, "no space left; free some"),
        ("SQLITE_IOERR_SHMSIZE", 1 << 30, "can't be written: odd"),
    ],
)
def test_a_later_error_of_the_disk_is_an_error_of_one_line(path, monkeypatch, code, free, message):
    error = sqlite3.OperationalError("odd")
    error.sqlite_errorname = code
    monkeypatch.setattr(module, "disk_usage", lambda _: SimpleNamespace(free=free))
    line, journal = re.escape(f"{path}: {message}"), Journal(path)
    with pytest.raises(JournalError, match=line), journal._translated_errors():
        raise error


def test_a_full_disk_loses_no_stored_result(path):
    """SQLite's own limit of pages stands for a full disk."""
    full = "no space left; free some, then run the same command again to continue"
    with Journal(path) as journal:
        journal._connection.execute("PRAGMA max_page_count = 20")
        stored: list[str] = []
        with pytest.raises(JournalError, match=re.escape(f"{path}: {full}")):
            stored.extend(journal.store(str(number), f"{number:3000}") for number in range(1000))
    with Journal(path) as journal:
        assert len(stored) > 3
        assert [journal.find(str(number)) for number in range(len(stored))] == stored


# Flipped bits.


def check_flip(intact: bytes, path: Path, byte: int, bit: int) -> None:
    """With a flipped bit, the journal has the same results, or fewer; or it is an error
    of one line, and the file stays as it is."""
    flipped = bytearray(intact)
    flipped[byte] ^= 1 << bit
    path.write_bytes(flipped)
    try:
        with Journal(path) as journal:
            found = journal.find("key")
            journal.store("another", "result")
            stored = journal.store("key", "result")
    except JournalError as error:
        message, after = str(error), path.read_bytes()
    else:
        message, after = "", bytes(flipped)
        assert found in (None, "result")
        assert stored == "result"
    assert "\n" not in message
    assert after == flipped


@pytest.fixture
def intact(path: Path) -> bytes:
    with Journal(path) as journal:
        journal.store("key", "result")
    return path.read_bytes()


@pytest.mark.parametrize("flips", [40, pytest.param(500, marks=pytest.mark.slow)])
def test_a_flipped_bit_never_gives_another_result(path, intact, flips):
    rng = Random(flips)
    used = [byte for byte, value in enumerate(intact) if value]
    for byte in (*range(16, 100, 4), *rng.sample(used, min(flips, len(used)))):
        check_flip(intact, path, byte, rng.randrange(8))
