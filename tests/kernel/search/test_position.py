"""The search's own moves: leaf counts, and positions and keys that come back."""

import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from helpers.mazes import games
from pacgrid import Layout, State
from pacgrid.kernel import jit
from pacgrid.kernel.compiled_rules import NTH_BIT, is_over
from pacgrid.kernel.search.position import Position, key_of, legal_actions, play, take_back
from pacgrid.kernel.tables import Tables

pytestmark = [
    pytest.mark.slow,  # it compiles code of its own
    pytest.mark.skipif(jit.is_disabled(), reason="numba is disabled"),
]

POSITIONS = tomllib.loads((Path(__file__).parents[2] / "perft.toml").read_text())["position"]
MOST_PLIES = 60


@jit.compiled
def perft(tables: Tables, position: Position, frames: Any, plies: int) -> int:
    """How many games of `plies` plies there are; a finished one counts once. `frames` has the
    actions left and the agent by ply."""
    ply, leaves = 0, 0
    frames[0, 0], frames[0, 1] = legal_actions(tables, position), position.games[0].to_move
    while ply >= 0:
        if frames[ply, 0] == 0:
            ply -= 1
        else:
            play(tables, position, ply, NTH_BIT[frames[ply, 0], 0])
            frames[ply, 0] &= frames[ply, 0] - 1
            if not is_over(position.games[0]) and ply + 1 < plies:
                ply += 1
                frames[ply, 0] = legal_actions(tables, position)
                frames[ply, 1] = position.games[0].to_move
                continue
            leaves += 1
        if ply >= 0:
            take_back(position, ply, frames[ply, 1])
    return leaves


@jit.compiled
def step(tables: Tables, position: Position, ply: int, action: int, key: Any) -> None:
    """Play `action`, and write the key of the position after it."""
    play(tables, position, ply, action)
    key[0], key[1] = key_of(position)


@jit.compiled
def back(position: Position, ply: int, agent: int) -> None:
    take_back(position, ply, agent)


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_leaf_counts_are_those_of_the_rules(case: dict[str, Any]) -> None:
    drawing = case.get("drawing")
    state = State.parse(drawing) if drawing else State.initial(Layout.load(case["layout"]))
    position, tables = Position.empty(state.maze, MOST_PLIES), Tables.of_maze(state.maze)
    position.set(state)
    frames = np.zeros((MOST_PLIES, 2), np.int64)
    counts = case["counts"]
    assert [perft(tables, position, frames, plies) for plies in range(1, len(counts) + 1)] == counts
    assert position.state(state.maze) == state


def without_score(state: State) -> str:
    return re.sub("score: .*", "", str(state))


@given(games())
def test_moves_and_keys_are_those_of_the_states_and_can_be_taken_back(states: list[State]) -> None:
    maze, plies = states[0].maze, len(states)
    position, tables = Position.empty(maze, plies), Tables.of_maze(maze)
    key = np.zeros(2, np.uint64)
    position.set(states[0])
    by_key: dict[tuple[int, ...], str] = {}
    by_text: dict[str, tuple[int, ...]] = {}
    for ply, (before, after) in enumerate(pairwise(states)):
        action = next(a for a in before.legal_actions() if before.successor(a) == after)
        step(tables, position, ply, action, key)
        assert position.state(maze) == after
        text, found = without_score(after), tuple(key.tolist())
        assert by_key.setdefault(found, text) == text
        assert by_text.setdefault(text, found) == found
    for ply, before in reversed(list(enumerate(states[:-1]))):
        back(position, ply, before.to_move)
        assert position.state(maze) == before
