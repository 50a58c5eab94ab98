"""A whole game as data for the page."""

import re
from dataclasses import replace
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from helpers.analyses import analysis_of
from helpers.recorded import START, STILL, moved, searched
from pacgrid import Layout
from pacgrid.agent_loader import load_agent
from pacgrid.game import play
from pacgrid.games.board_setup import BoardSetup
from pacgrid.records.record import Record
from pacgrid.render.figures import UNIT
from pacgrid.render.web.page import page
from pacgrid.render.web.page_data import STEPS, board_page_data, page_data
from pacgrid.search import CHANCE
from pacgrid.session.key_commands import KEYS

SEATS = len(START.agents)
LOST = moved(Layout.parse("%%%%%%%%\n%P  1. %\n%%%%%%%%"), "EWE")


def shown(column: list[list[Any]]) -> list[Any]:
    """The values of a column."""
    return [value for (value,) in accumulate(column, lambda before, change: change or before)]


@pytest.mark.parametrize("record", [START, LOST, STILL])
def test_the_frame_of_every_ply_is_there(record: Record) -> None:
    data = page_data(record)
    captions = shown(data["plies"]["caption"])
    assert [caption["ply"] for caption in captions] == [*range(len(record.moves) + 1)]
    scores = [state.score for state in record.states()]
    assert [caption["score"] for caption in captions[:-1]] == scores[:-1]
    assert captions[-1]["score"] == record.score
    assert all(caption["status"] == "" for caption in captions)


def test_rounds_have_frames_on_their_way_and_the_last_one_may_be_short() -> None:
    data = page_data(START)
    assert data["roundEnds"] == [3, 6, 9, 10]
    for column in data["steps"].values():
        assert len(column) == 4 * STEPS
    looks = shown(data["steps"]["looks"])
    assert all(len(numbers) == SEATS for numbers in looks)
    assert len({tuple(numbers) for numbers in looks[:STEPS]}) > 2, "the mouth moves"


def test_a_caught_pac_man_vanishes_in_the_end() -> None:
    data = page_data(LOST)
    ending = shown(data["ending"]["figures"])
    assert len(ending) > STEPS
    assert (len(ending[0]), len(ending[-1])) == (2, 1)


def test_a_game_without_moves_has_one_frame() -> None:
    data = page_data(STILL)
    assert (data["roundEnds"], data["ending"]["figures"]) == ([], [])


def test_parts_of_the_page_and_of_its_board_have_names_of_their_own() -> None:
    data = page_data(STILL)
    assert data["plies"]["stepName"] == [["ply"]]
    assert [2 * half for (half,) in data["plies"]["halfCell"]] == [UNIT]


def test_overlays_and_panels_are_there_for_every_ply() -> None:
    game = searched(3)
    plies = page_data(game)["plies"]
    assert {len(plies[overlay]) for overlay in ("values", "danger")} == {len(game.moves) + 1}
    thought = game.moves[0].thought
    assert thought
    assert len(shown(plies["values"])[0]["letters"]) == len(thought.values)
    assert not any(switch["off"] for switch in page_data(game)["switches"])
    insights = shown(plies["insight"])
    assert insights[0]["heading"].startswith("Pac-Man")
    panels = {panel.get("overlay") for panel in insights[0]["panels"]}
    assert panels >= {"values", "features", "danger"}


def test_marks_in_all_cells_are_letters() -> None:
    data = page_data(START)
    distance, *_ = shown(data["plies"]["distance"])
    x, y = next(START.states()).pacman
    height = next(START.states()).maze.height
    looks = {
        cell: data["markings"][ord(letter) - data["firstLetter"]]
        for cell, letter in zip(data["cells"], distance, strict=True)
    }
    here = 2 * x + 1, 2 * (height - y) - 1
    assert [layer for layer, *_ in looks.pop(here)] == ["below"]
    others = {tuple(layer for layer, *_ in look) for look in looks.values()}
    assert others <= {("below", "letters"), ()}


def test_what_a_game_never_shows_can_not_be_switched_on() -> None:
    why = {switch["overlay"]: switch["off"] for switch in page_data(START)["switches"]}
    assert why["values"] == "This game was recorded without thoughts"
    assert why["danger"] == ""
    some = replace(searched(2), moves=searched(2).moves[:1])
    silent = replace(some.moves[0], thought=replace(some.moves[0].thought, values={}))  # type: ignore[type-var]
    why = {s["overlay"]: s["off"] for s in page_data(replace(some, moves=(silent,)))["switches"]}
    assert why["values"].startswith("No agent in this game reported")


def test_an_analysed_game_knows_its_mistakes_and_shows_what_should_have_been_played() -> None:
    data = page_data(START, analysis_of(START, {0: 60, SEATS: 300}))
    assert (data["mistakes"], data["turningPoint"]) == ([0, SEATS], SEATS)
    assert data["on"] == [s["overlay"] for s in data["switches"] if s["on"]] == ["best-move"]
    (row,) = shown(data["plies"]["timeline"])[0]["rows"]
    assert [(sign["ply"], sign["sign"]) for sign in row["signs"]] == [(0, "?"), (SEATS, "??")]
    panel = shown(data["plies"]["insight"])[SEATS]["panels"][0]
    assert panel["overlay"] == "best-move"
    assert "is a blunder, 300 points worse" in panel["note"]
    assert {"b", "n", "x", "7"} <= data["commands"].keys()
    assert not {"b", "n", "x", "7"} & page_data(START)["commands"].keys()


def test_keys_that_need_agents_do_nothing() -> None:
    commands = page_data(STILL)["commands"]
    assert commands[" "] == "PAUSE"
    assert commands["4"] == "distance"
    assert not {"t", "r", "enter", "q", "m"} & commands.keys()
    assert {key for key in commands if len(key) > 1} <= KEYS.keys()


def test_every_theme_knows_its_neighbours() -> None:
    themes = {theme["name"]: theme for theme in page_data(STILL)["themes"]}
    for theme in themes.values():
        assert themes[theme["colours"]]["numbered"] is not theme["numbered"]
        assert themes[theme["background"]]["light"] is not theme["light"]


def test_the_script_knows_every_command_of_a_key() -> None:
    templates = files("pacgrid.render.web").joinpath("templates")
    names = ("saved.js", "game.js")
    script = "".join(templates.joinpath(name).read_text("utf-8") for name in names)
    data = page_data(STILL, analysis_of(STILL, {}))
    commands = {name for name in data["commands"].values() if name.isupper()}
    assert commands - {"FULL_SCREEN"} == set(re.findall(r"^ +([A-Z_]+): \(\) =>", script, re.M))


def played(game: str, *names: str, thoughts: bool = False) -> Record:
    setup = BoardSetup.load(game)
    agents = [load_agent(name) for name in names or ("random_agent",) * len(setup.players)]
    return play(setup, agents, seed=4, thoughts=thoughts)


@pytest.mark.parametrize("game", ["tictactoe", "hexapawn", "nim", "pig:target=9", "book"])
def test_the_page_has_a_frame_for_each_position_and_stops_where_agents_decide(game: str) -> None:
    record = played(game)
    (steps,) = board_page_data(record)["iterations"]
    states = list(record.states())
    assert len(steps["view"]["caption"]) == len(states)
    (board,) = steps["boards"]
    assert len(board["positions"]) == len(states)
    ends = [ply for ply, state in enumerate(states) if state.is_terminal]
    mine = [ply for ply, state in enumerate(states[: ends[0]]) if state.to_move != CHANCE]
    assert steps["actions"] == [*mine, *ends]
    assert steps["cuts"] == []


def test_the_page_shows_what_agents_thought() -> None:
    record = played("tictactoe", "alpha_beta:depth=1", "random_agent", thoughts=True)
    (steps,) = board_page_data(record)["iterations"]
    (insight,) = steps["boards"][0]["insight"][0]
    assert insight["heading"] == "X, alpha_beta:depth=1, before b2"


def test_the_same_record_has_the_same_page_after_it_was_saved(tmp_path: Path) -> None:
    record = played("nim:heaps=1-2")
    file = tmp_path / "game.jsonl"
    record.save(file)
    text = page(record)
    assert page(Record.load(file)) == text
    assert 'class="steps"' in text
