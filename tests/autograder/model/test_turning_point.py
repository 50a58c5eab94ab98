"""The move that cost most in a lost game, from the game to the feedback."""

from dataclasses import replace

import pytest

from helpers.drawn_games import RING, drawn_game
from helpers.grading import GOES_WEST, loaded, write
from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.dependencies import Dependencies
from pacgrid.autograder.authoring.toml_writer import to_toml
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.model.grade_json import dump_outcome, read_outcome
from pacgrid.autograder.model.lost_games import LostGame, lost_lines
from pacgrid.autograder.model.turning_point import turning_point
from pacgrid.autograder.reports.saved_games import SavedGame
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.render.web.page import page
from pacgrid.solutions.solve import solve

CHOICE = JudgeChoice(nodes=500)

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


def games(folder, more):
    return assignment(folder, more).questions[0].tests[0]


def outcome(folder, more):
    with loaded(write(folder, GOES_WEST)) as client:
        return games(folder, more).run(Part(client, "Reflex", is_own=False))


def point_of(moves):
    game = drawn_game(RING, moves)
    return turning_point(game, CHOICE.analyse(game))


def test_it_is_the_costliest_mistake():
    point = point_of("EW")
    assert str(point).startswith("was thrown away at move 1: east is worth -501, west ")
    assert "%  P 1%" in point.explanation
    assert "the line that proves it: W" in point.explanation
    assert str(replace(point, is_blunder=False)).startswith("went wrong at move 1: east")
    assert point_of("WW") is None


def test_the_first_lost_games_of_a_test_have_one(tmp_path):
    played = outcome(tmp_path, "analyse = {nodes = 500}")
    assert [bool(game.turning_point) for game in played.games] == [True, True, True, False]
    command, place, *lines = played.advice.splitlines()
    assert command.endswith(",1 --rounds 9 --analyse --judge 500")
    assert place == "seed 0, before move 1:"
    assert "%1 P  %" in lines
    assert read_outcome(dump_outcome(played)) == played
    assert played.to_json()["games"][0]["turning_point"]["move"] == 1


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


def test_it_has_the_line_of_a_lost_game():
    point = point_of("EW")
    assert lost_lines([LostGame(7), LostGame(8, turning_point=point)]) == [
        "lost with seeds 7, 8",
        f"seed 8 {point}",
    ]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("analyse = 3", "analyse: write true, or a table such as {nodes = 50000}"),
        ("analyse = {nodes = 3}", "analyse.nodes: "),
        ("analyse = {node = 3}", "did you mean 'nodes'"),
        ('analyse = {solution = "x"}', "x: no such file; write one with `pacgrid solve`"),
    ],
)
def test_what_makes_no_sense_is_named(tmp_path, more, reason):
    with pytest.raises(AssignmentError, match=reason):
        assignment(tmp_path, more)


def test_a_solution_goes_wherever_the_assignment_goes(tmp_path):
    (tmp_path / "ring.lay").write_text(LAYOUT)
    solve(Layout.load(tmp_path / "ring.lay"), rounds=9, path=tmp_path / "ring.solution")
    exact = 'analyse = {solution = "ring.solution"}'
    written, copy = assignment(tmp_path, exact), tmp_path / "copy"
    (test,) = written.questions[0].tests
    dependencies = Dependencies.of([test])
    assert dependencies.files["ring.solution"] == (tmp_path / "ring.solution").read_bytes()
    copy.mkdir()
    for name, content in dependencies.files.items():
        (copy / name).write_bytes(content)
    again = Assignment.parse(to_toml(written, dependencies), "b.toml", copy)
    assert again.model_dump_json() == written.model_dump_json()
    played = outcome(tmp_path, exact)
    assert played.games[0].turning_point.judge.startswith("exact for 9 rounds")
    assert played.advice.splitlines()[0].endswith("--analyse --judge ring.solution")
    with pytest.raises(AssignmentError, match=r"solves ring with 1 ghost; this game is on pocket"):
        Assignment.parse(ASSIGNMENT.format(more=exact).replace("ring.lay", "pocket"), "c", tmp_path)


@pytest.mark.parametrize("more", ["", "analyse = true", "analyse = {nodes = 50}"])
def test_an_assignment_is_written_with_it(tmp_path, more):
    written = assignment(tmp_path, more)
    dependencies = Dependencies.of(written.questions[0].tests)
    text = to_toml(written, dependencies)
    assert more in text
    assert Assignment.parse(text, "b.toml", tmp_path) == written


def test_the_page_of_a_lost_game_begins_there_and_shows_what_was_better(tmp_path):
    test, played = games(tmp_path, ""), outcome(tmp_path, "analyse = {nodes = 500}")
    game = replace(played.games[0], turning_point=replace(played.games[0].turning_point, move=2))
    SavedGame("amy", "lost", test, game, "Reflex", has_page=True).save(tmp_path)
    record = Record.load(tmp_path / "amy" / "lost.jsonl")
    expected = page(record, 2, CHOICE.analyse(record, ghosts=False))
    assert (tmp_path / "amy" / "lost.html").read_text("utf-8") == expected
