import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from helpers.processes import PATIENCE
from pacgrid.autograder.batch import journal as module
from pacgrid.autograder.batch.grading_version import GradingVersion, RecordedGrade
from pacgrid.autograder.batch.journal import RESULT_DAYS, Journal, recorded
from pacgrid.autograder.batch.journal_file import JournalError
from pacgrid.autograder.course.lateness import CourseRow, Lateness
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.model.question_grade import QuestionGrade

NOW = GradingVersion("Tiny", "", "a1", "pacgrid 1", "landlock")
OLD = replace(NOW, assignment="a0")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def graded(name: str, possible: float = 2, question: str = "q") -> Grade:
    return Grade(name, (QuestionGrade(question, "Reflex", possible, "Reflex"),), digest="of ada")


def record(journal: Journal, grades: list[Grade], version: GradingVersion) -> None:
    journal.record([recorded(grade, version, CourseRow()) for grade in grades])


def earlier_grade(journal: Journal, grade: Grade, version: GradingVersion) -> RecordedGrade | None:
    return journal.earlier(recorded(grade, version, CourseRow()))


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


# Grades by other versions.


def test_a_grade_by_another_version_is_found_and_one_by_the_same_is_not(path):
    with Journal(path) as journal:
        record(journal, [graded("ada", 1), graded("caf\udce9.py")], OLD)
        assert earlier_grade(journal, graded("ada", 1), OLD) is None
        assert earlier_grade(journal, graded("caf\udce9.py"), NOW), "a name that SQLite can't store"
        earlier = earlier_grade(journal, graded("ada"), NOW)
    assert earlier
    assert (earlier.grade, earlier.version) == (graded("ada", 1), OLD)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", earlier.written)
    assert earlier.is_last


def test_the_latest_grade_by_another_version_counts(path):
    with Journal(path) as journal:
        for number in (1, 2, 3):
            record(journal, [graded("ada", number)], replace(NOW, engine=f"pacgrid 0.{number}"))
        record(journal, [graded("ada", 1)], replace(NOW, engine="pacgrid 0.1"))
        record(journal, [graded("ada", 9)], NOW)
        earlier = earlier_grade(journal, graded("ada", 9), NOW)
    assert earlier
    assert earlier.version.engine == "pacgrid 0.1"
    assert not earlier.is_last


def test_a_grade_of_another_name_or_question_is_not_found(path):
    with Journal(path) as journal:
        record(journal, [graded("ada")], OLD)
        for grade, version in [
            (graded("eve"), NOW),
            (graded("ada", question="p"), replace(NOW, title="Another")),
            (graded("ada"), replace(NOW, question="q")),
        ]:
            assert earlier_grade(journal, grade, version) is None


def test_another_submission_is_found_only_if_the_title_is_the_same(path):
    again = replace(graded("ada"), digest="changed")
    with Journal(path) as journal:
        record(journal, [graded("ada")], OLD)
        earlier = earlier_grade(journal, again, OLD)
        assert earlier_grade(journal, again, replace(OLD, title="Another")) is None
    assert earlier
    assert earlier.grade == graded("ada")


def test_another_grade_by_the_same_version_is_found_again_and_again(path):
    late = CourseRow(lateness=Lateness(percent=Fraction(50)), rule="1 day late")
    with Journal(path) as journal:
        for _ in range(3):
            record(journal, [graded("ada", 1)], NOW)
            journal.record([recorded(graded("ada", 1), NOW, late)])
        earlier = journal.earlier(recorded(graded("ada", 1), NOW, late))
        before = earlier_grade(journal, graded("ada", 1), NOW)
    assert earlier
    assert (earlier.rule, earlier.counts, earlier.is_last) == ("", None, False)
    assert before
    assert (before.rule, before.counts, before.is_last) == ("1 day late", 0, True)


def test_after_the_title_has_changed_an_assignment_is_known_by_its_questions(path):
    renamed = replace(NOW, title="Tiny 2", assignment="a2")
    with Journal(path) as journal:
        record(journal, [graded("ada", 1)], OLD)
        record(journal, [graded("ada", 5, "p")], replace(NOW, title="Another"))
        first = earlier_grade(journal, graded("ada"), renamed)
        record(journal, [graded("ada", 3)], renamed)
        again = earlier_grade(journal, graded("ada", 3), renamed)
        record(journal, [graded("ada", 4)], replace(renamed, assignment="a3"))
        same_title = earlier_grade(journal, graded("ada", 3), renamed)
    assert [
        each and (each.grade.questions[0].possible, each.is_last) for each in (first, again)
    ] == [(1, True), (1, False)]
    assert same_title
    assert same_title.version == replace(renamed, assignment="a3")


def test_the_latest_grade_of_all_questions_is_found_by_title_or_else_by_questions(path):
    with Journal(path) as journal:
        assert journal.latest("Tiny", ["q"]) is None
        record(journal, [graded("ada")], OLD)
        record(journal, [graded("bob")], replace(NOW, question="q"))
        record(journal, [graded("ada", question="p")], replace(NOW, title="Another"))
        found = [journal.latest(title, ["q", "r"]) for title in ("Tiny", "New", "Another")]
        assert journal.latest("New", ["r"]) is None
    versions = [each and (each.version.title, each.version.assignment) for each in found]
    assert versions == [("Tiny", "a0"), ("Tiny", "a0"), ("Another", "a1")]


# Growth.


def test_what_no_grading_uses_any_more_is_removed(path, monkeypatch):
    today = 0

    def later(ago: int) -> str:
        return f"{date(2026, 1, 1) + timedelta(days=today - ago)}"

    monkeypatch.setattr(module, "_day", later)
    with Journal(path) as journal:
        journal.store("used", "result")
        journal.store("unused", "result")
        record(journal, [], NOW)
    for today in (RESULT_DAYS, RESULT_DAYS + 1):  # noqa: B007, `later` reads it
        with Journal(path) as journal:
            assert journal.find("used")
            record(journal, [], NOW)
    with Journal(path) as journal:
        assert (journal.find("used"), journal.find("unused")) == ("result", None)


def test_what_is_in_use_without_grades_stays(path, monkeypatch):
    today = 0

    def later(ago: int) -> str:
        return f"{date(2026, 1, 1) + timedelta(days=today - ago)}"

    monkeypatch.setattr(module, "_day", later)
    with Journal(path) as journal:
        assert not journal.has_results
        journal.store("used", "1")
        journal.store("unused", "2")
        assert journal.has_results
    today = RESULT_DAYS + 1
    with Journal(path) as journal:
        assert journal.find("used") == "1"
        journal.keep_used()
        assert journal.find("unused") is None
        assert journal.find("used") == "1"


def test_the_journal_of_a_shard_is_refused(path):
    with Journal(path) as journal:
        journal.store("shard", "{}")
    with pytest.raises(JournalError, match="is the journal of a shard; --shard isn't here any"):
        Journal(path).__enter__()


def test_a_journal_with_decisions_of_the_staff_is_refused(path, monkeypatch):
    with Journal(path) as journal:
        monkeypatch.setattr(module, "_dumped", lambda _: '{"grade": {"decisions": [{}]}}')
        record(journal, [graded("ada")], OLD)
    with pytest.raises(JournalError, match="has grades that staff have decided; --decisions isn't"):
        Journal(path).__enter__()


def test_of_each_submission_the_latest_two_grades_stay_without_games_and_output(path):
    outcome = Outcome(
        "t", "r", 1, 1, output="printed", games=(PlayedGame(1, won=True, score=5, actions="nesw"),)
    )
    played = replace(graded("ada"), questions=(QuestionGrade("q", "R", 1, "R", (outcome,)),))
    with Journal(path) as journal:
        for number in range(5):
            record(journal, [played, graded("bob")], replace(NOW, engine=f"pacgrid 0.{number}"))
        rows = journal._file.rows("SELECT name, engine, grade FROM grades")
        earlier = earlier_grade(journal, played, replace(NOW, engine="pacgrid 0.4"))
    assert [row[:2] for row in rows] == [
        (name, f"pacgrid 0.{number}") for number in (3, 4) for name in ("ada", "bob")
    ]
    assert not [row for row in rows if "printed" in row[2] or "nesw" in row[2]]
    assert earlier
    assert (earlier.version.engine, earlier.grade.points) == ("pacgrid 0.3", 1)


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
from pacgrid.autograder.batch import journal_file
from pacgrid.autograder.batch.journal import Journal

def check(*_):
    os.kill(os.getpid(), signal.SIGKILL)

if sys.argv[2] == "checked":
    journal_file._check_kind = check
else:
    journal_file._TABLES = (*journal_file._TABLES[:1], "SELECT kill()")
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
