"""Plays a game in a thread of its own, so that a view never waits for an agent."""

from collections.abc import Iterable
from concurrent.futures import Future, wait

from pacgrid.search import CHANCE
from pacgrid.session.busy_line import busy_line
from pacgrid.session.call_thread import CallThread
from pacgrid.session.game_source import GameSource

STOP_SECONDS = 0.3
"""How long agents may take to finish their moves when the session ends."""


class GameThread:
    """Plays a game round by round, when asked."""

    def __init__(self, game: GameSource) -> None:
        self.game = game
        self.last_round: Future[None] = Future()
        """The round requested last."""
        self.last_round.set_result(None)
        self._thread = CallThread()
        self._stopping = False

    def play_round(self) -> None:
        """Play to the next ply that time shows, or to the end, unless that is being done."""
        if self.last_round.done():
            self.last_round = self._thread.submit(self._play_round)

    @property
    def mover(self) -> int | None:
        """The agent that is thinking, if one is."""
        mover: int = self.game.states[-1].to_move
        return None if self.last_round.done() or mover == CHANCE else mover

    @property
    def busy_line(self) -> str:
        """Where the agent that is thinking is: `my_agent.py, line 5, in act`; "" if none is."""
        mover, players = self.mover, self.game.players
        return (
            "" if mover is None or not players else busy_line(players[mover], self._thread.number)
        )

    @staticmethod
    def stop_all(threads: Iterable["GameThread"]) -> None:
        """End the games. Agents that don't return soon are left behind."""
        threads = list(threads)
        for thread in threads:
            thread._stopping = True
        finished, _ = wait([thread.last_round for thread in threads], STOP_SECONDS)
        ready = [thread for thread in threads if thread.last_round in finished]
        wait([thread._thread.submit(thread.game.quit) for thread in ready], STOP_SECONDS)
        for thread in threads:
            thread._thread.stop()

    def _play_round(self) -> None:
        game = self.game
        end = game.shown_after(len(game.states) - 1)
        while game.next_ply() and len(game.states) <= end and not self._stopping:
            pass
