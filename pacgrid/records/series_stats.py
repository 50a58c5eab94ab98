"""Many games at a glance: what a picture of them is drawn from."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from pacgrid.layout import Position
from pacgrid.records.record import Ending, Record

PER_DECADE = 10
"""How many bins of times there are from a second to ten seconds, and so on."""


@dataclass(frozen=True)
class GameStats:
    """What is kept of a game. It doesn't grow with the game."""

    won: bool
    score: int
    death: Position | None
    """Where Pac-Man was caught."""
    times: Counter[int]
    """How many of his moves took how long; by bin, see `time_bin`."""

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
    """What many games come to."""

    won: Counter[int] = field(default_factory=Counter)
    """How many games were won with which score."""
    not_won: Counter[int] = field(default_factory=Counter)
    deaths: Counter[Position] = field(default_factory=Counter)
    """How often Pac-Man was caught where."""
    times: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, keep_stats: Iterable[GameStats]) -> Self:
        glance = cls()
        for stats in keep_stats:
            (glance.won if stats.won else glance.not_won)[stats.score] += 1
            glance.times += stats.times
            if stats.death is not None:
                glance.deaths[stats.death] += 1
        return glance


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
