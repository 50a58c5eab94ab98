"""Something to watch: a game that is being played, or the record of one."""

from collections.abc import Sequence
from typing import Any, Protocol

from pacgrid.agent import Agent
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.common.sanitize import one_line
from pacgrid.game import Game, Limits, name_of
from pacgrid.games.ending import Ending
from pacgrid.games.game_setup import GameSetup
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.records.record import Move, Record
from pacgrid.records.record_writer import RecordWriter
from pacgrid.session.keyboard import Keyboard
from pacgrid.state import State


class GameSource(Protocol):
    """A game as far as it was played; it may still be in progress."""

    in_real_time: bool
    """Whether agents move while time passes, and a person steers one; if not, one position is shown
    after the other, and a person chooses an action."""
    setup: GameSetup

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents' names, Pac-Man's first."""

    seed: int

    @property
    def states(self) -> Sequence[State]:
        """The first state and the one after every ply; it grows at its end."""

    @property
    def moves(self) -> Sequence[Move]:
        """`moves[p]` leads from `states[p]` to the next state. A move is added before its state."""

    keyboard: Keyboard | None
    """The agent that a person steers, if there is one."""

    @property
    def players(self) -> tuple[Agent, ...]:
        """The agents that play; empty for a record."""

    taken_over: int
    """The ply at which these agents took over from others; 0 if none did."""

    @property
    def over(self) -> bool:
        """Whether all plies are known."""

    writer: RecordWriter | None
    """Saves the game while it is played."""
    analysis: GameAnalysis | None
    """What each move cost; None if that isn't known, or not yet."""

    @property
    def person_plays(self) -> bool:
        """Whether a person plays."""

    def waits_for_person(self, ply: int) -> bool:
        """Whether a person is to choose an action at `ply`."""

    def shown_after(self, ply: int) -> int:
        """The ply that is shown after `ply` as time passes."""

    def step_from(self, ply: int, direction: int) -> int:
        """The ply that a step forward, 1, or back, -1, from `ply` leads to."""

    def next_ply(self) -> State | None:
        """Play one ply: the new state; None when the game is over or waits for a person."""

    def choose(self, ply: int, action: Any) -> None:
        """Play `action` for a person at `ply`, in a game that waits for one."""

    def take_over(self, ply: int) -> None:
        """Let a person play at `ply`, in a game that waits for one."""

    @property
    def record(self) -> Record:
        """The record of the game so far."""

    def quit(self) -> None:
        """End the game now."""


class _Rounds:
    """What is the same in all games of Pac-Man: time shows one round after the other."""

    in_real_time = True
    agents: tuple[str, ...]
    keyboard: Keyboard | None

    @property
    def person_plays(self) -> bool:
        return self.keyboard is not None

    def waits_for_person(self, ply: int) -> bool:  # noqa: ARG002
        return False

    def shown_after(self, ply: int) -> int:
        """The end of the round."""
        return self.step_from(ply, 1)

    def step_from(self, ply: int, direction: int) -> int:
        """The end of the round, or its start."""
        agents = len(self.agents)
        return (ply // agents + 1) * agents if direction > 0 else (ply - 1) // agents * agents

    def choose(self, ply: int, action: Any) -> None:
        """Nobody chooses: a person steers."""

    def take_over(self, ply: int) -> None:
        """A menu offers who takes over."""


class LiveGame(_Rounds):
    """A game between agents, played while it is watched, with their thoughts.

    Agents start with the first ply, so a slow start doesn't hold up the view.

    Args:
        pacman_seed: seeds Pac-Man's `rng` instead of `seed`, as in `Game`.
        played: moves of other agents, from which these agents continue.
        start: the position to start from; default: the start of the layout.
        writer: saves each ply as it is played.

    Raises IllegalMoveError if one of the moves `played` is not legal.
    """

    def __init__(
        self,
        setup: GameSetup | Layout,
        agents: Sequence[Agent],
        *,
        seed: int = 0,
        pacman_seed: int | None = None,
        limits: Limits | None = None,
        played: Sequence[Move] = (),
        start: State | None = None,
        writer: RecordWriter | None = None,
    ) -> None:
        self.setup = PacmanSetup(setup, len(agents), start) if isinstance(setup, Layout) else setup
        self.agents = tuple(one_line(name_of(agent)) for agent in agents)
        self.seed = seed
        self._pacman_seed = pacman_seed
        self.players = tuple(agents)
        self.limits = limits
        self.taken_over = len(played)
        self.over = False
        self.writer = writer
        self.analysis: GameAnalysis | None = None
        self._moves = list(played)
        self._states = [self.setup.first_state]
        for move in played:
            self._states.append(self._states[-1].successor(move.action))
        self.moves: Sequence[Move] = self._moves
        self.states: Sequence[State] = self._states
        self.keyboard = next((agent for agent in agents if isinstance(agent, Keyboard)), None)
        self._game: Game | None = None

    def next_ply(self) -> State | None:
        if self._game is None:
            self._game = self._new_game()
        move = self._game.step()
        if move is not None:
            self._moves.append(move)
            self._states.append(self._game.state)
        self.over = self._game.ending is not None
        if writer := self.writer:  # another thread may take it away
            writer.update(self._game)
        return self._game.state if move else None

    @property
    def record(self) -> Record:
        if self._game is not None:
            return self._game.record
        return Record(
            self.setup,
            self.agents,
            self.seed,
            tuple(self.moves),
            self.states[-1].score,
            Ending.QUIT,
            taken_over=self.taken_over,
        )

    def quit(self) -> None:
        if self._game is not None:
            self._game.quit()

    def _new_game(self) -> Game:
        return Game(
            self.setup,
            self.players,
            seed=self.seed,
            pacman_seed=self._pacman_seed,
            limits=self.limits,
            thoughts=True,
            played=self.moves[: self.taken_over],
        )


class ReplayedGame(_Rounds):
    """A saved game, shown again. After a takeover, `writer` saves the new game."""

    keyboard: Keyboard | None = None
    players: tuple[Agent, ...] = ()
    over = True

    def __init__(
        self,
        record: Record,
        writer: RecordWriter | None = None,
        analysis: GameAnalysis | None = None,
    ) -> None:
        self.setup = record.setup
        self.agents = record.agents
        self.seed = record.seed
        self.record = record
        self.writer = writer
        self.analysis = analysis
        self.moves: Sequence[Move] = record.moves
        self.states: Sequence[State] = tuple(record.states())
        self.taken_over = record.taken_over

    def next_ply(self) -> State | None:
        return None

    def quit(self) -> None:
        """There is nothing to end."""
