"""`pacgrid grade --games`: saves the played games."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.fault import Fault, attempt
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.fault_log import FaultLog
from pacgrid.autograder.reports.file_names import file_names
from pacgrid.autograder.reports.results_folder import SAVED_GAMES
from pacgrid.autograder.reports.saved_games import SavedGame, saved_games
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.processes import in_processes
from pacgrid.common.cpus import available_cpus
from pacgrid.records.record_reader import RecordError
from pacgrid.render.web.page import PageError

_PAGES_PER_PROCESS = 10
"""Fewer pages are not worth the start of a process."""


def save_games(
    folder: Path,
    assignment: Assignment,
    grades: Sequence[Grade],
    faults: FaultLog,
    *,
    jobs: int | None,
    show_hidden: bool,
) -> None:
    """Save the games of `grades` in `folder`, in several processes if there are many pages to make.
    Those that can't be saved by a fault of Pacgrid are left out, and added to `faults`.

    Raises:
        ResultsError, RecordError, PageError: a file can't be written.
    """

    def listed(grades: Sequence[Grade]) -> list[SavedGame]:
        return list(saved_games(assignment, grades, show_hidden=show_hidden))

    games = faults.make(SAVED_GAMES, listed, grades) or []
    owners = dict(zip(file_names([grade.name for grade in grades]), grades, strict=True))
    pages = sum(game.has_page for game in games)
    processes = min(jobs or available_cpus(), pages // _PAGES_PER_PROCESS)
    with SafeConsole(stderr=True).status("saving the games"):
        for game, fault in in_processes(partial(_save, folder), games, processes):
            if fault:
                faults.note(owners.get(game.folder), SAVED_GAMES, fault)


def _save(folder: Path, game: SavedGame) -> Fault | None:
    """Save `game`. Returns the fault that keeps it from being saved, if there is one."""
    saved = attempt(partial(game.save, folder), RecordError, PageError)
    return saved if isinstance(saved, Fault) else None
