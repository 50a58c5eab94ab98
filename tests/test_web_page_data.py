"""A whole game as data for the page."""

import re
from dataclasses import replace
from importlib.resources import files
from itertools import accumulate
from typing import Any

import pytest

from helpers.recorded import START, STILL, moved, searched
from pacgrid import Layout, Record
from pacgrid.render.web.page_data import STEPS, page_data
from pacgrid.session.commands import KEYS

SEATS = len(START.agents)
LOST = moved(Layout.parse("%%%%%%%%\n%P  1. %\n%%%%%%%%"), "EWE")


def values(data: dict[str, Any], column: list[int]) -> list[Any]:
    """What a column stands for."""
    found = [data["pool"][number] for number in accumulate(column)]
    return [
        [data["pool"][n] for n in value["items"]]
        if isinstance(value, dict) and "items" in value
        else value
        for value in found
    ]


@pytest.mark.parametrize("record", [START, LOST, STILL])
def test_the_frame_of_every_ply_is_there(record: Record) -> None:
    data = page_data(record)
    captions = values(data, data["plies"]["view"]["caption"])
    assert [caption["ply"] for caption in captions] == [*range(len(record.moves) + 1)]
    scores = [state.score for state in record.states()]
    assert [caption["score"] for caption in captions[:-1]] == scores[:-1]
    assert captions[-1]["score"] == record.score
    assert all(caption["status"] == "" for caption in captions)


def test_rounds_have_frames_on_their_way_and_the_last_one_may_be_short() -> None:
    data = page_data(START)
    assert data["roundLengths"] == [3, 3, 3, 1]
    for column in data["steps"].values():
        assert len(column) == 4 * STEPS
    assert len(data["rounds"]["view"]["caption"]) == 4
    looks = values(data, data["steps"]["figures"])
    assert all(len(numbers) == SEATS for numbers in looks)
    assert len({tuple(numbers) for numbers in looks[:STEPS]}) > 2, "the mouth moves"


def test_a_caught_pac_man_vanishes_in_the_end() -> None:
    data = page_data(LOST)
    ending = values(data, data["ending"]["board"]["figures"])
    assert len(ending) == data["endingFrames"] > STEPS
    assert (len(ending[0]), len(ending[-1])) == (2, 1)


def test_a_game_without_moves_has_one_frame() -> None:
    data = page_data(STILL)
    assert (data["roundLengths"], data["endingFrames"]) == ([], 0)


def test_the_banner_names_no_keys() -> None:
    data = page_data(LOST)
    banner = values(data, data["plies"]["view"]["banner"])[-1]
    assert (banner["title"], banner["keys"]) == ("Caught", "")
    assert banner["lines"] == (f"{LOST.score} points after 2 rounds",)


def test_overlays_and_panels_are_there_for_every_ply() -> None:
    game = searched(3)
    data = page_data(game)
    overlays = dict(data["overlays"])
    assert all(len(column) == len(game.moves) + 1 for column in overlays.values())
    first, *_ = values(data, overlays["values"])
    thought = game.moves[0].thought
    assert thought
    assert sum(len(at) // 2 for _, _, at in first["letters"]) == len(thought.values)
    assert not any(switch["off"] for switch in data["switches"])
    insights = values(data, data["insights"])
    assert len(insights) == len(game.moves) + 1
    assert insights[0][0]["heading"].startswith("Pac-Man")
    assert {panel.get("overlay") for panel in insights[0][1:]} >= {"values", "features", "danger"}


def test_marks_in_all_cells_are_letters() -> None:
    data = page_data(START)
    distance, *_ = values(data, dict(data["overlays"])["distance"])
    x, y = next(START.states()).pacman
    height = next(START.states()).maze.height
    looks = {
        cell: data["looks"][ord(letter) - data["firstLetter"]]
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
    script = files("pacgrid.render.web").joinpath("templates/saved.js").read_text("utf-8")
    commands = {name for name in page_data(STILL)["commands"].values() if name.isupper()}
    assert commands - {"FULL_SCREEN"} == set(re.findall(r"^ +([A-Z_]+): \(\) =>", script, re.M))
