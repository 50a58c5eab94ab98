"""The danger that the champion sees: which boards the network is for, and what it makes of them."""

import json
from math import exp
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from helpers.mazes import games
from pacgrid import Layout, State
from pacgrid.kernel.champion.champion_board import board_of, is_like_the_mazes
from pacgrid.kernel.champion.estimate import (
    FEATURES,
    NETWORK,
    SHIPPED,
    UNITS,
    danger,
    shipped_network,
)
from pacgrid.kernel.search.position import Position


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("random:seed=1,size=13x9,style=arcade", True),
        ("random:seed=2,size=28x27,style=arcade,loops=0", True),
        ("arcade", True),
        ("cloister", False),  # too small
        ("ring", False),  # one ghost
        ("arena", False),  # an open room
    ],
)
def test_the_network_is_for_several_ghosts_in_corridors_without_dead_ends(
    name: str, expected: bool
) -> None:
    assert is_like_the_mazes(State.initial(Layout.load(name)).maze) == expected


def test_a_board_with_dead_ends_is_not_like_the_mazes() -> None:
    two_ghosts = Layout.parse(str(Layout.load("corridors")).replace(".", "2", 1))
    assert len(two_ghosts.ghosts) == 2
    assert not is_like_the_mazes(State.initial(two_ghosts).maze)


WIDE = """
%%%%%%%%%%%%%
%     %     %
% %%% % %%% %
%{}P  {}%
% %%% % %%% %
%     %    .%
%%%%%%%%%%%%%
"""


def danger_in(state: State) -> tuple[float, Any]:
    """The danger, and the features that it is estimated from."""
    network = np.zeros(1, NETWORK)
    for name, weight in shipped_network().items():
        network[name] = weight
    position = Position.empty(state.maze, 0)
    position.set(state)
    features, units = np.zeros(FEATURES, np.float32), np.zeros(UNITS, np.float32)
    return danger(board_of(state.maze), position, network[0], features, units), features


def test_the_shipped_network_is_small_and_has_the_shapes_that_are_declared() -> None:
    network = shipped_network()
    assert set(json.loads(SHIPPED.read_text())) == set(network)
    for name, _, *shape in NETWORK:
        assert network[name].shape == (tuple(shape[0]) if shape else ())
        assert np.isfinite(network[name]).all()
    assert SHIPPED.stat().st_size < 20_000


@pytest.mark.slow
@given(game=games())
def test_the_danger_is_what_the_network_makes_of_the_features(game: list[State]) -> None:
    network = shipped_network()
    for state in game:
        if state.is_terminal or state.to_move:
            continue
        value, features = danger_in(state)
        if all(ghost.scared > 15 for ghost in state.ghosts):
            assert value == 0
            continue
        units = np.maximum(features @ network["first"] + network["first_bias"], 0)
        total = float(units @ network["second"] + network["second_bias"])
        assert value == pytest.approx(1 / (1 + exp(-total)), abs=1e-4)
        assert features.min() >= 0
        for start in (0, 4, 10, 23, 27):  # sorted, the largest first
            assert (np.diff(features[start : start + 4]) <= 0).all()


@pytest.mark.slow
def test_ghosts_on_both_sides_are_a_greater_danger_than_ghosts_behind_each_other() -> None:
    apart = State.parse(WIDE.format(" 1  ", " 2  "))
    behind = State.parse(WIDE.format("21  ", "    "))
    far = State.parse(WIDE.format("    ", "    "))
    assert danger_in(apart)[0] > danger_in(behind)[0] > danger_in(far)[0] == 0


@pytest.mark.slow
def test_a_ghost_that_stays_scared_for_long_is_no_danger() -> None:
    state = State.parse(
        WIDE.format("1   ", "    ") + "ghost 1: (1, 3) stop, scared 40, home (1, 3)\n"
    )
    assert danger_in(state)[0] == 0
