"""Options that several commands share."""

import re
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.cli.completion import complete_agent, complete_game, complete_ghosts, complete_layout
from pacgrid.cli.view import View, WebOptions
from pacgrid.errors import PacgridError
from pacgrid.game import Limits
from pacgrid.session.overlays import Overlay
from pacgrid.session.settings import PLAYER_SPEED, SPEED
from pacgrid.session.themes import ThemeName


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


def _all_names(texts: list[str] | None) -> list[str]:
    return [name for text in texts or () for name in split_names(text)]


GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Another game: a name from `pacgrid games`, a .tree or a .py file.",
        autocompletion=complete_game,
    ),
]
FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first",
        metavar="AGENT",
        help="With --game: the agent that plays first. Default: keyboard, which is you.",
        autocompletion=complete_agent,
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
        help="A name from `pacgrid layouts`, a file, or NAME of layouts/NAME.lay. Default: medium.",
        autocompletion=complete_layout,
    ),
]
PositionOption = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="FILE",
        help="Start from a position in a text file, as print(state) prints it; - reads stdin.",
    ),
]
GhostsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ghosts",
        "-g",
        metavar="GHOSTS",
        help="The ghosts' agent, or a team from `pacgrid agents`. Repeat, or put commas between"
        " names, to give ghosts different agents. Default: directional_ghost.",
        callback=_all_names,
        autocompletion=complete_ghosts,
    ),
]
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
PacmanSeedOption = Annotated[
    int | None,
    typer.Option(
        "--pacman-seed",
        metavar="N",
        help="Seed of Pac-Man's own random numbers, as in grading. Default: the game's seed.",
    ),
]
ViewOption = Annotated[
    View | None,
    typer.Option(
        "--view",
        "-v",
        metavar="VIEW",
        help="Where to show games: window, terminal, web (a browser) or none. Default: window;"
        " none for several games, or if you ask for a film, a page or a plot.",
    ),
]
HostOption = Annotated[
    list[str] | None,
    typer.Option(
        "--host",
        metavar="NAME",
        help="With --view web: also answer browsers that use this host name, such as a proxy's."
        " Repeat for several.",
    ),
]
PortOption = Annotated[
    int | None,
    typer.Option(
        min=1, max=65535, metavar="N", help="With --view web: the port. Default: any free one."
    ),
]
BrowserOption = Annotated[
    bool,
    typer.Option("--browser/--no-browser", help="With --view web: open a browser."),
]
SpeedOption = Annotated[
    float | None,
    typer.Option(
        min=0.1,
        metavar="N",
        help="Rounds per second; in a round, every agent moves once."
        f" Default: {SPEED:g}; {PLAYER_SPEED:g} when you play. With --game: moves per second.",
    ),
]
ThemeOption = Annotated[
    ThemeName, typer.Option("--theme", metavar="THEME", help=f"Colours: {', '.join(ThemeName)}.")
]
OverlayOption = Annotated[
    list[Overlay] | None,
    typer.Option(
        "--overlay",
        metavar="OVERLAY",
        help=f"Show what agents think: {', '.join(Overlay)}. Repeat for several.",
    ),
]
SaveOption = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Save the game's record, for `pacgrid replay`."),
]
JsonOption = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write the results as JSON; - prints them."),
]
RoundsOption = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="End a game after N rounds. Default: 1000."),
]
PlayRoundsOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="End a game after N rounds. Default: 1000; no limit when you play.",
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
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        metavar="N",
        help="How many processes play games that aren't shown. Default: one per core.",
    ),
]


def refuse_with_game(context: typer.Context, *names: str) -> None:
    """Raises OptionError if one of these parameters, which only Pac-Man has, was given."""
    given = [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name in names
        and (source := context.get_parameter_source(parameter.name))
        and source.name == "COMMANDLINE"
    ]
    if "agent" in given:
        raise OptionError("an agent alone is Pac-Man's; with --game, use --first and --second")
    if given:
        raise OptionError(f"{', '.join(given)} can't be used with --game")


def chosen_view(view: View | None, web: WebOptions, *, person: bool, unwatched: bool) -> View:
    """Where to show games. By default, a person's games are always shown, and others unless they
    are `unwatched`. Raises OptionError."""
    if view is View.NONE and person:
        raise OptionError(
            "--view none: you play; use --view window, terminal or web, or name an agent"
        )
    if view is not View.WEB and web != WebOptions():
        raise OptionError("--host, --port and --no-browser need --view web")
    return view or (View.NONE if unwatched and not person else View.WINDOW)


def web_options(hosts: list[str] | None, port: int | None, *, browser: bool) -> WebOptions:
    """How browsers reach the web view."""
    return WebOptions(tuple(hosts or ()), port or 0, browser)


def chosen_limits(rounds: int | None, move_seconds: float | None, *, person: bool) -> Limits:
    """When games end; by default there is no limit on the rounds of a person's game."""
    return Limits(rounds=rounds or (None if person else Limits.rounds), move_seconds=move_seconds)
