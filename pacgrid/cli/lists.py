"""`pacgrid layouts` and `pacgrid agents`: what there is to play with."""

import inspect
import tomllib
from importlib.resources import files

from rich.console import Console
from rich.table import Table

from pacgrid.agent import Agent
from pacgrid.layout import Layout
from pacgrid.loading import PLUGINS, AgentSpec, agent_class, plugins, shipped_names
from pacgrid.maze import Maze


def layouts() -> None:
    """List the shipped layouts."""
    Console().print(layout_table())


def agents() -> None:
    """List the agents that can be named, and their options."""
    Console().print(agent_table())


def layout_table() -> Table:
    """The shipped layouts, in the order of `index.toml`, with their sizes and purposes."""
    table = Table(
        title="Shipped layouts", caption="A file of your own works as well: --layout my.lay"
    )
    table.add_column("layout", style="bold yellow", no_wrap=True)
    for column in ("size", "ghosts", "food", "capsules", "dead ends"):
        table.add_column(column, justify="right")
    table.add_column("what for")
    for name, purpose in layout_purposes().items():
        layout = Layout.load(name)
        table.add_row(
            name,
            f"{layout.width} x {layout.height}",
            str(len(layout.ghosts)),
            str(len(layout.food)),
            str(len(layout.capsules)),
            str(len(Maze.of(layout).dead_ends)),
            purpose,
        )
    return table


def layout_purposes() -> dict[str, str]:
    """What each shipped layout is for, by name."""
    index = files("pacgrid.layouts") / "index.toml"
    return tomllib.loads(index.read_text("utf-8"))["layouts"]


def agent_table() -> Table:
    """The shipped agents and the installed plug-ins."""
    table = Table(
        title="Agents",
        caption="Options follow a colon: minimax:depth=3. A file of your own: my_agent.py:MyAgent:depth=3",
    )
    table.add_column("agent", style="bold yellow", no_wrap=True)
    table.add_column("options")
    table.add_column("what it does")
    for name in shipped_names():
        table.add_row(name, *_about(agent_class(AgentSpec.parse(name))))
    for plugin in plugins():
        table.add_row(plugin.name, "", f"plug-in {plugin.value} ({PLUGINS})")
    table.add_row("keyboard", "", "You: arrow keys or W A S D.")
    return table


def _about(kind: type[Agent]) -> tuple[str, str]:
    """An agent's options with their defaults, and the first sentence of its docstring."""
    parameters = inspect.signature(kind).parameters.values()
    options = ", ".join(f"{p.name}={p.default}" for p in parameters)
    sentence = " ".join((inspect.getdoc(kind) or "").split()).split(". ")[0]
    return options, sentence.rstrip(".") + "."
