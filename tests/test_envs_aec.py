"""The environment where agents act in turn."""

import copy
import pickle
import random
from types import SimpleNamespace
from typing import Any

import cloudpickle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

from helpers.zoo import (
    CAPSULE,
    CORRIDOR,
    LAST_FOOD,
    OPTIONS,
    TWO_BOARDS,
    api_test,
    boards_drawn,
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
from pacgrid.envs import PacgridAEC
from pacgrid.envs.pettingzoo_env import NotResetError

MADE = (pacgrid_v0.env, pacgrid_v0.raw_env)


def wrapped(**options: Any) -> Any:
    """The raw environment in PettingZoo's own wrappers."""
    env = wrappers.TerminateIllegalWrapper(pacgrid_v0.raw_env(**options), illegal_reward=-500)
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


def test_pettingzoo_refuses_to_convert_it_to_rounds() -> None:
    with pytest.raises(AssertionError, match="is not generally safe"):
        aec_to_parallel(pacgrid_v0.env())


# A game.


@pytest.mark.parametrize("options", OPTIONS)
def test_a_seed_fixes_the_game_also_in_pettingzoos_wrappers(options: dict[str, Any]) -> None:
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


def test_what_was_returned_never_changes() -> None:
    env = pacgrid_v0.env(layout=CAPSULE)
    env.reset(seed=0)
    returned = list(turns(env, seed=1))
    env.reset(seed=0)
    assert equal(returned, [copy.deepcopy(each) for each in turns(env, seed=1)])


def test_nothing_returned_is_used_again() -> None:
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


@pytest.mark.parametrize("share", [False, True])
def test_rewards_are_score_changes(share: bool) -> None:
    env = pacgrid_v0.raw_env(layout="arcade", share_reward=share, reward_scale=0.5)
    for seed in range(5):
        env.reset(seed=seed)
        before = 0
        for _agent, _last, action, rewards, *_ in turns(env, seed):
            if action is None:
                break
            change = env.game.score - before
            before = env.game.score
            assert rewards["pacman_0"] == change * 0.5
            ghosts = [rewards[agent] for agent in rewards if agent != "pacman_0"]
            assert set(ghosts) == {-change * 0.5 / (len(ghosts) if share else 1)}


def test_rewards_add_up_until_the_agents_next_turn() -> None:
    env = pacgrid_v0.raw_env(layout=CORRIDOR)
    env.reset()
    env.step(Action.EAST)
    assert env.agent_selection == "ghost_0"
    assert env.last()[1] == 1
    env.step(Action.WEST)
    assert env.last()[1] == -1
    assert env.infos["pacman_0"]["score"] == -1


def test_a_win_ends_the_game_for_all() -> None:
    env = pacgrid_v0.raw_env(layout=LAST_FOOD, max_cycles=1)  # a win is no truncation
    env.reset()
    env.step(Action.EAST)
    assert env.terminations == {"pacman_0": True, "ghost_0": True}
    assert env.truncations == {"pacman_0": False, "ghost_0": False}
    assert env.rewards == {"pacman_0": 509, "ghost_0": -509}
    assert all(info["is_win"] for info in env.infos.values())
    assert all(info["action_mask"].any() for info in env.infos.values())
    seen = []
    for agent in env.agent_iter():
        seen.append((agent, env.last()[1]))
        env.step(None)
    assert seen == [("pacman_0", 509), ("ghost_0", -509)]
    assert env.agents == []
    assert env.rewards == env.infos == env.terminations == {}


def test_the_last_round_truncates_the_game_for_all() -> None:
    env = pacgrid_v0.raw_env(max_cycles=2)
    env.reset(seed=0)
    played = list(turns(env, seed=0))
    *_, terminations, truncations, infos = played[5]
    assert set(terminations.values()) == {False}
    assert set(truncations.values()) == {True}
    assert not any(info["is_win"] for info in infos.values())
    assert len(played) == 2 * 3 + 3


@settings(max_examples=30)
@given(st.integers(0, 2**31), st.sampled_from(["medium", "hunting", "arcade"]))
def test_turns_and_rounds_are_the_same_game(seed: int, layout: str) -> None:
    aec, parallel = pacgrid_v0.raw_env(layout=layout), pacgrid_v0.parallel_env(layout=layout)
    aec.reset(seed=seed)
    parallel.reset(seed=seed)
    rng = random.Random(seed)
    for _ in range(60):
        actions = {}
        gained = dict.fromkeys(aec.possible_agents, 0.0)
        for agent in aec.possible_agents:
            actions[agent] = 4 if agent == "pacman_0" else 0  # for agents that are not asked
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


@pytest.mark.parametrize("make", [pacgrid_v0.env, pacgrid_v0.parallel_env])
def test_seeds_may_be_numpy_integers(make: Any) -> None:
    drawn = []
    for seed in (3, np.int64(3)):
        env = make(layout=TWO_BOARDS)
        env.reset(seed=seed)
        drawn.append(boards_drawn(env))
    assert drawn[0] == drawn[1]


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
def test_what_is_not_an_action_always_raises(make: Any, action: Any) -> None:
    env = make(layout=CORRIDOR)
    env.reset()
    with pytest.raises(ValueError, match="pacman_0 can't play"):
        env.step(action)
    assert env.game.score == 0


def test_an_illegal_action_ends_the_game_as_pettingzoos_wrapper_does() -> None:
    with quiet():
        ours, theirs = pacgrid_v0.env(layout=CORRIDOR), wrapped(layout=CORRIDOR)
        games = []
        for env in (ours, theirs):
            env.reset()
            env.step(Action.EAST)
            env.last()
            env.step(Action.NORTH)
            played = []
            for agent in env.agent_iter():
                _, reward, terminated, _, info = env.last()
                played.append((agent, env.rewards, reward, terminated, info["score"]))
                env.step(None)
            games.append(played)
    assert games[0] == games[1]
    assert [(agent, reward) for agent, _, reward, *_ in games[0]] == [
        ("pacman_0", -1.0),
        ("ghost_0", -500.0),
    ]


def test_an_illegal_action_terminates_and_does_not_truncate() -> None:
    env = pacgrid_v0.env(layout=CORRIDOR, illegal_reward=-7)
    env.reset()
    with quiet():
        env.step(Action.NORTH)
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    assert env.rewards == {"pacman_0": -7, "ghost_0": 0}
    assert not env.infos["pacman_0"]["is_win"]


def test_an_illegal_action_can_be_replaced() -> None:
    env = pacgrid_v0.env(layout=CORRIDOR, illegal="replace")
    env.reset()
    env.step(Action.NORTH)
    env.step(Action.STOP)
    assert env.game.pacman == (1, 1)
    assert env.game.ghosts[0].position == (5, 1)


# The order of calls.


@pytest.mark.parametrize(
    "name", ["rewards", "terminations", "truncations", "infos", "agent_selection", "agents"]
)
def test_attributes_say_that_they_need_a_reset(name: str) -> None:
    env = pacgrid_v0.env()
    assert not hasattr(env, name)
    with pytest.raises(AttributeError, match=rf"{name} cannot be accessed before reset\(\)"):
        getattr(env, name)
    env.reset()
    assert hasattr(env, name)


def test_calls_say_that_they_need_a_reset() -> None:
    env = pacgrid_v0.env(render_mode="ansi")
    calls: list[Any] = [
        env.render,
        env.state,
        env.clone_state,
        env.agent_iter,
        env.last,
        lambda: env.step(0),
        lambda: env.observe("pacman_0"),
        lambda: env.num_agents,
        lambda: env.game,
    ]
    for call in calls:
        with pytest.raises(NotResetError, match="before"):
            call()
        # What PettingZoo's wrapper raises.
        with pytest.raises((AssertionError, AttributeError)):
            call()
    with pytest.raises(AttributeError, match="'PacgridAEC' object has no attribute 'nonsense'"):
        _ = env.nonsense
    env.close()


def test_a_loop_without_a_step_is_an_error() -> None:
    env = pacgrid_v0.env()
    env.reset()
    with pytest.raises(AssertionError, match=r"need to call step\(\)"):
        for _ in env.agent_iter():
            pass


def test_after_the_end_only_none_can_be_played() -> None:
    env = pacgrid_v0.env(layout=LAST_FOOD)
    env.reset()
    env.step(Action.EAST)
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(Action.EAST)
    for _ in env.agent_iter():
        env.step(None)
    with quiet():
        env.step(None)


def test_an_unknown_agent_is_refused() -> None:
    env = pacgrid_v0.env()
    env.reset()
    with pytest.raises(ValueError, match="unknown agent 'ghost_7'; the agents are"):
        env.observe("ghost_7")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"obs": "planes"}, "obs must be"),
        ({"dtype": "int8"}, "dtype must be"),
        ({"dtype": "nonsense"}, "dtype must be"),
        ({"max_cycles": 0}, "max_cycles must be"),
        ({"illegal": "ignore"}, "illegal must be"),
        ({"render_mode": "gif"}, "render_mode must be"),
        ({"num_ghosts": 3}, "num_ghosts must be 0 to 2, not 3"),
        ({"max_cycles": 2.5}, r"max_cycles must be a whole number, not 2\.5"),
        ({"cell_size": 2.5}, r"cell_size must be a whole number, not 2\.5"),
        ({"reward_scale": float("nan")}, "reward_scale must be a finite number, not nan"),
        ({"illegal_reward": "x"}, "illegal_reward must be a finite number, not 'x'"),
    ],
)
def test_odd_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pacgrid_v0.env(**options)


# Copies.


def clone(env: PacgridAEC, via: str) -> Any:
    """A copy of `env`, or another environment at its snapshot."""
    if via == "snapshot":
        other = pacgrid_v0.env(layout=["hunting", "hunting"], max_cycles=30)
        other.restore_state(pickle.loads(pickle.dumps(env.clone_state())))
        return other
    if via == "copy":
        return copy.deepcopy(env)
    library: Any = {"pickle": pickle, "cloudpickle": cloudpickle}[via]
    return library.loads(library.dumps(env))


def continuation(env: PacgridAEC) -> Any:
    """The rest of this game, and another one."""
    now = (env.agents, env.agents and env.last(), env.agents and env.infos, env.state())
    rest = list(turns(env, seed=9))
    env.reset()
    return now, rest, list(turns(env, seed=10, most=30))


@pytest.mark.parametrize("most", [0, 25, 61, 10_000])
@pytest.mark.parametrize("via", ["snapshot", "pickle", "cloudpickle", "copy"])
def test_a_game_goes_on_in_a_copy(most: int, via: str) -> None:
    env = pacgrid_v0.env(layout=["hunting", "hunting"], max_cycles=30)
    if via != "snapshot":
        env = clone(env, via)  # also before the first reset
    env.reset(seed=3)
    for _ in turns(env, seed=4, most=most):
        pass
    other, snapshot = clone(env, via), env.clone_state()
    expected = continuation(env)
    assert equal(continuation(other), expected)
    env.restore_state(snapshot)
    assert equal(continuation(env), expected)


def test_a_snapshot_includes_the_rng_state() -> None:
    env = pacgrid_v0.env(layout=TWO_BOARDS)
    env.reset(seed=0)
    snapshot = env.clone_state()
    drawn = [boards_drawn(env), boards_drawn(env)]
    assert drawn[0] != drawn[1]
    env.restore_state(snapshot)
    assert [boards_drawn(env), boards_drawn(env)] == drawn


def test_a_snapshot_of_agents_in_rounds_is_refused() -> None:
    env, other = pacgrid_v0.env(), pacgrid_v0.parallel_env()
    other.reset()
    with pytest.raises(ValueError, match="the snapshot is not a PacgridAEC's"):
        env.restore_state(other.clone_state())


def test_a_snapshot_of_another_game_is_refused() -> None:
    env, other = pacgrid_v0.env(), pacgrid_v0.env(num_ghosts=1)
    env.reset()
    other.reset()
    with pytest.raises(ValueError, match="the snapshot has 3 agents"):
        other.restore_state(env.clone_state())
    small = pacgrid_v0.env(layout="duel")
    with pytest.raises(ValueError, match="board is 21 x 11"):
        small.restore_state(env.clone_state())
