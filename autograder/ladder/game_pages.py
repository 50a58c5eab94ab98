"""Pages that play single games of a ladder."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.common.files import atomic_write
from pacgrid.records.record import Record
from pacgrid.render.web.page import page

from ..batch.journal import Journal
from ..model.engine_version import engine_version
from ..reports.results_folder import writing
from .saved_game import MissingGameError, saved_game
from .table import GameRow, LadderTable

NODES = 2000
"""How many positions are searched to judge a move: less than by default, since there are many
games."""
_FOLDERS = re.compile(r"""(?<![\w.<>/\\-])(?:[A-Za-z]:)?(?:[/\\][^\s/\\'"():;,<>]+)+[/\\]""")
"""The folders of an absolute path."""


def published_text(text: str) -> str:
    """A reason as everybody may read it: without folders of the machine.

    >>> published_text("no file /home/ada/maze.txt (ada.py, line 3)")
    'no file maze.txt (ada.py, line 3)'
    """
    return _FOLDERS.sub("", text)


@dataclass(frozen=True)
class PageJob:
    """A page to be made. Can be sent to another process."""

    name: str
    """Of the file: a hash of all that the page depends on."""
    record: Record


Run = Callable[[Callable[[PageJob], str], Sequence[PageJob]], Iterable[tuple[PageJob, str]]]
"""Calls a function with each of some jobs, in any order."""


def make_page(job: PageJob) -> str:
    """Makes the page, which shows what each move cost."""
    return page(job.record, analysis=JudgeChoice(nodes=NODES).analyse(job.record))


def in_turn(
    function: Callable[[PageJob], str], jobs: Sequence[PageJob]
) -> Iterator[tuple[PageJob, str]]:
    """Runs jobs one after the other."""
    return ((job, function(job)) for job in jobs)


def write_game_pages(
    folder: Path,
    table: LadderTable,
    games: Iterable[GameRow],
    journal: Journal | None,
    run: Run = in_turn,
    watch: Callable[[int, int], object] = lambda *_: None,
) -> dict[int, str]:
    """Writes pages of these `games` of `table` into `folder`, and returns the names of their files
    by the games' ids. Removes all other pages.

    Those that are there already aren't made again. Games whose moves the `journal` doesn't have get
    no page. `run` makes those that are missing, and `watch` is called with their number so far, and
    of all.

    Raises JournalError or ResultsError.
    """
    pages: dict[int, str] = {}
    jobs: dict[str, PageJob] = {}
    for game in games:
        name = _file_name(table, game)
        if (folder / name).exists():
            pages[game.id] = name
        elif record := _record(table, game, journal):
            pages[game.id] = name
            jobs[name] = PageJob(name, record)
    for done, (job, text) in enumerate(run(make_page, list(jobs.values())), 1):
        with writing(folder / job.name):
            folder.mkdir(parents=True, exist_ok=True)
            atomic_write(folder / job.name, text)
        watch(done, len(jobs))
    _remove_others(folder, pages.values())
    return pages


def _file_name(table: LadderTable, game: GameRow) -> str:
    title = next(row.title for row in table.layouts if row.name == game.layout)
    parts = (engine_version(), game.key, game.pacman, game.ghosts, title, str(NODES))
    digest = sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return f"{digest[:16]}.html"


def _record(table: LadderTable, game: GameRow, journal: Journal | None) -> Record | None:
    if journal is None:
        return None
    try:
        record = saved_game(table, game.id, journal)
    except MissingGameError:
        return None
    return replace(record, message=published_text(record.message))


def _remove_others(folder: Path, names: Collection[str]) -> None:
    """Removes pages that nothing refers to any more."""
    for path in folder.glob("*.html"):
        if path.name not in names:
            with suppress(OSError):
                path.unlink()
