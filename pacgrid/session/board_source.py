"""A board game as something to watch: agents play on in a thread, and people choose."""

from collections.abc import Sequence
from threading import Lock
from typing import Any

from pacgrid.agent import Agent
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.game import ForfeitError, Game
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Move, Record
from pacgrid.search import CHANCE


class BoardSource:
    """A game that waits for people, and shows one position after the other."""

    in_real_time = False
    keyboard: Any = None
    writer: Any = None

    def __init__(self, game: Game) -> None:
        self.game = game
        self.setup: GameSetup = game.setup
        self.taken_over = 0
        self.seed = game.seed
        self.analysis: GameAnalysis | None = None
        self._undone = 0  # how often plies were undone
        self._lock = Lock()

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(self.game.names)

    @property
    def players(self) -> tuple[Agent, ...]:
        return tuple(agent for agent in self.game.agents if agent)

    @property
    def states(self) -> Sequence[Any]:
        return self.game.states

    @property
    def moves(self) -> Sequence[Any]:
        return self.game.moves

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def record(self) -> Record:
        return self.game.record

    @property
    def person_plays(self) -> bool:
        return None in self.game.agents

    def waits_for_person(self, ply: int) -> bool:
        return self.game.waits_for_person(self.states[ply])

    def shown_after(self, ply: int) -> int:
        return ply + 1

    def step_from(self, ply: int, direction: int) -> int:
        """The next ply in that direction at which a person decides; without people, the next at
        which an agent does."""
        ply += direction
        while 0 < ply < len(self.states) - 1 and not self._is_decision(ply):
            ply += direction
        return ply

    def next_ply(self) -> Any:
        """Let an agent, or chance, play a ply. It is dropped if plies are undone meanwhile."""
        game, ply, undone = self.game, len(self.moves), self._undone
        if game.over or game.person_to_move:
            return None
        forfeit = move = None
        try:
            move = game.think(game.state, ply)
        except ForfeitError as error:
            forfeit = error
        with self._lock:
            if undone != self._undone:
                return None
            if forfeit:
                game.lose(forfeit)
            if move:
                game.play(move)
        return game.state if move else None

    def choose(self, ply: int, action: Any) -> None:
        """Play `action` for a person in the position at `ply`; what followed is undone."""
        with self._lock:
            self._undo(ply)
            self.game.play(Move(action))

    def take_over(self, ply: int) -> None:
        """Let a person play for the agent to move at `ply`; what followed is undone."""
        with self._lock:
            self._undo(ply)
            self.game.take_over(self.game.state.to_move)

    def quit(self) -> None:
        self.game.quit()

    def _undo(self, ply: int) -> None:
        self._undone += 1
        self.game.undo(ply)

    def _is_decision(self, ply: int) -> bool:
        if self.person_plays:
            return self.waits_for_person(ply)
        return bool(self.states[ply].to_move != CHANCE)
