"""Statistics of many games, for a plot."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from pacgrid.games.ending import Ending
from pacgrid.layout import Position
from pacgrid.records.record import Record

PER_DECADE = 10
"""How many bins of times there are from a second to ten seconds, and so on."""


@dataclass(frozen=True)
class GameStats:
    """The statistics of one game, of about the same size for any game."""

    won: bool
    score: int
    death: Position | None
    """Where Pac-Man was caught."""
    times: Counter[int]
    """How many of his moves are in each bin of time, see `time_bin`."""

    @classmethod
    def of(cls, record: Record) -> Self:
        death = None
        if record.ending is Ending.CAUGHT:
            *_, last = record.states()
            death = last.pacman
        times = Counter(time_bin(move.seconds) for move in record.moves_of(0))
        return cls(record.won, record.score, death, times)


@dataclass
class SeriesStats:
    """The statistics of many games."""

    won: Counter[int] = field(default_factory=Counter)
    """How many games were won, by score."""
    not_won: Counter[int] = field(default_factory=Counter)
    deaths: Counter[Position] = field(default_factory=Counter)
    """How often Pac-Man was caught, by position."""
    times: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, games: Iterable[GameStats]) -> Self:
        total = cls()
        for game in games:
            (total.won if game.won else total.not_won)[game.score] += 1
            total.times += game.times
            if game.death is not None:
                total.deaths[game.death] += 1
        return total


def time_bin(seconds: float) -> int:
    """The number of the bin that `seconds` are in: it starts at `bin_start(number)`.

    Less than a microsecond counts as one.

    >>> time_bin(1), time_bin(0.1), time_bin(15)
    (0, -10, 11)
    """
    return math.floor(PER_DECADE * math.log10(max(seconds, 1e-6)) + 1e-9)


def bin_start(number: int) -> float:
    """The seconds at which the bin starts.

    >>> bin_start(-20)
    0.01
    """
    return float(10 ** (number / PER_DECADE))
