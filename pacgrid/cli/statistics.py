"""`pacgrid statistics`: a page about the results of a whole course."""

import webbrowser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.cli.console import note_written
from pacgrid.cli.options import OptionError


def statistics(
    results: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULTS",
            help="Folders that pacgrid grade --out wrote, one for each assignment, in their order;"
            " also folders of ladders.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="HTML", help="The page to write.")
    ] = Path("statistics.html"),
    anonymous: Annotated[
        bool,
        typer.Option(
            "--anonymous",
            help="Leave out all names, and what hidden tests are: a page to show in class.",
        ),
    ] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the page.")] = False,
) -> None:
    """Write a page with the statistics of a course: points, mistakes, times, resources.

    pacgrid grade --out writes such a page for one assignment. This command puts
    several on one page, with the points of each student in all of them.
    """
    write_statistics(results, out, is_anonymous=anonymous)
    if browser:
        webbrowser.open(out.resolve().as_uri())


def write_statistics(results: Sequence[Path], out: Path, *, is_anonymous: bool = False) -> None:
    """Writes the page `out` about these folders of results, and says so.

    Raises:
        OptionError, GradingError: the results can't be read, or don't go together.
        ResultsError: the page can't be written.
    """
    from pacgrid.autograder.ladder.ladder_folder import TABLE, read_table
    from pacgrid.autograder.ladder.statistics import ladder_facts
    from pacgrid.autograder.reports.results_folder import writing
    from pacgrid.autograder.reports.statistics.facts import read_facts
    from pacgrid.autograder.reports.statistics.page import statistics_page
    from pacgrid.common.files import atomic_write

    ladders = [path for path in results if (path / TABLE).exists()]
    assignments = [read_facts(path) for path in results if path not in ladders]
    titles = Counter(facts.title for facts in assignments)
    if twice := next((title for title, count in titles.items() if count > 1), None):
        raise OptionError(f"two of these are results of {twice!r}; leave one out")
    page = statistics_page(
        assignments,
        [ladder_facts(read_table(path / TABLE)) for path in ladders],
        is_anonymous=is_anonymous,
    )
    with writing(out):
        atomic_write(out, page)
    note_written(out)
