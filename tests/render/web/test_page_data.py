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
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.game import play
from pacgrid.games.board_setup import BoardSetup
from pacgrid.records.record import Record
from pacgrid.render.web.page import page
from pacgrid.render.web.page_data import MOMENTS, page_data
from pacgrid.render.web.tree_page import STEP_COMMANDS
from pacgrid.search import CHANCE
from pacgrid.session.session import KEYS
from pacgrid.session.themes import THEMES, other_background, other_colours

SEATS = len(START.agents)
LOST = moved(Layout.parse("%%%%%%%%\n%P  1. %\n%%%%%%%%"), "EWE")


def shown(column: list[list[Any]]) -> list[Any]:
    """The values of a column."""
    return [value for (value,) in accumulate(column, lambda before, change: change or before)]


def steps_of(record: Record, analysis: GameAnalysis | None = None) -> Any:
    (steps,) = page_data(record, analysis)["iterations"]
    return steps


@pytest.mark.parametrize("record", [START, LOST, STILL])
def test_the_frame_of_every_ply_is_there(record: Record) -> None:
    captions = shown(steps_of(record)["view"]["caption"])
    assert [caption["ply"] for caption in captions] == [*range(len(record.moves) + 1)]
    scores = [state.score for state in record.states()]
    assert [caption["score"] for caption in captions[:-1]] == scores[:-1]
    assert captions[-1]["score"] == record.score
    assert all(caption["status"] == "" for caption in captions)


def test_rounds_have_moments_on_their_way_and_a_caught_pac_man_vanishes_in_the_end() -> None:
    steps = steps_of(START)
    assert steps["stops"] == steps["cuts"] == [3, 6, 9, 10], "the last round is short"
    for column in steps["moments"].values():
        assert len(column) >= 4 * MOMENTS
    looks = [tuple(number for number, *_ in each) for each in shown(steps["moments"]["figures"])]
    assert {len(numbers) for numbers in looks} == {SEATS}
    assert len(set(looks[:MOMENTS])) > 2, "the mouth moves"
    steps = steps_of(LOST)
    ending = shown(steps["moments"]["figures"])[len(steps["stops"]) * MOMENTS :]
    assert len(ending) > MOMENTS
    assert (len(ending[0]), len(ending[-1])) == (2, 1)


def test_overlays_and_panels_are_there_for_every_ply() -> None:
    game = searched(3)
    data = page_data(game)
    marks, (steps,) = data["marks"], data["iterations"]
    assert {len(marks[overlay]) for overlay in ("values", "danger")} == {len(game.moves) + 1}
    thought = game.moves[0].thought
    places = (place for _, _, places in shown(marks["values"])[0]["letters"] for place in places)
    assert len([*places]) == 2 * len(thought.values)
    assert not any(switch["off"] for switch in data["switches"])
    insights = shown(steps["boards"][0]["insight"])
    assert insights[0]["heading"].startswith("Pac-Man")
    panels = {panel.get("overlay") for panel in insights[0]["panels"]}
    assert panels >= {"values", "features", "danger"}
    assert {*map(str, shown(steps["boards"][0]["below"]))} == {"[]"}, "marks are by overlay"


def test_what_a_game_never_shows_can_not_be_switched_on() -> None:
    def why(record: Record) -> dict[str, str]:
        return {switch["overlay"]: switch["off"] for switch in page_data(record)["switches"]}

    assert why(START)["values"] == "This game was recorded without thoughts"
    assert why(START)["danger"] == ""
    game = searched(2)
    silent = replace(game.moves[0], thought=replace(game.moves[0].thought, values={}))  # type: ignore[type-var]
    reported = why(replace(game, moves=(silent,)))["values"]
    assert reported.startswith("No agent in this game reported")


def test_an_analysed_game_knows_its_mistakes_and_shows_what_should_have_been_played() -> None:
    data = page_data(START, analysis_of(START, {0: 60, SEATS: 300}))
    (steps,) = data["iterations"]
    assert (steps["mistakes"], steps["turningPoint"]) == ([0, SEATS], SEATS)
    assert data["on"] == [s["overlay"] for s in data["switches"] if s["on"]] == ["best-move"]
    (row,) = shown(steps["view"]["timeline"])[0]["rows"]
    assert [(sign["ply"], sign["sign"]) for sign in row["signs"]] == [(0, "?"), (SEATS, "??")]
    panel = shown(steps["boards"][0]["insight"])[SEATS]["panels"][0]
    assert panel["overlay"] == "best-move"
    assert "is a blunder, 300 points worse" in panel["note"]
    assert {"b", "n", "x", "7"} <= data["commands"].keys()
    assert not {"b", "n", "x", "7"} & page_data(START)["commands"].keys()


def test_keys_that_need_agents_do_nothing_and_themes_stand_beside_their_neighbours() -> None:
    data = page_data(STILL)
    commands = data["commands"]
    assert (commands[" "], commands["4"]) == ("PAUSE", "distance")
    assert not {"t", "r", "enter", "q", "m"} & commands.keys()
    assert {key for key in commands if len(key) > 1} <= KEYS.keys()
    themes = [THEMES[name] for name in data["themes"]]
    for place, theme in enumerate(themes):
        assert themes[place ^ 2] is other_colours(theme)
        assert themes[place ^ 1] is other_background(theme)


def test_the_script_knows_every_command_of_a_key() -> None:
    script = files("pacgrid.render.web").joinpath("templates/saved.js").read_text("utf-8")
    known = set(re.findall(r"^ +([A-Z_]+): \(\) =>", script, re.M))
    commands = {*STEP_COMMANDS.values()}
    commands |= {*page_data(STILL, analysis_of(STILL, {}))["commands"].values()}
    commands = {name for name in commands if name.isupper()}
    assert commands == known | {"FULL_SCREEN"}


def played(game: str, *names: str, thoughts: bool = False) -> Record:
    setup = BoardSetup.load(game)
    agents = [load_agent(name) for name in names or ("random_agent",) * len(setup.players)]
    return play(setup, agents, seed=4, thoughts=thoughts)


@pytest.mark.parametrize("game", ["tictactoe", "hexapawn", "nim", "pig:target=9", "book"])
def test_the_page_has_a_frame_for_each_position_and_stops_where_agents_decide(game: str) -> None:
    record = played(game)
    steps, states = steps_of(record), list(record.states())
    (board,) = steps["boards"]
    assert len(steps["view"]["caption"]) == len(board["positions"]) == len(states)
    ends = [ply for ply, state in enumerate(states) if state.is_terminal]
    mine = [ply for ply, state in enumerate(states[: ends[0]]) if state.to_move != CHANCE]
    assert (steps["cuts"], steps["mistakes"]) == ([*mine, *ends], [])


def test_the_page_shows_what_agents_thought_and_is_the_same_after_the_record_was_saved(
    tmp_path: Path,
) -> None:
    record = played("tictactoe", "alpha_beta:depth=1", "random_agent", thoughts=True)
    (insight,) = steps_of(record)["boards"][0]["insight"][0]
    assert insight["heading"] == "X, alpha_beta:depth=1, before b2"
    file = tmp_path / "game.jsonl"
    record.save(file)
    text = page(record)
    assert page(Record.load(file)) == text
    assert 'class="saved"' in text
