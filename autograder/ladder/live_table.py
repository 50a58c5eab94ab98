"""The table of a ladder while it is played, in a file that others read."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pacgrid.common.files import atomic_write

from ..reports.results_folder import ResultsError, writing
from .ladder import LadderProgress, PlayedLadder
from .ladder_folder import shown_names
from .table import LadderTable
from .tabulation import Tabulation

LIVE = "live.json"
"""The file, in the folder of the ladder."""
_SHARE = 0.05
"""Of the time that a run may spend on the file."""
_SHORTEST = 1.0
"""Seconds from one table to the next."""


class LiveLadder(BaseModel):
    """What is in the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    kind: Literal["pacgrid live ladder"] = "pacgrid live ladder"
    done: int
    total: int
    """An estimate: it may be over sooner."""
    is_running: bool
    table: LadderTable


class LiveTable:
    """Writes the table into `folder` now and then while a ladder is played. How often depends on
    the clock, and nothing else does."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LIVE
        self._next = 0.0
        self._progress = LadderProgress(0, 0, "")
        self._make: Callable[[], PlayedLadder] | None = None

    def watch(self, progress: LadderProgress) -> None:
        """Notes how far the ladder has got."""
        self._progress = progress

    def follow(self, make: Callable[[], PlayedLadder]) -> None:
        """Writes the table, if it is time for it. Raises ResultsError."""
        self._make = make
        begun = monotonic()
        if begun < self._next:
            return
        self._write(is_running=True)
        now = monotonic()
        self._next = now + max(_SHORTEST, (now - begun) / _SHARE)

    def stop(self) -> None:
        """Writes that the ladder was stopped. Raises ResultsError."""
        if self._make:
            self._write(is_running=False)

    def remove(self) -> None:
        """Removes the file: the ladder's own table is there. Raises ResultsError."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            raise ResultsError(f"{self._path}: can't be removed: {error.strerror}") from None

    def _write(self, *, is_running: bool) -> None:
        assert self._make
        ladder = self._make()
        table = Tabulation(ladder, shown_names(ladder), {}).table(
            datetime.now(UTC).replace(microsecond=0)
        )
        live = LiveLadder(
            done=self._progress.done,
            total=self._progress.total,
            is_running=is_running,
            table=table,
        )
        with writing(self._path):
            atomic_write(self._path, live.model_dump_json())


def read_live(folder: Path) -> LiveLadder | None:
    """What is in the file in `folder`; None if there is no such file. Raises ResultsError."""
    path = folder / LIVE
    try:
        return LiveLadder.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ResultsError(f"{path}: can't be read: {error.strerror}") from None
    except ValueError:
        raise ResultsError(f"{path}: is of another version; remove it") from None
