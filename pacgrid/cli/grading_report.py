"""What `pacgrid grade` prints."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.batch.history import History
    from pacgrid.autograder.grade import Grade

_NO_HISTORY = "the journal has no grades of these submissions by another version"


def print_report(
    console: Console,
    assignment: "Assignment",
    grades: "Sequence[Grade]",
    *,
    show_hidden: bool = False,
    command: str = "",
    notes: Iterable[str] = (),
) -> None:
    """Print the grades, and why they are none. The `command` grades a single submission again."""
    from pacgrid.autograder.reports.report import report

    # A command that is wider than the terminal isn't cut off.
    shown = report(assignment, grades, show_hidden=show_hidden, command=command)
    console.print(shown, crop=False)
    for note in notes:
        console.print(Text(f"{note}; this is no grade", "yellow"))


def print_changes(console: Console, history: "History | None") -> None:
    """Print old and new points side by side."""
    from pacgrid.autograder.reports.comparison import comparison_table

    console.print(Text(str(history or f"nothing to compare with: {_NO_HISTORY}")))
    if history:
        console.print(comparison_table(history.changes))
