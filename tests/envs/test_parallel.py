"""The environment where agents act in rounds."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

from helpers.environments import (
    CORRIDOR,
    LAST_FOOD,
    OPTIONS,
    api_test,
    equal,
    mark_dict_warnings,
    parallel_api_test,
    parallel_seed_test,
)
from pacgrid import Layout, pacgrid_v0

NORTH, EAST, SOUTH, WEST, STOP = range(5)


# PettingZoo's tests.


@pytest.mark.parametrize("options", OPTIONS)
def test_it_passes_the_parallel_api_test(options: dict[str, Any]) -> None:
    parallel_api_test(pacgrid_v0.parallel_env(**options), num_cycles=30)


@pytest.mark.parametrize("options", [*OPTIONS, {"keep_dead_agents": True}])
def test_it_passes_the_parallel_seed_test(options: dict[str, Any]) -> None:
    parallel_seed_test(lambda: pacgrid_v0.parallel_env(**options), num_cycles=30)


@mark_dict_warnings
def test_converted_to_turns_by_pettingzoo_it_passes_the_api_test() -> None:
    api_test(parallel_to_aec(pacgrid_v0.parallel_env()), num_cycles=50)


# A game.


def test_the_caller_may_change_what_it_gets() -> None:
    env = pacgrid_v0.parallel_env(layout=CORRIDOR)
    env.reset()
    # Standing still pays the same every time.
    stays = {"pacman_0": STOP, "ghost_0": WEST}
    env.step(stays)
    for parts in (env.reset(), env.step(stays), env.step(stays)):
        for part in parts:
            for agent, returned in part.items():
                if isinstance(returned, dict):
                    for value in returned.values():
                        if isinstance(value, np.ndarray):
                            value[:] = 7
                    returned.clear()
                else:
                    part[agent] = 7
    observations, rewards, terminations, truncations, infos = env.step(stays)
    assert rewards == {"pacman_0": -1, "ghost_0": 1}
    assert terminations == truncations == {"pacman_0": False, "ghost_0": False}
    assert infos["ghost_0"].keys() == {"action_mask", "score", "is_win"}
    env.agents.clear()
    assert env.possible_agents == ["pacman_0", "ghost_0"]
    assert observations["pacman_0"]["action_mask"].tolist() == [0, 1, 0, 0, 1]
    assert observations["pacman_0"]["observation"].max() == 255


def test_the_order_of_actions_is_not_the_order_of_moves() -> None:
    envs = [pacgrid_v0.parallel_env() for _ in range(2)]
    for env in envs:
        env.reset(seed=0)
    actions = {"pacman_0": STOP, "ghost_0": NORTH, "ghost_1": EAST}
    assert equal(envs[0].step(actions), envs[1].step(dict(reversed(actions.items()))))


@pytest.mark.parametrize("stay", [False, True])
def test_a_win_ends_the_game_for_all(stay: bool) -> None:
    env = pacgrid_v0.parallel_env(layout=LAST_FOOD, keep_dead_agents=stay, max_cycles=1)
    env.reset()
    _, rewards, terminations, truncations, infos = env.step({"pacman_0": EAST, "ghost_0": WEST})
    assert rewards == {"pacman_0": 509, "ghost_0": -509}
    assert set(terminations.values()) == {True}
    assert set(truncations.values()) == {False}
    assert all(info["is_win"] for info in infos.values())
    assert env.agents == (env.possible_agents if stay else [])
    # The ghost didn't move after that.
    assert env.game.ghosts[0].position == (4, 1)


def test_without_a_limit_a_game_goes_on() -> None:
    env = pacgrid_v0.parallel_env(layout=CORRIDOR, num_ghosts=0, max_cycles=None)
    env.reset()
    for _ in range(1500):
        env.step({"pacman_0": STOP})
    assert env.agents == ["pacman_0"]


def test_after_the_end_nothing_can_be_played() -> None:
    env = pacgrid_v0.parallel_env(layout=LAST_FOOD)
    env.reset()
    actions = {"pacman_0": EAST, "ghost_0": WEST}
    env.step(actions)
    assert env.step({}) == ({}, {}, {}, {}, {})
    with pytest.raises(ValueError, match=r"the game is over; call reset\(\)"):
        env.step(actions)


# Illegal actions.


def test_an_action_that_the_round_made_illegal_is_replaced() -> None:
    layout = Layout.parse(
        """
        %%%%%%%
        %.Po  %
        %%%%%1%
        %%%%% %
        %%%%%%%
        """
    )
    env = pacgrid_v0.parallel_env(layout=layout)
    env.reset()
    env.step({"pacman_0": EAST, "ghost_0": NORTH})
    env.step({"pacman_0": NORTH, "ghost_0": NORTH})  # Pac-Man stops at the wall
    env.step({"pacman_0": STOP, "ghost_0": WEST})
    assert env.game.ghosts[0].position == (4.5, 3)
    # He eats the ghost: at home it can't go west.
    env.step({"pacman_0": EAST, "ghost_0": WEST})
    assert env.game.score == 200 - 4
    assert env.game.ghosts[0].position == (5, 3)


def test_actions_are_checked_before_anything_moves() -> None:
    env = pacgrid_v0.parallel_env()
    env.reset(seed=0)
    before = env.game
    good = {"pacman_0": WEST, "ghost_0": NORTH, "ghost_1": EAST}
    for actions, message in (
        ({**good, "ghost_1": 5}, "ghost_1 can't play 5: the actions are 0 north"),
        ({**good, "ghost_1": -1}, "ghost_1 can't play -1"),
        ({**good, "pacman_0": None}, "pacman_0 can't play None"),
        ({**good, "pacman_0": [1]}, "pacman_0 can't play"),
        ({**good, "pacman_0": 1.0}, "pacman_0 can't play 1.0"),
        ({**good, "ghost_1": np.float32(1)}, "ghost_1 can't play"),
        ({**good, "ghost_1": np.bool_(1)}, "ghost_1 can't play"),
        ({**good, "ghost_1": 256}, "ghost_1 can't play 256"),
        ({"pacman_0": WEST, "ghost_1": EAST}, "no action for ghost_0"),
        ({}, "no action for pacman_0"),
        ({**good, "ghost_2": EAST}, "unknown agent 'ghost_2'; the agents are"),
    ):
        with pytest.raises(ValueError, match=message):
            env.step(actions)
        assert env.game is before
    env.step({agent: np.int64(action) for agent, action in good.items()})
    env.step({agent: np.array(action) for agent, action in good.items()})
    env.step({**good, "ghost_0": False})  # which Python takes for 0
