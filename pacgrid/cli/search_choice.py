"""The search that `pacgrid tree` shows: of which position, and by which agent."""

import inspect
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pacgrid.agent import Agent
from pacgrid.agent_loader import agent_class, load_agent
from pacgrid.agent_spec import AgentSpec
from pacgrid.cli.completion import complete_agent, complete_game
from pacgrid.cli.default_agent import default_agent, height
from pacgrid.cli.options import LayoutOption, OptionError
from pacgrid.cli.position import DEFAULT_LAYOUT, load_layout, read_position
from pacgrid.games.game_file import own_errors
from pacgrid.games.game_loader import load_game
from pacgrid.search import Searcher
from pacgrid.state import State
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree


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

    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game, such as tictactoe; a shipped tree, such as book; or a .tree or .py file."
            " Default: Pac-Man.",
            autocompletion=complete_game,
        ),
    ] = None
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
    ] = None
    layout: LayoutOption = None
    position: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Search a position of Pac-Man, as print(state) prints it; - reads stdin.",
        ),
    ] = None
    layers: Annotated[
        LayerChoice | None,
        typer.Option(
            metavar="LAYERS",
            help="What the other agents are in the search: min or chance. Default: found out.",
        ),
    ] = None

    def recorded(self) -> RecordedSearch:
        """Search. Raises OptionError, LayoutError, GameError or AgentError."""
        state, title = self._start()
        with own_errors(title):
            agent = self.agent or default_agent(state)
            searcher = _agent(agent, state)
            if isinstance(searcher, Searcher) and searcher.compiled:
                raise OptionError(
                    f"{agent}: a compiled search draws no tree; leave out compiled=true"
                )
            return RecordedSearch(title, agent, record_search(searcher, state, layers=self.layers))

    def _start(self) -> tuple[Any, str]:
        """The state to search, and what it is called."""
        given = {"GAME": self.game, "--layout": self.layout, "--position": self.position}
        named = [name for name, value in given.items() if value]
        if len(named) > 1:
            raise OptionError(f"{' and '.join(named)}: what should be searched? Name only one")
        state: Any
        if self.game:
            state, title = load_game(self.game), self.game
        elif self.position:
            state = read_position(self.position)
            title = "stdin" if self.position == "-" else Path(self.position).stem
        else:
            title = self.layout or DEFAULT_LAYOUT
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
