"""Agents that don't see everything: what is drawn for them, and that all environments agree."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.environments import (
    DICT_WARNINGS,
    MIXED_LEVELS,
    api_test,
    equal,
    parallel_api_test,
    seed_test,
)
from helpers.mazes import layouts
from pacgrid import Layout, State, pacgrid_v0
from pacgrid.envs import GhostEnv, MultiVectorEnv, PacmanEnv, PacmanVectorEnv
from pacgrid.envs.limited_view import limited_observation, limited_planes, seen_cells
from pacgrid.envs.observation_planes import ObservationPlanes
from pacgrid.kernel.packed import unpack
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.sight import Sight

CORRIDORS = State.parse("""
%%%%%%%%%
%1 . %.o%
%%%.%%%.%
%. .P  2%
%%%%%%%%%
""")
HUNT = Layout.parse("""
%%%%%%%%%
%.o P 1.%
% %% %% %
%2  o  .%
%%%%%%%%%
""")
FORMS = ("box", "codes", "packed")
SIGHTS: tuple[Sight, ...] = ("corridor", 0, 2, 5, 10**30)


def drawn(state: State, observer: int, sight: Any) -> str:
    """What an agent sees, as text: unseen cells are blank, and `-` is a seen, empty cell."""
    planes = limited_planes(ObservationPlanes(state), observer, sight)
    seen = seen_cells(state, observer, sight)
    marks = np.where(planes[Channel.WALLS] > 0, "%", np.where(seen, "-", " "))
    for channel, mark in zip(Channel, "%.oPGS", strict=False):
        marks[planes[channel] > 0] = mark
    return "\n".join("".join(row) for row in marks)


@pytest.mark.parametrize(
    ("observer", "sight", "expected"),
    [
        (1, "corridor", ["%%%%%%%%%", "%G-.-%  %", "%%% %%% %", "%       %", "%%%%%%%%%"]),
        (2, "corridor", ["%%%%%%%%%", "%    % o%", "%%% %%%.%", "%.-.P--G%", "%%%%%%%%%"]),
        (0, "corridor", ["%%%%%%%%%", "%    %  %", "%%% %%% %", "%.-.P--G%", "%%%%%%%%%"]),
        (0, 2, ["%%%%%%%%%", "%    %  %", "%%%.%%% %", "% -.P-- %", "%%%%%%%%%"]),
        (0, 0, ["%%%%%%%%%", "%    %  %", "%%% %%% %", "%   P   %", "%%%%%%%%%"]),
    ],
)
def test_an_agent_sees_what_is_in_sight(observer: int, sight: Sight, expected: list[str]) -> None:
    assert drawn(CORRIDORS, observer, sight).split("\n") == expected


def test_an_agent_always_sees_itself_and_all_walls() -> None:
    everything = ObservationPlanes(CORRIDORS)
    for observer in range(3):
        seen, full = limited_planes(everything, observer, 0), everything.observe(observer)
        for channel in (Channel.WALLS, Channel.SELF):
            np.testing.assert_array_equal(seen[channel], full[channel])


def test_a_ghost_half_way_sees_from_both_cells_and_is_seen_whole() -> None:
    state = State.parse("""
%%%%%%%
%P.   %
%%%%% %
%%%%%.%
%%%%%%%
ghost 1: (4.5, 3) east, scared 7, home (1, 3)
""")
    assert drawn(state, 1, "corridor").split("\n")[1:4] == ["%P.-SS%", "%%%%%-%", "%%%%%.%"]
    assert drawn(state, 0, 3).split("\n")[1] == "%P.-SS%"


def test_all_is_seen_from_far_enough() -> None:
    state = State.initial(HUNT)
    for observer in range(3):
        planes = ObservationPlanes(state)
        np.testing.assert_array_equal(
            limited_planes(planes, observer, 50), planes.observe(observer)
        )


@pytest.mark.parametrize("sight", ["corridors", -1, 1.5, True, [3], float("inf")])
def test_a_wrong_sight_is_refused(sight: Any) -> None:
    message = "sight must be 'corridor', a whole number of steps from 0, or None, not"
    for make in (
        PacmanEnv,
        GhostEnv,
        pacgrid_v0.env,
        pacgrid_v0.parallel_env,
        PacmanVectorEnv,
        MultiVectorEnv,
    ):
        with pytest.raises(ValueError, match=message):
            make(sight=sight)


@pytest.mark.parametrize("obs", ["box", "dict", "codes", "packed"])
def test_gymnasium_accepts_limited_environments(obs: Any) -> None:
    for name, sight in (("Pacman", "corridor"), ("Ghost", 3)):
        env = gymnasium.make(
            f"pacgrid.envs:pacgrid/{name}-v0", layout="small", obs=obs, sight=sight
        )
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("obs", ["box", "dict", "codes", "packed"])
@pytest.mark.filterwarnings(*DICT_WARNINGS)
def test_pettingzoo_accepts_limited_environments(obs: Any) -> None:
    api_test(pacgrid_v0.env(layout="small", obs=obs, sight="corridor"), num_cycles=40)
    env = pacgrid_v0.parallel_env(layout="small", obs=obs, sight=2)
    parallel_api_test(env, num_cycles=40)
    seed_test(lambda: pacgrid_v0.env(layout="small", obs=obs, sight=2), num_cycles=10)


def test_both_pettingzoo_environments_show_the_same() -> None:
    turns = pacgrid_v0.env(layout=HUNT, sight="corridor")
    rounds = pacgrid_v0.parallel_env(layout=HUNT, sight="corridor")
    turns.reset(seed=0)
    observations, _ = rounds.reset(seed=0)
    for agent, seen in observations.items():
        assert equal(seen, turns.observe(agent))
    np.testing.assert_array_equal(turns.state(), ObservationPlanes(turns.game).shared_planes())


@pytest.mark.slow
@settings(max_examples=40)
@given(
    several=st.lists(layouts(), min_size=1, max_size=3),
    seed=st.integers(0, 2**32),
    sight=st.sampled_from(SIGHTS),
    obs=st.sampled_from(FORMS),
    mode=st.sampled_from([AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]),
)
def test_compiled_code_shows_every_agent_the_same(
    several: list[Layout], seed: int, sight: Sight, obs: Any, mode: AutoresetMode
) -> None:
    options: dict[str, Any] = {"num_ghosts": min(len(layout.ghosts) for layout in several)}
    if len(several) > 1:
        options["max_size"] = 10, 7
    envs = MultiVectorEnv(3, layout=several, obs=obs, sight=sight, autoreset_mode=mode, **options)
    play_and_compare(envs, seed, obs, sight, 25)


@pytest.mark.slow
@pytest.mark.parametrize("obs", FORMS)
@pytest.mark.parametrize("sight", ["corridor", 3])
def test_levels_made_while_games_go_on_are_shown_the_same(
    monkeypatch: pytest.MonkeyPatch, obs: Any, sight: Sight
) -> None:
    monkeypatch.setattr("pacgrid.envs.batch_levels.KEPT_BOARDS", 3)  # boards are overwritten
    options: dict[str, Any] = {"obs": obs, "sight": sight, "max_episode_steps": 9}
    envs = MultiVectorEnv(3, **MIXED_LEVELS, **options, autoreset_mode="SameStep")
    levels = play_and_compare(envs, 0, obs, sight, 120)
    assert len(levels) > 2 * len(envs.batch.layouts)


def play_and_compare(
    envs: MultiVectorEnv, seed: int, obs: Any, sight: Sight, rounds: int
) -> set[int]:
    """Play at random; all that the agents observe must be as for a single game. Returns the levels
    that were played."""
    rng = np.random.default_rng(seed)
    observation, infos = envs.reset(seed=seed)
    size = envs.batch.width, envs.batch.height
    levels: set[int] = set()
    for _ in range(rounds):
        levels |= {*np.asarray(infos.get("level", 0)).reshape(-1).tolist()}
        assert observation in envs.observation_space
        for game in range(envs.num_envs):
            planes = ObservationPlanes(envs.batch.state(game), size=size)
            for number, agent in enumerate(envs.possible_agents):
                expected = limited_planes(planes, number, sight)
                np.testing.assert_array_equal(envs.observe(agent)[game], expected)
                own = limited_observation(planes, number, obs, sight)
                for name in ("codes", "board", "agents"):
                    if obs != "box" and name in own and name in observation:
                        np.testing.assert_array_equal(observation[name][game, number], own[name])
                if obs == "packed":
                    np.testing.assert_array_equal(unpack(own, *size[::-1], number), expected)
        observation, *_, infos = envs.step(rng.integers(0, 5, (3, len(envs.possible_agents))))
    return levels


@pytest.mark.slow
@pytest.mark.parametrize("sight", ["corridor", 3])
@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize(
    ("obs", "dtype"),
    [
        ("box", "uint8"),
        ("box", "float32"),
        ("dict", "uint8"),
        ("codes", "uint8"),
        ("packed", "uint8"),
    ],
)
def test_the_vector_environment_shows_pacman_the_same(
    sight: Sight, copy: bool, obs: Any, dtype: str
) -> None:
    envs = PacmanVectorEnv(
        5,
        layout=[HUNT, Layout(HUNT.rows[::-1])],
        obs=obs,
        dtype=dtype,
        sight=sight,
        copy=copy,
        autoreset_mode=AutoresetMode.SAME_STEP,
        max_episode_steps=15,
    )
    rng = np.random.default_rng(0)
    observation, infos = envs.reset(seed=0)
    last = 0
    for _ in range(60):
        assert observation in envs.observation_space
        for game in range(5):
            planes = ObservationPlanes(envs.batch.state(game), dtype)
            expected = limited_observation(planes, 0, obs, sight)
            if obs == "codes":
                expected = expected["codes"]
            elif obs == "packed":
                expected = {name: expected[name] for name in ("agents", "board")}
            own: Any = (
                {name: observation[name][game] for name in observation}
                if isinstance(observation, dict)
                else observation[game]
            )
            assert equal(own, expected)
        observation, _, _, _, infos = envs.step(rng.integers(0, 5, 5))
        for final in infos.get("final_obs", ()):
            last += final is not None
            assert final is None or final in envs.single_observation_space
    assert last > 10


def test_seeing_everything_is_the_default() -> None:
    env, other = PacmanEnv(layout="small"), PacmanEnv(layout="small", sight=None)
    assert equal(env.reset(seed=0)[0], other.reset(seed=0)[0])
