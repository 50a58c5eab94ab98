"""Ghosts hear each other one round later, in all environments where every agent acts."""

import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.environments import (
    DICT_WARNINGS,
    MIXED_LEVELS,
    api_test,
    equal,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from helpers.mazes import layouts
from pacgrid import Layout, pacgrid_v0
from pacgrid.envs import MultiVectorEnv
from pacgrid.envs.messages import MAX_MESSAGES
from pacgrid.kernel.noise import MAX_NOISE

HUNT = Layout.parse("""
%%%%%%%%%
%.o P 1.%
% %% %% %
%2  o  .%
%%%%%%%%%
""")
ENVIRONMENTS = (pacgrid_v0.env, pacgrid_v0.parallel_env, MultiVectorEnv)
NOT_ALIKE = (
    *DICT_WARNINGS,
    # Pac-Man sends and hears none.
    "ignore:Agents have different observation space sizes:UserWarning",
    "ignore:Agents have different action space sizes:UserWarning",
)


def test_ghosts_hear_each_other_when_the_next_round_begins() -> None:
    env = pacgrid_v0.parallel_env(layout=HUNT, messages=3)
    seen, _ = env.reset(seed=0)
    assert seen["ghost_1"]["messages"].tolist() == [-1, -1]
    seen, *_ = env.step({"pacman_0": 4, "ghost_0": 3 + 5 * 2, "ghost_1": 0 + 5 * 1})
    assert seen["ghost_0"]["messages"].tolist() == seen["ghost_1"]["messages"].tolist() == [2, 1]
    assert "messages" not in seen["pacman_0"]
    seen, *_ = env.step({"pacman_0": 4, "ghost_0": 3, "ghost_1": 0})
    assert seen["ghost_0"]["messages"].tolist() == [0, 0]


def test_in_turns_nobody_hears_a_message_of_the_same_round() -> None:
    env = pacgrid_v0.env(layout=HUNT, messages=3)
    env.reset(seed=0)
    for action, heard in ((4, [-1, -1]), (3 + 5 * 2, [-1, -1]), (0 + 5 * 1, [2, 1]), (4, [2, 1])):
        env.step(action)
        assert env.observe("ghost_1")["messages"].tolist() == heard
    assert "messages" not in env.observe("pacman_0")


def test_any_message_goes_with_each_legal_move() -> None:
    env = pacgrid_v0.env(layout=HUNT, messages=3)
    env.reset(seed=0)
    plain = pacgrid_v0.env(layout=HUNT)
    plain.reset(seed=0)
    for agent, times in (("pacman_0", 1), ("ghost_0", 3), ("ghost_1", 3)):
        expected = plain.observe(agent)["action_mask"].tolist() * times
        assert env.observe(agent)["action_mask"].tolist() == expected
        assert env.infos[agent]["action_mask"].tolist() == expected
        assert env.action_space(agent).n == 5 * times


@pytest.mark.parametrize("obs", ["dict", "codes", "packed"])
@pytest.mark.filterwarnings(*NOT_ALIKE)
def test_pettingzoo_accepts_environments_with_messages_and_noise(obs: Any) -> None:
    options: dict[str, Any] = {"layout": "small", "obs": obs, "messages": 4, "noise": 3}
    api_test(pacgrid_v0.env(**options), num_cycles=40)
    parallel_api_test(pacgrid_v0.parallel_env(**options, sight=2), num_cycles=40)
    seed_test(lambda: pacgrid_v0.env(**options, sight="corridor"), num_cycles=10)
    parallel_seed_test(lambda: pacgrid_v0.parallel_env(**options), num_cycles=10)


@pytest.mark.parametrize("messages", [1, 0, -3, 2.0, True, "3", [3], MAX_MESSAGES + 1])
def test_a_wrong_number_of_messages_is_refused(messages: Any) -> None:
    for make in ENVIRONMENTS:
        with pytest.raises(ValueError, match="messages must be the number of different messages"):
            make(layout=HUNT, messages=messages, obs="codes")


@pytest.mark.parametrize("option", [{"messages": 2}, {"noise": 2}])
def test_planes_alone_have_no_room_for_more(option: dict[str, Any]) -> None:
    for make in ENVIRONMENTS:
        with pytest.raises(ValueError, match=r"they need obs=.*'codes' or obs='packed'"):
            make(layout=HUNT, obs="box", **option)


def test_actions_out_of_range_are_refused_before_anything_moves() -> None:
    env = pacgrid_v0.parallel_env(layout=HUNT, messages=3)
    env.reset(seed=0)
    for agent, action in (("ghost_0", 15), ("ghost_0", -1), ("ghost_0", 5.0), ("pacman_0", 5)):
        with pytest.raises(ValueError, match=f"{agent} can't play {action}: the actions are 0 nor"):
            env.step({"pacman_0": 4, "ghost_0": 3, "ghost_1": 0, agent: action})
    envs = MultiVectorEnv(2, layout=HUNT, obs="codes", messages=3)
    envs.reset(seed=0)
    for actions, wrong in (([4, 15, 0], "15 .* ghost_0, .* 0 to 14"), ([5, 1, 1], "5 .* 0 to 4")):
        with pytest.raises(ValueError, match=f"game 1: {wrong}"):
            envs.step([[4, 3, 0], actions])
    assert envs.batch.arrays.games["rounds"].tolist() == [0, 0]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("obs", ["codes", "packed"])
def test_games_of_a_batch_are_those_of_the_parallel_environment(
    obs: Any, mode: AutoresetMode
) -> None:
    finals = play_both({"layout": HUNT, "obs": obs, "messages": 3, "noise": 4}, mode, 7)
    assert finals > 10 or mode == AutoresetMode.NEXT_STEP


@pytest.mark.slow
@settings(max_examples=30)
@given(
    layout=layouts(),
    seed=st.integers(0, 2**63),
    messages=st.sampled_from([2, 7, MAX_MESSAGES]),
    noise=st.sampled_from([0, 1, 6, MAX_NOISE]),
    obs=st.sampled_from(["codes", "packed"]),
    sight=st.sampled_from([None, "corridor", 0, 3]),
    mode=st.sampled_from([AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]),
)
def test_so_are_games_with_any_options(seed: int, mode: AutoresetMode, **options: Any) -> None:
    play_both(options, mode, seed)


def play_both(options: dict[str, Any], mode: AutoresetMode, seed: int) -> int:
    """Play games in a batch and one by one: agents must read and hear the same. Returns how many
    final observations there were."""
    games = 5
    envs = MultiVectorEnv(games, **options, max_episode_steps=12, autoreset_mode=mode)
    singles = [pacgrid_v0.parallel_env(**options, max_cycles=12) for _ in range(games)]
    seen, _ = envs.reset(seed=seed)
    each = [single.reset(seed=seed + game)[0] for game, single in enumerate(singles)]
    rng = np.random.default_rng(0)
    restarting = np.zeros(games, np.bool_)
    finals = 0
    for number in range(60):
        assert seen in envs.observation_space
        for game in range(games):
            compare(envs, {name: seen[name][game] for name in seen}, each[game])
        actions = rng.integers(0, envs.single_action_space.nvec, (games, len(envs.possible_agents)))
        if number == 30:  # snapshots have the messages and the noise
            envs.set_state(pickle.loads(pickle.dumps(envs.get_state())))
        seen, _, terminated, truncated, infos = envs.step(actions)
        for game, single in enumerate(singles):
            if restarting[game]:
                each[game] = single.reset()[0]
                continue
            moves = dict(zip(envs.possible_agents, actions[game].tolist(), strict=True))
            each[game], _, ended, late, own = single.step(moves)
            if not (ended["pacman_0"] or late["pacman_0"]):
                for agent, mask in zip(own, infos["action_mask"][game], strict=True):
                    count = own[agent]["action_mask"].size
                    assert own[agent]["action_mask"].tolist() == mask[:count].tolist()
                    assert not mask[count:].any()
            elif mode == AutoresetMode.SAME_STEP:
                compare(envs, infos["final_obs"][game], each[game])
                finals += 1
                each[game] = single.reset()[0]
        restarting = (terminated | truncated) & (mode == AutoresetMode.NEXT_STEP)
    return finals


def compare(envs: MultiVectorEnv, game: dict[str, Any], single: dict[str, Any]) -> None:
    """What the agents of a game read and hear must be as in a single one."""
    for number, agent in enumerate(envs.possible_agents):
        np.testing.assert_array_equal(game["distances"][number], single[agent]["distances"])
        heard = single[agent].get("messages", [-1] * game["messages"].shape[1])
        np.testing.assert_array_equal(game["messages"][number], heard)


@pytest.mark.parametrize("make", [pacgrid_v0.env, pacgrid_v0.parallel_env])
def test_a_snapshot_repeats_messages_and_noise(make: Any) -> None:
    env = make(**MIXED_LEVELS, messages=3, noise=5, sight=2)
    env.reset(seed=3)
    play(env, 1, 7)
    snapshot = pickle.loads(pickle.dumps(env.get_state()))
    first = play(env, 2, 20)
    env.reset(seed=4)
    env.set_state(snapshot)
    assert equal(play(env, 2, 20), first)
    other = make(**MIXED_LEVELS, messages=3, noise=5, sight=2)
    other.set_state(snapshot)
    assert equal(play(other, 2, 20), first)


@pytest.mark.parametrize("make", ENVIRONMENTS)
def test_a_snapshot_with_messages_that_cannot_be_sent_here_is_refused(make: Any) -> None:
    talkative, terse, silent = (
        make(layout=HUNT, obs="codes", messages=messages) for messages in (3, 2, None)
    )
    for env in (talkative, terse, silent):
        env.reset(seed=0)
    if make is pacgrid_v0.env:
        talkative.step(4)
        talkative.step(3 + 5 * 2)  # sent, and not heard yet
    elif make is pacgrid_v0.parallel_env:
        talkative.step({"pacman_0": 4, "ghost_0": 3 + 5 * 2, "ghost_1": 0})
    else:
        talkative.step([[4, 3 + 5 * 2, 0]])
    with pytest.raises(ValueError, match="has a message 2; here messages are 0 to 1"):
        terse.set_state(talkative.get_state())
    silent.set_state(talkative.get_state())


def play(env: Any, seed: int, steps: int) -> list[Any]:
    """What is observed in random moves."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        if not env.agents or any(getattr(env, "terminations", {}).values()):
            env.reset()
        if hasattr(env, "agent_selection"):
            agent = env.agent_selection
            mask = env.observe(agent)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            seen.append([env.observe(agent) for agent in env.possible_agents])
        else:
            spaces = env.action_spaces
            seen.append(env.step({agent: rng.integers(spaces[agent].n) for agent in spaces})[0])
    return seen
