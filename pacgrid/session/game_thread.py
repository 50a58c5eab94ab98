"""Where a show goes on while the window is painted: a thread of its own."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread

from pacgrid.session.game_source import GameSource
from pacgrid.state import State

GRACE = 0.3
"""Seconds that a move that is being thought about gets to end when the viewer leaves."""


class GameThread:
    """Plays a show round by round, on order.

    The thread is a daemon: an agent that thinks for ever keeps neither the window nor the program.
    """

    def __init__(self, show: GameSource) -> None:
        self.show = show
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._last: Future[State | None] = Future()
        self._last.set_result(None)
        self._leaving = False
        Thread(target=self._work, daemon=True).start()

    def next_round(self) -> "Future[State | None]":
        """Order the next round: the state it ends with, some time; None when the game is over."""
        future: Future[State | None] = Future()

        def perform() -> None:
            try:
                future.set_result(self._play_round())
            except BaseException as error:  # it belongs to whoever asks for the result
                future.set_exception(error)

        self._last = future
        self._orders.put(perform)
        return future

    def leave(self) -> None:
        """End the show. An agent that doesn't answer soon is left alone with its thoughts."""
        self._leaving = True
        if wait([self._last], GRACE).done:
            self.show.leave()
        self._orders.put(lambda: None)  # wakes the thread, which then ends

    def _work(self) -> None:
        while not self._leaving:
            self._orders.get()()

    def _play_round(self) -> State | None:
        after = last = self.show.next_ply()
        while last is not None and last.to_move and not self._leaving:
            last = self.show.next_ply()
            after = last or after
        return after
