"""How far a command is."""

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pacgrid.cli.console import SafeConsole


def progress_bar(unit: str) -> Progress:
    """A bar on stderr that counts in `unit`, with its task's description; none without a
    terminal."""
    errors = SafeConsole(stderr=True)
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
