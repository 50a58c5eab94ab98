import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal, JournalError
from pacgrid.autograder.grade import Grade, QuestionGrade

NOW = GradingVersion("Tiny", "", "a1", "pacgrid 1", "landlock")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def graded(name: str, possible: float = 2) -> Grade:
    return Grade(name, (QuestionGrade("q", "Reflex", possible, "Reflex"),), digest="of ada")


def test_what_is_kept_is_found_again_later(path):
    with Journal(path) as journal:
        assert journal.find("key") is None
        assert journal.store("key", "result") == "result"
    with Journal(path) as journal:
        assert journal.find("key") == "result"
        assert journal.find("another key") is None


def test_what_was_kept_first_stays(path):
    with Journal(path) as first, Journal(path) as second:
        assert first.store("key", "one") == "one"
        assert second.store("key", "two") == "one"
        assert first.find("key") == "one"


def test_who_reads_waits_for_nobody_and_a_power_cut_takes_nothing(path):
    """No test can cut the power; this is what SQLite promises it for."""
    with Journal(path) as journal:
        assert journal._pragma("journal_mode") == "wal"
        assert journal._pragma("synchronous") == 2


def test_it_leaves_one_file(path):
    with Journal(path) as journal:
        journal.store("key", "result")
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_any_text_is_kept_as_it_is(path):
    text = "\0'; DROP TABLE work; --\n☃ \N{RIGHT-TO-LEFT OVERRIDE}" + "x" * 100_000
    with Journal(path) as journal:
        assert journal.store("key", text) == text


# Grades of other versions.


def test_a_grade_of_another_version_is_found_and_one_of_the_same_is_not(path):
    old = replace(NOW, assignment="a0")
    with Journal(path) as journal:
        journal.record([graded("ada", 1)], old)
        assert journal.earlier(graded("ada"), old) is None
        earlier = journal.earlier(graded("ada"), NOW)
    assert earlier
    assert (earlier.grade, earlier.version) == (graded("ada", 1), old)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", earlier.written)
    assert earlier.is_last


def test_the_last_grade_of_another_version_counts(path):
    with Journal(path) as journal:
        for number in (1, 2, 3):
            journal.record([graded("ada", number)], replace(NOW, engine=f"pacgrid 0.{number}"))
        journal.record([graded("ada", 1)], replace(NOW, engine="pacgrid 0.1"))
        journal.record([graded("ada", 9)], NOW)
        earlier = journal.earlier(graded("ada"), NOW)
    assert earlier
    assert earlier.version.engine == "pacgrid 0.1"
    assert not earlier.is_last


@pytest.mark.parametrize(
    ("name", "digest", "version"),
    [
        ("eve", "of ada", NOW),
        ("ada", "changed", NOW),
        ("ada", "of ada", replace(NOW, title="Another")),
        ("ada", "of ada", replace(NOW, question="q")),
    ],
)
def test_what_is_no_grade_of_the_same_is_not_found(path, name, digest, version):
    with Journal(path) as journal:
        journal.record([graded("ada")], replace(NOW, assignment="a0"))
        assert journal.earlier(replace(graded(name), digest=digest), version) is None


def test_a_name_that_no_database_can_hold_is_found_again(path):
    with Journal(path) as journal:
        journal.record([graded("caf\udce9.py")], replace(NOW, assignment="a0"))
        assert journal.earlier(graded("caf\udce9.py"), NOW)


def test_an_version_says_what_has_changed():
    assert NOW.changes(NOW) == ()
    other = replace(NOW, assignment="a2", engine="pacgrid 2", sandbox="process")
    assert NOW.changes(other) == ("the assignment", "pacgrid", "the sandbox")


# What can't be a journal.


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")
    connection.close()


def newer(path: Path) -> None:
    with Journal(path):
        pass
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()


def cut_off(path: Path) -> None:
    fill(path)
    path.write_bytes(path.read_bytes()[:5000])


def overwritten(path: Path) -> None:
    fill(path)
    data = bytearray(path.read_bytes())
    data[5000:9000] = os.urandom(4000)
    path.write_bytes(bytes(data))


def fill(path: Path) -> None:
    with Journal(path) as journal:
        for number in range(200):
            journal.store(f"key {number}", "result" * 30)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (foreign, "is a database of another program; name another file"),
        (newer, "is a journal of another version of pacgrid (format 2, this one writes 1); "),
        (lambda path: path.write_text("name,points\n" * 20), "is not a journal of pacgrid; "),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "is not a journal of pacgrid; "),
        (cut_off, "the journal is damaged: "),
        (overwritten, "the journal is damaged: "),
    ],
)
def test_another_file_is_refused_in_a_line_and_left_as_it_was(
    path: Path, spoil: Callable[[Path], None], said: str
):
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught, Journal(path):
        pass
    assert str(caught.value).startswith(f"{path}: {said}")
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_place_for_no_file_is_refused_in_a_line(tmp_path):
    for place, said in {
        tmp_path: "is a folder; name a file in it",
        tmp_path / "none" / "journal": f"there is no folder {tmp_path / 'none'}",
        Path(os.devnull): "is not a regular file; name another one",
    }.items():
        with (
            pytest.raises(JournalError, match=f"^{re.escape(f'{place}: {said}')}$"),
            Journal(place),
        ):
            pass


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a /proc")
def test_a_folder_that_takes_no_files_is_an_error_of_one_line():
    with pytest.raises(JournalError) as caught, Journal("/proc/journal.sqlite"):
        pass
    assert str(caught.value) == (
        "/proc/journal.sqlite: can't be written: unable to open database file; choose another file "
        "with --journal, or grade with --no-journal"
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "SQLITE_READONLY",
            "can't be written: attempt to write a readonly database; choose another",
        ),
        ("SQLITE_FULL", "can't be written: database or disk is full; choose another file"),
        ("SQLITE_BUSY", "another run has been writing to it for 60 seconds; choose another file"),
        ("SQLITE_CORRUPT", "the journal is damaged: database disk image is malformed; move it"),
    ],
)
def test_what_the_disk_refuses_later_is_an_error_of_one_line(path, code, said):
    """The limits of a real disk, as SQLite reports them."""

    def refuse(*_: object) -> None:
        error = sqlite3.OperationalError(MESSAGES[code])
        error.sqlite_errorname = code
        raise error

    with Journal(path) as journal:
        connection = journal._connection
        journal._connection = type("Refusing", (), {"execute": refuse})()
        try:
            with pytest.raises(JournalError, match=re.escape(f"{path}: {said}")):
                journal.store("key", "result")
        finally:
            journal._connection = connection


MESSAGES = {
    "SQLITE_READONLY": "attempt to write a readonly database",
    "SQLITE_FULL": "database or disk is full",
    "SQLITE_BUSY": "database is locked",
    "SQLITE_CORRUPT": "database disk image is malformed",
}


def test_a_full_journal_loses_nothing(path):
    """SQLite's own limit of pages stands for a full disk."""
    with Journal(path) as journal:
        journal._connection.execute("PRAGMA max_page_count = 20")
        kept: list[str] = []
        with pytest.raises(JournalError, match="database or disk is full"):
            kept.extend(journal.store(str(number), f"{number:1000}") for number in range(1000))
    with Journal(path) as journal:
        assert len(kept) > 10
        assert [journal.find(str(number)) for number in range(len(kept))] == kept


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
def test_what_was_told_as_kept_is_there_after_a_kill(path):
    told = -1
    for lines in (1, 30, 70):
        with start(path, 10**9, "a run") as process:
            assert process.stdout
            for _ in range(lines):
                told = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
        with Journal(path) as journal:
            assert all(journal.find(str(number)) for number in range(told + 1))
    assert told >= 100


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.slow
def test_a_kill_while_it_is_made_leaves_a_file_that_goes_on(path):
    stops = """
import os, signal, sqlite3, sys
from pacgrid.autograder.batch import journal

def check(*_):
    os.kill(os.getpid(), signal.SIGKILL)

journal._check_kind = check if sys.argv[2] == "made" else journal._check_kind
if sys.argv[2] == "half":
    journal._TABLES = (*journal._TABLES[:1], "SELECT kill()")
    connect = sqlite3.connect
    def connected(*a, **k):
        c = connect(*a, **k)
        c.create_function("kill", 0, check)
        c.execute("PRAGMA cache_size = 1")
        return c
    sqlite3.connect = connected
with journal.Journal(sys.argv[1]):
    pass
"""
    for moment in ("half", "made"):
        path.unlink(missing_ok=True)
        done = subprocess.run([sys.executable, "-c", stops, str(path), moment], check=False)
        assert done.returncode == -signal.SIGKILL
        with Journal(path) as journal:
            assert journal.store("key", "result") == "result"


@pytest.mark.slow
def test_runs_at_the_same_time_lose_nothing_and_agree(path):
    runs = [start(path, 60, f"run {number}") for number in range(4)]
    for run in runs:
        run.communicate(timeout=60)
    assert [run.returncode for run in runs] == [0] * 4
    with Journal(path) as journal:
        assert all(journal.find(str(number)) for number in range(60))


@pytest.mark.slow
def test_many_may_make_it_at_once(path):
    def keep(number: int) -> str:
        with Journal(path) as journal:
            journal.store(f"{number}", "result")
            return journal.store("key", f"of {number}")

    with ThreadPoolExecutor(8) as pool:
        results = set(pool.map(keep, range(24)))
    assert len(results) == 1
    with Journal(path) as journal:
        assert all(journal.find(f"{number}") for number in range(24))
