"""Which ply of a board game is shown, as time passes and as people step."""

from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from typing import Any

from pacgrid.game import ForfeitError, Game
from pacgrid.games.board_state import BoardState
from pacgrid.records.record import Move
from pacgrid.search import CHANCE
from pacgrid.session.call_thread import CallThread
from pacgrid.session.game_thread import STOP_SECONDS
from pacgrid.session.playback import FRAME_WAIT
from pacgrid.session.settings import Settings


class BoardPlayback:
    """Moves a game forward as time passes, and to any ply on request.

    Agents think in a thread of their own, at most one ply ahead of what is shown.

    Args:
        patience: how many seconds a frame waits for an agent's move; None: forever.
    """

    def __init__(
        self, game: Game, settings: Settings, *, patience: float | None = FRAME_WAIT
    ) -> None:
        self.game = game
        self.settings = settings
        self.ply = 0
        """The ply that is shown."""
        self.paused = False
        self.waited = 0.0
        """Seconds spent waiting for an agent."""
        self.since_shown = 0.0
        """Seconds since this position was first shown."""
        self._stepping = False  # forward, to a ply that an agent is still to play
        self._patience = patience
        self._thread = CallThread()
        self._thinking: Future[Move] | None = None

    @property
    def state(self) -> BoardState:
        """The position shown."""
        state: BoardState = self.game.states[self.ply]
        return state

    @property
    def newest(self) -> int:
        """The last ply that was played."""
        return len(self.game.moves)

    @property
    def at_end(self) -> bool:
        """Whether the end of the game is shown."""
        return self.game.over and self.ply == self.newest

    @property
    def moving(self) -> bool:
        """Whether something changes even without a key press."""
        return self._thinking is not None or (not self.paused and self.ply < self.newest)

    def advance(self, seconds: float) -> None:
        """Let time pass. Raises GameError if an agent can't play this game."""
        self.since_shown += seconds
        is_time = not self.paused and self.since_shown * self.settings.speed >= 1
        is_due = is_time or self._stepping
        self._think(wait=is_due and self.ply == self.newest)
        self.waited = self.waited + seconds if self._thinking else 0
        if is_due and self.ply < self.newest:
            self._show(self.ply + 1)

    def seek(self, ply: int) -> None:
        """Pause, and show this ply once it has been played, or the nearest one."""
        person_plays = None in self.game.agents
        self.paused = ply < self.newest or not person_plays
        is_awaited = ply > self.newest and not (self.game.over or self.game.person_to_move)
        self._show(ply)
        self._stepping = is_awaited

    def step(self, direction: int) -> None:
        """Go to the next ply in that direction at which a person decides; without people, to the
        next at which an agent does."""
        game, ply = self.game, self.ply + direction
        while 0 < ply < self.newest and not self._is_decision(game.states[ply]):
            ply += direction
        self.seek(ply)

    def pause_or_resume(self) -> None:
        """Pause or go on; at the end, start over."""
        if self.at_end:
            self._show(0)
            self.paused = False
        else:
            self.paused = not self.paused

    def play(self, action: Any) -> None:
        """Play `action` for a person. What was played after the position shown is undone."""
        self.undo()
        self.game.play(Move(action))
        self.paused = False
        self._show(self.newest)

    def undo(self) -> None:
        """Forget what was played, or is being thought, after the position shown."""
        self._thinking = None
        self.game.undo(self.ply)

    def stop(self) -> None:
        """End the game. An agent that doesn't return soon is left behind."""
        with suppress(NotYet):
            self._thread.submit(self.game.quit).result(STOP_SECONDS)
        self._thread.stop()

    def _think(self, *, wait: bool) -> None:
        """Let the next agent, or chance, play on if the newest position is shown."""
        game = self.game
        if self._thinking is None:
            if game.over or game.person_to_move or self.newest > self.ply:
                return
            state, ply = game.state, self.newest
            self._thinking = self._thread.submit(lambda: game.think(state, ply))
        try:
            move = self._thinking.result(self._patience if wait else 0)
        except NotYet:
            return
        except ForfeitError as error:
            game.lose(error)
        else:
            game.play(move)
        self._thinking = None

    def _show(self, ply: int) -> None:
        """Show the position at that ply, or the nearest one that was played."""
        self.ply = min(max(ply, 0), self.newest)
        self.since_shown, self._stepping = 0.0, False

    def _is_decision(self, state: BoardState) -> bool:
        if None in self.game.agents:
            return self.game.waits_for_person(state)
        return state.to_move != CHANCE
