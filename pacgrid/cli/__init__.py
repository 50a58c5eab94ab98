"""The command line: `pacgrid COMMAND`."""

import sys
from typing import Annotated

import typer

from pacgrid.cli.errors import error_console
from pacgrid.cli.grade import grade
from pacgrid.cli.lists import agents, layouts
from pacgrid.cli.new import new
from pacgrid.cli.play import play
from pacgrid.cli.replay import replay
from pacgrid.errors import PacgridError

app = typer.Typer(
    help="Pac-Man versus ghosts: write an agent, watch it play, have it graded.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (play, grade, replay, layouts, agents, new):
    app.command()(command)


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"pacgrid {version_of('pacgrid')}")
        raise typer.Exit
