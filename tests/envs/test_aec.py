"""The environment where agents act in turn."""

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

from helpers.environments import (
    CORRIDOR,
    LAST_FOOD,
    OPTIONS,
    api_test,
    bombardment_test,
    equal,
    mark_dict_warnings,
    mask_of,
    max_cycles_test,
    quiet,
    render_test,
    save_obs_test,
    seed_test,
    state_test,
    turns,
)
from pacgrid import Action, IllegalMoveError, pacgrid_v0

MADE = (pacgrid_v0.env, pacgrid_v0.raw_env)


def wrapped(illegal_reward: float = -500, **options: Any) -> Any:
    """The raw environment in PettingZoo's own wrappers."""
    env = pacgrid_v0.raw_env(**options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


# PettingZoo's tests.


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("make", [*MADE, wrapped])
@mark_dict_warnings
def test_it_passes_the_api_test(make: Any, options: dict[str, Any]) -> None:
    api_test(make(**options), num_cycles=60)


@pytest.mark.parametrize("options", OPTIONS)
def test_it_passes_the_seed_test(options: dict[str, Any]) -> None:
    seed_test(lambda: pacgrid_v0.env(**options), num_cycles=100)


def test_it_passes_the_max_cycles_test() -> None:
    # The test plays without masks: illegal actions must not end the game.
    module = SimpleNamespace(
        env=lambda **more: pacgrid_v0.env(illegal="replace", **more),
        parallel_env=pacgrid_v0.parallel_env,
    )
    max_cycles_test(module)


def test_it_passes_the_render_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.envs.renderer.RENDER_FPS", 1000)
    render_test(lambda **more: pacgrid_v0.env(layout="duel", **more))


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_it_passes_the_state_test(dtype: str) -> None:
    options: dict[str, Any] = {"dtype": dtype}
    # The test plays without masks.
    env = pacgrid_v0.env(illegal="replace", **options)
    state_test(env, pacgrid_v0.parallel_env(**options))
    assert env.state_space.shape == (6, 11, 21)


def test_it_passes_the_save_obs_test(capsys: pytest.CaptureFixture[str]) -> None:
    save_obs_test(pacgrid_v0.env(obs="box"))
    assert "3D observations can only have 1 or 3 channels" in capsys.readouterr().out


def test_it_passes_the_bombardment_test() -> None:
    # The test takes what step() returns for an observation, from the second agent on; and it knows
    # of masks only in dictionaries, whose observations it then takes for another class.
    bombardment_test(pacgrid_v0.env(num_ghosts=0, obs="box", illegal="replace"), cycles=5)


def test_pettingzoo_refuses_to_convert_turns_to_rounds() -> None:
    with pytest.raises(AssertionError, match="is not generally safe"):
        aec_to_parallel(pacgrid_v0.env())


# A game.


@pytest.mark.parametrize("options", OPTIONS)
def test_pettingzoos_wrappers_change_nothing(options: dict[str, Any]) -> None:
    games = []
    for make in (wrapped, *MADE):
        env = make(**options)
        env.reset(seed=5)
        first = list(turns(env, seed=1, most=150))
        env.reset()
        games.append([first, list(turns(env, seed=2, most=150))])
    assert equal(games[0], games[1])
    assert equal(games[0], games[2])
    for _, (observation, *_, info), *_ in games[0][0]:
        assert equal(mask_of(observation, info), info["action_mask"])


def test_the_caller_may_change_what_it_gets() -> None:
    env = pacgrid_v0.env(layout=CORRIDOR)
    env.reset(seed=0)
    env.step(Action.EAST)
    for returned in (env.infos["pacman_0"], env.observe("pacman_0")):
        returned["action_mask"][:] = 0
        returned.clear()
    for agent in env.agents:
        env.rewards[agent] = 7
    env.terminations["pacman_0"] = env.truncations["pacman_0"] = True  # it is the ghost's turn
    env.infos.clear()
    env.step(Action.WEST)
    assert env.terminations == env.truncations == {"pacman_0": False, "ghost_0": False}
    assert env.infos["pacman_0"]["action_mask"].tolist() == [0, 1, 0, 1, 1]
    assert env.observe("pacman_0")["action_mask"].tolist() == [0, 1, 0, 1, 1]
    assert env.rewards == {"pacman_0": 0, "ghost_0": 0}
    env.agents.clear()
    env.reset()
    assert env.agents == env.possible_agents == ["pacman_0", "ghost_0"]


def test_rewards_add_up_until_the_agents_next_turn() -> None:
    env = pacgrid_v0.raw_env(layout=CORRIDOR)
    env.reset()
    env.step(Action.EAST)
    assert env.agent_selection == "ghost_0"
    assert env.last()[1] == 1
    env.step(Action.WEST)
    assert env.last()[1] == -1
    assert env.infos["pacman_0"]["score"] == -1


def test_at_the_end_each_agent_steps_once_with_none() -> None:
    env = pacgrid_v0.env(layout=LAST_FOOD, max_cycles=1)  # a win is no truncation
    env.reset()
    env.step(Action.EAST)
    assert env.terminations == {"pacman_0": True, "ghost_0": True}
    assert env.truncations == {"pacman_0": False, "ghost_0": False}
    assert env.rewards == {"pacman_0": 509, "ghost_0": -509}
    assert all(info["is_win"] and info["action_mask"].any() for info in env.infos.values())
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(Action.EAST)
    rewards = []
    for agent in env.agent_iter():
        rewards.append((agent, env.last()[1]))
        env.step(None)
    assert rewards == [("pacman_0", 509), ("ghost_0", -509)]
    assert env.agents == []
    assert env.rewards == env.infos == env.terminations == {}
    with quiet():
        env.step(None)


@settings(max_examples=25)
@given(
    st.integers(0, 2**31),
    st.sampled_from([("medium", 1000), ("arcade", 3), ("hunting", 60), (LAST_FOOD, 1)]),
)
def test_turns_and_rounds_are_the_same_game(seed: int, game: tuple[Any, int]) -> None:
    layout, most = game
    aec = pacgrid_v0.raw_env(layout=layout, max_cycles=most)
    parallel = pacgrid_v0.parallel_env(layout=layout, max_cycles=most)
    aec.reset(seed=seed)
    parallel.reset(seed=seed)
    rng = random.Random(seed)
    for _ in range(60):
        actions = {}
        gained = dict.fromkeys(aec.possible_agents, 0.0)
        for agent in aec.possible_agents:
            actions[agent] = 4 if agent == "pacman_0" else 0  # for agents that don't get a turn
            if not any(aec.terminations.values()):
                mask = aec.last()[4]["action_mask"]
                actions[agent] = rng.choice(np.flatnonzero(mask).tolist())
                aec.step(actions[agent])
                gained = {name: gained[name] + aec.rewards[name] for name in gained}
        observations, rewards, terminations, truncations, infos = parallel.step(actions)
        assert aec.game == parallel.game
        assert rewards == gained
        assert terminations == aec.terminations
        assert truncations == aec.truncations
        assert equal(infos, aec.infos)
        for agent, observation in observations.items():
            assert equal(observation, aec.observe(agent))
        if not parallel.agents:
            return


# Illegal actions.


def test_the_raw_environment_raises_and_moves_nothing() -> None:
    env = pacgrid_v0.raw_env(layout=CORRIDOR)
    env.reset()
    for action in (Action.NORTH, Action.WEST, np.int64(0)):
        with pytest.raises(IllegalMoveError, match="Pac-Man can't play"):
            env.step(action)
    env.step(Action.EAST)
    with pytest.raises(IllegalMoveError, match="ghost 1 can't play stop"):
        env.step(Action.STOP)
    assert env.agent_selection == "ghost_0"
    assert env.game.score == -1


@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("action", [-1, 5, 1.0, np.bool_(1), None, "east", np.array([1])])
def test_a_value_that_is_no_action_always_raises(make: Any, action: Any) -> None:
    env = make(layout=CORRIDOR)
    env.reset()
    with pytest.raises(ValueError, match="pacman_0 can't play"):
        env.step(action)
    assert env.game.score == 0


def test_an_illegal_action_ends_the_game_as_pettingzoos_wrapper_does() -> None:
    games = []
    for make in (pacgrid_v0.env, wrapped):
        env = make(layout=CORRIDOR, illegal_reward=-7)
        env.reset()
        env.step(Action.EAST)
        env.last()
        with quiet():
            env.step(Action.NORTH)
        if make is pacgrid_v0.env:  # the wrapper truncates as well
            assert set(env.truncations.values()) == {False}
        game = []
        for agent in env.agent_iter():
            _, reward, terminated, _, info = env.last()
            game.append((agent, env.rewards, reward, terminated, info["score"], info["is_win"]))
            env.step(None)
        games.append(game)
    assert games[0] == games[1]
    assert [(agent, reward) for agent, _, reward, *_ in games[0]] == [
        ("pacman_0", -1),
        ("ghost_0", -7),
    ]


def test_an_illegal_action_can_be_replaced() -> None:
    env = pacgrid_v0.env(layout=CORRIDOR, illegal="replace")
    env.reset()
    env.step(Action.NORTH)
    env.step(Action.STOP)
    assert env.game.pacman == (1, 1)
    assert env.game.ghosts[0].position == (5, 1)


# The order of calls.


def test_a_loop_without_a_step_is_an_error() -> None:
    env = pacgrid_v0.env()
    env.reset()
    with pytest.raises(AssertionError, match=r"need to call step\(\)"):
        for _ in env.agent_iter():
            pass


def test_an_unknown_agent_or_option_is_refused() -> None:
    env = pacgrid_v0.env()
    env.reset()
    for option in ({"illegal": "ignore"}, {"illegal_reward": "x"}):
        with pytest.raises(ValueError, match=r"illegal must be|illegal_reward must be a finite"):
            pacgrid_v0.env(**option)
    with pytest.raises(ValueError, match="unknown agent 'ghost_7'; the agents are"):
        env.observe("ghost_7")
