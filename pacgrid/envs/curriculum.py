"""Curricula: functions that choose the next level by the result of the last game."""

from collections.abc import Callable, Sequence
from operator import index
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.common.failure import Failure
from pacgrid.envs.checks import finite_number, whole_number
from pacgrid.envs.levels import LevelError


class LevelResult(NamedTuple):
    """The result of a game."""

    level: int
    score: int
    won: bool
    rounds: int


Weights = Sequence[float] | NDArray[np.floating]

Curriculum = Callable[[LevelResult | None], int | Weights]
"""Is called when a game restarts, with its last episode, or None if it has not been played. It
returns the number of the next level, or a weight for each level: then the game draws one with its
own seed."""


class PrioritizedLevels:
    """Draws levels that still teach something more often, after Jiang, Grefenstette and Rocktäschel
    ("Prioritized Level Replay", ICML 2021).

    What a level teaches is the absolute difference of its last score from the mean of its scores,
    in which each new one counts `step_size`. Levels that were never played come first.

    >>> curriculum = PrioritizedLevels(3, staleness=0)
    >>> curriculum(None)
    array([1., 1., 1.])
    >>> for level, score in enumerate([100, 100, 100, 300]):
    ...     weights = curriculum(LevelResult(level % 3, score, won=False, rounds=20))
    >>> weights.round(2)
    array([0.99, 0.  , 0.  ])

    Args:
        num_levels: as in the environment.
        staleness: the share of the draws that goes to levels by how long ago they were played.
        step_size: from 0 to 1.

    Raises ValueError for an argument out of its range.
    """

    def __init__(self, num_levels: int, staleness: float = 0.1, step_size: float = 0.3) -> None:
        if whole_number("num_levels", num_levels) < 1:
            raise ValueError(f"num_levels must be at least 1, not {num_levels}")
        for name, value in (("staleness", staleness), ("step_size", step_size)):
            if not 0 <= finite_number(name, value) <= 1:
                raise ValueError(f"{name} must be 0 to 1, not {value}")
        self._staleness = staleness
        self._step_size = step_size
        self._means = np.zeros(num_levels)
        self._surprises = np.full(num_levels, np.nan)
        """By level: how far its last score was from the mean; nan until it is played."""
        self._played = np.zeros(num_levels)
        """By level: the number of the episode when it was last played, 0 for never."""
        self._episodes = 0

    def __call__(self, episode: LevelResult | None) -> Weights:
        """A weight for each level."""
        if episode is not None:
            self._learn(episode)
        unseen = np.isnan(self._surprises)
        if unseen.any():
            first: NDArray[np.float64] = unseen.astype(np.float64)
            return first
        weights: NDArray[np.float64] = _shares(self._surprises + _LEAST_SURPRISE)
        ages = self._episodes - self._played
        if self._staleness and ages.any():
            weights = (1 - self._staleness) * weights + self._staleness * _shares(ages)
        return weights

    def _learn(self, episode: LevelResult) -> None:
        level = episode.level
        self._episodes += 1
        if not self._played[level]:
            self._means[level] = episode.score
        difference = episode.score - self._means[level]
        self._means[level] += self._step_size * difference
        self._surprises[level] = abs(difference)
        self._played[level] = self._episodes


_LEAST_SURPRISE = 1.0
"""In points: so that every level is played again."""


def _shares(values: NDArray[np.float64]) -> NDArray[np.float64]:
    shares: NDArray[np.float64] = values / values.sum()
    return shares


def next_level(
    curriculum: Curriculum, episode: LevelResult | None, count: int, draw: Callable[[], float]
) -> int:
    """The level that the curriculum chooses, of `count`; `draw` gives a number from 0 to 1.

    Raises LevelError if it fails, or returns anything but a level or a weight for each.
    """
    name = f"curriculum={getattr(curriculum, '__name__', type(curriculum).__name__)}"
    after = f"after level {episode.level}" if episode else "before the first episode"
    try:
        answer = curriculum(episode)
    except Exception as error:
        reason = Failure.in_agent(error, curriculum).message
        raise LevelError(f"{name} failed {after}: {reason}") from error
    if isinstance(answer, int | np.integer) and not isinstance(answer, bool):
        if not 0 <= answer < count:
            raise LevelError(
                f"{name} chose level {answer} {after}; the levels are 0 to {count - 1}"
            )
        return index(answer)
    try:
        weights = np.asarray(answer, np.float64)
    except (TypeError, ValueError, OverflowError):
        weights = np.empty(0)
    ends = np.cumsum(weights)
    wrong = f"{name} returned {answer!r:.60} {after}; "
    if weights.shape != (count,):
        needed = f"a level, or {count} weights" if count < _MOST_WEIGHTS else "a level"
        raise LevelError(f"{wrong}it must return {needed}")
    if not (weights.min() >= 0 and 0 < ends[-1] < np.inf):  # nan too
        raise LevelError(f"{wrong}weights must be 0 or more, and not all 0")
    return int(min(np.searchsorted(ends, draw() * ends[-1], "right"), np.flatnonzero(weights)[-1]))


_MOST_WEIGHTS = 2**31
"""Nobody can give a weight for each level where there are more."""
