"""A game and its agents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from pacgrid.agent import Agent
from pacgrid.agent_loader import load_agent, load_agents, suitable_agent
from pacgrid.agents.optimal import Optimal
from pacgrid.cli.options import OptionError
from pacgrid.game import Game, Limits
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_loader import own_errors
from pacgrid.games.game_setup import GameSetup
from pacgrid.games.pacman import PacmanSetup
from pacgrid.kernel import MOST_PLIES
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.records.record_writer import RecordWriter
from pacgrid.search import Searcher, check_payoffs
from pacgrid.session.game_source import NAME, Keyboard, LiveGame
from pacgrid.state import State
from pacgrid.teams import DEFAULT_GHOST, ghost_names


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
            if isinstance(agent, Searcher) and agent.compiled:
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

    def live_game(
        self,
        seed: int,
        writer: RecordWriter | None = None,
        *,
        pacman_seed: int | None = None,
        ghost_seed: int | None = None,
    ) -> LiveGame:
        """A game to watch, saved by `writer` while it is played."""
        return LiveGame(
            self.setup,
            self.build_agents(),
            seed=seed,
            pacman_seed=pacman_seed,
            ghost_seed=ghost_seed,
            limits=self.limits,
            writer=writer,
        )

    def play(
        self,
        seed: int,
        writer: RecordWriter | None = None,
        *,
        pacman_seed: int | None = None,
        ghost_seed: int | None = None,
        thoughts: bool = False,
    ) -> Record:
        """Play a game without a view, saved by `writer` while it is played. Raises GameError if a
        person's own game fails."""
        game = Game(
            self.setup,
            self.build_agents(),
            seed=seed,
            pacman_seed=pacman_seed,
            ghost_seed=ghost_seed,
            limits=self.limits,
            thoughts=thoughts,
        )
        with own_errors(self.setup.title):
            while game.step():
                if writer:
                    writer.update(game)
        return game.record


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
    if isinstance(agent, Searcher) and agent.compiled:
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
    except ValueError as error:
        raise OptionError(str(error)) from None
