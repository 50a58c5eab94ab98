"""The journal: a file with all results, from which an interrupted grading continues."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

from pacgrid.common.gone import gone

from ..course.lateness import CourseRow
from ..model.grade import Grade
from ..model.grade_json import dump_grade, read_grade
from ..model.outcome import Outcome
from .grading_version import GradingVersion, RecordedGrade
from .journal_file import JournalError, JournalFile, checksum

RESULT_DAYS = 90
"""Days after which a result that no grading has used is removed."""
GRADE_DAYS = 400
"""Days after which a grade is removed: a course can be compared with last year's."""
_STATE = " @"
"""After the assignment, in a row of grades: before a hash of the grade, so that a grade is replaced
only by an equal one."""

_SHARD = "SELECT key FROM results WHERE key = 'shard'"
"""Keys of results are hashes, so none is the same."""
_DECISIONS = """SELECT number FROM grades WHERE grade LIKE '%"decisions": [{%' LIMIT 1"""
_ADD_RESULT = "INSERT INTO results (key, result, checksum, used) VALUES (?, ?, ?, ?)"
_USE_RESULT = "UPDATE results SET used = ? WHERE key = ? AND used != ?"
_REMOVE_RESULTS = "DELETE FROM results WHERE used < ?"
_ADD_GRADE = """INSERT OR REPLACE INTO grades
    (title, question, assignment, engine, sandbox, name, digest, written, grade, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_GRADES = """SELECT title, question, assignment, engine, sandbox, name, digest, written, grade,
    checksum FROM grades"""
_SAME_NAME = f"""{_GRADES} WHERE title IN (SELECT DISTINCT title FROM grades) AND question = ?
    AND name = ? AND (digest = ? OR title = ?) ORDER BY title = ? DESC, number DESC"""
_LATEST = f"""{_GRADES} WHERE number IN (
    SELECT max(number) FROM grades WHERE question = '' GROUP BY title
    ) ORDER BY title = ? DESC, number DESC"""
# A comparison needs the latest grade by another version, which is one of the latest two.
_REMOVE_GRADES = """DELETE FROM grades WHERE written < ? OR number IN (
    SELECT number FROM (SELECT number, row_number() OVER (
        PARTITION BY title, question, name, digest ORDER BY number DESC) AS position FROM grades
    ) WHERE position > 2)"""


class Journal:
    """The journal in the file `path`, open for the length of a `with`. A missing file is created.

    Several runs can use it at the same time. Every method and the start of the `with` raise
    JournalError if the file can't be used. Files that are damaged or of other programs are never
    written to.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._file = JournalFile(self.path)
        self._used: set[str] = set()

    def __enter__(self) -> Self:
        self._file.__enter__()
        if self._file.rows(_SHARD):
            self._file.__exit__()
            raise JournalError(f"{self.path}: is the journal of a shard; {gone('--shard')}")
        if self._file.rows(_DECISIONS):
            self._file.__exit__()
            raise JournalError(
                f"{self.path}: has grades that staff have decided; {gone('--decisions')}; name"
                " another file"
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._file.__exit__()

    def find(self, key: str) -> str | None:
        """The result stored under `key`; None if there is none."""
        rows = self._file.rows("SELECT result, checksum FROM results WHERE key = ?", key)
        for result, stored in rows:
            self._check(stored, key, result)
            self._used.add(key)
            return str(result)
        return None

    def store(self, key: str, result: str) -> str:
        """Stores `result`, durably. Returns what is now stored under `key`: an older result is not
        replaced."""
        row = (key, result, checksum(key, result), _day(0))
        self._file.write((f"{_ADD_RESULT} ON CONFLICT DO NOTHING", [row]))
        return self.find(key) or result

    def record(self, grades: Sequence[RecordedGrade]) -> None:
        """Stores `grades`. Then removes what is too old."""
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
        rows = []
        for each in grades:
            text, name = _dumped(each), _text(each.grade.name)
            title, question, assignment, *others = astuple(each.version)
            state = f"{assignment}{_STATE}{checksum(text)}"
            row = (title, question, state, *others, name, each.grade.digest, now, text)
            rows.append((*row, checksum(*row)))
        self._file.write(
            (_ADD_GRADE, rows),
            *self._upkeep(),
            (_REMOVE_GRADES, [(_day(GRADE_DAYS),)]),
        )

    def keep_used(self) -> None:
        """Notes that the results that were found are in use. Then removes those that are too
        old."""
        self._file.write(*self._upkeep())

    def _upkeep(self) -> list[tuple[str, Iterable[tuple[str, ...]]]]:
        today = _day(0)
        return [
            (_USE_RESULT, [(today, key, today) for key in sorted(self._used)]),
            (_REMOVE_RESULTS, [(_day(RESULT_DAYS),)]),
        ]

    @property
    def has_results(self) -> bool:
        """Whether there are any, of whatever."""
        return bool(self._file.rows("SELECT key FROM results LIMIT 1"))

    def earlier(self, now: RecordedGrade) -> RecordedGrade | None:
        """The latest grade for the same name and choice of questions that isn't as it is `now`, or
        is by another version of the assignment. If that has another title now, it is for the same
        files."""
        grade, title = now.grade, now.version.title
        values = (now.version.question, _text(grade.name), grade.digest, title, title)
        names = [question.name for question in grade.questions]
        same = read_grade(_dumped(now))
        for index, earlier in enumerate(self._grades(_SAME_NAME, values, title, names)):
            is_same = (earlier.grade, earlier.rule, earlier.counts) == same
            if earlier.version != now.version or not is_same:
                return replace(earlier, is_last=index == 0)
        return None

    def latest(self, title: str, questions: Collection[str]) -> RecordedGrade | None:
        """The latest grade for all `questions` of the assignment with this `title`."""
        return next(self._grades(_LATEST, (title,), title, questions), None)

    def damaged(self, reason: object) -> JournalError:
        """The error to raise if a stored result is invalid."""
        return self._file.damaged(reason)

    def _grades(
        self, query: str, values: Sequence[str], title: str, questions: Collection[str]
    ) -> Iterator[RecordedGrade]:
        """The grades that `query` finds, if they are for the same assignment: it has the same title
        or, if that has changed, one of the same `questions`."""
        for *row, stored in self._file.rows(query, *values):
            self._check(stored, *row)
            name, question, state, engine, sandbox = row[:5]
            assignment = state.partition(_STATE)[0]
            version = GradingVersion(name, question, assignment, engine, sandbox)
            grade, rule, counts = self._read(row[-1])
            names = {question.name for question in grade.questions}
            if version.title == title or not names.isdisjoint(questions):
                yield RecordedGrade(grade, version, rule, counts, row[-2], is_last=True)

    def _check(self, stored: str, *values: str) -> None:
        """Opening it has checked all rows; but disks fail at any time."""
        if stored != checksum(*values):
            raise self.damaged("wrong checksums: 1")

    def _read(self, text: str) -> tuple[Grade, str, float | None]:
        try:
            return read_grade(text)
        except ValueError as error:
            raise self.damaged(error) from None


def _day(ago: int) -> str:
    """The day so many days `ago`, in UTC."""
    return (datetime.now(UTC) - timedelta(days=ago)).strftime("%Y-%m-%d")


def recorded(grade: Grade, version: GradingVersion, course_row: CourseRow) -> RecordedGrade:
    """`grade` as a journal has it."""
    final = course_row.final(grade)
    counts = float(final) if course_row.lateness and final is not None else None
    return RecordedGrade(_compact(grade), version, course_row.rule, counts)


def _dumped(grade: RecordedGrade) -> str:
    """`grade` as text, always the same for equal ones, also if numbers were read from JSON."""
    return dump_grade(*read_grade(dump_grade(grade.grade, grade.rule, grade.counts)))


def _compact(grade: Grade) -> Grade:
    """`grade` without the games, the output, the counterexamples and the time of its tests: only
    points are compared."""
    questions = (
        replace(q, outcomes=tuple(_compact_outcome(o) for o in q.outcomes)) for q in grade.questions
    )
    return replace(grade, questions=tuple(questions))


def _compact_outcome(outcome: Outcome) -> Outcome:
    diagnosis = outcome.diagnosis and replace(outcome.diagnosis, counterexample=None)
    return replace(outcome, games=(), output="", diagnosis=diagnosis, seconds=0)


def _text(name: str) -> str:
    """`name`, without characters that a database can't store."""
    return name.encode("utf-8", "replace").decode("utf-8")
