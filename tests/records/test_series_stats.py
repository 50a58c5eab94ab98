"""The statistics of many games."""

from collections import Counter
from dataclasses import replace

import pytest

from helpers.recorded import GAME
from pacgrid import Action, Layout, Record
from pacgrid.games.ending import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.move import Move
from pacgrid.records.series_stats import GameStats, SeriesStats, bin_start, time_bin

LANE = Layout.parse("%%%%%%%\n%P..1.%\n%%%%%%%")
CAUGHT = Record(
    PacmanSetup(LANE, 2),
    ("a", "b"),
    0,
    tuple(
        Move(action, seconds, 0)
        for action, seconds in ((Action.EAST, 0.02), (Action.WEST, 5), (Action.EAST, 0.3))
    ),
    -482,
    Ending.CAUGHT,
)


def test_a_lost_game_has_a_position_of_death() -> None:
    stats = GameStats.of(CAUGHT)
    assert (stats.won, stats.score, stats.death) == (False, -482, (3, 1))
    assert stats.times == {time_bin(0.02): 1, time_bin(0.3): 1}, "Pac-Man's moves only"


def test_a_won_game_has_no_death() -> None:
    stats = GameStats.of(GAME)
    assert (stats.won, stats.score, stats.death) == (True, GAME.score, None)
    assert stats.times.total() == GAME.rounds


def test_wins_losses_and_deaths_are_counted_separately() -> None:
    total = SeriesStats.of(map(GameStats.of, [GAME, CAUGHT, CAUGHT]))
    assert total.won == {GAME.score: 1}
    assert total.not_won == {-482: 2}
    assert total.deaths == {(3, 1): 2}
    assert total.times == GameStats.of(GAME).times + Counter({time_bin(0.02): 2, time_bin(0.3): 2})


@pytest.mark.parametrize("seconds", [1e-6, 2.5e-5, 0.001, 0.1, 1, 7, 3600])
def test_a_time_is_in_the_bin_that_starts_at_or_before_it(seconds: float) -> None:
    number = time_bin(seconds)
    assert bin_start(number) <= seconds * 1.000001 < bin_start(number + 1) * 1.000001
    assert time_bin(0) == time_bin(1e-9) == time_bin(1e-6)


def test_only_times_after_a_takeover_count() -> None:
    assert GameStats.of(replace(CAUGHT, taken_over=2)).times == {time_bin(0.3): 1}
