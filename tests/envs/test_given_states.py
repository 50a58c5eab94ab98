"""Positions to start from: states, texts and seeds."""

from typing import Any

import numpy as np
import pytest

from pacgrid import Layout, State
from pacgrid.envs import (
    GhostEnv,
    MultiVectorEnv,
    PacgridAEC,
    PacgridParallel,
    PacmanEnv,
    PacmanVectorEnv,
)
from pacgrid.envs.given_states import load_state, random_position
from pacgrid.envs.levels import LayoutSampler
from pacgrid.layout import LayoutError

HALL = Layout.parse("""
%%%%%%%%%
%P  .  1%
% .   . %
%%%%%%%%%
""")
LATER = """
%%%%%%%%%
% P  1  %
% .   . %
%%%%%%%%%
score: 7
"""
HALLS = LayoutSampler(HALL)
ALONE = LayoutSampler(HALL, 0)
WON = "%%%%%%%%%\n%P     1%\n%       %\n%%%%%%%%%"
LOST = f"{HALL}\nlost"
GHOST_TO_MOVE = f"{HALL}\nto move: ghost 1"


@pytest.mark.parametrize(
    "make", [PacmanEnv, GhostEnv, PacgridAEC, PacgridParallel, PacmanVectorEnv, MultiVectorEnv]
)
@pytest.mark.parametrize("given", [LATER, load_state(LATER, HALLS), 1])
def test_every_environment_starts_from_a_position(make: Any, given: Any) -> None:
    env = make(layout=HALL)
    expected = load_state(given, HALLS)
    for _ in range(2):
        env.reset(seed=1, options={"state": given})
        state = env.batch.state(0) if hasattr(env, "batch") else env.game
        if make is GhostEnv:  # Pac-Man has moved
            assert state in [expected.successor(action) for action in expected.legal_actions()]
        else:
            assert state == expected
    env.reset(seed=1)
    state = env.batch.state(0) if hasattr(env, "batch") else env.game
    assert make is GhostEnv or state == State.initial(HALL)


def test_ghosts_of_a_text_have_the_homes_of_the_layout() -> None:
    state = load_state(LATER, HALLS)
    assert (state.ghosts[0].position, state.maze.homes, state.score) == ((5, 2), ((7, 2),), 7)
    elsewhere = f"{LATER}ghost 1: (5, 2) west, home (6, 1)"
    assert load_state(elsewhere, HALLS).maze.homes == ((6, 1),)
    unknown = LayoutSampler(lambda _rng: HALL)
    assert load_state(LATER, unknown).maze.homes == ((5, 2),)


def test_a_position_from_a_seed_is_always_the_same() -> None:
    sampler = LayoutSampler("hunting")
    positions = [load_state(seed, sampler) for seed in range(30)]
    assert positions == [load_state(np.int64(seed), sampler) for seed in range(30)]
    assert len({*positions}) > 20
    assert all(state.to_move == 0 and not state.is_terminal for state in positions)


def test_a_random_position_goes_on() -> None:
    start = State.initial(Layout.parse("%%%%%%\n%P. 1%\n%%%%%%"))  # nobody lives for long
    for seed in range(20):
        state = random_position(start, np.random.default_rng(seed))
        assert not state.is_terminal
        assert state.to_move == 0


@pytest.mark.parametrize(
    ("given", "sampler", "message"),
    [
        (
            State.initial(Layout.load("duel")),
            HALLS,
            "is 9 x 5 with 2 ghosts, the .* with 1 ghost",
        ),
        (LATER, ALONE, "the state is 9 x 4 with 1 ghost, the .* are 9 x 4 with 0 ghosts"),
        (WON, HALLS, r"the game of the state is over \(won\); give one that goes on"),
        (LOST, HALLS, r"is over \(lost\)"),
        (GHOST_TO_MOVE, HALLS, "in the state it is ghost 1's turn; here a round starts with Pac-"),
        ("%%%%\n%PQ%\n%%%%", HALLS, r"options\['state'\]:2:3: unknown character 'Q'"),
        (-1, HALLS, r"must be a State, a position drawn as text, or a seed from 0 up, not -1"),
        (True, HALLS, "not True"),
        (1.5, HALLS, r"not 1\.5"),
    ],
)
def test_what_can_not_be_played_is_refused(
    given: Any, sampler: LayoutSampler, message: str
) -> None:
    with pytest.raises((ValueError, LayoutError), match=message):
        load_state(given, sampler, whole_rounds=True)


def test_in_turns_a_ghost_may_begin() -> None:
    env = PacgridAEC(layout=HALL)
    env.reset(options={"state": GHOST_TO_MOVE})
    assert env.agent_selection == "ghost_0"
    env.step(3)
    assert env.agent_selection == "pacman_0"
