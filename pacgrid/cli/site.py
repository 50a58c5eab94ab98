"""`pacgrid site`: build the playground, a page in which Pacgrid runs."""

from pathlib import Path
from typing import Annotated

import typer

from pacgrid.cli.commands import CommandGroup
from pacgrid.cli.console import SafeConsole, note_written

MIB = 1 << 20

app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    help="Build a page in which people write agents, with nothing installed.",
)


@app.callback()
def of_pages() -> None:
    """Build a page in which people write agents, with nothing installed."""


@app.command()
def build(
    source: Annotated[
        str,
        typer.Argument(
            metavar="ASSIGNMENT",
            help="A TOML file, a folder with an assignment.toml, or a shipped assignment.",
        ),
    ] = "pacman",
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where the site is written.")
    ] = Path("site"),
) -> None:
    """Build the playground of an assignment, as static files for any web server.

    The page has the assignment's visible tests, and nothing of the hidden ones.
    Needs node 18 or later and npm. To look at it: python -m http.server -d site
    """
    from pacgrid.site.build import build as build_site

    console = SafeConsole(stderr=True)
    with console.status("building the site") as status:
        built = build_site(source, out, status.update)
    note_written(built.folder / "index.html")
    console.print(
        f"first load: {built.size / MIB:.1f} MiB in {len(built.sizes)} files; later: none"
    )
