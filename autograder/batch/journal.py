"""The journal: a file with all results, from which an interrupted grading continues."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from pacgrid.autograder.batch.grading_version import EarlierGrade, GradingVersion
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.grade_json import dump_grade, read_grade
from pacgrid.errors import PacgridError

PATIENCE = 60.0
"""Seconds to wait while another run is writing to the same journal."""

_APPLICATION = int.from_bytes(b"pacg")
_VERSION = 1
_TABLES = (
    "CREATE TABLE work (key TEXT PRIMARY KEY, result TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE grades (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL, question TEXT NOT NULL,
        name TEXT NOT NULL, digest TEXT NOT NULL,
        assignment TEXT NOT NULL, engine TEXT NOT NULL, sandbox TEXT NOT NULL,
        written TEXT NOT NULL, grade TEXT NOT NULL,
        UNIQUE (title, question, name, digest, assignment, engine, sandbox)
    )""",
)
_HEADER = 72
"""The size of the part of an SQLite header that we check, in bytes."""


class JournalError(PacgridError):
    """The journal can't be used; nothing in it was changed."""


class Journal:
    """The journal in the file `path`, open for the length of a `with`. A missing file is created.

    Several runs can use it at the same time. Every method and the start of the `with` raise
    JournalError if the file can't be used. Files of other programs are never written to.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __enter__(self) -> Self:
        with self._translated_errors():
            _check_header(self.path)
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=True
            )
            try:
                _retry_while_busy(self._prepare)
            except BaseException:
                self._connection.close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def find(self, key: str) -> str | None:
        """The result stored under `key`; None if there is none."""
        with self._translated_errors():
            query = "SELECT result FROM work WHERE key = ?"
            row = self._connection.execute(query, (key,)).fetchone()
        return row[0] if row else None

    def store(self, key: str, result: str) -> str:
        """Stores `result`, durably. Returns what is now stored under `key`: an older result is not
        replaced."""
        with self._translated_errors():
            add = "INSERT INTO work VALUES (?, ?) ON CONFLICT DO NOTHING"
            self._connection.execute(add, (key, result))
        return self.find(key) or result

    def record(self, grades: Sequence[Grade], version: GradingVersion) -> None:
        """Stores `grades` by `version`; they replace older ones by the same version."""
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
        columns = "title, question, assignment, engine, sandbox, name, digest, written, grade"
        add = f"INSERT OR REPLACE INTO grades ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        rows = [
            (*astuple(version), _text(grade.name), grade.digest, now, dump_grade(grade))
            for grade in grades
        ]
        with self._translated_errors(), self._writing():
            self._connection.executemany(add, rows)

    def earlier(self, grade: Grade, version: GradingVersion) -> EarlierGrade | None:
        """The latest grade by another version, for the same files, name and questions."""
        query = """
            SELECT assignment, engine, sandbox, written, grade FROM grades
            WHERE title = ? AND question = ? AND name = ? AND digest = ? ORDER BY number DESC"""
        v = version
        with self._translated_errors(), closing(self._connection.cursor()) as cursor:
            cursor.execute(query, (v.title, v.question, _text(grade.name), grade.digest))
            for index, (assignment, engine, sandbox, written, text) in enumerate(cursor):
                before = GradingVersion(v.title, v.question, assignment, engine, sandbox)
                if before != version:
                    return EarlierGrade(read_grade(text), before, written, is_last=index == 0)
        return None

    def damaged(self, reason: object) -> JournalError:
        """The error to raise if a stored result is invalid."""
        return JournalError(
            f"{self.path}: the journal is damaged: {reason}; move it away and grade again"
        )

    def _prepare(self) -> None:
        """Creates the tables of a new file; checks that an old one is an intact journal."""
        with self._writing():
            application, version = self._pragma("application_id"), self._pragma("user_version")
            if not (application or self._has_tables()):
                for table in _TABLES:
                    self._connection.execute(table)
                self._connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {_VERSION}")
                application, version = _APPLICATION, _VERSION
        _check_kind(self.path, application, version)
        # With a write-ahead log, readers don't wait for writers. On disks without one, SQLite stays
        # in its default mode, which works too.
        if self._pragma("journal_mode") != "wal":
            self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        if (result := self._pragma("quick_check")) != "ok":
            raise self.damaged(result.splitlines()[-1])

    def _pragma(self, name: str) -> Any:
        return self._connection.execute(f"PRAGMA {name}").fetchone()[0]

    def _has_tables(self) -> bool:
        return self._connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: everything in the `with` is written, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Turns errors of SQLite and the disk into a JournalError of one line."""
        try:
            yield
        except OSError as error:
            raise JournalError(f"{self.path}: can't be read: {error.strerror}") from None
        except ValueError as error:
            raise self.damaged(error) from None
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            if name in {"SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR"}:
                raise self.damaged(error) from None
            if name.startswith("SQLITE_BUSY"):
                why = f"another run has been writing to it for {PATIENCE:g} seconds"
            else:
                why = f"can't be written: {error}"
            hint = "choose another file with --journal, or grade with --no-journal"
            raise JournalError(f"{self.path}: {why}; {hint}") from None


def _retry_while_busy(prepare: Callable[[], None]) -> None:
    """Retries `prepare` while other runs prepare the same journal: SQLite waits for writers, but
    not for those who change the journal mode."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            prepare()
        except sqlite3.OperationalError as error:
            busy = getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def _check_header(path: Path) -> None:
    """Raises JournalError if `path` exists and isn't a journal. SQLite must not open it before, as
    that alone can change it. Raises OSError."""
    if path.is_dir():
        raise JournalError(f"{path}: is a folder; name a file in it")
    if not path.parent.is_dir():
        raise JournalError(f"{path}: there is no folder {path.parent}")
    if not path.exists():
        return
    if not path.is_file():
        raise JournalError(f"{path}: is not a regular file; name another one")
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if not header:
        return
    if not header.startswith(b"SQLite format 3\0") or len(header) < _HEADER:
        raise JournalError(f"{path}: is not a journal of pacgrid; name another file")
    _check_kind(path, int.from_bytes(header[68:72]), int.from_bytes(header[60:64]))


def _check_kind(path: Path, application: int, version: int) -> None:
    if application != _APPLICATION:
        raise JournalError(f"{path}: is a database of another program; name another file")
    if version != _VERSION:
        raise JournalError(
            f"{path}: is a journal of another version of pacgrid (format {version}, this one "
            f"writes {_VERSION}); grade with that version, or name another file"
        )


def _text(name: str) -> str:
    """`name`, without characters that a database can't store."""
    return name.encode("utf-8", "replace").decode("utf-8")
