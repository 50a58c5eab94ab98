"""PettingZoo's environments: in turns and in rounds, with PettingZoo's own tests."""

import copy
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec

from helpers.environments import (
    CORRIDOR,
    LAST_FOOD,
    MIXED_LEVELS,
    TWO_BOARDS,
    boards_drawn,
    equal,
    mask_of,
    quiet,
    random_game,
    turns,
)
from pacgrid import Action, Layout, pacgrid_v0
from pacgrid.envs.one_game import NotResetError

with warnings.catch_warnings():
    # PettingZoo's tests import an environment of its own in a way that it has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo import test as zoo_tests

CAPSULE = Layout.parse("%%%%%%%%%%\n%.  Po 1 %\n%%%%%%%%%%")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"obs": "box"},
    {"obs": "packed"},
    {"dtype": "float32"},
    {"obs": "box", "dtype": np.float32, "share_reward": True},
    {"num_ghosts": 0},
    {"num_ghosts": 1, "reward_scale": 0.1, "max_cycles": 20},
    {"layout": "arcade", "share_reward": True},
    {"layout": ["hunting", Layout.load("hunting")], "max_cycles": 7},
    {"layout": lambda rng: "duel" if rng.random() < 0.5 else Layout.load("duel")},
    MIXED_LEVELS,
)
"""Combinations of options that matter to clients."""

mark_dict_warnings = pytest.mark.filterwarnings(
    # PettingZoo warns of dictionary observations in all environments but its own.
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)
NORTH, EAST, SOUTH, WEST, STOP = range(5)
MAKERS = (pacgrid_v0.env, pacgrid_v0.parallel_env)
both = pytest.mark.parametrize("make", MAKERS, ids=["turns", "rounds"])


def wrapped(**options: Any) -> Any:
    """The raw environment in PettingZoo's own wrappers."""
    env = pacgrid_v0.raw_env(**options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-500)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


# PettingZoo's tests.


@pytest.mark.parametrize("options", OPTIONS)
@mark_dict_warnings
def test_it_passes_the_api_and_seed_tests(options: dict[str, Any]) -> None:
    for make in (pacgrid_v0.env, wrapped):
        zoo_tests.api_test(make(**options), num_cycles=60)
    zoo_tests.seed_test(lambda: pacgrid_v0.env(**options), num_cycles=100)
    zoo_tests.parallel_api_test(pacgrid_v0.parallel_env(**options), num_cycles=30)
    for stay in (False, True):
        options = {**options, "keep_dead_agents": stay}
        zoo_tests.parallel_seed_test(lambda more=options: pacgrid_v0.parallel_env(**more), 30)


@mark_dict_warnings
def test_converted_to_turns_by_pettingzoo_it_passes_the_api_test() -> None:
    zoo_tests.api_test(parallel_to_aec(pacgrid_v0.parallel_env()), num_cycles=50)
    with pytest.raises(AssertionError, match="is not generally safe"):
        aec_to_parallel(pacgrid_v0.env())


def test_it_passes_pettingzoos_other_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    zoo_tests.max_cycles_test(pacgrid_v0)
    for dtype in ("uint8", "float32"):
        env = pacgrid_v0.env(dtype=dtype)
        zoo_tests.state_test(env, pacgrid_v0.parallel_env(dtype=dtype))
        assert env.state_space.shape == (6, 11, 21)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.envs.renderer.RENDER_FPS", 1000)
    zoo_tests.render_test(lambda **more: pacgrid_v0.env(layout="duel", **more))
    capsys.readouterr()
    zoo_tests.test_save_obs(pacgrid_v0.env(obs="box"))
    assert "3D observations can only have 1 or 3 channels" in capsys.readouterr().out
    # The test takes what step() returns for an observation, from the second agent on; and it knows
    # of masks only in dictionaries, whose observations it then takes for another class.
    zoo_tests.bombardment_test(pacgrid_v0.env(num_ghosts=0, obs="box"), cycles=5)


# In turns and in rounds.


@both
@pytest.mark.parametrize("options", OPTIONS)
def test_a_seed_fixes_the_game_and_the_games_after_it(make: Any, options: dict[str, Any]) -> None:
    games = []
    for first in (5, np.int64(5)):
        env = make(**options)
        games.append([(env.reset(seed=s), [*random_game(env, 1, 60)]) for s in (first, None, 6)])
    assert equal(*games)


@both
def test_returned_values_never_change(make: Any) -> None:
    env = make(layout=CAPSULE)
    returned = [env.reset(seed=0), *random_game(env, seed=1)]
    copies = [env.reset(seed=0), *map(copy.deepcopy, random_game(env, seed=1))]
    assert equal(returned, copies)


@both
@pytest.mark.parametrize("share", [False, True])
@pytest.mark.parametrize("scale", [1, 0.25])
def test_rewards_are_score_changes(make: Any, share: bool, scale: float) -> None:
    env = make(layout="arcade", share_reward=share, reward_scale=scale)
    for seed in range(3):
        env.reset(seed=seed)
        before = 0
        for step in random_game(env, seed):
            rewards, infos = (step[3], step[6]) if make is pacgrid_v0.env else (step[1], step[4])
            points = (env.game.score - before) * scale
            before = env.game.score
            ghosts = -points / (4 if share else 1)
            assert rewards == {a: points if a == "pacman_0" else ghosts for a in rewards}
            assert {*map(type, rewards.values())} <= {float}
            assert {info["score"] for info in infos.values()} <= {before}


@both
def test_spaces_are_the_same_for_every_agent(make: Any) -> None:
    env = make()
    for agent in env.possible_agents:
        assert env.observation_space(agent) == env.observation_space("pacman_0")
        assert env.action_space(agent) == env.action_space("pacman_0")


@both
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_cycles": 0}, "max_cycles must be a whole number from 1, not 0"),
        ({"max_cycles": 2.5}, r"max_cycles must be a whole number from 1, not 2\.5"),
    ],
)
def test_invalid_options_are_refused(make: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(**options)


@both
def test_calls_and_attributes_need_a_reset(make: Any) -> None:
    env = make(render_mode="ansi")
    calls = [env.render, env.state, env.get_state, lambda: env.step({}), lambda: env.num_agents]
    names = ["agents", "game"]
    if make is pacgrid_v0.env:
        calls += [env.agent_iter, env.last, lambda: env.observe("pacman_0")]
        names += ["rewards", "terminations", "truncations", "infos", "agent_selection"]
    for call in (*calls, *(lambda name=name: getattr(env, name) for name in names)):
        with pytest.raises(NotResetError, match=r"call reset\(\) before "):
            call()
    # PettingZoo's wrappers raise one of these.
    assert issubclass(NotResetError, AttributeError)
    assert issubclass(NotResetError, AssertionError)
    with pytest.raises(AttributeError, match="object has no attribute 'nonsense'"):
        _ = env.nonsense
    env.close()
    env.reset()
    assert all(hasattr(env, name) for name in names)


# Copies and snapshots.


def clone(env: Any, make: Any, via: str, options: dict[str, Any]) -> Any:
    """A copy of `env`, or another environment at its snapshot."""
    if via == "snapshot":
        other = make(**options)
        other.set_state(pickle.loads(pickle.dumps(env.get_state())))
        return other
    return copy.deepcopy(env) if via == "copy" else pickle.loads(pickle.dumps(env))


def continuation(env: Any) -> Any:
    """The rest of this game, and another one."""
    now = [env.agents, env.state()]
    if hasattr(env, "infos") and env.agents:
        now += [env.last(), env.infos]
    rest = list(random_game(env, seed=9))
    return now, rest, env.reset(), list(random_game(env, seed=10, most=30))


@both
@pytest.mark.parametrize("most", [0, 25, 61, 10_000])
@pytest.mark.parametrize("via", ["snapshot", "pickle", "copy"])
def test_a_game_goes_on_in_a_copy(make: Any, most: int, via: str) -> None:
    options: dict[str, Any] = {"layout": ["hunting", "hunting"], "max_cycles": 30}
    env = make(**options)
    if via != "snapshot":
        env = clone(env, make, via, options)  # also before the first reset
    env.reset(seed=3)
    for _ in random_game(env, seed=4, most=most):
        pass
    other, snapshot = clone(env, make, via, options), env.get_state()
    expected = continuation(env)
    assert equal(continuation(other), expected)
    env.set_state(snapshot)
    assert equal(continuation(env), expected)


@both
def test_a_snapshot_includes_the_rng_state(make: Any) -> None:
    env, other = make(layout=TWO_BOARDS), make(layout=TWO_BOARDS)
    env.reset(seed=0)
    other.reset(seed=9)
    snapshot = env.get_state()
    drawn = [boards_drawn(env), boards_drawn(env)]
    assert drawn[0] != drawn[1]
    for each in (env, other):
        each.set_state(snapshot)
        assert [boards_drawn(each), boards_drawn(each)] == drawn


@both
def test_a_snapshot_that_does_not_fit_is_refused(make: Any) -> None:
    env = make()
    env.reset(seed=0)
    before = env.game
    (other_kind,) = {*MAKERS} - {make}
    for other, message in (
        (other_kind(), rf"the snapshot is not a {type(env).__name__}'s"),
        (make(num_ghosts=1), "the snapshot is 21 x 11 with 1 ghost, the .* are 21 x 11 with 2 gho"),
        (make(layout="duel"), "the snapshot is 9 x 5 with 2 ghosts, the .* are 21 x 11 with 2 gho"),
    ):
        other.reset()
        with pytest.raises(ValueError, match=message):
            env.set_state(other.get_state())
        assert env.game is before


# In turns.


@pytest.mark.parametrize("options", OPTIONS)
def test_pettingzoos_wrappers_change_nothing(options: dict[str, Any]) -> None:
    games = []
    for make in (wrapped, pacgrid_v0.env):
        env = make(**options)
        env.reset(seed=5)
        first = list(turns(env, seed=1, most=150))
        env.reset()
        games.append([first, list(turns(env, seed=2, most=150))])
    assert equal(games[0], games[1])
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


@pytest.mark.parametrize("action", [-1, 5, 1.0, np.bool_(1), None, "east", np.array([1])])
def test_a_value_that_is_no_action_always_raises(action: Any) -> None:
    env = pacgrid_v0.env(layout=CORRIDOR)
    env.reset()
    with pytest.raises(ValueError, match="pacman_0 can't play"):
        env.step(action)
    assert env.game.score == 0


def test_an_illegal_action_is_replaced_and_told() -> None:
    env = pacgrid_v0.env(layout=CORRIDOR)
    env.reset()
    env.step(Action.NORTH)
    assert env.infos["pacman_0"]["illegal"]
    env.step(Action.STOP)
    assert env.game.pacman == (1, 1)
    assert env.game.ghosts[0].position == (5, 1)
    assert {agent: info["illegal"] for agent, info in env.infos.items()} == {
        "pacman_0": True,
        "ghost_0": True,
    }
    env.step(Action.STOP)
    assert not env.infos["pacman_0"]["illegal"]


# The order of calls.


def test_a_loop_without_a_step_is_an_error() -> None:
    env = pacgrid_v0.env()
    env.reset()
    with pytest.raises(AssertionError, match=r"need to call step\(\)"):
        for _ in env.agent_iter():
            pass


def test_an_unknown_agent_is_refused() -> None:
    env = pacgrid_v0.env()
    env.reset()
    with pytest.raises(ValueError, match="unknown agent 'ghost_7'; the agents are"):
        env.observe("ghost_7")


# In rounds.


def test_the_caller_may_change_what_a_round_returns() -> None:
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
    assert infos["ghost_0"].keys() == {"action_mask", "score", "is_win", "illegal"}
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
    *_, infos = env.step({"pacman_0": NORTH, "ghost_0": NORTH})  # Pac-Man stops at the wall
    assert (infos["pacman_0"]["illegal"], infos["ghost_0"]["illegal"]) == (True, False)
    env.step({"pacman_0": STOP, "ghost_0": WEST})
    assert env.game.ghosts[0].position == (4.5, 3)
    # He eats the ghost: at home it can't go west.
    *_, infos = env.step({"pacman_0": EAST, "ghost_0": WEST})
    assert (infos["pacman_0"]["illegal"], infos["ghost_0"]["illegal"]) == (False, True)
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
