"""Options that several commands share."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from pacgrid.cli.completion import (
    complete_agent,
    complete_game,
    complete_ghosts,
    complete_layout,
)
from pacgrid.errors import PacgridError


class OptionError(PacgridError):
    """Options that don't go together."""


# A comma, unless it is in brackets or the next option of the same agent follows.
_BETWEEN_AGENTS = re.compile(r",(?![^\[({]*[\])}])(?!\s*[A-Za-z_]\w*\s*=)")


def split_names(text: str) -> list[str]:
    """The agents' names in `text`, which has commas between them.

    >>> split_names("minimax_ghost,directional_ghost:attack=1,flee=1,random_ghost")
    ['minimax_ghost', 'directional_ghost:attack=1,flee=1', 'random_ghost']
    """
    return [name.strip() for name in _BETWEEN_AGENTS.split(text)]


GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Another game: a name from `pacgrid games`, a .tree or a .py file.",
        autocompletion=complete_game,
    ),
]
SecondOption = Annotated[
    str | None,
    typer.Option(
        "--second",
        metavar="AGENT",
        help="With --game: the agent of the other players. Default: alpha_beta;"
        " expectiminimax in a game with chance.",
        autocompletion=complete_agent,
    ),
]
LayoutOption = Annotated[
    str | None,
    typer.Option(
        "--layout",
        "-l",
        metavar="LAYOUT",
        help="A name from `pacgrid layouts`, a file, NAME of layouts/NAME.lay, or a maze:"
        " random:seed=7. Default: medium.",
        autocompletion=complete_layout,
    ),
]
RoundsOption = Annotated[int, typer.Option(min=1, metavar="N", help="End a game after N rounds.")]
NumGhostsOption = Annotated[
    int | None,
    typer.Option(min=0, metavar="N", help="Play with only the first N ghosts."),
]
SeedOption = Annotated[
    int,
    typer.Option(
        "--seed", "-s", metavar="N", help="Seed of the first game; each next game adds 1."
    ),
]
JsonOption = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write the results as JSON; - prints them."),
]
MoveSecondsOption = Annotated[
    float | None,
    typer.Option(
        min=0, metavar="SECONDS", help="Time limit for a move; exceeding it forfeits the game."
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        metavar="N",
        help="How many processes play games that aren't shown. Default: one per core.",
    ),
]


def chosen_journal(journal: Path | None) -> Path | None:
    """The journal of `--journal`; None if nothing is to be stored: `--journal none`."""
    return None if journal == Path("none") else journal


def ghosts_option(text: str) -> Any:
    """The option `--ghosts`, whose help is `text`."""
    return typer.Option(
        "--ghosts", "-g", metavar="GHOSTS", help=text, autocompletion=complete_ghosts
    )


def given_options(context: typer.Context, *names: str) -> list[str]:
    """Those of these parameters that were given on the command line, as they are written there."""
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name in names
        and (source := context.get_parameter_source(parameter.name))
        and source.name == "COMMANDLINE"
    ]


def refuse_with_game(context: typer.Context, *names: str) -> None:
    """Raises OptionError if one of these parameters, which only Pac-Man has, was given."""
    given = given_options(context, *names)
    if given:
        raise OptionError(f"{', '.join(given)} can't be used with --game")
