"""The search that `pacgrid tree` shows: of which position, and by which agent."""

import inspect
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pacgrid.agent import Agent, AgentSpec
from pacgrid.agent_loader import SMALL, agent_class, height, load_agent, suitable_agent
from pacgrid.cli.completion import complete_agent, complete_game
from pacgrid.cli.console import note
from pacgrid.cli.matchup import check_searches
from pacgrid.cli.options import LayoutOption, OptionError
from pacgrid.cli.position import (
    DEFAULT_LAYOUT,
    load_layout,
    read_game_position,
    read_position,
)
from pacgrid.games.board_setup import after_moves
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game, own_errors
from pacgrid.games.game_setup import GameError
from pacgrid.search import Searcher
from pacgrid.state import State
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.state_proxy import DistinctMoves


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
