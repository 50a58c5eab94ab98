"""The options that several commands have: who plays where, and how it is drawn."""

from typing import Annotated

import typer

from pacgrid.cli.viewers import View
from pacgrid.view.overlays import Overlay
from pacgrid.view.themes import ThemeName

LayoutOption = Annotated[str, typer.Option("--layout", "-l", help="A layout: its name, or a file.")]
GhostsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ghosts",
        "-g",
        help="Who plays the ghosts; repeat it for several agents, dealt to the ghosts in turn."
        " Default: directional_ghost.",
    ),
]
NumGhostsOption = Annotated[
    int | None, typer.Option(min=0, help="Play with the first so many ghosts only.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", "-s", help="Seed of the first game; the next has the next.")
]
ViewOption = Annotated[
    View | None,
    typer.Option(
        "--view",
        "-v",
        help="Where to draw. Default: window; for several games, and for pictures, none.",
    ),
]
SpeedOption = Annotated[float, typer.Option(min=0.1, help="Rounds a second, when drawn.")]
ThemeOption = Annotated[ThemeName, typer.Option("--theme", help="Colours.")]
OverlayOption = Annotated[
    list[Overlay] | None,
    typer.Option("--overlay", help="Show what the agents think; repeat it for several overlays."),
]
JsonOption = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write the results as JSON; - is stdout."),
]
RoundsOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Moves of Pac-Man after which a game ends. Default: 1000; when you play, no end.",
    ),
]
MoveSecondsOption = Annotated[
    float | None, typer.Option(min=0, help="Seconds for a move; who takes more loses.")
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        help="Processes for games that aren't drawn. Default: one for each core.",
    ),
]
