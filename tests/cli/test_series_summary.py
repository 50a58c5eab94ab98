"""What series of games show."""

import json
from dataclasses import asdict, replace

import pytest
from rich.console import Console

from pacgrid import Action, Layout, Record
from pacgrid.cli.series_summary import Result, Summary, as_json, result_text, summary_table
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.thought import Move

LAYOUT = Layout.parse("%%%%%%\n%  . %\n%P 1 %\n%%%%%%", source="lane.lay")


def game(score: int, ending: Ending = Ending.CAUGHT) -> Record:
    moves = tuple(Move(Action.EAST, seconds, 0) for seconds in (0.5, 9, 0.25))
    return Record(PacmanSetup(LAYOUT, 2), ("a", "b"), 3, moves, score, ending)


FAILED = replace(
    game(-500, Ending.RAISED), forfeit=0, message="ValueError: x", details="  its [line]"
)


def results(*records: Record) -> list[Result]:
    return [Result.of(record) for record in records]


def plain(it: object) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(it)
    return captured.get()


def test_a_result_counts_only_the_seconds_of_pacmans_own_moves() -> None:
    result = Result.of(game(7))
    assert (result.pacman_seconds, result.rounds, result.score, result.won) == (0.75, 2, 7, False)
    result = Result.of(replace(game(7), taken_over=1))
    assert (result.pacman_seconds, result.pacman_moves, result.taken_over) == (0.25, 1, 1)
    assert Summary.of([result]).seconds_per_move == pytest.approx(0.25)
    assert Summary.of(results(replace(game(0), moves=()))).seconds_per_move is None


def test_a_summary_has_means_and_intervals() -> None:
    summary = Summary.of(results(game(1), game(2), game(6, Ending.WON), game(7, Ending.WON)))
    assert (summary.games, summary.wins, summary.win_rate) == (4, 2, 0.5)
    assert (summary.mean_score, summary.median_score) == (4, 4)
    assert (summary.min_score, summary.max_score, summary.mean_rounds) == (1, 7, 2)
    assert summary.seconds_per_move == pytest.approx(0.375)
    # R: prop.test(2, 4, correct = FALSE), t.test(c(1, 2, 6, 7))
    assert summary.win_interval == pytest.approx((0.1500, 0.8500), abs=1e-4)
    assert summary.score_interval == pytest.approx((-0.6847, 8.6847), abs=1e-3)


def test_the_table_has_wins_scores_and_forfeits() -> None:
    summary = Summary.of(results(game(1), game(6, Ending.WON)))
    shown = plain(summary_table(summary, PacmanSetup(LAYOUT, 2), ("a", "b")))
    for words in ("a against b on lane", "1 (50.0%)", "95 % interval 9.5% to 90.5%", "1, 3.5, 6"):
        assert words in shown
    summary = Summary.of(results(FAILED, FAILED, game(1)))
    assert summary.forfeits == {"Pac-Man (a): agent failed: ValueError: x": 2}
    assert "ValueError: x" in plain(summary_table(summary, PacmanSetup(LAYOUT, 2), ("a", "b")))


def test_a_failed_agents_own_lines_are_shown() -> None:
    assert plain(result_text(FAILED)).splitlines() == [
        "Forfeit: -500 points after 2 rounds (lane, seed 3)",
        "Pac-Man (a): agent failed: ValueError: x",
        "  its [line]",
    ]


def test_json_has_every_game_and_the_summary() -> None:
    played = results(game(1), game(6, Ending.WON))
    data = json.loads(
        json.dumps(as_json(played, Summary.of(played), PacmanSetup(LAYOUT, 2), ("a", "b")))
    )
    games = [asdict(result) for result in played]
    for each in games:
        del each["actions"]  # for other games
    assert (data["agents"], data["games"]) == (["a", "b"], games)
    assert data["summary"]["wins"] == 1
