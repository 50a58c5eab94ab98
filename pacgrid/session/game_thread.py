"""Plays a game in a thread of its own, so that a view never waits for an agent."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread

from pacgrid.session.game_source import GameSource

GRACE = 0.3
"""Seconds that an agent has to finish its move when the viewer leaves."""


class GameThread:
    """Plays a game round by round, when asked.

    The thread is a daemon: an agent that never returns keeps neither the view nor the program.
    """

    def __init__(self, game: GameSource) -> None:
        self.game = game
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._last: Future[None] = Future()
        self._last.set_result(None)
        self._stopping = False
        Thread(target=self._run, daemon=True).start()

    def play_round(self) -> "Future[None]":
        """Play to the end of the round, or of the game; done when that is reached."""
        future: Future[None] = Future()

        def perform() -> None:
            try:
                self._play_round()
                future.set_result(None)
            except BaseException as error:  # raised again where the result is asked for
                future.set_exception(error)

        self._last = future
        self._orders.put(perform)
        return future

    def stop(self) -> None:
        """End the game. An agent that doesn't return soon is left behind."""
        self._stopping = True
        if wait([self._last], GRACE).done:
            self.game.quit()
        self._orders.put(lambda: None)  # wakes the thread, which then ends

    def _run(self) -> None:
        while not self._stopping:
            self._orders.get()()

    def _play_round(self) -> None:
        while self.game.next_ply() and self.game.states[-1].to_move and not self._stopping:
            pass
