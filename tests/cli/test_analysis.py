"""`pacgrid replay --analyse`."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from helpers.drawn_games import RING, drawn_game
from pacgrid import Layout
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.analysis.judges import AnalysisError
from pacgrid.games.game_setup import Ending
from pacgrid.solutions.solve import solve

JUDGE = ("--judge", "100")
QUIET = ("--view", "none", "--judge", "500")


@pytest.fixture(autouse=True)
def game(pacgrid):
    """A game in which Pac-Man runs into the ghost."""
    record = drawn_game(RING, "EW")
    record.save("game.jsonl")
    return record


def test_what_each_move_cost_is_printed(pacgrid):
    shown = pacgrid("replay", "game.jsonl", "--analyse", *QUIET).output
    for words in ("Caught", "mean regret per move", "east??", "alpha-beta", "ghost 1", "W"):
        assert words in shown
    (line,) = (line for line in shown.splitlines() if "worst move" in line)
    assert line.startswith("Pac-Man's worst move, number 1: east is worth -501, west ")


def test_an_analysis_is_written_or_printed_and_who_asks_for_it_watches_nothing(
    pacgrid, monkeypatch
):
    pacgrid("replay", "game.jsonl", "--analyse", *QUIET, "--json", "a.json")
    printed = pacgrid("replay", "game.jsonl", "--analyse", *QUIET, "--json", "-").stdout
    assert json.loads(printed) == json.loads(Path("a.json").read_text())
    monkeypatch.setattr(import_module("pacgrid.cli.play"), "open_renderer", None)
    pacgrid("replay", "game.jsonl", "--analyse", *JUDGE, "--json", "a.json")


def test_an_analysis_is_in_pages_and_films_too(pacgrid):
    names = ("page.html", "film.gif")
    options = ["--save", names[0], "--save", names[1]]
    pacgrid("replay", "game.jsonl", "--analyse", *JUDGE, *options)
    analysed = [Path(name).read_bytes() for name in names]
    pacgrid("replay", "game.jsonl", *options)
    assert not {Path(name).read_bytes() for name in names} & {*analysed}


def test_the_files_of_a_played_game_have_its_analysis(pacgrid):
    played = ("play", "random_agent", "-l", "pocket", "-g", "random_ghost", "--rounds", "5")
    page = Path("page.html")
    shown = pacgrid(*played, "--save", page, "--save", "g.jsonl", "--analyse", *JUDGE)
    assert "mean regret per move" in shown.output
    text = page.read_text()
    pacgrid("replay", "g.jsonl", "--analyse", *JUDGE, "--save", page)
    assert page.read_text() == text
    pacgrid(*played, "--save", page)
    assert page.read_text() != text


def test_games_that_ended_at_once_are_analysed(pacgrid):
    for letters in ("", "W"):
        drawn_game(RING, letters, Ending.QUIT).save("quit.jsonl")
        shown = pacgrid("replay", "quit.jsonl", "--analyse", *QUIET).output
        assert "mean regret per move" in shown
        assert "??" not in shown.replace("blunders ??", "")


def test_series_and_benchmarks_show_the_mean_regret(pacgrid):
    quick = ("--ghosts", "random_ghost", "--layout", "pocket", "--rounds", "5", "--games", "2")
    quick += ("--analyse", "--judge", "200", "--jobs", "1")
    pacgrid("play", "random_agent", *quick, "--json", "series.json")
    summary = json.loads(Path("series.json").read_text())["summary"]
    assert summary["mean_regret"] > 0
    command = ("bench", "random_agent", *quick, "--json", "bench.json")
    for _ in range(2):  # the second time from the journal
        assert "regret" in pacgrid(*command).output
        bench = json.loads(Path("bench.json").read_text())
        (contest,) = bench["contests"]
        assert contest["summary"]["mean_regret"] == summary["mean_regret"]
        assert contest["summary"]["blunders"] == summary["blunders"]


def test_a_solution_judges_games_on_its_board_only(pacgrid, game):
    solve(game.layout, rounds=9, path="ring.solution")
    judged = ("--analyse", "--judge", "ring.solution")
    shown = pacgrid("replay", "game.jsonl", *judged, "--view", "none")
    assert "exact for 9 rounds, against ghosts that play their best" in shown.output
    play = ("play", "reflex", "--layout", "pocket", "--view", "none")
    pacgrid(*play, "--save", "other.jsonl")
    other = ("replay", "other.jsonl", "--view", "none")
    for words in (other, play, ("bench", "reflex", "--layout", "pocket")):
        with pytest.raises(AnalysisError, match=r"ring.solution: solves .* this game is on pocket"):
            pacgrid(*words, *judged)


def test_luck_is_told_apart_from_mistakes(pacgrid):
    words = ("--layout", "cornered", "--ghosts", "directional_ghost", "--rounds", "200")
    solve(Layout.load("cornered"), ghosts=DirectionalGhost(), rounds=200, path="exact.solution")
    play = ("play", "reflex", *words, "--seed", "3", "--analyse", "--judge", "exact.solution")
    shown = pacgrid(*play, *QUIET[:2]).stdout
    assert "Luck: the ghosts' moves cost Pac-Man 144 points more than expected" in shown
