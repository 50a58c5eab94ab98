"""`pacgrid tree`: the search of one decision, as text, in a picture, on a page or in a view."""

import inspect
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from pacgrid.agent import Agent, AgentError, AgentSpec
from pacgrid.agent_loader import SMALL, agent_class, height, load_agent, suitable_agent
from pacgrid.cli.board_choice import DEFAULT_LAYOUT, load_layout, read_game_position, read_position
from pacgrid.cli.console import SafeConsole, note, note_written
from pacgrid.cli.matchup import check_searches
from pacgrid.cli.options import LayoutOption, OptionError, complete_agent, complete_game
from pacgrid.cli.output_path import check_writable, write_text
from pacgrid.cli.view import View, WebOptions, chosen_theme, open_renderer
from pacgrid.cli.watching import show
from pacgrid.games.board_setup import after_moves
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game, own_errors
from pacgrid.games.game_setup import GameError
from pacgrid.search import Searcher
from pacgrid.session.diagram import Diagram, diagram_grid
from pacgrid.session.session import Settings
from pacgrid.session.themes import THEMES, ThemeName
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.session.tree_session import SPEED, TreeSession
from pacgrid.state import State
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.state_proxy import DistinctMoves
from pacgrid.tree.tree_text import COLUMNS, in_ascii, tree_text
from pacgrid.tree.tree_view import MOST_BOARDS, MOST_NODES, SearchProgress, folded
from pacgrid.tree.whole_tree import WholeTreeError, is_drawn, leaves_come_first, whole_tree


@dataclass(frozen=True)
class StepChoice:
    """What of a search is shown."""

    iteration: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Of an iterative search, show iteration N. Default: the last."
        ),
    ] = None
    step: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Show the tree after step N. Default: the last; with --view, the first.",
        ),
    ] = None
    max_nodes: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=f"Show at most N nodes; a larger tree is folded. Default: {MOST_NODES};"
            f" {MOST_BOARDS} with boards; as text, all of a tree whose leaves are shown first.",
        ),
    ] = None
    boards: Annotated[
        bool | None,
        typer.Option(
            "--boards/--no-boards",
            help="Draw the position in each node. Default: if it is small; as text, not.",
            show_default=False,
        ),
    ] = None
    leaves_first: Annotated[
        bool | None,
        typer.Option(
            "--leaves-first/--visited-only",
            help="Show the whole tree with its leaves before the search, or only what the search"
            " visits. Default: the leaves of a drawn tree are shown first with --view, --step and"
            " on a page.",
            show_default=False,
        ),
    ] = None

    def shows_leaves_first(self, trees: list[SearchTree], *, is_stepped: bool) -> bool:
        """Whether the whole tree is shown, where a search is stepped through or isn't. Raises
        OptionError if it can't be, but was asked for."""
        if self.leaves_first is False:
            return False
        if self.leaves_first:
            try:
                return all(whole_tree(tree).is_whole for tree in trees)
            except WholeTreeError as error:
                raise OptionError(f"--leaves-first: {error}") from None
        return (is_stepped or self.step is not None) and leaves_come_first(trees)

    def tree(self, trees: list[SearchTree]) -> SearchTree:
        """The tree of that iteration. Raises OptionError."""
        if self.iteration and self.iteration > len(trees):
            raise OptionError(f"--iteration {self.iteration}: the search has {len(trees)}")
        tree = trees[(self.iteration or len(trees)) - 1]
        if self.step is not None and self.step >= len(tree.steps):
            raise OptionError(f"--step {self.step}: the steps are 0 to {len(tree.steps) - 1}")
        if self.boards and is_drawn(tree):
            raise OptionError("--boards: a drawn tree has no boards, only nodes; leave it out")
        leaves_first = self.shows_leaves_first(trees, is_stepped=False)
        return whole_tree(tree) if leaves_first else tree

    def titled(self, search: "RecordedSearch") -> tuple[str, Diagram]:
        """What a search is called, and the diagram of its tree. Raises OptionError."""
        tree = self.tree(search.trees)
        current = SearchProgress.of(tree, self.step).current
        shown = folded(tree, current, most_nodes=self.max_nodes or MOST_NODES)
        return f"{search.agent}: {search.title}", tree_diagram(tree, self.step, shown)


@dataclass(frozen=True)
class TreeOutput:
    """Where a search is shown: in files, in a view, or else as text. Raises OutputError or
    OptionError at once for what can't be."""

    save: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Draw the tree as .svg, or write .html, a page that steps through the search in a"
            " browser, even offline. Repeat for both.",
        ),
    ] = None
    view: Annotated[
        View | None,
        typer.Option(
            "--view",
            "-v",
            metavar="VIEW",
            help="Step through the search: window, terminal or web. Default: none, the tree is"
            " printed.",
        ),
    ] = None
    web: WebOptions = field(default_factory=WebOptions)

    def __post_init__(self) -> None:
        self.web.check(self.view)
        for path in self.save or ():
            if path.suffix.lower() not in (".svg", ".html"):
                raise OptionError(f"--save {path}: a tree's file ends in .svg or .html")
            check_writable(path)

    def _file(self, suffix: str) -> Path | None:
        """The file with that suffix, if one is to be written."""
        return next((path for path in self.save or () if path.suffix.lower() == suffix), None)

    def write_all(self, searches: "Sequence[Sequence[RecordedSearch]]", choice: StepChoice) -> None:
        """Show several searches side by side: in a picture, or as text."""
        svg = self._file(".svg")
        if self._file(".html") or self.view not in (None, View.NONE):
            raise OptionError("a page and --view show one search; name one game and one agent")
        console = SafeConsole()
        diagrams = [[choice.titled(search) for search in row] for row in searches]
        if len(diagrams[0]) == 1:  # one game, searched by several agents
            diagrams = [[search for (search,) in diagrams]]
        grid = diagram_grid(diagrams)
        if svg:
            from pacgrid.render.diagram_svg import diagram_svg

            write_text(svg, diagram_svg(grid, THEMES[chosen_theme(ThemeName.LIGHT)]))
            return
        text = "\n".join("".join(run.text for run in line) for line in grid.text)
        console.print(in_ascii(text) if console.options.ascii_only else text, soft_wrap=True)

    def write(self, search: "RecordedSearch", choice: StepChoice) -> None:
        """Write the files."""
        if svg := self._file(".svg"):
            from pacgrid.render.pictures.svg import tree_svg

            picture = tree_svg(
                choice.tree(search.trees),
                choice.step,
                most_nodes=choice.max_nodes,
                theme=chosen_theme(ThemeName.LIGHT),
                boards=choice.boards,
            )
            write_text(svg, picture)
        if page := self._file(".html"):
            from pacgrid.render.web.tree_page import write_tree_page

            write_tree_page(
                page,
                search.trees,
                search.title,
                most_nodes=choice.max_nodes,
                leaves_first=choice.shows_leaves_first(search.trees, is_stepped=True),
                boards=choice.boards,
            )
            note_written(page)

    def show(self, search: "RecordedSearch", choice: StepChoice) -> None:
        """Step through the search, or print it."""
        tree, view, console = choice.tree(search.trees), self.view or View.NONE, SafeConsole()
        if view is View.TERMINAL and not (sys.stdin.isatty() and console.is_terminal):
            view = View.NONE  # there is nobody to step through it
        if view is not View.NONE:
            session = TreeSession(
                search.trees,
                title=search.title,
                settings=Settings(SPEED, THEMES[chosen_theme()]),
                iteration=tree.iteration,
                step=choice.step or 0,
                most_nodes=choice.max_nodes,
                leaves_first=choice.shows_leaves_first(search.trees, is_stepped=True),
                boards=choice.boards if view is not View.TERMINAL else bool(choice.boards),
            )
            with open_renderer(view, console, self.web) as renderer:
                show(renderer, session)
        elif not self.save:
            _print(tree, choice, console)


def tree(search: "SearchChoice", step: StepChoice, output: TreeOutput) -> None:
    """Show what an agent searches before it acts: each node, value, bound and cut.

    Any agent's search can be shown, unless it is compiled:
    pacgrid tree --agent my_agent.py --layout small

    An agent without a depth searches a small game to its end: pacgrid tree book

    Several games or agents are shown side by side: pacgrid tree monotonic monotonic_squared
    """
    searches = search.recorded()
    if len(searches) * len(searches[0]) > 1:
        output.write_all(searches, step)
    else:
        ((recorded,),) = searches
        step.tree(recorded.trees)
        output.write(recorded, step)
        output.show(recorded, step)
    for recorded in chain.from_iterable(searches):
        _report_failure(recorded)


def _report_failure(recorded: "RecordedSearch") -> None:
    """Raise AgentError if the agent failed."""
    if failure := recorded.trees[-1].failure:
        raise AgentError(f"{recorded.agent}: {failure.message}", failure.frames)


def _print(tree: SearchTree, choice: StepChoice, console: Console) -> None:
    text = tree_text(
        tree,
        choice.step,
        most_nodes=choice.max_nodes or (len(tree.nodes) if tree.is_whole else MOST_NODES),
        columns=console.width if console.is_terminal else COLUMNS,
        ascii_only=console.options.ascii_only,
        boards=bool(choice.boards),
    )
    console.print(text, soft_wrap=True)
    console.print(f"\n{summary(tree, choice.step)}", soft_wrap=True)


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


class LayerChoice(StrEnum):
    """What the other agents are for the agent that searches."""

    MIN = "min"
    CHANCE = "chance"


@dataclass(frozen=True)
class RecordedSearch:
    """A search that was recorded."""

    title: str
    """What the position is called."""
    agent: str
    trees: list[SearchTree]
    """By iteration."""


@dataclass(frozen=True)
class SearchChoice:
    """What the command line says about the search."""

    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="A game, such as tictactoe; a shipped tree, such as book; or a .tree or .py file."
            " Several are shown side by side. Default: Pac-Man.",
            autocompletion=complete_game,
        ),
    ] = None
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            "-a",
            metavar="AGENT",
            help="The agent that searches: a name or a file. Repeat to compare agents. Default:"
            " alpha_beta; expectiminimax in a game with chance; max_n if each player has payoffs"
            " of its own.",
            autocompletion=complete_agent,
        ),
    ] = None
    layout: LayoutOption = None
    position: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Search a position, of Pac-Man or of GAME, as print(state) prints it; - reads"
            " stdin.",
        ),
    ] = None
    after: Annotated[
        str,
        typer.Option(
            metavar="MOVES",
            help='Make these moves first, in any game: --after "b2 a1", --after "east west".',
        ),
    ] = ""
    symmetry: Annotated[
        bool,
        typer.Option(
            "--symmetry",
            help="Of moves that lead to the same position but for symmetry, show only the first.",
        ),
    ] = False
    layers: Annotated[
        LayerChoice | None,
        typer.Option(
            metavar="LAYERS",
            help="What the other agents are in the search: min or chance. Default: found out.",
        ),
    ] = None

    def recorded(self) -> list[list[RecordedSearch]]:
        """Search: a row for each agent, with each of the games. Raises OptionError, LayoutError,
        GameError or AgentError."""
        starts = [self._start(game) for game in self.games or (None,)]
        return [
            [self._search(agent, *start) for start in starts] for agent in self.agents or (None,)
        ]

    def _search(self, named: str | None, state: Any, title: str) -> RecordedSearch:
        with own_errors(title):
            agent = named or suitable_agent(state)
            searcher = _agent(agent, state, title)
            if isinstance(searcher, Searcher) and searcher.compiled:
                raise OptionError(
                    f"{agent}: a compiled search draws no tree; leave out compiled=true"
                )
            check_searches(searcher, state)
            return RecordedSearch(title, agent, record_search(searcher, state, layers=self.layers))

    def _start(self, game: str | None) -> tuple[Any, str]:
        """The state to search, and what it is called."""
        given = {"GAME": game, "--layout": self.layout, "--position": self.position}
        named = [name for name, value in given.items() if value]
        if self.layout and len(named) > 1:
            raise OptionError(f"{' and '.join(named)}: what should be searched? Name only one")
        state, title = self._first(game)
        if self.after.strip():
            with own_errors(title):
                try:
                    state = after_moves(state, self.after)
                except GameError as error:
                    raise OptionError(f"--after: {error}") from None
            title = f"{title} after {' '.join(self.after.split())}"
        if state.is_terminal:
            raise OptionError(f"{title}: the game is over here, so there is nothing to search")
        if self.symmetry:
            if not hasattr(state, "canonical"):
                raise OptionError(f"--symmetry: {title} has no canonical(), which knows symmetry")
            state = DistinctMoves(state)
        return state, title

    def _first(self, game: str | None) -> tuple[Any, str]:
        """The state before any moves, and what it is called."""
        stem = "stdin" if self.position == "-" else Path(self.position or "").stem
        if game and self.position:
            if len(self.games or ()) > 1:
                raise OptionError("--position is of one game; name only one")
            with own_errors(game):
                return read_game_position(self.position, load_game(game)), f"{game} {stem}"
        if game:
            return load_game(game), game
        if self.position:
            return read_position(self.position), stem
        title = self.layout or DEFAULT_LAYOUT
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
