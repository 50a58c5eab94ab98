"""Something to watch: a game that is being played, or the record of one."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from pacgrid.agent import Agent
from pacgrid.game import Game, Limits
from pacgrid.layout import Layout
from pacgrid.record import Ending, Record
from pacgrid.state import State
from pacgrid.view.keyboard import Keyboard


class Show(Protocol):
    """A game, ply by ply, for a view to draw."""

    layout: Layout
    agents: tuple[str, ...]
    seed: int
    state: State
    """The state after the last ply; the first state before there is one."""
    person: Keyboard | None
    """The agent that a person steers, if one does."""

    def persons_turn(self) -> bool:
        """Whether the game goes on with a move of the person's."""

    def next_ply(self) -> State | None:
        """Go on by one ply: the new state; None when the game is over."""

    @property
    def record(self) -> Record:
        """What was played so far."""

    def leave(self) -> None:
        """The viewer has gone: a game that isn't over ends here."""


class LiveShow:
    """A game between agents, played while it is watched.

    The game starts with the first ply, so that agents that take long to start don't hold up the
    view either.
    """

    def __init__(
        self,
        layout: Layout,
        agents: Sequence[Agent],
        *,
        seed: int = 0,
        limits: Limits | None = None,
    ) -> None:
        self.layout = layout
        self.agents = tuple(agent.name for agent in agents)
        self.seed = seed
        self.state = State.initial(layout, ghosts=len(agents) - 1)
        self.person = next((agent for agent in agents if isinstance(agent, Keyboard)), None)
        self._agents = agents
        self._limits = limits
        self._game: Game | None = None

    def persons_turn(self) -> bool:
        over = self._game is not None and self._game.ending is not None
        return not over and self._agents[self.state.to_move] is self.person

    def next_ply(self) -> State | None:
        if self._game is None:
            self._game = Game(self.layout, self._agents, seed=self.seed, limits=self._limits)
        if self._game.step() is None:
            return None
        self.state = self._game.state
        return self.state

    @property
    def record(self) -> Record:
        if self._game is None:
            return Record(self.layout, self.agents, self.seed, (), 0, Ending.QUIT)
        return self._game.record

    def leave(self) -> None:
        if self._game is not None:
            self._game.quit()


class Replay:
    """A saved game, shown again."""

    person: Keyboard | None = None

    def __init__(self, record: Record) -> None:
        self.layout = record.layout
        self.agents = record.agents
        self.seed = record.seed
        self.record = record
        self._states: Iterator[State] = record.states()
        self.state = next(self._states)

    def persons_turn(self) -> bool:
        return False

    def next_ply(self) -> State | None:
        after = next(self._states, None)
        self.state = after or self.state
        return after

    def leave(self) -> None:
        """There is nothing to end."""
