"""Series of games, played in this process or in several."""

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import TypeVar

from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.output_path import OutputPath, record_writer, write_files
from pacgrid.cli.series_summary import Result
from pacgrid.errors import PacgridError
from pacgrid.records.record import Record
from pacgrid.session.game_source import LiveGame


@dataclass(frozen=True)
class Series:
    """Games with the seeds `seed`, `seed + 1`, … The seed fixes everything in a game."""

    matchup: Matchup
    games: int
    seed: int
    output_paths: tuple[OutputPath, ...] = ()
    thoughts: bool = False
    """Whether records of games that aren't watched keep what agents think."""
    pacman_seed: int | None = None
    """Pac-Man's own seed in the first game, if he has one; each next game adds 1."""
    ghost_seed: int | None = None
    """The same for the ghosts."""
    judge: JudgeChoice | None = None
    """What judges Pac-Man's moves, if they are to be judged."""

    def play(
        self, number: int, analyse: Callable[[Record], GameAnalysis] | None = None
    ) -> tuple[Record, GameAnalysis | None]:
        """Play game `number`, counted from 1, analyse it if there is a judge, and write its files.

        What agents print goes to stderr, since stdout is for the results.

        Args:
            analyse: how to ask the judge.
        """
        with redirect_stdout(sys.stderr):
            writer = record_writer(self.output_paths, number)
            record = self.matchup.play(
                self.seed + number - 1,
                writer,
                pacman_seed=_later(self.pacman_seed, number),
                ghost_seed=_later(self.ghost_seed, number),
                thoughts=self.thoughts,
            )
        analysis = None
        try:
            if self.judge and analyse:
                analysis = analyse(record)
            elif self.judge:  # a summary needs only Pac-Man's moves
                analysis = self.judge.analyse(record, ghosts=bool(self.output_paths))
        finally:  # an analysis that fails, or is interrupted, loses no game
            self.write_files(number, record, analysis)
        return record, analysis

    def live_game(self, number: int) -> LiveGame:
        """Game `number`, counted from 1, to be watched."""
        writer = record_writer(self.output_paths, number)
        return self.matchup.live_game(
            self.seed + number - 1,
            writer,
            pacman_seed=_later(self.pacman_seed, number),
            ghost_seed=_later(self.ghost_seed, number),
        )

    def write_files(
        self, number: int, record: Record, analysis: GameAnalysis | None = None
    ) -> list[Path]:
        """Write the files of game `number`, which has ended. Returns those that were written."""
        return write_files(self.output_paths, number, record, analysis)

    def result(self, number: int) -> Result:
        """Play game `number`, and keep only what a summary needs."""
        return self.result_of(*self.play(number))

    def result_of(self, record: Record, analysis: GameAnalysis | None = None) -> Result:
        """What a summary needs to know about a game."""
        if self.judge and not analysis:
            analysis = self.judge.analyse(record, ghosts=False)
        return Result.of(record, analysis)

    def results(self, jobs: int = 1) -> Iterator[Result]:
        """Play all games in `jobs` processes; the results come in the order in which games end."""
        for _, result in in_processes(self.result, range(1, self.games + 1), jobs):
            yield result


def _later(seed: int | None, number: int) -> int | None:
    """The seed of game `number`, if that of the first one is `seed`."""
    return None if seed is None else seed + number - 1


Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


class ProcessError(PacgridError):
    """A process that ended before its game."""


def in_processes(
    function: Callable[[Item], Outcome], items: Collection[Item], jobs: int
) -> Iterator[tuple[Item, Outcome]]:
    """Each item with `function(item)`, in the order in which they get done.

    One job runs in this process. Raises what `function` raises, or ProcessError.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from ((item, function(item)) for item in items)
        return
    executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_prepare)
    try:
        futures = {executor.submit(function, item): item for item in items}
        for future in as_completed(futures):
            yield futures.pop(future), future.result()
    except BaseException as error:
        for process in active_children():  # otherwise they would finish their games
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise ProcessError(
                "an agent ended its process; run with --jobs 1 to find out which one"
            ) from None
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _prepare() -> None:
    """Let Ctrl-C end this process silently, since the main process handles it; and end it with the
    main process, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
