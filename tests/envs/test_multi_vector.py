"""All agents of all games act as in PettingZoo's parallel environment."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import iterate

from pacgrid import Layout, pacgrid_v0
from pacgrid.envs import MultiVectorEnv

HUNT = Layout.parse("""
%%%%%%%%%
%.o P 1.%
% %% %% %
%2  o  .%
%%%%%%%%%
""")


@pytest.mark.parametrize(
    ("obs", "dtype", "share_reward"),
    [
        ("box", "uint8", True),
        ("packed", "uint8", False),
        pytest.param("box", "float32", False, marks=pytest.mark.slow),
    ],
)
def test_games_are_those_of_the_parallel_environment(
    obs: str, dtype: str, share_reward: bool
) -> None:
    options: dict[str, Any] = {
        "layout": HUNT,
        "dtype": dtype,
        "share_reward": share_reward,
        "reward_scale": 0.5,
    }
    games = 8
    batch = MultiVectorEnv(
        games, **options, obs=obs, max_episode_steps=40, autoreset_mode=AutoresetMode.DISABLED
    )
    batch.reset(seed=0)
    singles = [pacgrid_v0.parallel_env(**options, max_cycles=40) for _ in range(games)]
    for each in singles:
        each.reset(seed=0)
    agents = batch.possible_agents
    rng = np.random.default_rng(2)
    endings = set()
    for _ in range(120):
        actions = rng.integers(0, 5, (games, len(agents)))
        _, rewards, terminated, truncated, infos = batch.step(actions)
        seen = {agent: batch.observe(agent) for agent in agents}
        for game, single in enumerate(singles):
            moves = dict(zip(agents, actions[game].tolist(), strict=True))
            observations, expected, over, late, single_infos = single.step(moves)
            for number, agent in enumerate(agents):
                np.testing.assert_array_equal(seen[agent][game], observations[agent]["observation"])
                mask = infos["action_mask"][game, number]
                np.testing.assert_array_equal(mask, observations[agent]["action_mask"])
                assert rewards[game, number] == expected[agent]
                assert terminated[game] == over[agent]
                assert truncated[game] == late[agent]
                assert infos["score"][game] == single_infos[agent]["score"]
            if terminated[game] or truncated[game]:
                endings.add((bool(terminated[game]), bool(infos["is_win"][game])))
                single.reset()
        ended = terminated | truncated
        if ended.any():
            batch.reset(options={"reset_mask": ended})
    assert (True, False) in endings
    assert (False, False) in endings


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("num_ghosts", [0, 1, 4])
@pytest.mark.parametrize("obs", ["box", "packed"])
def test_everything_has_the_shape_of_the_spaces(
    obs: str, mode: AutoresetMode, num_ghosts: int
) -> None:
    options: dict[str, Any] = {"num_ghosts": num_ghosts, "obs": obs, "autoreset_mode": mode}
    envs = MultiVectorEnv(3, layout="arcade", **options, max_episode_steps=5)
    agents = num_ghosts + 1
    observation, infos = envs.reset(seed=0)
    assert observation in envs.observation_space
    for _ in range(12):
        actions = envs.action_space.sample()
        observation, rewards, terminated, truncated, infos = envs.step(actions)
        assert observation in envs.observation_space
        first = next(iterate(envs.observation_space, observation))
        assert first in envs.single_observation_space
        assert rewards.shape == (3, agents)
        assert infos["action_mask"].shape == (3, agents, 5)
        ended = terminated | truncated
        if mode == AutoresetMode.SAME_STEP and ended.any():
            game = int(np.flatnonzero(ended)[0])
            assert infos["final_obs"][game] in envs.single_observation_space
            assert infos["final_info"]["action_mask"].shape == (3, agents, 5)
        if mode == AutoresetMode.DISABLED and ended.any():
            envs.reset(options={"reset_mask": ended})


def test_ghosts_get_what_pacman_loses() -> None:
    envs = MultiVectorEnv(1, layout=HUNT, reward_scale=0.1, share_reward=True)
    envs.reset(seed=0)
    rewards = envs.step([[4, 0, 0]])[1]
    np.testing.assert_allclose(rewards, [[-0.1, 0.05, 0.05]])


def test_an_unknown_agent_is_refused() -> None:
    envs = MultiVectorEnv(1, layout=HUNT)
    with pytest.raises(
        ValueError, match="unknown agent 'ghost_7'; the agents are pacman_0, ghost_0, ghost_1"
    ):
        envs.observe("ghost_7")


@pytest.mark.parametrize("actions", [[[0, 0]], [0, 0, 0], [[0.5, 0, 0]]])
def test_actions_that_are_not_one_for_each_agent_are_refused(actions: Any) -> None:
    envs = MultiVectorEnv(1, layout=HUNT)
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="one for each agent of each game"):
        envs.step(actions)
