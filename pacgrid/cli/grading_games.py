"""`pacgrid grade --games`: saves the played games."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.processes import in_processes
from pacgrid.common.cpus import available_cpus

if TYPE_CHECKING:
    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.grade import Grade

_PAGES_PER_PROCESS = 10
"""Fewer pages are not worth the start of a process."""


def save_games(
    folder: Path,
    assignment: "Assignment",
    grades: "Sequence[Grade]",
    *,
    jobs: int | None,
    show_hidden: bool,
) -> None:
    """Save the games of `grades` in `folder`, in several processes if there are many pages to make.

    Raises:
        ResultsError, RecordError, PageError: a file can't be written.
    """
    from pacgrid.autograder.reports.saved_games import SavedGame, saved_games

    games = list(saved_games(assignment, grades, show_hidden=show_hidden))
    pages = sum(game.has_page for game in games)
    processes = min(jobs or available_cpus(), pages // _PAGES_PER_PROCESS)
    with SafeConsole(stderr=True).status("saving the games"):
        for _ in in_processes(partial(SavedGame.save, folder=folder), games, processes):
            pass
