"""All environments give the same noisy distances for the same seed."""

import pickle
from typing import Any

import gymnasium
import numba
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import FlattenObservation, TimeLimit

from helpers.environments import MIXED_LEVELS, equal
from pacgrid import Layout, pacgrid_v0
from pacgrid.envs import GhostEnv, MultiVectorEnv, PacmanEnv, PacmanVectorEnv
from pacgrid.kernel.noise import noisy_distances
from pacgrid.kernel.threads import GAMES_PER_THREAD

HUNT = Layout.parse("""
%%%%%%%%%
%.o P 1.%
% %% %% %
%2  o  .%
%%%%%%%%%
""")
ALL = PacmanEnv, GhostEnv, pacgrid_v0.env, pacgrid_v0.parallel_env, PacmanVectorEnv, MultiVectorEnv


@pytest.mark.parametrize("noise", [-1, 2.5, True, "6"])
def test_a_wrong_noise_is_refused(noise: Any) -> None:
    for make in ALL:
        with pytest.raises(ValueError, match="noise must be a whole number from 0 to 10000, the"):
            make(layout=HUNT, obs="codes", noise=noise)


@pytest.mark.parametrize("make", ALL)
def test_planes_alone_have_no_room_for_distances(make: Any) -> None:
    with pytest.raises(ValueError, match=r"noise= and messages= add .*: they need obs='"):
        make(layout=HUNT, obs="box", noise=3)


def test_pacman_reads_the_same_in_every_environment() -> None:
    options: dict[str, Any] = {"layout": HUNT, "obs": "codes", "noise": 5}
    env, envs = PacmanEnv(**options), PacmanVectorEnv(3, **options)
    rounds, all_rounds = pacgrid_v0.parallel_env(**options), MultiVectorEnv(3, **options)
    turns = pacgrid_v0.env(**options)
    for seed in (9, None, None, 2**70 + 4):  # without a seed, the next game of the last one
        given: Any = [1, seed % 2**64, 0] if seed else None
        expected = envs.reset(seed=given)[0]["distances"][1]
        turns.reset(seed=seed)
        every = all_rounds.reset(seed=given)[0]["distances"][1]
        assert expected[0] == 0
        for read in (
            env.reset(seed=seed)[0]["distances"],
            rounds.reset(seed=seed)[0]["pacman_0"]["distances"],
            turns.observe("pacman_0")["distances"],
            every[0],
        ):
            np.testing.assert_array_equal(read, expected)
        np.testing.assert_array_equal(turns.observe("ghost_1")["distances"], every[2])


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("writeable", [False, True])
def test_compiled_games_read_what_the_contract_says(mode: AutoresetMode, writeable: bool) -> None:
    envs = PacmanVectorEnv(
        4,
        **MIXED_LEVELS,
        obs="dict",
        noise=6,
        max_episode_steps=9,
        autoreset_mode=mode,
        writeable=writeable,
    )
    rng = np.random.default_rng(0)
    seen, infos = envs.reset(seed=0)
    noise, last = envs.batch.arrays.noise_states, 0
    for _ in range(40):
        assert seen in envs.observation_space
        for game, row in enumerate(envs.batch.arrays.games):
            state = envs.batch.state(game)
            expected = noisy_distances(state, noise[game], int(row["rounds"]), 0, 6)
            np.testing.assert_array_equal(seen["distances"][game], expected)
        seen, _, _, _, infos = envs.step(rng.integers(0, 5, 4))
        for final in infos.get("final_obs", ()):
            last += final is not None
            assert final is None or final in envs.single_observation_space
    assert last > 10 or mode == AutoresetMode.NEXT_STEP


@pytest.mark.parametrize("obs", ["dict", "codes", "packed"])
def test_gymnasium_accepts_noisy_environments(obs: Any) -> None:
    for name, sight in (("Pacman", "corridor"), ("Ghost", None)):
        env = gymnasium.make(
            f"pacgrid.envs:pacgrid/{name}-v0", layout="small", obs=obs, sight=sight, noise=3
        )
        check_env(env.unwrapped, skip_render_check=True)
        flat = FlattenObservation(TimeLimit(env, 5))
        assert flat.reset(seed=0)[0] in flat.observation_space


@pytest.mark.parametrize("make", [PacmanEnv, GhostEnv])
def test_a_snapshot_repeats_the_noise(make: Any) -> None:
    env = make(**MIXED_LEVELS, obs="packed", noise=4)
    env.reset(seed=5)
    env.step(0)
    snapshot, clone = pickle.loads(pickle.dumps(env.get_state())), env.clone()
    first = played(env)
    env.reset(seed=6)
    seen, _ = env.set_state(snapshot)
    assert seen in env.observation_space
    assert equal(played(env), first)
    assert equal(played(clone), first)


@pytest.mark.parametrize("make", [PacmanEnv, GhostEnv])
def test_a_snapshot_from_an_environment_without_noise_has_the_noise_of_its_seed(make: Any) -> None:
    noisy, quiet = (make(**MIXED_LEVELS, obs="packed", noise=noise) for noise in (4, None))
    for env in (noisy, quiet):
        env.reset(seed=5)
    first = played(noisy)
    noisy.reset(seed=6)
    noisy.set_state(quiet.get_state())
    assert equal(played(noisy), first)


def played(env: Any) -> list[Any]:
    """What is read in two games."""
    seen = []
    for _ in range(2):
        over = False
        while not over:
            observation, _, over, _, _ = env.step(len(seen) % 5)
            seen.append(observation["distances"])
        seen.append(env.reset()[0]["distances"])
    return seen


@pytest.mark.slow
def test_threads_do_not_matter() -> None:
    before, read = numba.get_num_threads(), []
    try:
        for threads in {1, before}:
            numba.set_num_threads(threads)
            envs = MultiVectorEnv(2 * GAMES_PER_THREAD, layout=HUNT, obs="packed", noise=6)
            envs.reset(seed=0)
            envs.action_space.seed(0)
            steps = [envs.step(envs.action_space.sample())[0] for _ in range(30)]
            read.append([seen["distances"] for seen in steps])
    finally:
        numba.set_num_threads(before)
    assert equal(read[0], read[-1])
