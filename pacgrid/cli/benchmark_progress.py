"""Plays a benchmark with a progress bar, and stores its games."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pacgrid.cli.console import note
from pacgrid.cli.progress import progress_bar

if TYPE_CHECKING:
    from pacgrid.cli.benchmark_journal import BenchmarkJournal

Played = TypeVar("Played")
Watch = Callable[[int, int], object]


def played(
    play: Callable[["BenchmarkJournal | None", int, Watch], Played], path: Path | None, jobs: int
) -> Played:
    """What `play` returns, which plays with the journal at `path`, in so many processes, and says
    how many games of how many are done. An interrupt says where the results so far are."""
    from pacgrid.cli.benchmark_journal import BenchmarkJournal

    with (
        BenchmarkJournal(path) if path else nullcontext() as journal,
        progress_bar("games") as progress,
    ):
        bar = progress.add_task("")

        def watch(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        try:
            return play(journal, jobs, watch)
        except KeyboardInterrupt:
            if path:
                note(f"stopped; {path} has the results so far: run the same command to resume")
            raise
