"""The journal: an SQLite file with all results, from which an interrupted grading continues. Each
row has a checksum, so that damage is noticed."""

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from shutil import disk_usage
from typing import Any, Self

from pacgrid.common.sanitize import one_line

from ..model.fault import GradingError

PATIENCE = 60.0
"""Seconds to wait while another run is writing to the same journal."""

_APPLICATION = int.from_bytes(b"pacg")
_VERSION = 5
_TABLE = """CREATE TABLE results (
    key TEXT PRIMARY KEY, result TEXT NOT NULL, checksum TEXT NOT NULL, used TEXT NOT NULL
) WITHOUT ROWID"""

_SMALLEST_FREE = 1 << 16
_HEADER = 72
"""The size of the part of an SQLite header that we check, in bytes."""

RESULT_DAYS = 90
"""Days after which a result that no grading has used is removed."""

_ADD_RESULT = """INSERT INTO results (key, result, checksum, used) VALUES (?, ?, ?, ?)
    ON CONFLICT DO NOTHING"""
_USE_RESULT = "UPDATE results SET used = ? WHERE key = ? AND used != ?"
_REMOVE_RESULTS = "DELETE FROM results WHERE used < ?"


class JournalError(GradingError):
    """The journal can't be used; nothing in it was changed."""


def checksum(*values: str) -> str:
    """A hash of `values`, the same with every version of Python."""
    hashed = blake2b(digest_size=16)
    for value in values:
        data = str(value).encode("utf-8", "surrogatepass")
        hashed.update(b"%d:" % len(data) + data)
    return hashed.hexdigest()


class Journal:
    """The journal in the file `path`, open for the length of a `with`. A missing file is created.

    A result is stored durably, which takes milliseconds; with `syncs=False` the last ones may be
    lost if the computer, rather than the program, is stopped.

    Several runs can use it at the same time. Every method and the start of the `with` raise
    JournalError if the file can't be used. Files that are damaged or of other programs are never
    written to.
    """

    def __init__(self, path: str | Path, *, syncs: bool = True) -> None:
        self.path = Path(path)
        self._syncs = syncs
        self._used: set[str] = set()

    def __enter__(self) -> Self:
        with self._translated_errors():
            _check_header(self.path)
            self._connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            try:
                # Text with a flipped bit may not be UTF-8; then its checksum is wrong, too.
                self._connection.text_factory = lambda data: data.decode("utf-8", "replace")
                _retry_while_busy(self._prepare)
            except BaseException:
                self._connection.close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def find(self, key: str) -> str | None:
        """The result stored under `key`; None if there is none."""
        rows = self._rows("SELECT result, checksum FROM results WHERE key = ?", key)
        for result, stored in rows:
            if stored != checksum(key, result):  # right when it was opened; but disks fail later
                raise self.damaged("wrong checksums: 1")
            self._used.add(key)
            return str(result)
        return None

    def store(self, key: str, result: str) -> str:
        """Stores `result`. Returns what is now stored under `key`: an older result is not
        replaced."""
        row = (key, result, checksum(key, result), _day(0))
        self._write((_ADD_RESULT, [row]))
        return self.find(key) or result

    def keep_used(self) -> None:
        """Notes that the results that were found are in use. Then removes those that are too
        old."""
        today = _day(0)
        self._write(
            (_USE_RESULT, [(today, key, today) for key in sorted(self._used)]),
            (_REMOVE_RESULTS, [(_day(RESULT_DAYS),)]),
        )

    @property
    def has_results(self) -> bool:
        """Whether there are any, of whatever."""
        return bool(self._rows("SELECT key FROM results LIMIT 1"))

    def damaged(self, reason: object) -> JournalError:
        """The error to raise if the content is invalid."""
        first = one_line(str(reason).partition("\n")[0])
        return JournalError(
            f"{self.path}: the journal is damaged: {first}; move it away and run this again"
        )

    # The database

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with self._translated_errors(), closing(self._connection.cursor()) as cursor:
            return cursor.execute(query, values).fetchall()

    def _write(self, *changes: tuple[str, Iterable[tuple[str, ...]]]) -> None:
        """Writes each statement for each of its rows of values, all of them or nothing."""
        with self._translated_errors(), self._transaction():
            for statement, rows in changes:
                self._connection.executemany(statement, rows)

    def _prepare(self) -> None:
        """Creates the tables of a new file; checks that an old one is an intact journal."""
        with self._transaction():
            application, version = self._pragma("application_id"), self._pragma("user_version")
            if not (application or _schema(self._connection)):
                self._connection.execute(_TABLE)
                self._connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {_VERSION}")
                application, version = _APPLICATION, _VERSION
        _check_kind(self.path, application, version)
        self._check_content()
        # With a write-ahead log, readers don't wait for writers. On disks without one, SQLite stays
        # in its default mode, which works too.
        if self._pragma("journal_mode") != "wal":
            self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute(f"PRAGMA synchronous = {'FULL' if self._syncs else 'NORMAL'}")

    def _check_content(self) -> None:
        """Raises JournalError if any row, table or index is damaged."""
        if (result := self._pragma("integrity_check")) != "ok":
            raise self.damaged(result.partition("\n")[2] or result)
        if _schema(self._connection) != _intact_schema():
            raise self.damaged("it has other tables")
        rows = self._connection.execute("SELECT key, result, checksum FROM results")
        if wrong := sum(checksum(key, result) != stored for key, result, stored in rows):
            raise self.damaged(f"wrong checksums: {wrong}")

    def _pragma(self, name: str) -> Any:
        return self._connection.execute(f"PRAGMA {name}").fetchone()[0]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Everything in the `with` is written, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Turns errors of SQLite and the disk into a JournalError of one line."""
        try:
            yield
        except OSError as error:
            raise JournalError(f"{self.path}: can't be read: {error.strerror}") from None
        except UnicodeError:  # in what SQLite says about a damaged table
            raise self.damaged("it has other tables") from None
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            if name in {"", "SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR"}:
                raise self.damaged(error) from None
            if name == "SQLITE_FULL" or (name.startswith("SQLITE_IOERR") and _is_full(self.path)):
                why = "no space left"
                hint = "free some, then run the same command again to continue"
            else:
                busy = f"another run has been writing to it for {PATIENCE:g} seconds"
                why = busy if name.startswith("SQLITE_BUSY") else f"can't be written: {error}"
                hint = "choose another file with --journal, or grade with --no-journal"
            raise JournalError(f"{self.path}: {why}; {hint}") from None


def _day(ago: int) -> str:
    """The day so many days `ago`, in UTC."""
    return (datetime.now(UTC) - timedelta(days=ago)).strftime("%Y-%m-%d")


def _is_full(path: Path) -> bool:
    """Whether SQLite lacks the space for the files that it makes beside the journal at `path`."""
    try:
        return disk_usage(path.parent).free < _SMALLEST_FREE
    except OSError:
        return False


def _schema(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    query = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    return connection.execute(query).fetchall()


def _intact_schema() -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(_TABLE)
        return _schema(connection)


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
        raise JournalError(f"{path}: there is no folder {path.parent}; create it first")
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
            f"writes {_VERSION}); move it away, or name another file"
        )
