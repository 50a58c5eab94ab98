"""Options that several commands share, and what a shell completes for them."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from pacgrid.agent_loader import plugins, shipped_names
from pacgrid.errors import PacgridError
from pacgrid.games.game_loader import game_names
from pacgrid.layout import Layout
from pacgrid.session.game_source import NAME
from pacgrid.teams import TEAMS


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


def complete_agent(incomplete: str) -> list[str]:
    """Agents: the keyboard, shipped ones, plug-ins and Python files."""
    names = [NAME, *shipped_names(), *(plugin.name for plugin in plugins())]
    return _starting(incomplete, [*names, *_files(incomplete, ".py")])


def complete_ghosts(incomplete: str) -> list[str]:
    """Agents, and teams of ghosts."""
    return [*_starting(incomplete, TEAMS), *complete_agent(incomplete)]


def complete_layout(incomplete: str) -> list[str]:
    """Layouts: shipped ones and files."""
    return _starting(incomplete, [*Layout.shipped(), *_files(incomplete, ".lay")])


def complete_solvable(incomplete: str) -> list[str]:
    """Layouts, and files with solutions."""
    return list(dict.fromkeys([*complete_layout(incomplete), *_files(incomplete, ".solution")]))


def complete_game(incomplete: str) -> list[str]:
    """Other games: shipped ones and files with trees."""
    return _starting(incomplete, [*game_names(), *_files(incomplete, ".tree")])


def _starting(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _files(incomplete: str, suffix: str) -> list[str]:
    """The files with that suffix in the directory that `incomplete` names, and its directories."""
    directory, slash, _ = incomplete.rpartition("/")
    folder = Path(directory + slash)
    if not folder.is_dir():
        return []
    return sorted(
        f"{directory}{slash}{path.name}" + ("/" if path.is_dir() else "")
        for path in folder.iterdir()
        if not path.name.startswith((".", "__")) and (path.suffix == suffix or path.is_dir())
    )


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
