"""Saves a record while its game is played."""

import os
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from pacgrid.common.files import atomic_write
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.records.record import Record
from pacgrid.records.record_lines import header_line, move_line, result_line
from pacgrid.records.thought import Move


class GameInProgress(Protocol):
    """A game in progress; `pacgrid.game.Game` is one."""

    setup: GameSetup
    states: list[Any]
    """The first one, and the one after each move."""
    moves: list[Move]
    taken_over: int
    """How many of the moves were played before a takeover."""
    undone: int
    """How often plies were undone."""
    ending: Ending | None

    @property
    def record(self) -> Record:
        """The game so far."""


class RecordWriter:
    """Saves the record of a game in the file `path` while it is played, a line a ply.

    Each line is given to the operating system at once, so a process that is killed loses at most
    the ply it was writing. A file that was at `path` stays until a ply has been played. A pipe
    or a device is written at the end.

    A write that fails doesn't disturb the game: `close` tries again to save all of it, and reports
    the error. The methods may be called from different threads.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = Lock()
        self._intact = True
        """Whether everything so far was written."""
        self._file: TextIOWrapper | None = None
        self._game: GameInProgress | None = None
        """The game in the file."""
        self._undone = 0
        """How often plies had been undone in it."""
        self._count = 0
        """How many of its moves are there."""
        self._complete = False
        """Whether its result is there too."""

    def update(self, game: GameInProgress) -> None:
        """Save what was played of `game` since the last call, and the result if it is over.

        The first ply of a game replaces any other game in the file, such as the one that was taken
        over. Never raises an error.
        """
        undecided = game.ending in (None, Ending.QUIT)
        with self._lock, suppress(OSError, ValueError):
            if self._intact and (len(game.moves) > game.taken_over or not undecided):
                self._write(game, complete=game.ending is not None)

    def close(self, record: Record) -> bool:
        """Make sure that the file holds `record`, the last game, as a complete record.

        Returns False, and leaves the file as it is, if that game was quit before its first ply.

        Raises:
            RecordError: the file can't be written.
        """
        with self._lock:
            try:
                if self._intact and self._game and self._game.record == record:
                    self._write(self._game, complete=True)
                    return True
            except (OSError, ValueError):
                pass
            finally:
                self._stop()
            if record.ending is Ending.QUIT and not record.moves:
                return False
            record.save(self.path)
            return True

    def _write(self, game: GameInProgress, *, complete: bool) -> None:
        """Write what is missing of `game`. Raises OSError or ValueError."""
        self._intact = False  # until all is written
        is_new = game is not self._game or game.undone != self._undone
        if is_new:
            if self.path.exists() and not self.path.is_file():
                return
            self._stop()
            self._count, self._complete = 0, False
        lines = [
            move_line(game.setup, state, move)
            for state, move in zip(
                game.states[self._count :], game.moves[self._count :], strict=False
            )
        ]
        if complete and not self._complete:
            lines.append(result_line(game.record))
        text = "".join(lines)
        if is_new:
            target = Path(os.path.realpath(self.path))  # a link may change
            atomic_write(target, header_line(game.record) + text)
            self._file = target.open("a", encoding="utf-8", newline="\n")
        elif self._file:
            self._file.write(text)
            self._file.flush()
        self._game, self._undone = game, game.undone
        self._count, self._complete = len(game.moves), complete
        self._intact = True

    def _stop(self) -> None:
        self._intact = False
        if self._file:
            with suppress(OSError):  # reported before, or nothing was left to write
                self._file.close()
        self._file = None
