"""What has been graded, kept in a file: grading that was stopped goes on where it was."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from pacgrid.autograder.batch.grading_version import Earlier, GradingVersion
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.grade_json import dump_grade, read_grade
from pacgrid.errors import PacgridError

PATIENCE = 60.0
"""Seconds to wait for another run that is writing to the same journal."""

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
"""Bytes at the start of an SQLite file that say what it is."""


class JournalError(PacgridError):
    """A journal that can't be used; nothing in it has been changed."""


class Journal:
    """The journal in the file `path`, which is made if there is none, as long as a `with` lasts.

    Several runs may use one at the same time. Every method, and the beginning of the `with`,
    raises JournalError when the file can't be used; no other program's file is ever written to.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __enter__(self) -> Self:
        with self._told():
            _check_header(self.path)
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=True
            )
            try:
                _patiently(self._prepare)
            except BaseException:
                self._connection.close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def find(self, key: str) -> str | None:
        """The result of the work that is called `key`, if it has been done."""
        with self._told():
            query = "SELECT result FROM work WHERE key = ?"
            row = self._connection.execute(query, (key,)).fetchone()
        return row[0] if row else None

    def keep(self, key: str, result: str) -> str:
        """Keep the `result` of some work, on the disk when this returns. What is kept already
        stays; hence what is returned is what counts."""
        with self._told():
            add = "INSERT INTO work VALUES (?, ?) ON CONFLICT DO NOTHING"
            self._connection.execute(add, (key, result))
        return self.find(key) or result

    def record(self, grades: Sequence[Grade], version: GradingVersion) -> None:
        """Keep `grades` that were given by `version`, in place of those that it gave before."""
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
        columns = "title, question, assignment, engine, sandbox, name, digest, written, grade"
        add = f"INSERT OR REPLACE INTO grades ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        rows = [
            (*astuple(version), _text(grade.name), grade.digest, now, dump_grade(grade))
            for grade in grades
        ]
        with self._told(), self._writing():
            self._connection.executemany(add, rows)

    def earlier(self, grade: Grade, version: GradingVersion) -> Earlier | None:
        """The last grade that was given to the same files under the same name, for the same
        questions, by another version."""
        query = """
            SELECT assignment, engine, sandbox, written, grade FROM grades
            WHERE title = ? AND question = ? AND name = ? AND digest = ? ORDER BY number DESC"""
        e = version
        with self._told(), closing(self._connection.cursor()) as cursor:
            cursor.execute(query, (e.title, e.question, _text(grade.name), grade.digest))
            for place, (assignment, engine, sandbox, written, text) in enumerate(cursor):
                before = GradingVersion(e.title, e.question, assignment, engine, sandbox)
                if before != version:
                    return Earlier(read_grade(text), before, written, is_last=place == 0)
        return None

    def damaged(self, reason: object) -> JournalError:
        """What to raise when what is kept in it makes no sense."""
        return JournalError(
            f"{self.path}: the journal is damaged: {reason}; move it away, and grade anew"
        )

    def _prepare(self) -> None:
        """See that this is a journal, whole and of this version; or make it one, if it is new."""
        with self._writing():
            application, version = self._pragma("application_id"), self._pragma("user_version")
            if not (application or self._holds_tables()):
                for table in _TABLES:
                    self._connection.execute(table)
                self._connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {_VERSION}")
                application, version = _APPLICATION, _VERSION
        _check_kind(self.path, application, version)
        # With a write-ahead log, who reads doesn't wait for who writes. Where the disk can't have
        # one, the plain mode that SQLite then keeps does as well.
        if self._pragma("journal_mode") != "wal":
            self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        if (found := self._pragma("quick_check")) != "ok":
            raise self.damaged(found.splitlines()[-1])

    def _pragma(self, name: str) -> Any:
        return self._connection.execute(f"PRAGMA {name}").fetchone()[0]

    def _holds_tables(self) -> bool:
        return self._connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """What is written in the `with` is written as a whole, or not at all."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say in a line what SQLite or the disk finds wrong."""
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
            hint = "name another place with --journal, or grade with --no-journal"
            raise JournalError(f"{self.path}: {why}; {hint}") from None


def _patiently(prepare: Callable[[], None]) -> None:
    """Prepare a journal that others may prepare, too: SQLite itself doesn't wait for who changes
    the mode of a file, as it does for who writes to it."""
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
    """Raise JournalError if a file is there that is no journal: before SQLite opens it, since that
    alone may change it. Raises OSError."""
    if path.is_dir():
        raise JournalError(f"{path}: is a folder; name a file in it")
    if not path.parent.is_dir():
        raise JournalError(f"{path}: there is no folder {path.parent}")
    if not path.exists():
        return
    if not path.is_file():
        raise JournalError(f"{path}: is no plain file; name another one")
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if not header:
        return
    if not header.startswith(b"SQLite format 3\0") or len(header) < _HEADER:
        raise JournalError(f"{path}: is not a journal of pacgrid; name another file")
    _check_kind(path, int.from_bytes(header[68:72]), int.from_bytes(header[60:64]))


def _check_kind(path: Path, application: int, version: int) -> None:
    if application != _APPLICATION:
        raise JournalError(f"{path}: is the database of another program; name another file")
    if version != _VERSION:
        raise JournalError(
            f"{path}: is a journal of another version of pacgrid (format {version}, this one "
            f"writes {_VERSION}); grade with that version, or name another file"
        )


def _text(name: str) -> str:
    """`name`, with what no text in a database can hold replaced."""
    return name.encode("utf-8", "replace").decode("utf-8")
