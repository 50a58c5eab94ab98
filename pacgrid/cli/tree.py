"""`pacgrid tree`: show what an agent searches for one decision."""

import inspect
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pacgrid.agent import Agent
from pacgrid.agent_loader import AgentError, AgentSpec, agent_class, load_agent
from pacgrid.cli.completion import complete_agent, complete_game
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.default_agent import default_agent, height
from pacgrid.cli.notes import note_written
from pacgrid.cli.options import (
    BrowserOption,
    HostOption,
    LayoutOption,
    OptionError,
    PortOption,
    chosen_view,
    web_options,
)
from pacgrid.cli.output_path import OutputError, check_writable
from pacgrid.cli.position import DEFAULT_LAYOUT, load_layout, read_position
from pacgrid.cli.view import View, open_renderer
from pacgrid.cli.watching import show
from pacgrid.common.files import atomic_write
from pacgrid.games.game_file import own_errors
from pacgrid.games.game_loader import load_game
from pacgrid.search import Searcher
from pacgrid.session.settings import Settings
from pacgrid.session.themes import THEMES, ThemeName
from pacgrid.session.tree_session import SPEED, TreeSession
from pacgrid.state import State
from pacgrid.tree.folding import MOST_NODES
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.tree_text import COLUMNS, tree_text


class LayerChoice(StrEnum):
    """What the other agents are for the agent that searches."""

    MIN = "min"
    CHANCE = "chance"


def tree(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game, such as tictactoe; a shipped tree, such as book; or a .tree or .py file."
            " Default: Pac-Man.",
            autocompletion=complete_game,
        ),
    ] = None,
    *,
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            "-a",
            metavar="AGENT",
            help="The agent that searches: a name or a file. Default: alpha_beta; expectiminimax in"
            " a game with chance.",
            autocompletion=complete_agent,
        ),
    ] = None,
    layout: LayoutOption = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="FILE",
            help="Search a position of Pac-Man, as print(state) prints it; - reads stdin.",
        ),
    ] = None,
    layers: Annotated[
        LayerChoice | None,
        typer.Option(
            metavar="LAYERS",
            help="What the other agents are in the search: min or chance. Default: found out.",
        ),
    ] = None,
    iteration: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Of an iterative search, show iteration N. Default: the last."
        ),
    ] = None,
    step: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Show the tree after step N. Default: the last; with --view, the first.",
        ),
    ] = None,
    max_nodes: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Show at most N nodes; a larger tree is folded."),
    ] = MOST_NODES,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the tree in an .svg file.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Write a page that steps through the search in a browser, even offline.",
        ),
    ] = None,
    view: Annotated[
        View | None,
        typer.Option(
            "--view",
            "-v",
            metavar="VIEW",
            help="Step through the search: window, terminal or web. Default: none, the tree is"
            " printed.",
        ),
    ] = None,
    host: HostOption = None,
    port: PortOption = None,
    browser: BrowserOption = True,
    speed: Annotated[
        float, typer.Option(min=0.5, metavar="N", help="Steps per second, with --view.")
    ] = SPEED,
    theme: Annotated[
        ThemeName | None,
        typer.Option(
            "--theme",
            metavar="THEME",
            help=f"Colours: {', '.join(ThemeName)}. Default: light for a file, dark for a view.",
        ),
    ] = None,
) -> None:
    """Show what an agent searches before it acts: each node, value, bound and cut.

    Any agent's search can be shown, unless it is compiled:
    pacgrid tree --agent my_agent.py --layout small

    An agent without a depth searches a small game to its end: pacgrid tree book
    """
    web = web_options(host, port, browser=browser)
    view = chosen_view(view, web, person=False, unwatched=True)
    for path in filter(None, (svg, html)):
        check_writable(path)
    state, title = _start(game, layout, position)
    with own_errors(title):
        agent = agent or default_agent(state)
        searcher = _agent(agent, state)
        if isinstance(searcher, Searcher) and searcher.compiled:
            raise OptionError(f"{agent}: a compiled search draws no tree; leave out compiled=true")
        trees = record_search(searcher, state, layers=layers)
    shown = _chosen(trees, iteration, step)
    if svg:
        _write_svg(svg, shown, step, max_nodes, theme or ThemeName.LIGHT)
    if html:
        _write_page(html, trees, title, max_nodes)
    console = SafeConsole()
    if view is View.TERMINAL and not (sys.stdin.isatty() and console.is_terminal):
        view = View.NONE  # there is nobody to step through it
    if view is not View.NONE:
        settings = Settings(speed, THEMES[theme or ThemeName.DARK])
        session = TreeSession(
            trees,
            title=title,
            settings=settings,
            iteration=shown.iteration,
            step=step or 0,
            most_nodes=max_nodes,
        )
        with open_renderer(view, console, web) as renderer:
            show(renderer, session)
    elif not (svg or html):
        columns = console.width if console.is_terminal else COLUMNS
        ascii_only = console.options.ascii_only
        text = tree_text(shown, step, most_nodes=max_nodes, columns=columns, ascii_only=ascii_only)
        console.print(text, soft_wrap=True)
        console.print(f"\n{summary(shown, step)}", soft_wrap=True)
    if failure := trees[-1].failure:
        raise AgentError(f"{agent}: {failure.message}", failure.frames)


def summary(tree: SearchTree, step: int | None) -> str:
    """A line about a tree: who searched it, how large it is, and what happens in the step."""
    nodes, cuts = len(tree.nodes), sum(node.cut is not None for node in tree.nodes)
    parts = [f"{nodes:,} nodes" if nodes != 1 else "1 node, as it asks for no successor"]
    if tree.left_out:
        parts.append(f"{tree.left_out:,} more left out")
    if cuts:
        parts.append(f"{cuts:,} cut{'s' * (cuts != 1)}")
    if tree.iterations > 1:
        parts.append(f"iteration {tree.iteration} of {tree.iterations}")
    number = len(tree.steps) - 1 if step is None else step
    words = tree.steps[number].words
    return f"{tree.agent}: {', '.join(parts)}; step {number:,} of {len(tree.steps) - 1:,}: {words}"


def _start(game: str | None, layout: str | None, position: str | None) -> tuple[Any, str]:
    """The state to search, and what it is called.

    Raises OptionError, LayoutError or GameError.
    """
    given = {"GAME": game, "--layout": layout, "--position": position}
    named = [name for name, value in given.items() if value]
    if len(named) > 1:
        raise OptionError(f"{' and '.join(named)}: what should be searched? Name only one")
    state: Any
    if game:
        state, title = load_game(game), game
    elif position:
        state, title = read_position(position), "stdin" if position == "-" else Path(position).stem
    else:
        title = layout or DEFAULT_LAYOUT
        state = State.initial(load_layout(title))
    if state.is_terminal:
        raise OptionError(f"{title}: the game is over here, so there is nothing to search")
    return state, title


def _agent(name: str, state: Any) -> Agent:
    """The agent; with a depth to the end of a small game, if it has a depth but none is given.

    Raises AgentError.
    """
    spec = AgentSpec.parse(name)
    if isinstance(state, State) or "depth" in spec.options:
        return load_agent(name)
    takes_depth = "depth" in inspect.signature(agent_class(spec)).parameters
    plies = height(state) if takes_depth else None
    if plies is None:
        return load_agent(name)
    return load_agent(f"{name}{',' if spec.options else ':'}depth={plies}")


def _chosen(trees: list[SearchTree], iteration: int | None, step: int | None) -> SearchTree:
    """The tree of that iteration. Raises OptionError."""
    if iteration and iteration > len(trees):
        raise OptionError(f"--iteration {iteration}: the search has {len(trees)}")
    tree = trees[(iteration or len(trees)) - 1]
    if step is not None and step >= len(tree.steps):
        raise OptionError(f"--step {step}: the steps are 0 to {len(tree.steps) - 1}")
    return tree


def _write_svg(
    path: Path, tree: SearchTree, step: int | None, most_nodes: int, theme: ThemeName
) -> None:
    from pacgrid.render.pictures.tree_svg import tree_svg

    picture = tree_svg(tree, step, most_nodes=most_nodes, theme=theme)
    try:
        atomic_write(path, picture)
    except OSError as error:
        raise OutputError(f"{path}: can't be written: {error.strerror}") from None
    note_written(path)


def _write_page(path: Path, trees: list[SearchTree], title: str, most_nodes: int) -> None:
    from pacgrid.render.web.tree_page import write_tree_page

    write_tree_page(path, trees, title, most_nodes=most_nodes)
    note_written(path)
