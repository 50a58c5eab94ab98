"""A game as data, read again without the rules."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import layouts
from helpers.recorded import moved
from pacgrid import Action, Layout, Record, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.game import Limits
from pacgrid.records.record import Ending
from pacgrid.render.web.reel import reel
from pacgrid.state import GHOST_POINTS

FEAST = Layout.parse("%%%%%%%%\n%Po2. .%\n%1%%%%.%\n%......%\n%%%%%%%%", source="feast.lay")


def played(layout: Layout, seed: int, rounds: int = 25) -> Record:
    agents = [load_agent("random_agent"), *(load_agent("random_ghost") for _ in layout.ghosts)]
    return play(layout, agents, seed=seed, limits=Limits(rounds=rounds))


def check(data: dict[str, Any], states: list[State]) -> None:
    """What a player makes of the data, ply by ply, is what the states say."""
    places, score = [list(place) for place in data["start"]], 0
    for ply, state in enumerate(states):
        if ply:
            points, *changed = data["changes"][ply - 1]
            score += points
            for i in range(0, len(changed), 5):
                places[changed[i]] = changed[i + 1 : i + 5]
        assert score == state.score
        assert tuple(places[0][:2]) == state.pacman
        assert [tuple(place) for place in places[1:]] == [
            (*ghost.position, ghost.direction, ghost.scared) for ghost in state.ghosts
        ]
        for name, left in (("food", state.food), ("capsules", state.capsules)):
            shown = {(x, y) for x, y, eaten in data[name] if not eaten or eaten > ply}
            assert shown == set(left)


@settings(max_examples=8)
@given(layouts(), st.integers(0, 99))
def test_every_ply_of_any_game_can_be_read_again(layout: Layout, seed: int) -> None:
    record = played(layout, seed)
    check(json.loads(json.dumps(reel(record))), list(record.states()))


@settings(max_examples=8)
@given(layouts(), st.integers(0, 99))
def test_ghosts_that_are_eaten_are_those_that_are_paid_for(layout: Layout, seed: int) -> None:
    record = played(layout, seed)
    states = list(record.states())
    paid = [
        ply
        for ply in range(1, len(states))
        for _ in range((states[ply].score - states[ply - 1].score + 30) // GHOST_POINTS)
        if not states[ply].is_terminal
    ]
    told = [ply for ply, *_ in reel(record)["ghostsEaten"] if not states[ply].is_terminal]
    assert told == paid


@pytest.mark.parametrize(
    ("row", "letters", "eaten"),
    [
        ("%P o1 .%", "EWE", [[3, 1, 3, 1]]),  # on the capsule's own cell
        ("%Po 1 .%", "EWE", [[3, 1, 3, 1]]),  # by Pac-Man
        ("%Po 1 .%", "EW-W-W", [[6, 1, 2, 1]]),  # walks into Pac-Man
        ("%Po  1.%", "EW-W", []),
    ],
)
def test_a_ghost_is_eaten_where_it_meets_pacman(
    row: str, letters: str, eaten: list[list[int]]
) -> None:
    wall = "%" * len(row)
    layout = Layout.parse(f"{wall}\n{row}\n{wall}")
    assert reel(moved(layout, letters))["ghostsEaten"] == eaten


def test_pacman_looks_where_he_went_last() -> None:
    record = moved(Layout.parse("%%%%%\n%P..%\n%.%.%\n%%%%%"), "E-W-S")
    data = reel(record)
    facings = [data["start"][0][2]]
    for _, *changed in data["changes"]:
        facings.append(changed[3] if changed else facings[-1])
    assert facings == [
        Action.EAST,
        Action.EAST,
        Action.EAST,
        Action.WEST,
        Action.WEST,
        Action.SOUTH,
    ]


def test_moves_carry_their_time_and_nodes() -> None:
    data = reel(moved(FEAST, "E"))
    assert (data["moves"], data["micros"], data["nodes"]) == ("E", [1000], [7])


def test_names_are_made_harmless_and_the_reason_of_a_forfeit_is_told() -> None:
    record = replace(
        moved(FEAST, "E"),
        agents=("a\x1b[2J", "b\ud800", "c"),
        ending=Ending.RAISED,
        forfeit=1,
        message="Boom",
    )
    data = reel(record)
    assert data["agents"] == ["a\ufffd[2J", "b\ufffd", "c"]
    assert data["end"]["verdict"] == "Won by forfeit"
    assert data["end"]["reason"] == "Ghost 1 (b\ufffd): agent failed: Boom"


@pytest.mark.parametrize("letters", ["", "E"])
def test_a_game_that_hardly_began_is_a_game(letters: str) -> None:
    record = moved(FEAST, letters)
    check(reel(record), list(record.states()))
