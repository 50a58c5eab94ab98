"""`pacgrid tree`: the search of one decision, as text, in a picture, on a page or in a view."""

import inspect
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from pacgrid.agent import Agent, AgentSpec
from pacgrid.agent_loader import SMALL, agent_class, height, load_agent, suitable_agent
from pacgrid.cli.console import SafeConsole, check_writable, note, note_written, write_text
from pacgrid.cli.matchup import (
    DEFAULT_LAYOUT,
    check_searches,
    load_layout,
    read_position,
    read_text,
)
from pacgrid.cli.options import (
    AddressOption,
    LayoutOption,
    OptionError,
    View,
    complete_agent,
    complete_game,
)
from pacgrid.cli.watching import chosen_theme, chosen_view, open_renderer, show
from pacgrid.compiled_option import CompilableSearcher
from pacgrid.errors import AgentError, GameError
from pacgrid.games.board_setup import after_moves, dealt
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game, own_errors
from pacgrid.search import CHANCE
from pacgrid.session.session import Settings
from pacgrid.session.themes import THEMES, ThemeName
from pacgrid.session.tree_session import SPEED, TreeSession
from pacgrid.state import State
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.tree_text import COLUMNS, tree_text
from pacgrid.tree.tree_view import MOST_BOARDS, MOST_NODES, SearchProgress
from pacgrid.tree.whole_tree import is_drawn, trees_to_step


def tree(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game, a tree such as book, openspiel:NAME, a .tree or a .py file."
            " Default: Pac-Man.",
            autocompletion=complete_game,
        ),
    ] = None,
    *,
    agent: Annotated[
        str | None,
        typer.Option(
            *("--agent", "-a"),
            metavar="AGENT",
            help="Who searches: a name or a file. Default: alpha_beta; expectiminimax with chance;"
            " max_n if each player has payoffs of its own.",
            autocompletion=complete_agent,
        ),
    ] = None,
    layout: LayoutOption = None,
    position: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Search a position of Pac-Man, as print(state) prints it, or of openspiel:chess,"
            " in Forsyth-Edwards notation; - is stdin.",
        ),
    ] = None,
    after: Annotated[
        str, typer.Option(metavar="MOVES", help='Make these moves first: --after "b2 a1".')
    ] = "",
    iteration: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Of an iterative search: which. Default: the last."),
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
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=f"Fold a tree of more nodes. Default: {MOST_NODES}; {MOST_BOARDS} with boards.",
        ),
    ] = None,
    boards: Annotated[
        bool | None,
        typer.Option(
            "--boards/--no-boards",
            help="Draw the position in each node. Default: if it is small; as text, not.",
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Draw the tree as .svg, or write .html, a page that steps through the search.",
        ),
    ] = None,
    view: Annotated[
        View | None,
        typer.Option(
            *("--view", "-v"),
            metavar="VIEW",
            help="Step through the search: window, terminal or web. Default: print the tree.",
        ),
    ] = None,
    address: AddressOption = None,
) -> None:
    """Show what an agent searches before it acts.

    Each node has its value, and alpha-beta's bounds and cuts.

    Any agent's search can be shown, unless it is compiled:
    pacgrid tree --agent my_agent.py --layout small

    An agent without a depth searches a small game to its end: pacgrid tree book
    """
    chosen_view(view, address)
    for path in save or ():
        if path.suffix.lower() not in (".svg", ".html"):
            raise OptionError(f"--save {path}: a tree's file ends in .svg or .html")
        check_writable(path)
    files = {path.suffix.lower(): path for path in save or ()}
    display = TreeDisplay(iteration, step, max_nodes, boards)
    recorded = recorded_search(*(game, agent), layout=layout, position=position, after=after)
    display.tree(recorded.trees)
    display.write(recorded, files)
    is_shown = view not in (None, View.NONE) and display.step_through(recorded, view, address)
    if not (is_shown or save):
        display.print(recorded)
    if failure := recorded.trees[-1].failure:
        raise AgentError(f"{recorded.agent}: {failure.message}", failure.frames)


@dataclass(frozen=True)
class RecordedSearch:
    title: str
    agent: str
    trees: list[SearchTree]


@dataclass(frozen=True)
class TreeDisplay:
    """What of a search is shown, by the options of the command line."""

    iteration: int | None
    step: int | None
    max_nodes: int | None
    boards: bool | None

    def tree(self, trees: list[SearchTree]) -> SearchTree:
        """The tree of the chosen iteration. Raises OptionError."""
        if self.iteration and self.iteration > len(trees):
            raise OptionError(f"--iteration {self.iteration}: the search has {len(trees)}")
        tree = trees[(self.iteration or len(trees)) - 1]
        if self.step is not None and self.step >= len(tree.steps):
            raise OptionError(f"--step {self.step}: the steps are 0 to {len(tree.steps) - 1}")
        if self.boards and is_drawn(tree):
            raise OptionError("--boards: a drawn tree has no boards, only nodes; leave it out")
        # A class that predicts a step has to see the leaves.
        return tree if self.step is None else trees_to_step([tree])[0]

    def write(self, search: RecordedSearch, files: dict[str, Path]) -> None:
        if svg := files.get(".svg"):
            from pacgrid.render.svg import tree_svg

            picture = tree_svg(
                self.tree(search.trees),
                self.step,
                most_nodes=self.max_nodes,
                theme=chosen_theme(ThemeName.LIGHT),
                boards=self.boards,
            )
            write_text(svg, picture)
        if page := files.get(".html"):
            from pacgrid.render.web.page import write_page
            from pacgrid.render.web.tree_page import tree_page

            most = self.max_nodes
            text = tree_page(search.trees, search.title, most_nodes=most, boards=self.boards)
            write_page(page, text)
            note_written(page)

    def step_through(self, search: RecordedSearch, view: View, address: str | None) -> bool:
        """Show the search in a view; False if nobody is at the terminal."""
        console = SafeConsole()
        if view is View.TERMINAL and not (sys.stdin.isatty() and console.is_terminal):
            return False
        session = TreeSession(
            trees_to_step(search.trees),
            title=search.title,
            settings=Settings(SPEED, THEMES[chosen_theme()]),
            iteration=self.tree(search.trees).iteration,
            step=self.step or 0,
            most_nodes=self.max_nodes,
            boards=self.boards if view is not View.TERMINAL else bool(self.boards),
        )
        with open_renderer(view, console, address) as renderer:
            show(renderer, session)
        return True

    def print(self, search: RecordedSearch) -> None:
        tree, console = self.tree(search.trees), SafeConsole()
        text = tree_text(
            tree,
            self.step,
            most_nodes=self.max_nodes or (len(tree.nodes) if tree.is_whole else MOST_NODES),
            columns=console.width if console.is_terminal else COLUMNS,
            ascii_only=console.options.ascii_only,
            boards=bool(self.boards),
        )
        console.print(text, soft_wrap=True)
        console.print(f"\n{summary(tree, self.step)}", soft_wrap=True)


def summary(tree: SearchTree, step: int | None) -> str:
    """A line about a tree: who searched it, how large it is, and what happens in the step."""
    progress = SearchProgress.of(tree, step)
    nodes, cuts = len(tree.nodes), sum(node.cut is not None for node in tree.nodes)
    parts = [f"{nodes:,} nodes" if nodes != 1 else "1 node, as it asks for no successor"]
    if tree.is_whole:
        parts = [f"{progress.visited:,} of {nodes:,} nodes"]
        cuts = sum(progress.cut(number) is not None for number in range(nodes))
    if tree.left_out:
        parts.append(f"{tree.left_out:,} more left out")
    if cuts:
        parts.append(f"{cuts:,} cut{'s' * (cuts != 1)}")
    if tree.iterations > 1:
        parts.append(f"iteration {tree.iteration} of {tree.iterations}")
    number, last = progress.step, len(tree.steps) - 1
    words = tree.steps[number].words
    return f"{tree.agent}: {', '.join(parts)}; step {number:,} of {last:,}: {words}"


MOST_OUTCOMES = 100
"""A tree isn't searched from where chance has more outcomes."""


def recorded_search(
    game: str | None = None,
    agent: str | None = None,
    *,
    layout: str | None = None,
    position: str | None = None,
    after: str = "",
) -> RecordedSearch:
    """Search. Raises OptionError, LayoutError, GameError or AgentError."""

    state, title = _start(game, layout, position)
    if after.strip():
        with own_errors(title):
            try:
                state = after_moves(state, after)
            except GameError as error:
                raise OptionError(f"--after: {error}") from None
        title = f"{title} after {' '.join(after.split())}"
    elif state.to_move == CHANCE and not isinstance(state, DrawnTree):
        with own_errors(title):
            state, names = dealt(state)
        note(f"Note: chance moves first; this is the tree after {names!r:.200}, or say --after")
    if state.to_move == CHANCE and (count := len(state.legal_actions())) > MOST_OUTCOMES:
        reason = f"chance has {count:,} outcomes; add one of them to --after"
        raise OptionError(f"{title}: the tree stops here: {reason}")
    if state.is_terminal:
        raise OptionError(f"{title}: the game is over here, so there is nothing to search")
    with own_errors(title):
        agent = agent or suitable_agent(state)
        searcher = _agent(agent, state, title)
        if isinstance(searcher, CompilableSearcher) and searcher.compiled:
            raise OptionError(f"{agent}: a compiled search draws no tree; leave out compiled=true")
        check_searches(searcher, state)
        return RecordedSearch(title, agent, record_search(searcher, state))


def _start(game: str | None, layout: str | None, position: str | None) -> tuple[Any, str]:
    """The state before any moves, and what it is called."""
    if layout and (game or position):
        other = "GAME and --layout" if game else "--layout and --position"
        raise OptionError(f"{other}: what should be searched? Name only one")
    if game:
        return load_game(game, read_text(position).strip() if position else ""), game
    if position:
        return read_position(position), "stdin" if position == "-" else Path(position).stem
    title = layout or DEFAULT_LAYOUT
    return State.initial(load_layout(title)), title


def _agent(name: str, state: Any, title: str) -> Agent:
    """The agent; with a depth to the end of a small game, if it has a depth but none is given. If
    the game isn't small, a note says how far the agent looks.

    Raises AgentError.
    """
    spec = AgentSpec.parse(name)
    if isinstance(state, State) or "depth" in spec.options:
        return load_agent(name)
    parameters = inspect.signature(agent_class(spec)).parameters
    if "depth" not in parameters:
        return load_agent(name)
    plies = height(state)
    if plies is None:
        agent = load_agent(name)
        note(f"Note: {title} has more than {SMALL:,} positions, so {_reach(name, agent, state)}")
        return agent
    return load_agent(f"{name}{',' if spec.options else ':'}depth={plies}")


def _reach(name: str, agent: Agent, state: Any) -> str:
    """How far an agent looks that isn't given a depth."""
    depth, limit = getattr(agent, "depth", None), getattr(agent, "nodes", None)
    if isinstance(limit, int):
        return f"{name} visits at most {limit:,}; add nodes=N for another limit"
    rounds = "as far as it does by default"
    if isinstance(depth, int):
        rounds = f"{depth} round{'s' * (depth != 1)} ahead"
    whole = "another depth"
    if isinstance(state, DrawnTree):
        whole = f"another depth: the end is {-(-state.height // state.num_agents)} rounds away"
    return f"{name} looks only {rounds}; add depth=N for {whole}"
