"""The move that cost most in a lost game, from the game to the feedback."""

from dataclasses import replace
from itertools import accumulate

import pytest

from helpers.drawn_games import RING, drawn_game
from helpers.grading import GOES_WEST, loaded, write
from pacgrid.action import action_of
from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.analysis.game_analysis import LINE_LEGEND
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.package import Dependencies, to_toml
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.model import played_game as module
from pacgrid.autograder.model.outcome import OUTCOMES
from pacgrid.autograder.model.played_game import (
    LastChance,
    LostGame,
    PlayedGame,
    last_chance,
    lost_games,
    lost_lines,
    turning_point,
)
from pacgrid.autograder.reports.json_reports import as_json
from pacgrid.autograder.reports.results_folder import SavedGame
from pacgrid.records.record import Record
from pacgrid.render.web.page import page
from pacgrid.state import State

CHOICE = JudgeChoice(nodes=500)
CHANCE = LastChance(31, "west", 8)

ASSIGNMENT = """
title = "Thrown away"
[[questions]]
name = "q"
agent = "Reflex"
points = 1
[[questions.tests]]
kind = "games"
layout = "ring.lay"
ghosts = ["minimax_ghost"]
games = 4
rounds = 9
{more}
thresholds = [{{wins = 4, points = 1}}]
"""
LAYOUT = "%%%%%%%\n%1 P  %\n% %%% %\n%.    %\n%%%%%%%\n"


def assignment(folder, more):
    (folder / "ring.lay").write_text(LAYOUT)
    return Assignment.parse(ASSIGNMENT.format(more=more), "a.toml", folder)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("pacgrid.autograder.kinds.games.JUDGE", CHOICE)


def outcome(folder, more):
    (test,) = assignment(folder, more).questions[0].tests
    with loaded(write(folder, GOES_WEST)) as client:
        return test.run(Part(client, "Reflex", is_own=False))


def point_of(moves):
    game = drawn_game(RING, moves)
    return turning_point(game, CHOICE.analyse(game))


def test_it_is_the_costliest_mistake():
    point = point_of("EW")
    assert str(point).startswith("was thrown away at move 1: east is worth -501, west ")
    assert "%  P 1%" in point.explanation
    assert f"the line that proves it ({LINE_LEGEND}): W" in point.explanation
    assert str(replace(point, is_blunder=False)).startswith("went wrong at move 1: east")
    assert point_of("WW") is None


def test_the_first_lost_games_of_a_test_have_one(tmp_path):
    played = outcome(tmp_path, "analyse = true")
    assert [bool(game.turning_point) for game in played.games] == [True, True, True, False]
    command, place, *lines = played.advice.splitlines()
    assert command.endswith(",1 --rounds 9 --analyse --judge 500")
    assert place == "seed 0, before move 1:"
    assert "%1 P  %" in lines
    assert OUTCOMES.read(OUTCOMES.dump(played)) == played
    assert as_json(played)["games"][0]["turning_point"]["move"] == 1


@pytest.mark.parametrize(
    "more",
    [
        'analyse = true\nvisibility = "hidden"\nseed = 12',
        *(pytest.param(more, marks=pytest.mark.slow) for more in ("", "analyse = false")),
    ],
)
def test_other_tests_have_none(tmp_path, more):
    played = outcome(tmp_path, more)
    assert not any(game.turning_point for game in played.games)
    assert "analyse" not in played.advice
    assert "\n" not in played.advice


@pytest.mark.parametrize("more", ["", "analyse = true"])
def test_an_assignment_is_written_with_it(tmp_path, more):
    written = assignment(tmp_path, more)
    dependencies = Dependencies.of(written.questions[0].tests)
    text = to_toml(written, dependencies)
    assert more in text
    assert Assignment.parse(text, "b.toml", tmp_path) == written


def test_the_page_of_a_lost_game_begins_there_and_shows_what_was_better(tmp_path):
    (test,), played = (
        assignment(tmp_path, "").questions[0].tests,
        outcome(tmp_path, "analyse = true"),
    )
    game = replace(played.games[0], turning_point=replace(played.games[0].turning_point, move=2))
    SavedGame("amy", "lost", test, game, "Reflex", has_page=True).save(tmp_path)
    record = Record.load(tmp_path / "amy" / "lost.jsonl")
    expected = page(record, 2, CHOICE.analyse(record, ghosts=False))
    assert (tmp_path / "amy" / "lost.html").read_text("utf-8") == expected


CORRIDOR = """
    %%%%%%%%%%
    %P   1  .%
    %%%%%%%%%%
    """
LONG_CORRIDOR = """
    %%%%%%%%%%%%%%%%%%%
    %P              1.%
    %%%%%%%%%%%%%%%%%%%
    ghost 1: (16, 1) west
    """


def played(drawing, letters):
    """All states of the game from that position."""
    actions = map(action_of, letters)
    return list(accumulate(actions, State.successor, initial=State.parse(drawing)))


@pytest.mark.parametrize(
    ("drawing", "letters", "chance"),
    [
        pytest.param(RING, "EW", LastChance(1, "west", 12), id="it runs into the ghost"),
        pytest.param(RING, "WW", None, id="it isn't lost"),
        pytest.param(CORRIDOR, "-W-W-W-W", None, id="there is no way out"),
        pytest.param(LONG_CORRIDOR, "-W" * 15, LastChance(3, "", 12), id="there was none before"),
    ],
)
def test_the_last_move_that_was_safe_is_found(drawing, letters, chance):
    assert last_chance(played(drawing, letters)) == chance


def test_less_far_is_searched_if_that_takes_too_long(monkeypatch):
    game = played(RING, "EW")
    monkeypatch.setattr(module, "MOST_SUCCESSORS", 40)
    assert last_chance(game) == LastChance(1, "west", 2)
    monkeypatch.setattr(module, "MOST_SUCCESSORS", 0)
    assert last_chance(game) is None


def lost(seed: int, chance: LastChance | None = None) -> PlayedGame:
    return PlayedGame(seed, won=False, score=0, last_chance=chance)


def test_it_is_put_into_words():
    saved = "could be saved until move 31: west was safe for 8 rounds"
    assert str(CHANCE) == saved
    assert str(LastChance(31, "", 8)) == "was safe for 8 rounds until move 31"
    assert LostGame(lost(7)).begins == "from the start"
    assert LostGame(lost(7, CHANCE)).begins == "from the last round in which you could be saved"


@pytest.mark.parametrize(
    ("games", "lines"),
    [
        ([], []),
        ([lost(7)], ["lost with seed 7"]),
        ([*map(lost, (7, -8, 9))], ["lost with seeds 7, -8, 9"]),
        ([*map(lost, (1, 2, 3, 4))], ["lost with seeds 1, 2, 3 and 1 more"]),
        (
            [lost(7), lost(8, CHANCE)],
            ["lost with seeds 7, 8", f"seed 8 {CHANCE}"],
        ),
    ],
)
def test_the_first_seeds_are_named_and_what_could_still_be_saved(games, lines):
    assert lost_lines(games) == lines


def test_addresses_are_quoted():
    games = [PlayedGame(5, won=False, score=0)]
    (shown,) = lost_games("jäger", 2, games, "games/amy")
    assert shown.page == "games/amy/j%C3%A4ger-2-seed-5.html"
    assert lost_games("jäger", 2, games)[0].page == ""
