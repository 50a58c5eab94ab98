"""`pacgrid ladder page` and `pacgrid ladder watch`: a ladder in a browser."""

import os
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from pacgrid.cli.console import SafeConsole, note, note_written
from pacgrid.cli.options import OptionError
from pacgrid.cli.worker_choice import ProcessesOption

if TYPE_CHECKING:
    from pacgrid.autograder.ladder.pages.live_view import LiveView
    from pacgrid.autograder.ladder.table import LadderTable

_EVERY = 1.0
"""Seconds between looks at the folder."""
_GAME_EVERY = 6.0
"""Seconds between pages of games, which cost time that a running ladder could use."""

_PAGES_WORTH_A_PROCESS = 8

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the ladder.")]
JournalFile = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="The journal, if it is elsewhere.")
]


def page(
    folder: Folder,
    journal: JournalFile = None,
    losses: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Pages of so many games that an entrant lost in a role. Default: 2, or 1 if there"
            " are many entrants.",
        ),
    ] = None,
    jobs: ProcessesOption = None,
    browser: Annotated[bool, typer.Option("--open", help="Open the first page.")] = False,
) -> None:
    """Write the pages of a ladder again.

    They go to FOLDER/pages and are safe to publish: they have nothing of the
    entrants' code. Games whose moves the journal doesn't have get no page.
    """
    from pacgrid.autograder.ladder.ladder_folder import TABLE, LadderFolder

    there = LadderFolder(folder)
    if not (table := there.earlier):
        raise OptionError(f"{folder / TABLE}: no such file; name the folder of a ladder")
    if journal and not journal.exists():
        raise OptionError(f"{journal}: no such journal")
    first = write_pages(folder, table, journal or there.journal, losses, jobs)
    note_written(first)
    if browser:
        webbrowser.open(first.absolute().as_uri())


def write_pages(
    folder: Path,
    table: "LadderTable",
    journal: Path | None,
    losses: int | None = None,
    jobs: int | None = None,
) -> Path:
    """Writes the pages of `table` into the ladder's `folder`, and returns the first one."""
    from pacgrid.autograder.ladder.pages.game_pages import open_journal
    from pacgrid.autograder.ladder.pages.pages_folder import PAGES, PagesFolder
    from pacgrid.cli.grading_progress import ProgressBar
    from pacgrid.cli.processes import in_processes

    console = SafeConsole(stderr=True, soft_wrap=True)
    with open_journal(journal) as opened, ProgressBar(console, "writing pages") as bar:
        pages = PagesFolder(folder / PAGES, table, opened, losses)
        return pages.write(
            lambda function, todo: in_processes(function, todo, _processes(jobs, len(todo))),
            lambda done, total: bar.show(done, total, "games"),
        )


def _processes(jobs: int | None, pages: int) -> int:
    """How many processes make so many pages: to start one takes as long as to make a few."""
    return min(jobs or os.cpu_count() or 1, 1 + pages // _PAGES_WORTH_A_PROCESS)


def watch(
    folder: Folder,
    journal: JournalFile = None,
    host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Also answer browsers that use this host name, such as a proxy's. Repeat for"
            " several.",
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, metavar="N", help="The port. Default: any free one."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
) -> None:
    """Follow a ladder in a browser, also one that another process plays.

    The page shows the table as results come, and plays the newest games. It also
    shows a ladder that is over. Ctrl-C ends it.
    """
    from pacgrid.autograder.ladder.ladder_folder import LadderFolder
    from pacgrid.autograder.ladder.pages.live_view import LiveView
    from pacgrid.cli.interrupts import stopped_by_sigterm
    from pacgrid.render.web.page_server import PageServer

    if not folder.is_dir():
        raise OptionError(f"{folder}: no such folder; name that of a ladder")
    file = journal or LadderFolder(folder).journal
    with _ended_by_interrupt(), stopped_by_sigterm():
        view = LiveView(folder)
        view.refresh()
        with PageServer(
            view.page, view.document, port=port or 0, hosts=host or (), open_browser=browser
        ) as server:
            note(f"Watch at  {server.address}")
            note("Ctrl-C ends it")
            _follow(view, file)


def _follow(view: "LiveView", journal: Path) -> None:
    """Goes on until it is interrupted. The journal may come later."""
    from pacgrid.autograder.batch.journal import Journal

    next_game = 0.0
    with ExitStack() as stack:
        while True:
            if view.journal is None and journal.exists():
                view.journal = stack.enter_context(Journal(journal))
            view.refresh()
            if monotonic() >= next_game and view.prepare_game():
                next_game = monotonic() + _GAME_EVERY
            sleep(_EVERY)


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        SafeConsole(stderr=True).print(Text("ended", "dim"))
