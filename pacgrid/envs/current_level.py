"""The level that a single game is played on."""

from typing import Any

import numpy as np

from pacgrid.envs.curriculum import Episode
from pacgrid.envs.layout_sampler import LayoutSampler
from pacgrid.state import State


class CurrentLevel:
    """The level of a game, and what infos tell of it."""

    def __init__(self, sampler: LayoutSampler) -> None:
        self._sampler = sampler
        self.number = 0
        self.info: dict[str, Any] = {}
        self._last: Episode | None = None
        """The game before, until a curriculum has been told of it."""

    def draw_next(self, rng: np.random.Generator) -> State:
        """Draw a level with `rng`; the first state of a game on it.

        Raises LayoutError or LevelError; then the level stays as it is.
        """
        last, self._last = self._last, None
        number = self._sampler.draw(rng, last)
        start = self._sampler.start(number)
        self.set(number, start)
        return start

    def set(self, number: int, state: State) -> None:
        """Go on to a game on that level."""
        self.number = number
        self.info = self._sampler.info(number, state)

    def finish(self, state: State, rounds: int) -> None:
        """Note what has become of the game, if it was played."""
        if rounds:
            self._last = Episode(self.number, state.score, state.is_win, rounds)
