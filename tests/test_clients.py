"""Learning libraries run on the environments in their usual ways, and so do the examples and the
programs in docs/.

The libraries' own warnings are ignored by name; pytest treats all others as errors.
"""

import re
import subprocess
import sys
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numba
import numpy as np
import pytest

from helpers.programs import installed
from pacgrid import Action, Layout, State, pacgrid_v0
from pacgrid.envs import GYMNASIUM_IDS, PacmanVectorEnv
from pacgrid.envs.observations import planes_of
from pacgrid.kernel.planes import Channel

ROOM = Layout.parse("""
%%%%%%%%%%%
%P  ...  1%
%.%%%.%%%.%
%...   ...%
%.%%%.%%%.%
%...   ...%
%%%%%%%%%%%
""")

pytestmark = pytest.mark.slow  # importing the libraries takes seconds


def sb3_module() -> Any:
    installed("stable-baselines3")
    return import_module("pacgrid.envs.sb3")


def torch_module() -> Any:
    installed("torch==2.13.0", "torch")
    return import_module("pacgrid.envs.torch")


of_stable_baselines3 = pytest.mark.filterwarnings(
    "ignore:The minimal resolution for an image is 36x36:UserWarning"
)
of_torchrl = pytest.mark.filterwarnings(
    "ignore:PettingZoo in TorchRL is tested using version:UserWarning"
)


PAGE = Path(__file__).parents[1] / "docs" / "learning.md"
LIBRARIES = "torch", "sb3_contrib", "torchrl"
FOUND = re.findall(r"^```python\n((?:import|from) .*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
PROGRAMS = dict(zip(LIBRARIES, FOUND, strict=True))
"""By library: the program in docs/learning.md."""


@of_torchrl
@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("library", LIBRARIES)
def test_the_programs_in_docs_run_and_are_short(library: str) -> None:
    installed(library)
    program = PROGRAMS[library]
    assert len(program.splitlines()) <= 15
    exec(program, {})


@of_stable_baselines3
@pytest.mark.parametrize("name", GYMNASIUM_IDS)
def test_environments_pass_stable_baselines3s_check(name: str) -> None:
    checker = installed("stable-baselines3", "stable_baselines3.common.env_checker")
    checker.check_env(gymnasium.make(name))


@pytest.mark.parametrize(
    ("module", "library", "advice"),
    [
        ("sb3", "stable_baselines3", "needs Stable-Baselines3: pip install 'pacgrid[sb3]'"),
        ("torch", "torch", "needs PyTorch: pip install 'pacgrid[torch]'"),
    ],
)
def test_a_missing_library_names_its_extra(module: str, library: str, advice: str) -> None:
    program = f"import sys; sys.modules[{library!r}] = None; import pacgrid.envs.{module}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    last = done.stderr.splitlines()[-1]
    assert last == f"ModuleNotFoundError: pacgrid.envs.{module} {advice}"


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("name", GYMNASIUM_IDS)
def test_ppo_learns_on_one_game(name: str) -> None:
    sb3 = installed("stable-baselines3")
    learner = sb3.PPO("MlpPolicy", gymnasium.make(name), n_steps=64, batch_size=32, n_epochs=1)
    learner.learn(64)
    assert learner.observation_space.shape == (7, 11, 21)  # it has not been turned round
    assert learner.num_timesteps == 64


@pytest.mark.usefixtures("one_thread")
def test_maskable_ppo_uses_the_masks_of_one_game() -> None:
    contrib = installed("sb3-contrib")
    masks = installed("sb3-contrib", "sb3_contrib.common.maskable.utils")
    env = gymnasium.make(GYMNASIUM_IDS[0], layout=ROOM)
    assert masks.is_masking_supported(env)
    learner = contrib.MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=0)
    learner.learn(64)
    buffer = learner.rollout_buffer
    allowed = buffer.action_masks.reshape(64, 5)
    assert not allowed.all()
    assert allowed[np.arange(64), buffer.actions.reshape(64).astype(int)].all()


@pytest.mark.usefixtures("one_thread")
def test_the_vector_environment_learns_with_maskable_ppo() -> None:
    contrib = installed("sb3-contrib")
    wrappers = installed("stable-baselines3", "stable_baselines3.common.vec_env")
    envs = sb3_module().Sb3VecEnv(8, layout=ROOM, dtype="float32")
    checked = wrappers.VecCheckNan(wrappers.VecMonitor(envs), raise_exception=True)
    learner = contrib.MaskablePPO(
        "MlpPolicy",
        checked,
        n_steps=64,
        batch_size=64,
        n_epochs=1,
        seed=0,
        policy_kwargs=torch_module().policy_options(reach=2),
    )
    learner.learn(512)
    assert learner.ep_info_buffer
    lengths = [info["l"] for info in learner.ep_info_buffer]
    assert all(0 < length <= 64 for length in lengths)
    allowed = learner.rollout_buffer.action_masks.reshape(512, 5)
    actions = learner.rollout_buffer.actions.reshape(512).astype(int)
    assert allowed[np.arange(512), actions].all()


def test_stable_baselines3_learns_how_a_game_ended() -> None:
    envs = sb3_module().Sb3VecEnv(2, layout=ROOM, num_ghosts=0, max_episode_steps=3)
    envs.seed(5)
    first = envs.reset()
    assert first.shape == (2, *envs.observation_space.shape)
    assert first.dtype == envs.observation_space.dtype
    for number in range(3):
        seen, rewards, ended, infos = envs.step(np.array([1, 4]))
        assert ended.tolist() == [number == 2] * 2
        assert ("terminal_observation" in infos[0]) == (number == 2)
    assert rewards.dtype == np.float32
    assert rewards.tolist() == [9, -1]
    np.testing.assert_array_equal(seen, first)
    for info, action in zip(infos, (Action.EAST, Action.STOP), strict=True):
        state = reduce(State.successor, [action] * 3, State.initial(ROOM, ghosts=0))
        np.testing.assert_array_equal(info["terminal_observation"], planes_of(state, 0))
    assert (infos[0]["TimeLimit.truncated"], infos[0]["is_win"]) == (True, False)
    assert {key: infos[0]["episode"][key] for key in "rl"} == {"r": 7.0, "l": 3}


def test_stable_baselines3_seeds_the_games() -> None:
    def last_seen(seed: int) -> Any:
        envs = sb3_module().Sb3VecEnv(2, layout=ROOM)
        envs.seed(seed)
        envs.reset()
        for _ in range(9):
            observations, *_ = envs.step(np.array([4, 4]))
        return observations

    np.testing.assert_array_equal(last_seen(3), last_seen(3))
    np.testing.assert_array_equal(last_seen(3)[1], last_seen(4)[0])
    assert not np.array_equal(last_seen(3), last_seen(5))


def test_stable_baselines3_can_address_single_games() -> None:
    envs = sb3_module().Sb3VecEnv(3, layout=ROOM, render_mode="rgb_array")
    envs.seed(0)
    envs.reset()
    assert envs.has_attr("action_masks")
    assert not envs.has_attr("nothing_such")
    (mask,) = envs.env_method("action_masks", indices=1)
    assert mask.tolist() == [False, True, True, False, True]
    assert envs.get_attr("num_envs", indices=[0, 2]) == [3, 3]
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert envs.render().ndim == 3
    with pytest.raises(ValueError, match="for all games only"):
        envs.set_attr("render_mode", None, indices=0)
    envs.close()


def test_the_network_is_centred_on_pacman() -> None:
    torch = installed("torch==2.13.0", "torch")
    state = State.parse("""
        %%%%%%%
        %.P1  %
        %%%%%%%
    """)
    planes = torch.as_tensor(planes_of(state, dtype="float32"))[None]
    view = torch_module().around_pacman(planes, reach=2)[0]
    assert view[Channel.PACMAN].nonzero().tolist() == [[2, 2]]
    assert view[Channel.FOOD].nonzero().tolist() == [[2, 1]]
    assert view[Channel.GHOSTS].nonzero().tolist() == [[2, 3]]
    assert view[Channel.WALLS, 0].tolist() == [0] * 5  # nothing is beyond the board
    assert view[Channel.WALLS, 2].tolist() == [1, 0, 0, 0, 0]


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("obs", ["box", "packed"])
def test_the_network_sees_the_same_planes_in_all_observations(obs: str, dtype: str) -> None:
    torch = installed("torch==2.13.0", "torch")
    processing = installed("stable-baselines3", "stable_baselines3.common.preprocessing")
    options = {"dtype": dtype} if obs == "box" else {}
    envs = PacmanVectorEnv(9, layout="small", obs=obs, **options)
    planes = PacmanVectorEnv(9, layout="small", dtype="float32")
    (seen, _), (expected, _) = (each.reset(seed=3) for each in (envs, planes))
    space = envs.single_observation_space
    module = torch_module().planes_of(space)
    for _ in range(60):  # ghosts are scared on the way
        actions = envs.action_masks().argmax(1)
        (seen, *_), (expected, *_) = (each.step(actions) for each in (envs, planes))
        if isinstance(seen, dict):
            tensors = {name: torch.tensor(part) for name, part in seen.items()}
        else:
            tensors = torch.tensor(seen)
        for given in (tensors, processing.preprocess_obs(tensors, space)):
            np.testing.assert_allclose(module(given), expected, atol=1 / 255)


def test_the_network_says_when_stable_baselines3_has_turned_the_planes() -> None:
    turned = gymnasium.spaces.Box(0, 255, (9, 5, 7), np.uint8)
    with pytest.raises(ValueError, match='and turned it; give it planes of dtype="float32"'):
        torch_module().BoardNet(turned)


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("obs", ["box", "packed"])
def test_maskable_ppo_learns_from_all_observations(example: Any, obs: str, tmp_path: Path) -> None:
    contrib = installed("sb3-contrib")
    model = tmp_path / "model.zip"
    example("train_maskable_ppo").main(layout="training", obs=obs, moves=1, model=model)
    assert contrib.MaskablePPO.load(model).num_timesteps == 64 * 64


@pytest.mark.usefixtures("one_thread")
def test_supersuit_makes_a_vector_environment_for_ppo() -> None:
    sb3 = installed("stable-baselines3")
    supersuit = installed("supersuit")

    def chain(base_class: str) -> Any:
        env = pacgrid_v0.parallel_env(obs="box", layout=ROOM, max_cycles=10)
        env = supersuit.normalize_obs_v0(supersuit.dtype_v0(supersuit.flatten_v0(env), np.float32))
        envs = supersuit.pettingzoo_env_to_vec_env_v1(env)
        return supersuit.concat_vec_envs_v1(envs, 2, num_cpus=1, base_class=base_class)

    envs = chain("gymnasium")
    observations, infos = envs.reset(seed=0)
    assert observations.shape == (4, 7 * ROOM.height * ROOM.width)
    ended = 0
    for _ in range(25):  # games end and start anew on the way
        observations, rewards, terminated, truncated, infos = envs.step(np.full(4, 4))
        assert rewards.tolist() == [rewards[0], -rewards[0], rewards[2], -rewards[2]]
        ended += int((terminated | truncated).sum())
    assert ended >= 8
    assert "action_mask" in infos[0]
    sb3.PPO("MlpPolicy", chain("stable_baselines3"), n_steps=16).learn(64)


@of_torchrl
@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("make", [pacgrid_v0.parallel_env, pacgrid_v0.env])
def test_torchrl_rolls_out_games_with_masks(make: Any) -> None:
    torchrl = installed("torchrl", "torchrl.envs")
    utils = installed("torchrl", "torchrl.envs.utils")
    env = torchrl.PettingZooWrapper(make(obs="box", layout=ROOM, max_cycles=20), use_mask=True)
    utils.check_env_specs(env)
    played = env.rollout(100, break_when_any_done=False)
    assert len(played) == 100
    assert played["next", "done"].any()
    for group in env.group_map:
        chosen = played[group, "action_mask"].gather(-1, played[group, "action"][..., None])
        assert chosen.all()


def test_a_compiled_policy_plays_the_same_whatever_the_threads(
    example: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = []
    before = numba.get_num_threads()
    try:
        for threads in {1, before}:
            numba.set_num_threads(threads)
            example("compiled_rollout").main("small", num_games=70, rounds=300, seed=3)
            scores.append(capsys.readouterr().out.splitlines()[0])
    finally:
        numba.set_num_threads(before)
    assert scores[0] == scores[-1]
    assert re.fullmatch(r"mean score -?[\d.]+ in [\d,]+ games", scores[0])
