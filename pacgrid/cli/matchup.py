"""Who plays what: a game or a board, from a name, a file or a drawing, and its agents."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import typer

from pacgrid.agent import Agent
from pacgrid.agent_loader import (
    DEFAULT_GHOST,
    ghost_names,
    has_chance,
    load_agent,
    load_agents,
    suitable_agent,
)
from pacgrid.agents.optimal import Optimal
from pacgrid.cli.console import note
from pacgrid.cli.options import OptionError, refuse_with_game
from pacgrid.common.files import read_regular_file
from pacgrid.compiled_option import CompilableSearcher
from pacgrid.errors import LayoutError
from pacgrid.game import Game, Limits
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_loader import own_errors
from pacgrid.games.game_setup import GameSetup
from pacgrid.games.pacman import PacmanSetup, drawn_layout
from pacgrid.kernel import MOST_PLIES
from pacgrid.layout import MAX_BYTES, Layout
from pacgrid.records.record import Record
from pacgrid.search import chance_ignored, check_payoffs
from pacgrid.session.playback import NAME, Keyboard, LiveGame
from pacgrid.state import State

DEFAULT_LAYOUT = "medium"


@dataclass(frozen=True)
class Matchup:
    """Everything about a game but its seed.

    Can be sent to another process. Every game gets new agents, so no game depends on the games
    before it.
    """

    setup: GameSetup
    agents: tuple[str, ...]
    """The agents' names, Pac-Man or the first player first."""
    limits: Limits

    @classmethod
    def of(
        cls,
        layout: Layout,
        pacman: str,
        ghosts: Sequence[str],
        *,
        num_ghosts: int | None = None,
        limits: Limits,
        start: State | None = None,
    ) -> Self:
        """A matchup against `ghosts`, as in `ghost_names`; the default is `DEFAULT_GHOST`.

        Raises:
            OptionError: there are more ghosts than the board has, two keyboards, or an agent that
                can't play a ghost, or on so large a board, or look so far ahead.
            TeamError: `ghosts` can't play on the board or together, or a team is to play Pac-Man.
            AgentError: an agent can't be loaded.
            SolutionError: an agent's solution is of another board.
        """
        if start and num_ghosts is not None:
            raise OptionError("--position has its own ghosts; leave out --num-ghosts")
        room = start.num_agents - 1 if start else len(layout.ghosts)
        name = layout.name or "this layout"
        count = ghost_count(num_ghosts, room, name)
        names = ghost_names(ghosts, count, name) if ghosts else (DEFAULT_GHOST,) * count
        agents = (pacman, *names)
        if agents.count(NAME) > 1:
            raise OptionError(_one_keyboard(agents))
        matchup = cls(PacmanSetup(layout, len(agents), start), agents, limits)
        for number, agent in enumerate(matchup.build_agents()):
            if agent:
                _check_agent(agent, number, matchup, name)
        return matchup

    @classmethod
    def of_game(cls, title: str, first: str | None, second: str | None, *, limits: Limits) -> Self:
        """A matchup in the game that `title` names. By default, a person plays first; `second`, by
        default `suitable_agent`, plays all the others.

        Raises:
            GameError: the game can't be loaded.
            AgentError: an agent can't be loaded.
            OptionError: it is a compiled search, or one that can't search this game.
        """
        setup = BoardSetup.load(title)
        others = (second or suitable_agent(setup.first_state),) * (len(setup.players) - 1)
        matchup = cls(setup, (first or NAME, *others), limits)
        for agent in matchup.build_agents():
            if isinstance(agent, CompilableSearcher) and agent.compiled:
                raise OptionError(
                    f"{agent.name}: a compiled search plays only Pac-Man; leave out compiled=true"
                )
            if agent:
                check_searches(agent, setup.first_state)
        return matchup

    def build_agents(self) -> list[Agent | None]:
        """New agents; None for a person who chooses actions. Raises AgentError or TeamError."""
        return load_agents(self.agents, self._player)

    def _player(self, name: str) -> Agent | None:
        if name != NAME:
            return load_agent(name)
        return Keyboard() if self.setup.in_real_time else None

    def live_game(self, seed: int, **own_seeds: Any) -> LiveGame:
        """A game to watch; `own_seeds` are `pacman_seed` and `ghost_seed`."""
        agents, limits = self.build_agents(), self.limits
        return LiveGame(self.setup, agents, seed=seed, limits=limits, **own_seeds)

    def play(self, seed: int, *, thoughts: bool = False, **own_seeds: Any) -> Record:
        """Play a game without a view; see `live_game`. Raises GameError if a person's own game
        fails."""
        agents, limits = self.build_agents(), self.limits
        game = Game(self.setup, agents, seed=seed, limits=limits, thoughts=thoughts, **own_seeds)
        with own_errors(self.setup.title):
            while game.step():
                pass
        return game.record


def matchups(
    context: typer.Context,
    agents: Sequence[str],
    limits: Limits,
    *,
    game: str | None,
    second: str | None,
    layout: str | None,
    position: str | None,
    ghosts: Sequence[str] | None,
    num_ghosts: int | None,
) -> list[Matchup]:
    """The matchup of each of the `agents` with those that the options name.

    Raises OptionError for options that don't go together, and what `Matchup.of` raises.
    """
    if game is not None:
        refuse_with_game(
            context, "layout", "position", "ghosts", "num_ghosts", "analyse", "judge_by"
        )
        with own_errors(game):
            return [Matchup.of_game(game, agent, second, limits=limits) for agent in agents]
    if second:
        raise OptionError("--second needs --game; Pac-Man has --ghosts")
    board, start = load_board(layout, position)
    return [
        Matchup.of(board, agent, ghosts or (), num_ghosts=num_ghosts, limits=limits, start=start)
        for agent in agents
    ]


def _check_agent(agent: Agent, number: int, matchup: Matchup, board: str) -> None:
    """Report what an agent can't play before anything starts. Raises OptionError."""
    start, num_agents = matchup.setup.first_state, len(matchup.agents)
    if number and not agent.plays_ghosts:
        raise OptionError(f"{agent.name} plays Pac-Man, not a ghost; name another agent")
    if agent.most_cells and (cells := len(start.maze.positions)) > agent.most_cells:
        raise OptionError(
            f"{agent.name} plays on boards of at most {agent.most_cells:,} open cells;"
            f" {board} has {cells:,}"
        )
    if isinstance(agent, CompilableSearcher) and agent.compiled:
        plies, most = agent.plies(start), MOST_PLIES // num_agents
        if plies > MOST_PLIES:
            raise OptionError(
                f"{agent.name}: with {num_agents} agents that is {plies} plies, and a"
                f" compiled search looks at most {MOST_PLIES} ahead; use depth={most}"
            )
    if isinstance(agent, Optimal):
        agent.start(start)  # or a solution of another board


def _one_keyboard(agents: Sequence[str]) -> str:
    """Why several of these `agents` can't be the keyboard, and what to write instead."""
    reason = "there is only one keyboard, so you can steer only one agent"
    if agents[0] == NAME:
        return f"{reason}; leave out --ghosts {NAME}"
    others = [DEFAULT_GHOST] * (len(agents) - 2)
    return f"{reason}; write --ghosts {','.join([NAME, *others])}"


def ghost_count(wanted: int | None, room: int, board: str) -> int:
    """How many ghosts play on `board`, which has `room` for some. Raises OptionError."""
    if wanted is not None and wanted > room:
        ghosts = f"{room} ghost{'s' * (room != 1)}"
        raise OptionError(f"--num-ghosts {wanted}: {board} has only {ghosts}")
    return room if wanted is None else wanted


def check_searches(agent: Agent, state: Any) -> None:
    """Raise OptionError if `agent` can't search the game of `state`."""
    try:
        check_payoffs(agent, state)
        if not (agent.plays_chance or isinstance(state, State)) and has_chance(state):
            raise chance_ignored(agent)
    except ValueError as error:
        raise OptionError(str(error)) from None


def load_layout(source: str) -> Layout:
    """The shipped layout of that name, or the one in that file; a note says if Pac-Man can't reach
    all food. `NAME` may stand for `layouts/NAME.lay`. Raises LayoutError."""
    file = Path("layouts") / f"{source}.lay"
    known = source in Layout.shipped() or Path(source).exists() or not file.is_file()
    layout = Layout.load(source if known else file, lenient=True)
    if defect := layout.unreachable_food():
        note(f"Note: {source}:{defect}, so this game can't be won")
    return layout


def load_board(layout: str | None, position: str | None) -> tuple[Layout, State | None]:
    """The layout to play on, and the position to start from if one is given.

    Raises OptionError or LayoutError.
    """
    if not position:
        return load_layout(layout or DEFAULT_LAYOUT), None
    if layout:
        raise OptionError("--position has its own layout; leave out --layout")
    start = load_position(position)
    return drawn_layout(start, "" if position == "-" else Path(position).stem), start


def load_position(source: str) -> State:
    """The position to start a game from: see `read_position`.

    Raises:
        LayoutError: it can't be read; names the line.
        OptionError: no game can start from it.
    """
    start, name = read_position(source), _name(source)
    if start.is_terminal:
        raise OptionError(f"{name}: the game is over in this position")
    if start.to_move:
        raise OptionError(
            f"{name}: ghost {start.to_move} is to move, but a game starts with Pac-Man;"
            " write `to move: Pac-Man`"
        )
    return start


def read_position(source: str) -> State:
    """The position drawn in the file `source`, or on stdin for `-`: what `print(state)` prints.

    Raises LayoutError, which names the line.
    """
    return State.parse(read_text(source), _name(source))


def read_text(source: str) -> str:
    """The text of the file `source`, or of stdin for `-`. Raises LayoutError."""
    name = _name(source)
    try:
        data = sys.stdin.buffer.read() if source == "-" else read_regular_file(source, MAX_BYTES)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LayoutError(f"{name}: is not a text file; a position is drawn in text") from None
    except OSError as error:
        raise LayoutError(f"{name}: can't be read: {error.strerror}") from None


def _name(source: str) -> str:
    return "<stdin>" if source == "-" else source
