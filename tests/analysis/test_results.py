"""What games show: summaries, the table of agents, and JSON."""

import json
from dataclasses import asdict, replace

import pytest
from rich.console import Console

from pacgrid import Action, Layout, Record
from pacgrid.analysis.results import Result, Summary, results_grid, results_json
from pacgrid.cli.series import result_text, results_table
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.thought import Move

LAYOUT = Layout.parse("%%%%%%\n%  . %\n%P 1 %\n%%%%%%", source="lane.lay")
SETUP = PacmanSetup(LAYOUT, 2)


def game(score, ending=Ending.CAUGHT):
    moves = tuple(Move(Action.EAST, seconds, 0) for seconds in (0.5, 9, 0.25))
    return Record(SETUP, ("a", "b"), 3, moves, score, ending)


RESULT = Result(
    *(0, "Caught", False, 0, 9),
    pacman_seconds=0.9,
    pacman_moves=9,
    pacman_cpu_seconds=0.45,
    pacman_nodes=1234,
)


def results(*scores):
    """Games with these scores; those above 5 are won."""
    endings = {True: "Won", False: "Caught"}
    return [
        replace(RESULT, seed=seed, verdict=endings[score > 5], won=score > 5, score=score)
        for seed, score in enumerate(scores)
    ]


def rows(*played, goal=None):
    """The cells of the table, by what stands left of them."""
    names = [f"agent_{number}" for number in range(len(played))]
    head, *others = results_grid(names, played, SETUP, goal)
    assert head == ("", *names)
    return {name.partition("\n")[0]: cells for name, *cells in others}


def test_a_result_counts_only_the_seconds_of_pacmans_own_moves():
    result = Result.of(game(7))
    assert (result.pacman_seconds, result.rounds, result.score, result.won) == (0.75, 2, 7, False)
    result = Result.of(replace(game(7), taken_over=1))
    assert (result.pacman_seconds, result.pacman_moves, result.taken_over) == (0.25, 1, 1)
    assert Summary.of([result]).seconds_per_move == pytest.approx(0.25)
    assert Summary.of([Result.of(replace(game(0), moves=()))]).seconds_per_move is None


def test_a_summary_has_means_and_intervals():
    scores = ((1, Ending.CAUGHT), (2, Ending.CAUGHT), (6, Ending.WON), (7, Ending.WON))
    summary = Summary.of([Result.of(game(*each)) for each in scores])
    assert (summary.games, summary.wins, summary.win_rate) == (4, 2, 0.5)
    assert (summary.mean_score, summary.median_score) == (4, 4)
    assert (summary.min_score, summary.max_score, summary.mean_rounds) == (1, 7, 2)
    assert summary.seconds_per_move == pytest.approx(0.375)
    # R: prop.test(2, 4, correct = FALSE), t.test(c(1, 2, 6, 7))
    assert summary.win_interval == pytest.approx((0.1500, 0.8500), abs=1e-4)
    assert summary.score_interval == pytest.approx((-0.6847, 8.6847), abs=1e-3)


def test_the_table_of_one_agent_has_wins_and_scores_with_intervals():
    assert rows(results(1, 2, 6, 7)) == {
        "games": ["4"],
        "won": ["2 (50.0%)\n15.0% to 85.0%"],
        "mean score": ["4.0\n-0.7 to 8.7"],
        "lowest, median, highest": ["1, 4, 7"],
        "mean rounds": ["9.0"],
        "nodes per move": ["137"],
        "seconds per move": ["0.1"],
        "CPU seconds per move": ["0.05"],
    }


def test_the_table_shows_how_far_agents_are_ahead_and_who_reaches_a_goal():
    # R: t.test(c(2, 2, 1, 5)), the differences of the same games; 5 each time is no spread
    ahead = rows(results(1, 2, 6, 7), results(3, 4, 7, 12), results(6, 7, 11, 12), goal=4)
    assert ahead["ahead of the first"] == ["", "+2.5\n-0.3 to +5.3", "+5.0"]
    # R: prop.test(3, 4, correct = FALSE)
    assert ahead["4 or more"][1] == "3 (75.0%)\n30.1% to 95.4%"


def test_games_that_are_all_alike_are_one_game_and_have_no_intervals():
    shown = rows(results(5, 5, 5, 5), results(1, 2, 6, 7))
    assert shown["games"] == ["4 times the same", "4"]
    assert shown["won"] == ["0 (0.0%)", "2 (50.0%)\n15.0% to 85.0%"]
    assert shown["mean score"][0] == "5.0"


def test_the_table_of_one_game_says_how_it_ended_and_forfeits_and_takeovers_have_rows():
    shown = rows(results(1), results(20))
    assert shown["ending"] == ["Caught", "Won"]
    assert shown["score"] == ["1", "20"]
    assert shown["rounds"] == ["9", "9"]
    assert not {"won", "mean score", "forfeits", "taken over by others"} & set(shown)
    lost = replace(results(-500)[0], forfeit=0, reason="Pac-Man (b): out of time", won=False)
    taken = replace(results(9)[0], taken_over=4)
    shown = rows([*results(10), taken], [lost, lost])
    assert shown["forfeits"] == ["", "2 x Pac-Man (b): out of time"]
    assert shown["taken over by others"] == ["1", "0"]


def test_many_agents_have_a_row_each_and_their_options_break_lines():
    names = ["keyboard", "b", "c", "d", "alpha_beta:depth=3,evaluation=linear"]
    table = results_table("lane", names, [results(1, 7)] * 5, SETUP)
    assert table.row_count == 5
    cells = [str(cell).split("\n") for cell in table.columns[0].cells]
    assert cells[::4] == [["you"], ["alpha_beta:", "depth=3,", "evaluation=linear"]]
    headers = [str(column.header).split("\n")[0] for column in table.columns]
    assert headers[1:3] == ["won", "mean score"]


def test_a_failed_agents_own_lines_are_shown():
    lost = {"forfeit": 0, "message": "ValueError: x", "details": "  its [line]"}
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(result_text(replace(game(-500, Ending.RAISED), **lost)))
    assert captured.get().splitlines() == [
        "Forfeit: -500 points after 2 rounds (lane, seed 3)",
        "Pac-Man (a): agent failed: ValueError: x",
        "  its [line]",
    ]


def test_json_has_every_game_and_the_summary():
    played = [Result.of(game(1)), Result.of(game(6, Ending.WON))]
    data = json.loads(json.dumps(results_json(played, SETUP, ("a", "b"))))
    games = [asdict(result) for result in played]
    for each in games:
        del each["actions"]  # for other games
    assert (data["agents"], data["games"], data["summary"]["wins"]) == (["a", "b"], games, 1)
