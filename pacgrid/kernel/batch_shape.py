"""How large the arrays of a batch are."""

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from pacgrid.action import Action
from pacgrid.kernel.arrays import (
    GAME,
    GHOST,
    PACKED,
    PLANES,
    SAME_STEP,
    TRAIL,
    UPDATED,
    Arrays,
    StepResult,
)
from pacgrid.kernel.packed import NUM_BOARD_PLANES, bytes_of_plane
from pacgrid.kernel.planes import Channel


@dataclass(frozen=True)
class BatchShape:
    """How large the arrays of a batch are, and new ones of that size."""

    games: int
    ghosts: int
    width: int
    height: int
    form: int
    """`PLANES` or `PACKED`."""
    mode: int
    """`NEXT_STEP`, `SAME_STEP` or `DISABLED`."""
    drawing: int
    """`IN_PLACE`, `FRESH` or `UPDATED`."""
    dtype: np.dtype[Any]
    """Of the planes."""
    all_controlled: bool
    """Whether the ghosts are controlled, as Pac-Man is."""

    @property
    def controlled(self) -> int:
        """How many agents are controlled."""
        return self.ghosts + 1 if self.all_controlled else 1

    @property
    def observation(self) -> tuple[int, ...]:
        """The shape of what a step shows of a game."""
        if self.form == PACKED:
            return NUM_BOARD_PLANES, bytes_of_plane(self.height, self.width)
        return self._channels, self.height, self.width

    @property
    def _channels(self) -> int:
        """The channels of a game in `Arrays.planes`."""
        return Channel.SELF + self.controlled if self.form == PLANES else 1

    @property
    def _planes(self) -> tuple[int, int]:
        """The channels of a game, and their pixels or bytes."""
        return self._channels, prod(self.observation) // self._channels

    @property
    def _words(self) -> int:
        """How many words tell of the agents of a game."""
        return self.ghosts + 1 if self.form == PACKED else 0

    def arrays(self) -> Arrays:
        """New arrays of games."""
        games = self.games
        redrawn = games if self.drawing == UPDATED else 0
        bits = prod(self.observation[-2:]) if self.form == PACKED else 0
        return Arrays(
            games=np.zeros(games, GAME),
            ghosts=np.zeros((games, self.ghosts), GHOST),
            next_boards=np.full(games, -1),
            start_scores=np.zeros(games, np.int32),
            pellets=np.zeros((games, self.height * self.width), np.uint8),
            masks=np.zeros((games, self.controlled, len(Action)), np.int8),
            agents=np.zeros((games, self._words), np.uint64),
            bits=np.zeros((games, bits), np.uint8),
            trail=np.zeros((TRAIL, redrawn), np.uint32),
            drawing=np.zeros(2, np.int64),
            drawn_games=np.zeros(redrawn, GAME),
            drawn_ghosts=np.zeros((redrawn, self.ghosts), GHOST),
            planes=np.zeros((games, *self._planes), self.dtype),
        )

    def result(self) -> StepResult:
        """New arrays for what happens in a step."""
        games = self.games
        final = games if self.mode == SAME_STEP else 0
        return StepResult(
            points=np.zeros(games, np.int32),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            ended=np.zeros(games, np.bool_),
            scores=np.zeros(games, np.int32),
            returns=np.zeros(games, np.int32),
            rounds=np.zeros(games, np.int32),
            wins=np.zeros(games, np.bool_),
            teams=np.zeros(games, np.uint8),
            planes=np.zeros((final, *self._planes), self.dtype),
            masks=np.zeros((final, self.controlled, len(Action)), np.int8),
            agents=np.zeros((final, self._words), np.uint64),
        )
