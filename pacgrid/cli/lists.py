"""`pacgrid layouts` and `pacgrid agents`."""

import inspect
import sys
import tomllib
from importlib.resources import files

from rich import box
from rich.table import Table

from pacgrid.agent import Agent
from pacgrid.agent_loader import PLUGINS, AgentSpec, agent_class, plugins, shipped_names
from pacgrid.cli.console import SafeConsole
from pacgrid.layout import Layout


def layouts() -> None:
    """List the shipped layouts."""
    SafeConsole().print(layout_table())


def agents() -> None:
    """List the agents and their options."""
    SafeConsole().print(agent_table())


def layout_table() -> Table:
    """The shipped layouts, in the order of `index.toml`, with their sizes and purposes."""
    table = Table(
        title="Shipped layouts",
        caption="Or use your own file: --layout my.lay",
        box=box.SIMPLE_HEAD,
    )
    table.add_column("layout", style="bold yellow", no_wrap=True)
    for column in ("size", "ghosts", "food", "capsules"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("purpose")
    for name, purpose in layout_purposes().items():
        layout = Layout.load(name)
        counts = (len(layout.ghosts), len(layout.food), len(layout.capsules))
        size = f"{layout.width} x {layout.height}"
        table.add_row(name, size, *map(str, counts), purpose)
    return table


def layout_purposes() -> dict[str, str]:
    """What each shipped layout is for, by name."""
    index = files("pacgrid.layouts") / "index.toml"
    purposes: dict[str, str] = tomllib.loads(index.read_text("utf-8"))["layouts"]
    return purposes


def agent_table() -> Table:
    """The shipped agents and the installed plug-ins."""
    from pacgrid.agents.evaluation import WEIGHTS

    table = Table(
        title="Agents",
        caption="Options follow a colon: minimax:depth=3\n"
        f"Evaluations: score, {', '.join(WEIGHTS)}\n"
        "Or use your own file: my_agent.py, or my_agent.py:MyAgent:depth=3",
        box=box.SIMPLE_HEAD,
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
    """An agent's options with their defaults, and the first sentence of its file."""
    parameters = inspect.signature(kind).parameters.values()
    options = ", ".join(f"{p.name}={p.default}" for p in parameters)
    sentence = " ".join((inspect.getdoc(sys.modules[kind.__module__]) or "").split()).split(". ")[0]
    return options, sentence.rstrip(".") + "."
