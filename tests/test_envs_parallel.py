"""The environment where agents act in rounds."""

import copy
import pickle
from typing import Any

import cloudpickle
import numpy as np
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

from helpers.zoo import (
    CAPSULE,
    CORRIDOR,
    LAST_FOOD,
    OPTIONS,
    TWO_BOARDS,
    api_test,
    boards_drawn,
    equal,
    mark_dict_warnings,
    parallel_api_test,
    parallel_seed_test,
    rounds,
)
from pacgrid import Layout, pacgrid_v0
from pacgrid.envs import PacgridParallel
from pacgrid.envs.pettingzoo_env import NotResetError

NORTH, EAST, SOUTH, WEST, STOP = range(5)


# PettingZoo's tests.


@pytest.mark.parametrize("options", OPTIONS)
def test_it_passes_the_parallel_api_test(options: dict[str, Any]) -> None:
    parallel_api_test(pacgrid_v0.parallel_env(**options), num_cycles=100)


@pytest.mark.parametrize("options", [*OPTIONS, {"keep_dead_agents": True}])
def test_it_passes_the_parallel_seed_test(options: dict[str, Any]) -> None:
    parallel_seed_test(lambda: pacgrid_v0.parallel_env(**options), num_cycles=100)


@mark_dict_warnings
def test_converted_to_turns_by_pettingzoo_it_passes_the_api_test() -> None:
    api_test(parallel_to_aec(pacgrid_v0.parallel_env()), num_cycles=50)


# A game.


@pytest.mark.parametrize("options", [*OPTIONS, {"keep_dead_agents": True, "max_cycles": 50}])
def test_a_seed_fixes_the_game(options: dict[str, Any]) -> None:
    games = []
    for _ in range(2):
        env = pacgrid_v0.parallel_env(**options)
        game: list[Any] = []
        for seed in (5, None, 6):
            first = env.reset(seed=seed)
            steps = rounds(env, first, seed=1, most=min(options.get("max_cycles", 60), 60))
            game.append((first, list(steps)))
        games.append(game)
    assert equal(*games)


def test_what_was_returned_never_changes() -> None:
    env = pacgrid_v0.parallel_env(layout=CAPSULE)
    returned = list(rounds(env, env.reset(seed=0), seed=1))
    copies = [copy.deepcopy(step) for step in rounds(env, env.reset(seed=0), seed=1)]
    assert equal(returned, copies)


def test_nothing_returned_is_used_again() -> None:
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


@pytest.mark.parametrize("share", [False, True])
@pytest.mark.parametrize("scale", [1.0, 0.01])
def test_rewards_are_score_changes(share: bool, scale: float) -> None:
    env = pacgrid_v0.parallel_env(layout="arcade", share_reward=share, reward_scale=scale)
    before = 0
    for step in rounds(env, env.reset(seed=1), seed=1):
        points = step[4]["pacman_0"]["score"] - before
        before += points
        pacman, *ghosts = step[1].values()
        assert pacman == points * scale
        assert ghosts == pytest.approx([-pacman / (4 if share else 1)] * 4)
        assert all(isinstance(reward, float) for reward in (pacman, *ghosts))
        assert not share or sum(step[1].values()) == pytest.approx(0)


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


def test_the_last_round_truncates_the_game_for_all() -> None:
    env = pacgrid_v0.parallel_env(max_cycles=3)
    *_, last = rounds(env, env.reset(seed=0), seed=0)
    assert set(last[2].values()) == {False}
    assert set(last[3].values()) == {True}
    assert not any(info["is_win"] for info in last[4].values())


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


def test_an_illegal_action_is_replaced() -> None:
    env = pacgrid_v0.parallel_env(layout=CORRIDOR)
    env.reset()
    env.step({"pacman_0": NORTH, "ghost_0": STOP})
    assert env.game.pacman == (1, 1)
    assert env.game.ghosts[0].position == (5, 1)
    assert env.game.score == -1


def test_a_move_that_the_round_has_made_illegal_is_replaced() -> None:
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
    env.step({"pacman_0": STOP, "ghost_0": NORTH})
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


def test_calls_say_that_they_need_a_reset() -> None:
    env = pacgrid_v0.parallel_env()
    calls: list[Any] = [env.render, env.state, env.clone_state, lambda: env.step({})]
    for call in (*calls, lambda: env.agents, lambda: env.num_agents, lambda: env.game):
        with pytest.raises(NotResetError, match="before"):
            call()
    env.close()


def test_spaces_are_the_same_for_every_agent_and_every_time() -> None:
    env = pacgrid_v0.parallel_env()
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) == env.observation_space("pacman_0")
        assert env.action_space(agent) == env.action_space("pacman_0")


# Copies.


def continuation(env: PacgridParallel, last: Any) -> Any:
    rest = list(rounds(env, last, seed=9)) if env.agents else []
    first = env.reset()
    return rest, first, list(rounds(env, first, seed=10, most=30))


@pytest.mark.parametrize("most", [0, 20, 10_000])
@pytest.mark.parametrize("via", [pickle, cloudpickle, copy, "snapshot", "elsewhere"])
def test_a_game_goes_on_from_a_copy(most: int, via: Any) -> None:
    options: dict[str, Any] = {"layout": ["hunting", "hunting"], "max_cycles": 40}
    env = pacgrid_v0.parallel_env(**options)
    last: Any = env.reset(seed=3)
    for step in rounds(env, last, seed=4, most=most):
        last = step[0], step[4]
    if via in ("snapshot", "elsewhere"):
        snapshot = pickle.loads(pickle.dumps(env.clone_state()))
        expected = continuation(env, last)
        other = env if via == "snapshot" else pacgrid_v0.parallel_env(**options)
        other.restore_state(snapshot)
    else:
        other = copy.deepcopy(env) if via is copy else via.loads(via.dumps(env))
        expected = continuation(env, last)
    assert equal(continuation(other, last), expected)


def test_a_snapshot_of_agents_in_turn_is_refused() -> None:
    env, other = pacgrid_v0.parallel_env(), pacgrid_v0.env()
    env.reset(seed=0)
    other.reset(seed=1)
    before = env.game
    with pytest.raises(ValueError, match="the snapshot is not a PacgridParallel's"):
        env.restore_state(other.clone_state())
    assert env.game is before
    env.step({"pacman_0": WEST, "ghost_0": NORTH, "ghost_1": EAST})


def test_a_snapshot_includes_the_rng_state() -> None:
    env = pacgrid_v0.parallel_env(layout=TWO_BOARDS)
    env.reset(seed=0)
    snapshot = env.clone_state()
    drawn = [boards_drawn(env), boards_drawn(env)]
    assert drawn[0] != drawn[1]
    env.restore_state(snapshot)
    assert [boards_drawn(env), boards_drawn(env)] == drawn
    other = pacgrid_v0.parallel_env(layout=TWO_BOARDS)
    other.reset(seed=9)
    other.restore_state(snapshot)
    assert boards_drawn(other) == drawn[0]
