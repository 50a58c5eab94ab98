"""The layout and the agents of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from pacgrid.agent import Agent
from pacgrid.agent_loader import load_agent
from pacgrid.agents.optimal import Optimal
from pacgrid.cli.options import OptionError
from pacgrid.game import Game, Limits
from pacgrid.kernel import MOST_PLIES
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.records.record_writer import RecordWriter
from pacgrid.search import Searcher
from pacgrid.session.game_source import LiveGame
from pacgrid.session.keyboard import NAME, Keyboard
from pacgrid.state import State
from pacgrid.teams import DEFAULT_GHOST, ghost_names


@dataclass(frozen=True)
class Matchup:
    """Everything about a game but its seed.

    Can be sent to another process. Every game gets new agents, so no game depends on the games
    before it.
    """

    layout: Layout
    agents: tuple[str, ...]
    """The agents' names, Pac-Man first."""
    limits: Limits
    start: State | None = None
    """The position to start from; None is the start of the layout."""
    default_ghost: ClassVar[str] = DEFAULT_GHOST

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
        """A matchup against `ghosts`, as in `ghost_names`; the default is `default_ghost`.

        Raises:
            OptionError: there are more ghosts than the board has, two keyboards, or an agent that
                can't play a ghost, or on so large a board, or look so far ahead.
            TeamError: `ghosts` can't play on the board.
            AgentError: an agent can't be loaded.
            SolutionError: an agent's solution is of another board.
        """
        if start and num_ghosts is not None:
            raise OptionError("--position has its own ghosts; leave out --num-ghosts")
        room = start.num_agents - 1 if start else len(layout.ghosts)
        name = layout.name or "this layout"
        count = ghost_count(num_ghosts, room, name)
        names = ghost_names(ghosts, count, name) if ghosts else (cls.default_ghost,) * count
        agents = (pacman, *names)
        if agents.count(NAME) > 1:
            raise OptionError(_one_keyboard(agents))
        matchup = cls(layout, agents, limits, start)
        # Report a wrong name before anything starts.
        for number, agent in enumerate(matchup.build_agents()):
            if number and not agent.plays_ghosts:
                raise OptionError(f"{agent.name} plays Pac-Man, not a ghost; name another agent")
            cells = len(matchup.first_state.maze.positions)
            if agent.most_cells and cells > agent.most_cells:
                raise OptionError(
                    f"{agent.name} plays on boards of at most {agent.most_cells:,} open cells;"
                    f" {name} has {cells:,}"
                )
            if isinstance(agent, Searcher) and agent.compiled:
                plies, most = agent.plies(matchup.first_state), MOST_PLIES // len(agents)
                if plies > MOST_PLIES:
                    raise OptionError(
                        f"{agent.name}: with {len(agents)} agents that is {plies} plies, and a"
                        f" compiled search looks at most {MOST_PLIES} ahead; use depth={most}"
                    )
            if isinstance(agent, Optimal):
                agent.start(matchup.first_state)  # or a solution of another board
        return matchup

    @property
    def first_state(self) -> State:
        """The position that games start from."""
        return self.start or State.initial(self.layout, ghosts=len(self.agents) - 1)

    def build_agents(self) -> list[Agent]:
        """New agents. Raises AgentError."""
        return [Keyboard() if name == NAME else load_agent(name) for name in self.agents]

    def live_game(
        self, seed: int, writer: RecordWriter | None = None, *, pacman_seed: int | None = None
    ) -> LiveGame:
        """A game to watch, saved by `writer` while it is played."""
        return LiveGame(
            self.layout,
            self.build_agents(),
            seed=seed,
            pacman_seed=pacman_seed,
            limits=self.limits,
            start=self.start,
            writer=writer,
        )

    def play(
        self,
        seed: int,
        writer: RecordWriter | None = None,
        *,
        pacman_seed: int | None = None,
        thoughts: bool = False,
    ) -> Record:
        """Play a game without a view, saved by `writer` while it is played."""
        game = Game(
            self.layout,
            self.build_agents(),
            seed=seed,
            pacman_seed=pacman_seed,
            limits=self.limits,
            thoughts=thoughts,
            start=self.start,
        )
        while game.step():
            if writer:
                writer.update(game)
        return game.record


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
