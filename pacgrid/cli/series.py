"""A series of games that nobody watches, in one process or in several."""

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from pacgrid.cli.matchup import Setup
from pacgrid.cli.summary import Result
from pacgrid.errors import PacgridError
from pacgrid.records.record import Record, RecordError
from pacgrid.view.show import LiveShow


class SeriesError(PacgridError):
    """A series that can't go on."""


@dataclass(frozen=True)
class OutputPath:
    """Where the records of a series are saved, or what is made of them: each game has a file of
    its own.

    A single game is saved as `path` itself; the games of a series are numbered, `games-07.json`
    for `games.json`.
    """

    path: Path
    games: int
    write: Callable[[Record, Path], None] = Record.save
    """Writes a game's file, in whatever process the game was played."""

    def __post_init__(self) -> None:
        if self.path.is_dir():
            raise RecordError(f"{self.path}: is a directory; name a file in it")
        if not self.path.parent.is_dir():
            raise RecordError(f"{self.path}: there is no directory {self.path.parent}")
        is_device = self.path.exists() and not self.path.is_file()
        if not is_device and not os.access(self.path.parent, os.W_OK):
            raise RecordError(f"{self.path}: can't be written: {os.strerror(errno.EACCES)}")

    def beside(self, number: int) -> "OutputPath":
        """Where the games of the `number`-th of several series are saved: `game-2.json`."""
        return replace(self, path=self.path.with_stem(f"{self.path.stem}-{number}"))

    def place(self, number: int) -> Path:
        """The file for game `number`, counted from 1."""
        if self.games == 1 and number == 1:
            return self.path
        name = f"{self.path.stem}-{number:0{len(str(self.games))}}"
        return self.path.with_name(name + (self.path.suffix or ".json"))


@dataclass(frozen=True)
class Series:
    """Games with the seeds `seed`, `seed + 1`, … Their results depend on nothing else."""

    setup: Setup
    games: int
    seed: int
    output_paths: tuple[OutputPath, ...] = ()
    keep_stats: bool = False
    """Whether the results are to have what a picture of the series needs."""
    thoughts: bool = False
    """Whether what agents think is kept in the records of games that nobody watches."""

    def play(self, number: int) -> Record:
        """Play game `number`, counted from 1, and write the files that are wanted of it.

        What agents print goes to stderr, since stdout is for the results.
        """
        with redirect_stdout(sys.stderr):
            record = self.setup.play(self.seed + number - 1, thoughts=self.thoughts)
        self.keep(number, record)
        return record

    def show(self, number: int) -> LiveShow:
        """Game `number`, counted from 1, to be watched."""
        return self.setup.show(self.seed + number - 1)

    def keep(self, number: int, record: Record) -> None:
        """Write the files that are wanted of game `number`."""
        for output_path in self.output_paths:
            output_path.write(record, output_path.place(number))

    def result(self, number: int) -> Result:
        """Play game `number`; keep only what a summary needs."""
        return self.result_of(self.play(number))

    def result_of(self, record: Record) -> Result:
        """What a summary needs of a game of this series."""
        return Result.of(record, stats=self.keep_stats)

    def results(self, jobs: int = 1) -> Iterator[Result]:
        """Play all games in `jobs` processes; the results come in the order of the seeds."""
        numbers = range(1, self.games + 1)
        jobs = min(jobs, self.games)
        if jobs == 1:
            yield from map(self.result, numbers)
            return
        executor = ProcessPoolExecutor(
            jobs, mp_context=get_context("spawn"), initializer=_die_of_interrupts
        )
        try:
            chunk = min(max(self.games // (4 * jobs), 1), 8)
            yield from executor.map(self.result, numbers, chunksize=chunk)
        except BrokenProcessPool:
            raise SeriesError(
                "a game ended its process; find the agent that does it with --jobs 1"
            ) from None
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _die_of_interrupts() -> None:
    """Ctrl-C reaches every process; the one that prints is enough to answer it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
