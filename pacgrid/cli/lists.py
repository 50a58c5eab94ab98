"""`pacgrid layouts`, `pacgrid games` and `pacgrid agents`."""

import inspect
import sys
import tomllib
from collections.abc import Callable
from importlib.resources import files
from itertools import groupby
from types import ModuleType
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from pacgrid.agent import AgentSpec
from pacgrid.agent_loader import TEAMS, agent_class, shipped_names
from pacgrid.cli.console import SafeConsole, note
from pacgrid.cli.options import complete_layout
from pacgrid.games.game_loader import GAMES, game_class, tree_names, tree_text
from pacgrid.layout import Layout
from pacgrid.maze_generator import is_maze_name

_COUNTED = ("ghosts", "food", "capsules")


def layouts(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="LAYOUT",
            help="Print this one: a shipped layout, a .lay file, or a maze: random:seed=7",
            autocompletion=complete_layout,
            show_default=False,
        ),
    ] = None,
) -> None:
    """List the shipped layouts, or print one as a file.

    Only the layout goes to stdout, so that it can be saved and changed.

    Example: pacgrid layouts random:seed=7 > my.lay
    """
    if name:
        _print_layout(name)
    else:
        SafeConsole().print(layout_table())


def _print_layout(name: str) -> None:
    """Print a layout as a file, and note its numbers, and what it is for or its full name."""
    layout = Layout.load(name)
    typer.echo(str(layout))
    size, *counts = _measures(layout)
    numbers = (f"{heading} {count}" for heading, count in zip(_COUNTED, counts, strict=True))
    note(", ".join((size, *numbers)))
    if words := layout.name if is_maze_name(name) else layout_purposes().get(name):
        note(words)


def games() -> None:
    """List the games other than Pac-Man, and their options."""
    SafeConsole().print(game_table())


def agents() -> None:
    """List the agents and their options, and the teams of ghosts."""
    console = SafeConsole()
    console.print(agent_table())
    console.print(team_table())


def layout_table() -> Table:
    """The shipped layouts, in the order of `index.toml`, with their sizes and purposes."""
    table = _table(
        "Shipped layouts",
        "layout",
        "Or use your own file: --layout my.lay\nOr a maze from a seed: --layout random:seed=7",
    )
    for column in ("size", *_COUNTED):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("purpose")
    for name, purpose in layout_purposes().items():
        table.add_row(name, *_measures(Layout.load(name)), purpose)
    return table


def _measures(layout: Layout) -> list[str]:
    """Its size, and how much there is of what is counted."""
    counts = (len(layout.ghosts), len(layout.food), len(layout.capsules))
    return [f"{layout.width} x {layout.height}", *map(str, counts)]


def layout_purposes() -> dict[str, str]:
    index = files("pacgrid.layouts") / "index.toml"
    purposes: dict[str, str] = tomllib.loads(index.read_text("utf-8"))["layouts"]
    return purposes


def game_table() -> Table:
    table = _table(
        "Other games",
        "game",
        "Play one: pacgrid play --game nim:heaps=3-4-5\n"
        "See a search of it: pacgrid tree nim:heaps=1-2\n"
        "Or use your own file: my.tree, or my_game.py",
    )
    table.add_column("options")
    table.add_column("what it is")
    for name in GAMES:
        kind = game_class(name)
        table.add_row(name, options(kind.initial), first_sentence(sys.modules[kind.__module__]))
    table.add_row(
        "openspiel:NAME", "its own, in brackets", "A game of OpenSpiel, such as checkers."
    )
    table.add_section()
    for name in tree_names():
        comment = tree_text(f"{name}.tree").partition("\n")[0].lstrip("# ")
        table.add_row(name, "", comment)
    return table


def agent_table() -> Table:
    """The shipped agents and the installed plug-ins."""
    from pacgrid.agents.evaluation import WEIGHTS

    table = _table(
        "Agents",
        "agent",
        "Options follow a colon: minimax:depth=3\n"
        f"Evaluations: score, {', '.join(WEIGHTS)}\n"
        "Or use your own file: my_agent.py, or my_agent.py:MyAgent:depth=3",
    )
    table.add_column("options")
    table.add_column("what it does")
    names = sorted(shipped_names(), key=_seats)
    for seats, group in groupby(names, key=_seats):
        table.add_row(Text(f"{seats}:", "not bold italic"))
        for name in group:
            table.add_row(name, options(agent_class(AgentSpec.parse(name))), agent_purpose(name))
        table.add_section()
    table.add_row("keyboard", "", "You: arrow keys or W A S D.")
    return table


def options(make: Callable[..., Any]) -> str:
    """The options of an agent or a game, with their defaults."""
    parameters = inspect.signature(make).parameters.values()
    bare = (None, inspect.Parameter.empty)
    return ", ".join(p.name if p.default in bare else f"{p.name}={p.default}" for p in parameters)


def _seats(name: str) -> str:
    if name.endswith("_ghost"):
        return "ghosts"
    plays_ghosts = agent_class(AgentSpec.parse(name)).plays_ghosts
    return "Pac-Man" if name.endswith("_agent") or not plays_ghosts else "Pac-Man or ghosts"


def team_table() -> Table:
    table = _table(
        "Teams",
        "team",
        "Use one with --ghosts arcade, or write one: pacgrid new my_team.py --kind team",
    )
    table.add_column("ghosts", no_wrap=True)
    table.add_column("what it does")
    for name, team in TEAMS.items():
        table.add_row(name, "\n".join(team.members), team.purpose)
    return table


def agent_purpose(name: str) -> str:
    """What a shipped agent does: the first sentence of its file."""
    return first_sentence(sys.modules[agent_class(AgentSpec.parse(name)).__module__])


def first_sentence(module: ModuleType) -> str:
    sentence = " ".join((inspect.getdoc(module) or "").split()).split(". ")[0]
    return sentence.rstrip(".") + "."


def _table(title: str, first: str, caption: str) -> Table:
    """A table with its first column, of names."""
    table = Table(title=title, caption=caption, box=box.SIMPLE_HEAD)
    table.add_column(first, style="bold yellow", no_wrap=True)
    return table
