"""Plays a game in a thread of its own, so that a view never waits for an agent."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread

from pacgrid.session.game_source import GameSource

STOP_SECONDS = 0.3
"""How long agents may take to finish their moves when the session ends."""


class GameThread:
    """Plays a game round by round, when asked.

    The thread is a daemon, so an agent that never returns can't keep the program from ending.
    """

    def __init__(self, game: GameSource) -> None:
        self.game = game
        self.last_round: Future[None] = Future()
        """The round requested last."""
        self.last_round.set_result(None)
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stopping = False
        Thread(target=self._run, daemon=True).start()

    def play_round(self) -> None:
        """Play to the end of the round, or of the game, unless that is being done."""
        if not self.last_round.done():
            return
        future = self.last_round = Future()

        def perform() -> None:
            try:
                self._play_round()
                future.set_result(None)
            except BaseException as error:  # raised again by `last_round.result()`
                future.set_exception(error)

        self._orders.put(perform)

    @staticmethod
    def stop_all(threads: Iterable["GameThread"]) -> None:
        """End the games. Agents that don't return soon are left behind."""
        threads = list(threads)
        for thread in threads:
            thread._stopping = True
        finished, _ = wait([thread.last_round for thread in threads], STOP_SECONDS)
        for thread in threads:
            if thread.last_round in finished:
                thread.game.quit()
            thread._orders.put(lambda: None)  # wakes the thread, which then ends

    def _run(self) -> None:
        while not self._stopping:
            self._orders.get()()

    def _play_round(self) -> None:
        while self.game.next_ply() and self.game.states[-1].to_move and not self._stopping:
            pass
