"""The flow of time in a view: how far between which two states it is now."""

from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet

from pacgrid.state import State
from pacgrid.view.backstage import Backstage
from pacgrid.view.scene import Scene, Stride, scene

SLOWEST, FASTEST = 0.5, 240.0
QUICK_ANSWER = 0.005
"""Seconds worth waiting for a round, because a picture left out would show as a jolt."""
VANISHING = 1.2
"""Seconds in which a caught Pac-Man vanishes."""


class Projector:
    """Moves a show forward as time goes by, `speed` rounds a second.

    With a person in the game it waits, paused, for the first key, and each round is ordered only
    when the one before has been shown, so that a key counts at once. Agents may think ahead.

    `patience` is how many seconds it waits for a round that isn't there; None: as long as it takes.
    """

    def __init__(
        self, backstage: Backstage, speed: float, *, patience: float | None = QUICK_ANSWER
    ) -> None:
        self.show = backstage.show
        self.stride = Stride.standing(self.show.state)
        self.fraction = 1.0
        self.speed = speed
        self.rounds = 0
        self.over = False
        self.paused = self.show.person is not None
        self.waited = 0.0
        """Seconds the view has been waiting for the next round."""
        self._clock = 0.0
        self._since_end = 0.0
        self._backstage = backstage
        self._patience = patience
        self._coming: Future[State | None] | None = None
        self._single: int | None = None  # strides to begin while paused; None: stand still

    def faster(self, factor: float) -> None:
        """Multiply the speed, within reason."""
        self.speed = min(max(self.speed * factor, SLOWEST), FASTEST)

    def toggle_pause(self) -> None:
        """Stand still, or go on."""
        self.paused = not self.paused
        self._single = None

    def step(self) -> None:
        """Pause, and go on to the next end of a round only."""
        self.paused = True
        self._single = 1 if self.fraction >= 1 else 0

    def advance(self, seconds: float) -> None:
        """Let `seconds` go by."""
        self._clock += seconds
        if self.over:
            self._since_end += seconds
        elif not self.paused or self._single is not None:
            self.fraction += seconds * self.speed
            while self.fraction >= 1 and self._begin_stride(seconds):
                pass

    def scene(self) -> Scene:
        """What is to be seen now."""
        caught = self.over and self.stride.after.is_loss
        vanished = min(self._since_end / VANISHING, 1) if caught else 0
        return scene(self.stride, self.fraction, clock=self._clock, vanished=vanished)

    @property
    def since_end(self) -> float:
        """Seconds since the game was over."""
        return self._since_end

    def _begin_stride(self, seconds: float) -> bool:
        """Go over to the next round, if it is time and it is there; else stand where we are."""
        after = self._next_round(seconds) if not self.paused or self._single else None
        if after is None:
            if self._single == 0 and self.paused:
                self._single = None
            self.fraction = 1.0
            return False
        if self._single is not None:
            self._single = 0
        self.stride = self.stride.then(after)
        self.fraction -= 1
        self.rounds += 1
        if self.show.person is None:
            self._coming = self._backstage.next_round()
        return True

    def _next_round(self, seconds: float) -> State | None:
        """The state after the next round, if it is there."""
        if self._coming is None:
            self._coming = self._backstage.next_round()
        try:
            after = self._coming.result(self._patience)
        except NotYet:
            self.waited += seconds
            return None
        self._coming = None
        self.waited = 0.0
        self.over = after is None
        return after
