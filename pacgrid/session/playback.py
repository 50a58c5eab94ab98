"""The flow of time: which ply is shown, and how far it is between which two now."""

from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet

from pacgrid.session.game_source import GameSource
from pacgrid.session.game_thread import GameThread
from pacgrid.session.settings import Settings

PATIENCE = 0.005
"""Seconds worth waiting for a round, because a frame left out would show as a jolt."""
SLOWEST_STEP = 8.0
"""Single steps are shown at this many per second, or faster."""


class Playback:
    """Moves games forward as time goes by, and back and forth at will.

    Games side by side go on round by round; they have the same number of agents. With a person in
    the game, playback starts paused, and each round is ordered only once the one before was shown,
    so that a key counts at once. Agents may think ahead.

    Args:
        patience: how many seconds to wait for a round that isn't there yet; None: for ever.
    """

    def __init__(
        self,
        games: Sequence[GameSource],
        settings: Settings,
        *,
        patience: float | None = PATIENCE,
    ) -> None:
        if len({len(game.agents) for game in games}) != 1:
            raise ValueError("games side by side need the same number of agents")
        self.games = tuple(games)
        self.settings = settings
        self.before = self.after = max((g.taken_over for g in games if g.players), default=0)
        """The plies between which time is now; the same when nothing moves."""
        self.fraction = 1.0
        """How far it is from `before` to `after`."""
        self.paused = self.person is not None
        self.waited = 0.0
        """Seconds spent waiting for the next round."""
        self.clock = 0.0
        """Seconds since the start, for what moves by itself."""
        self.since_end = [0.0] * len(games)
        """By game: seconds since its end was shown."""
        self._first = self.before
        self._stepping = False  # one step only, while paused
        self._goal: int | None = None  # a ply to step to once it was played
        self._threads = [GameThread(game) for game in games]
        self._pending: list[Future[None] | None] = [None] * len(games)
        self._patience = patience

    @property
    def person(self) -> GameSource | None:
        """The game in which a person steers an agent."""
        return next((game for game in self.games if game.person), None)

    @property
    def last(self) -> int:
        """The last ply known, in the longest game."""
        return max(len(game.states) for game in self.games) - 1

    @property
    def ended(self) -> bool:
        """Whether all games are over."""
        return all(game.over for game in self.games)

    @property
    def over(self) -> bool:
        """Whether the end of all games is shown."""
        return self.ended and self.after == self.last and self.fraction >= 1

    @property
    def still(self) -> bool:
        """Whether playback is paused and no step is under way or awaited."""
        return self.paused and not self._stepping and self._goal is None

    @property
    def begun(self) -> bool:
        """Whether anything was played yet."""
        return self.last > self._first or self.ended or not self.paused

    @property
    def round(self) -> int:
        """The round that is shown, or moved to."""
        return -(-self.after // self._agents)

    @property
    def settled(self) -> int:
        """The ply where everything stands, or stood before it began to move."""
        return self.after if self.fraction >= 1 else self.before

    def has_ended(self, number: int) -> bool:
        """Whether game `number` is over and its end has been reached."""
        game = self.games[number]
        return game.over and self.settled >= len(game.states) - 1

    def waiting_for(self) -> str:
        """The agent whose move is awaited; empty if none is."""
        for game, future in zip(self.games, self._pending, strict=True):
            if future and not future.done():
                return game.agents[game.states[-1].to_move]
        return ""

    def pause(self) -> None:
        """Stop. A round that is under way is shown to its end, so that agents stand in cells."""
        self.paused = True
        self._goal = None
        self._stepping = self.fraction < 1

    def resume(self) -> None:
        """Go on; at the end of all games, from the start."""
        if self.over:
            self.seek(0)
        self.paused = self._stepping = False
        self._goal = None

    def seek(self, ply: int) -> None:
        """Pause, and show this ply, or the nearest one there is."""
        self.paused = True
        self._stepping = False
        self._goal = None
        self.before = self.after = min(max(ply, 0), self.last)
        self.fraction = 1.0
        self.since_end = [0.0] * len(self.games)

    def ply_back(self) -> None:
        """Pause, and go one ply back."""
        self.seek(self.settled - (self.fraction >= 1))

    def round_back(self) -> None:
        """Pause, and go back to the start of the round."""
        self.seek((self.after - 1) // self._agents * self._agents)

    def ply_forward(self) -> None:
        """Pause, and go one ply forward, once it was played."""
        self._step_to(self.settled + 1)

    def round_forward(self) -> None:
        """Pause, and go forward to the end of the round, once it was played."""
        self._step_to(self._end_of_round(self.settled))

    def replace(self, number: int, branch: GameSource) -> None:
        """Put `branch` in the place of game `number`, and show its newest position."""
        self._threads[number].stop()
        self.games = (*self.games[:number], branch, *self.games[number + 1 :])
        self._threads[number] = GameThread(branch)
        self._pending[number] = None
        self.seek(len(branch.states) - 1)
        self._first = self.after
        self.paused = self.person is not None

    def advance(self, seconds: float) -> None:
        """Let time go by."""
        self.clock += seconds
        if self._goal is not None:
            goal = self._goal
            if self._have(goal, seconds):
                self._step_to(goal)
        elif self._stepping:
            self.fraction += seconds * max(self.settings.speed, SLOWEST_STEP)
            if self.fraction >= 1:
                self.seek(self.after)
        elif not self.paused:
            self.fraction += seconds * self.settings.speed
            while self.fraction >= 1 and self._start_round(seconds):
                pass
        elif self.person is None:
            self._order(self.after + 1)  # so that the next thought can be seen
        for number in range(len(self.games)):
            if self.has_ended(number):
                self.since_end[number] += seconds

    def stop(self) -> None:
        """End the games. An agent that doesn't return soon is left behind."""
        for thread in self._threads:
            thread.stop()

    @property
    def _agents(self) -> int:
        return len(self.games[0].agents)

    def _end_of_round(self, ply: int) -> int:
        """The first ply after `ply` that ends a round."""
        return (ply // self._agents + 1) * self._agents

    def _step_to(self, ply: int) -> None:
        self.seek(self.settled)
        if not self._is_known(ply):
            self._goal = ply
            return
        self.after = min(ply, self.last)
        if self.after != self.before:
            self.fraction = 0.0
            self._stepping = True

    def _start_round(self, seconds: float) -> bool:
        """Start to show the next round, if it was played; else stand still."""
        end = self._end_of_round(self.after)
        known = self._have(end, seconds)
        if not known or (self.ended and self.after >= self.last):
            self.before = self.after
            self.fraction = 1.0
            return False
        self.before, self.after = self.after, min(end, self.last)
        self.fraction -= 1
        if self.person is None:
            self._order(self._end_of_round(self.after))
        return True

    def _is_known(self, ply: int) -> bool:
        """Whether every game has reached that ply, or its end."""
        return all(game.over or len(game.states) > ply for game in self.games)

    def _have(self, ply: int, seconds: float) -> bool:
        """Whether every game has got there; if not, order what is missing, and wait a little."""
        while not self._is_known(ply):
            self._order(ply)
            try:
                for number, future in enumerate(self._pending):
                    if future is not None:
                        future.result(self._patience)
                        self._pending[number] = None
            except NotYet:
                self.waited += seconds
                return False
        self.waited = 0.0
        return True

    def _order(self, ply: int) -> None:
        """Order a round of each game that hasn't reached that ply."""
        for number, game in enumerate(self.games):
            if (future := self._pending[number]) and future.done():
                future.result()  # raises what the game raised
                self._pending[number] = None
            if not game.over and len(game.states) <= ply and not self._pending[number]:
                self._pending[number] = self._threads[number].play_round()
