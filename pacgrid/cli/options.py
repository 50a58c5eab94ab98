"""The options that commands share, and what a shell completes for them."""

import os
import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pacgrid.agent_loader import DEFAULT_GHOST, TEAMS, shipped_names
from pacgrid.analysis.judges import NODES
from pacgrid.errors import PacgridError
from pacgrid.games.game_loader import game_names
from pacgrid.layout import Layout
from pacgrid.session.frame import Overlay
from pacgrid.session.playback import NAME


class OptionError(PacgridError):
    """Options that don't go together."""


class View(StrEnum):
    WINDOW = "window"
    TERMINAL = "terminal"
    WEB = "web"
    NONE = "none"


class SandboxLevel(StrEnum):
    """The sandbox levels of `pacgrid.autograder`, which is loaded only when it is used."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    PROCESS = "process"


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
    if given := given_options(context, *names):
        raise OptionError(f"{', '.join(given)} can't be used with --game")


def refuse_both(**options: object) -> None:
    """Raises OptionError if both options, by their parameters' names, were given."""
    if all(options.values()):
        one, other = (f"--{name.replace('_', '-')}" for name in options)
        raise OptionError(f"use either {one} or {other}, not both")


# A comma, unless it is in brackets or the next option of the same agent follows.
_BETWEEN_AGENTS = re.compile(r",(?![^\[({]*[\])}])(?!\s*[A-Za-z_]\w*\s*=)")


def split_names(text: str) -> list[str]:
    """The agents' names in `text`, which has commas between them unless it is a file's name.

    >>> split_names("minimax_ghost,directional_ghost:attack=1,flee=1,random_ghost")
    ['minimax_ghost', 'directional_ghost:attack=1,flee=1', 'random_ghost']
    """
    if os.path.isfile(text):  # noqa: PTH113 # which takes any text
        return [text]
    return [name.strip() for name in _BETWEEN_AGENTS.split(text)]


def all_names(texts: list[str] | None) -> list[str]:
    return [name for text in texts or () for name in split_names(text)]


def completer(suffixes: tuple[str, ...], names: Callable[[], Iterable[str]]) -> Any:
    """What a shell completes: `names`, files with these suffixes, and folders."""

    def complete(incomplete: str) -> list[str]:
        directory, slash, _ = incomplete.rpartition("/")
        folder = Path(directory + slash)
        files = sorted(folder.iterdir()) if folder.is_dir() else ()
        found = (
            f"{directory}{slash}{path.name}{'/' * path.is_dir()}"
            for path in files
            if not path.name.startswith((".", "__"))
            if path.suffix in suffixes or path.is_dir()
        )
        return [word for word in (*names(), *found) if word.startswith(incomplete)]

    return complete


complete_agent = completer((".py",), lambda: [NAME, *shipped_names()])
complete_ghosts = completer((".py",), lambda: [*TEAMS, NAME, *shipped_names()])
complete_layout = completer((".lay",), Layout.shipped)
complete_solvable = completer((".lay", ".solution"), Layout.shipped)
complete_game = completer((".tree",), game_names)


# Who plays, and where.


def ghosts_option(text: str, **more: Any) -> Any:
    """The option `--ghosts`, whose help is `text`."""
    return typer.Option(
        *("--ghosts", "-g"), metavar="GHOSTS", help=text, autocompletion=complete_ghosts, **more
    )


GameOption = Annotated[
    str | None,
    typer.Option(
        metavar="GAME",
        help="Another game: a name from `pacgrid games`, openspiel:NAME, a .tree or a .py file.",
        autocompletion=complete_game,
    ),
]
SecondOption = Annotated[
    str | None,
    typer.Option(
        metavar="AGENT",
        help="With --game: the agent of the other players. Default: alpha_beta;"
        " expectiminimax in a game with chance.",
        autocompletion=complete_agent,
    ),
]
LayoutOption = Annotated[
    str | None,
    typer.Option(
        *("--layout", "-l"),
        metavar="LAYOUT",
        help="A name from `pacgrid layouts`, a file, NAME of layouts/NAME.lay, or a maze:"
        " random:seed=7. Default: medium.",
        autocompletion=complete_layout,
    ),
]
LayoutsOption = Annotated[
    list[str] | None,
    typer.Option(
        *("--layout", "-l"),
        metavar="LAYOUT",
        help="A name from `pacgrid layouts`, or a file. Repeat for several.",
        autocompletion=complete_layout,
    ),
]
PositionOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Start from a position in a text file, as print(state) prints it; - reads stdin.",
    ),
]
GhostsOption = Annotated[
    list[str] | None,
    ghosts_option(
        "The ghosts' agent, or a team from `pacgrid agents`. Repeat, or put commas between names,"
        f" to give ghosts different agents. Default: {DEFAULT_GHOST}.",
        callback=all_names,
    ),
]
NumGhostsOption = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="Play with only the first N ghosts.")
]

# How games are played.

GamesOption = Annotated[
    int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games of each agent.")
]
SeedOption = Annotated[
    int,
    typer.Option(
        "--seed", "-s", metavar="N", help="Seed of the first game; each next game adds 1."
    ),
]
RoundsOption = Annotated[int, typer.Option(min=1, metavar="N", help="End a game after N rounds.")]
LimitOption = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        min=1,
        metavar="N",
        help="End a game after N rounds. Default: 1000; 300 of a ladder; none when you play.",
    ),
]
MoveSecondsOption = Annotated[
    float | None,
    typer.Option(
        min=0, metavar="SECONDS", help="Time limit for a move; exceeding it forfeits the game."
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes. Default: one per core."),
]

# What is shown and written.

ViewOption = Annotated[
    View | None,
    typer.Option(
        *("--view", "-v"),
        metavar="VIEW",
        help="Where to show games: window, terminal, web (a browser) or none. Default: window;"
        " none for several games, or if you ask for a film or a page.",
    ),
]
AddressOption = Annotated[
    str | None,
    typer.Option(
        metavar="[HOST:]PORT",
        help="With --view web: wait for browsers at this port, and open none. HOST is what they"
        " call this machine, such as a proxy's name. Default: a free port.",
    ),
]
OverlayOption = Annotated[
    list[Overlay] | None,
    typer.Option(
        metavar="OVERLAY", help=f"Show what agents think: {', '.join(Overlay)}. Repeat for several."
    ),
]
SaveOption = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="Save the game as .jsonl, a record for `pacgrid replay`; .gif or .mp4, a film; or"
        " .html, a page that plays it in a browser, even offline. Repeat for several.",
    ),
]
JsonOption = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write the results as JSON; - prints them."),
]
AnalyseOption = Annotated[
    bool, typer.Option("--analyse", help="Analyse games: what each move cost, and what was better.")
]
JudgeOption = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="FILE|N",
        help="With --analyse: judge moves by a solution of `pacgrid solve`, or by a search of N"
        f" positions for each move. Default: {NODES:,}.",
    ),
]
JournalOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Store results here, and skip what is stored already. Default: in this folder, for"
        " several submissions and for benchmarks; of a ladder, in the folder of --out.",
    ),
]
NoJournalOption = Annotated[bool, typer.Option("--no-journal", help="Store no results.")]

# Submissions.

PathsArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="PATHS",
        help="Agent files, folders or zips, or a download from a learning management system.",
        show_default=False,
    ),
]


def _checked_address(scheduler: str | None) -> str | None:
    """Raises PoolError for a scheduler that it isn't safe to use."""
    if scheduler is not None:
        from pacgrid.autograder.batch.parallel_pools import check_address

        check_address(scheduler)
    return scheduler


SchedulerOption = Annotated[
    str | None,
    typer.Option(
        callback=_checked_address,
        metavar="ADDRESS",
        help="Use a Dask cluster: the address that dask scheduler prints, such as tls://host:8786.",
    ),
]
SandboxOption = Annotated[
    SandboxLevel | None, typer.Option(help="Sandbox level. Default: the strongest available.")
]
