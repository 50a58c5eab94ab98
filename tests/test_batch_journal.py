import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal, JournalError
from pacgrid.autograder.grade import Grade, QuestionGrade
from pacgrid.common.failure import Failure

NOW = GradingVersion("Tiny", "", "a1", "pacgrid 1", "landlock")
OLD = replace(NOW, assignment="a0")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def graded(name: str, possible: float = 2) -> Grade:
    return Grade(name, (QuestionGrade("q", "Reflex", possible, "Reflex"),), digest="of ada")


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


def test_readers_do_not_wait_for_writers_and_a_power_cut_loses_nothing(path):
    """No test can cut the power; SQLite promises it for these settings."""
    with Journal(path) as journal:
        assert journal._pragma("journal_mode") == "wal"
        assert journal._pragma("synchronous") == 2


# Grades by other versions.


def test_a_grade_by_another_version_is_found_and_one_by_the_same_is_not(path):
    with Journal(path) as journal:
        journal.record([graded("ada", 1), graded("caf\udce9.py")], OLD)
        assert journal.earlier(graded("ada"), OLD) is None
        assert journal.earlier(graded("caf\udce9.py"), NOW), "a name that SQLite can't store"
        earlier = journal.earlier(graded("ada"), NOW)
    assert earlier
    assert (earlier.grade, earlier.version) == (graded("ada", 1), OLD)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", earlier.written)
    assert earlier.is_last


def test_the_latest_grade_by_another_version_counts(path):
    with Journal(path) as journal:
        for number in (1, 2, 3):
            journal.record([graded("ada", number)], replace(NOW, engine=f"pacgrid 0.{number}"))
        journal.record([graded("ada", 1)], replace(NOW, engine="pacgrid 0.1"))
        journal.record([graded("ada", 9)], NOW)
        earlier = journal.earlier(graded("ada"), NOW)
    assert earlier
    assert earlier.version.engine == "pacgrid 0.1"
    assert not earlier.is_last


def test_a_grade_of_another_name_submission_or_question_is_not_found(path):
    with Journal(path) as journal:
        journal.record([graded("ada")], OLD)
        for grade, version in [
            (graded("eve"), NOW),
            (replace(graded("ada"), digest="changed"), NOW),
            (graded("ada"), replace(NOW, title="Another")),
            (graded("ada"), replace(NOW, question="q")),
        ]:
            assert journal.earlier(grade, version) is None


def test_a_grade_in_the_format_of_version_1_is_read(path):
    """As the first release wrote it: a journal outlives the code that writes it."""
    with Journal(path) as journal:
        journal.record([graded("ada")], OLD)
        journal._connection.execute("UPDATE grades SET grade = ?", (FORMAT_1,))
        earlier = journal.earlier(graded("ada"), NOW)
    assert earlier
    grade = earlier.grade
    (question,) = grade.questions
    (outcome,) = question.outcomes
    assert (grade.points, grade.possible, grade.failure, grade.missing) == (1, 2, None, False)
    assert (outcome.visibility, outcome.nodes, outcome.output) == ("hidden", 5, "hi\n")
    assert [(aim.what, aim.points, aim.reached) for aim in outcome.aims] == [("1 win", 1, True)]
    assert question.failures == {Failure("odd", "line 7"): "game 1"}
    assert outcome.seconds == 0.5


FORMAT_1 = """
{"grade": {"name": "ada", "questions": [{"name": "q", "asks_for": "Reflex", "possible": 2.0,
 "answer": "Reflex", "outcomes": [{"test": "2 games", "result": "won 1 of 2", "points": 1.0,
 "possible": 2.0, "aims": [{"what": "1 win", "points": 1.0, "reached": true}],
 "failure": {"message": "odd", "frames": "line 7"}, "place": "game 1", "advice": "",
 "visibility": "hidden", "nodes": 5, "output": "hi\\n", "seconds": 0.5}],
 "failure": null, "reason": ""}], "failure": null, "missing": false, "student": "",
 "identifier": "", "digest": "of ada", "sandbox": "process"}}
"""


# Files that can't be used.


def create_foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")


def create_newer(path: Path) -> None:
    create(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")


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
        (create_newer, "is a journal of another version of pacgrid (format 2, this one writes 1);"),
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
        tmp_path / "none" / "journal": f"there is no folder {tmp_path / 'none'}",
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
        connection = journal._connection
        journal._connection = type("Failing", (), {"execute": fail})()
        try:
            with pytest.raises(JournalError, match=re.escape(f"{path}: {message}")):
                journal.store("key", "result")
        finally:
            journal._connection = connection


def test_a_full_disk_loses_no_stored_result(path):
    """SQLite's own limit of pages stands for a full disk."""
    full = "can't be written: database or disk is full; choose another file"
    with Journal(path) as journal:
        journal._connection.execute("PRAGMA max_page_count = 20")
        stored: list[str] = []
        with pytest.raises(JournalError, match=re.escape(f"{path}: {full}")):
            stored.extend(journal.store(str(number), f"{number:3000}") for number in range(1000))
    with Journal(path) as journal:
        assert len(stored) > 3
        assert [journal.find(str(number)) for number in range(len(stored))] == stored


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
def test_a_stored_result_survives_a_kill(path):
    last = -1
    for lines in (1, 30, 70):
        with start(path, 10**9, "a run") as process:
            assert process.stdout
            for _ in range(lines):
                last = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
        with Journal(path) as journal:
            assert all(journal.find(str(number)) for number in range(last + 1))
    assert last >= 100


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.slow
def test_a_kill_while_the_journal_is_created_leaves_a_usable_file(path):
    stops = """
import os, signal, sqlite3, sys
from pacgrid.autograder.batch import journal

def check(*_):
    os.kill(os.getpid(), signal.SIGKILL)

journal._check_kind = check if sys.argv[2] == "checked" else journal._check_kind
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
        run.communicate(timeout=60)
    assert [run.returncode for run in runs] == [0] * 4
    with Journal(path) as journal:
        assert all(journal.find(str(number)) for number in range(60))


@pytest.mark.slow
def test_many_threads_can_create_the_journal_at_the_same_time(path):
    def store(number: int) -> str:
        with Journal(path) as journal:
            journal.store(f"{number}", "result")
            return journal.store("key", f"of {number}")

    with ThreadPoolExecutor(8) as pool:
        results = set(pool.map(store, range(24)))
    assert len(results) == 1
    with Journal(path) as journal:
        assert all(journal.find(f"{number}") for number in range(24))
