"""The progress that `pacgrid grade` and `pacgrid ladder` show."""

from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Column, Table
from rich.text import Text

from pacgrid.autograder.model.amount import amount

if TYPE_CHECKING:
    from pacgrid.autograder.batch.grader import Progress
    from pacgrid.autograder.model.grade import Grade

_BAR = 24
"""The width of the bar, which doesn't change with the text beside it."""
_LATEST = 8
"""How many finished submissions are shown."""


class ProgressBar:
    """A bar with the time left, after `title`; during the `with`, and only on a terminal."""

    def __init__(self, console: Console, title: str) -> None:
        self._console = console
        self._bar = Bar(
            TextColumn(title),
            BarColumn(bar_width=_BAR),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn(
                "{task.description}",
                style="dim",
                markup=False,
                table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"),
            ),
            console=console,
            expand=True,
        )
        self._task = self._bar.add_task("", total=None)
        self._open = ExitStack()

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._open.enter_context(
                Live(console=self._console, transient=True, get_renderable=self._render)
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def show(self, done: float, total: int, latest: str) -> None:
        """Show how much is done, and what was last."""
        self._bar.update(self._task, total=total, completed=done, description=latest)

    def _render(self) -> RenderableType:
        return self._bar


class ProgressDisplay(ProgressBar):
    """The bar of grading; with `show_finished`, below the latest submissions."""

    def __init__(self, console: Console, *, show_finished: bool) -> None:
        super().__init__(console, "grading")
        self._show_finished = show_finished
        self._latest: deque[Grade] = deque(maxlen=_LATEST)

    def update(self, progress: "Progress") -> None:
        """Show `progress`."""
        if progress.grade:
            self._latest.append(progress.grade)
        self.show(progress.done, progress.total, progress.latest)

    def _render(self) -> RenderableType:
        table = [grades_table(list(self._latest))] if self._show_finished else []
        return Group(*table, self._bar)


def grades_table(grades: "list[Grade]") -> Table:
    """A row for each grade: its points, and the failure if there is one."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    table.add_column(no_wrap=True, overflow="ellipsis", max_width=32)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    for grade in grades:
        points = f"{amount(grade.points)} / {amount(grade.possible)}"
        failure = grade.failure.message if grade.failure else ""
        table.add_row(Text(grade.name), Text(points), Text(failure, "red"))
    return table
