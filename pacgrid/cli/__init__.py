"""The command line: `pacgrid COMMAND`."""

import errno
import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from pacgrid.cli.commands import Commands
from pacgrid.errors import PacgridError

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"pacgrid {version('pacgrid')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Pac-Man versus ghosts: write an agent, watch it play, have it graded."""


def main() -> None:
    """Run the command line; an error in the input prints one line and exits with 1."""
    # The processes that this one starts don't import from the current folder, either.
    os.environ["PYTHONSAFEPATH"] = "1"
    for stream in (sys.stdout, sys.stderr):
        # A redirected Windows console can't encode every character: it gets a "?" instead.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except PacgridError as error:
        from rich.text import Text

        from pacgrid.agent import AgentError
        from pacgrid.cli.console import SafeConsole
        from pacgrid.layout import LayoutError

        console = SafeConsole(stderr=True, soft_wrap=True)
        prefix = "LayoutError: " if isinstance(error, LayoutError) else "Error: "
        console.print(Text(prefix, "bold red") + Text(str(error)))
        if isinstance(error, AgentError) and error.details:
            console.print(Text(error.details, "dim"))
        raise SystemExit(1) from None
    except ModuleNotFoundError as error:
        from pacgrid.agent_loader import left_out, left_out_names

        name = str(error.name).removeprefix("pacgrid.agents.")
        if name not in left_out_names():
            raise
        raise SystemExit(f"Error: {left_out(name)}") from None
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise SystemExit("Error: the output can't be written: no space left") from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
