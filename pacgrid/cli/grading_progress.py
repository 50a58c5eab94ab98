"""What `pacgrid grade` shows while it works."""

from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from pacgrid.autograder.reports.amount import amount

if TYPE_CHECKING:
    from pacgrid.autograder.grade import Grade
    from pacgrid.autograder.grader import Progress

_LAST = 8
"""How many of the submissions are shown that were finished last."""


class Screen:
    """A bar with the time left and, if it `lists` them, the submissions that were finished last;
    as long as the `with` lasts, and only on a terminal."""

    def __init__(self, console: Console, *, lists: bool) -> None:
        self._console = console
        self._lists = lists
        self._bar = Bar(
            TextColumn("grading"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}", style="dim", markup=False),
            console=console,
        )
        self._task = self._bar.add_task("", total=None)
        self._last: deque[Grade] = deque(maxlen=_LAST)
        self._open = ExitStack()

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._open.enter_context(
                Live(console=self._console, transient=True, get_renderable=self._drawn)
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def watch(self, progress: "Progress") -> None:
        """Show how far it is."""
        if progress.grade:
            self._last.append(progress.grade)
        self._bar.update(
            self._task,
            total=progress.total,
            completed=progress.done,
            description=progress.latest,
        )

    def _drawn(self) -> Group:
        return Group(*([finished(list(self._last))] if self._lists else []), self._bar)


def finished(grades: "list[Grade]") -> Table:
    """A row for each of `grades`: its points, or why there are none."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    table.add_column(no_wrap=True, overflow="ellipsis", max_width=32)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    for grade in grades:
        points = f"{amount(grade.points)} / {amount(grade.possible)}"
        why = grade.failure.message if grade.failure else ""
        table.add_row(Text(grade.name), Text(points), Text(why, "red"))
    return table
