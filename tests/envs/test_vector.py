"""The vector environment keeps Gymnasium's contract."""

import pickle
from collections.abc import Iterator
from typing import Any

import gymnasium
import numba
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import iterate
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from numpy.typing import NDArray

from helpers.environments import HUNT, equal
from pacgrid import Layout, Maze, pacgrid_v0
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.envs import MultiVectorEnv, PacmanEnv, PacmanVectorEnv
from pacgrid.envs.observations import Observer
from pacgrid.kernel.planes import unpack

CORRIDOR = Layout.parse("%%%%%%%%\n%P.   1%\n%%%%%%%%")
LEFT = Layout.parse("%%%%%%%%\n%P. . 1%\n%%%%%%%%")
RIGHT = Layout.parse("%%%%%%%%\n%1o . P%\n%%%%%%%%")
EAST, STOP = 1, 4
MODES = list(AutoresetMode)
FORMS: list[dict[str, Any]] = [{}, {"obs": "packed"}, {"obs": "packed", "dtype": "float32"}]

Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


def made(num_envs: int = 4, **options: Any) -> PacmanVectorEnv:
    options.setdefault("layout", CORRIDOR)
    options.setdefault("episode_statistics", True)
    return PacmanVectorEnv(num_envs, **options)


def random_steps(envs: PacmanVectorEnv, steps: int, seed: int = 0) -> Iterator[Step]:
    """Steps with legal actions drawn at random; with autoreset disabled, games are reset."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        masks = envs.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        step = envs.step(actions)
        yield step
        ended = step[2] | step[3]
        if envs.autoreset_mode == AutoresetMode.DISABLED and ended.any():
            envs.reset(options={"reset_mask": ended})


def rng_states(envs: PacmanVectorEnv) -> list[int]:
    return envs.batch.arrays.games["rng_state"].tolist()  # type: ignore[no-any-return]


class OtherGhost(RandomGhost):
    """A subclass, which may play differently."""


def test_make_vec_gives_the_compiled_environment() -> None:
    envs = gymnasium.make_vec(
        "pacgrid.envs:pacgrid/Pacman-v0", num_envs=3, vectorization_mode="vector_entry_point"
    )
    assert isinstance(envs, PacmanVectorEnv)
    assert envs.num_envs == 3
    assert envs.batch.settings.max_rounds == 1000
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert gymnasium.make_vec(envs.spec).num_envs == 3


@pytest.mark.parametrize(
    ("kind", "form"),
    [*((PacmanVectorEnv, form) for form in FORMS), *((MultiVectorEnv, form) for form in FORMS[:2])],
)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("arrays", ["fresh", "reused"])
def test_what_is_returned_is_in_the_spaces_and_follows_from_the_seed(
    kind: Any, form: Any, mode: AutoresetMode, arrays: str
) -> None:
    runs = []
    for _ in range(2):
        options = {**form, "autoreset_mode": mode, "arrays": arrays, "max_episode_steps": 7}
        envs = kind(5, layout="small", **options)
        if kind is PacmanVectorEnv:
            single = PacmanEnv(layout="small", **form)
            assert envs.single_observation_space == single.observation_space
            assert envs.single_action_space == single.action_space
        shape = (5, 3) if kind is MultiVectorEnv else (5,)
        assert envs.reset(seed=1)[0] in envs.observation_space
        rng, run = np.random.default_rng(3), []
        for _ in range(40):
            step = envs.step(rng.integers(0, 5, shape))
            observation, rewards, terminated, truncated, infos = step
            run.append(pickle.dumps(step[:4]))
            assert observation in envs.observation_space
            first = next(iterate(envs.observation_space, observation))
            assert first in envs.single_observation_space
            assert (rewards.shape, rewards.dtype) == (shape, np.float64)
            assert terminated.shape == truncated.shape == (5,)
            assert terminated.dtype == truncated.dtype == np.bool_
            assert not (terminated & truncated).any()
            assert infos["action_mask"].shape == (*shape, 5)
            assert infos["action_mask"].dtype == np.int8
            assert infos["action_mask"].any(axis=-1).all()
            ended = terminated | truncated
            if mode == AutoresetMode.SAME_STEP and ended.any():
                last = infos["final_obs"][int(np.flatnonzero(ended)[0])]
                assert last in envs.single_observation_space
                assert infos["final_info"]["action_mask"].shape == (*shape, 5)
            if mode == AutoresetMode.DISABLED and ended.any():
                envs.reset(options={"reset_mask": ended})
        runs.append(run)
    assert runs[0] == runs[1]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("arrays", ["fresh", "reused"])
def test_packed_observations_show_the_same_games_as_planes(
    mode: AutoresetMode, arrays: str
) -> None:
    options: dict[str, Any] = {"layout": "hunting", "autoreset_mode": mode, "max_episode_steps": 60}
    planes, packed = made(7, **options), made(7, **options, obs="packed", arrays=arrays)
    start = planes.reset(seed=3)[0]

    def unpacked(seen: Any) -> Any:
        return unpack(seen, *start.shape[-2:])

    assert equal(unpacked(packed.reset(seed=3)[0]), start)
    ended = 0
    for expected, seen in zip(random_steps(planes, 150), random_steps(packed, 150), strict=True):
        assert equal(unpacked(seen[0]), expected[0])
        last, final = expected[4].pop("final_obs", []), seen[4].pop("final_obs", [])
        assert equal(seen[1:], expected[1:])
        for one, other in zip(last, final, strict=True):
            assert one is other is None or equal(unpacked(other), one)
        ended += int((seen[2] | seen[3]).sum())
    assert ended > 10


@pytest.mark.slow
def test_a_game_is_the_same_in_a_batch_of_any_size_with_any_number_of_threads() -> None:
    """Game i of a batch seeded s is the only game of a batch seeded s + i."""
    threads = numba.get_num_threads()
    batch = made(601, layout="small", max_episode_steps=25)
    lonely = made(1, layout="small", max_episode_steps=25)
    rng = np.random.default_rng(5)
    actions = rng.integers(0, 5, (60, 601))
    played = []
    try:
        for number in {1, threads}:
            numba.set_num_threads(number)
            first, _ = batch.reset(seed=100)
            played.append([first, *(batch.step(each)[0] for each in actions)])
    finally:
        numba.set_num_threads(threads)
    for one, other in zip(played[0], played[-1], strict=True):
        np.testing.assert_array_equal(one, other)
    for game in (0, 299, 600):
        alone = [lonely.reset(seed=100 + game)[0]]
        alone += [lonely.step(each[[game]])[0] for each in actions]
        for one, other in zip(played[0], alone, strict=True):
            np.testing.assert_array_equal(one[game], other[0])


def test_seeds_may_be_numbers_of_any_kind_or_lists() -> None:
    states = []
    for seed in (4, np.int64(4), np.arange(4, 6), [np.uint8(4), np.int64(5)], [4, 5]):
        envs = made(2, layout="small")
        envs.reset(seed=seed)  # type: ignore[arg-type]
        states.append(rng_states(envs))
    assert states == [states[0]] * 5


def test_a_game_without_a_seed_keeps_its_generator() -> None:
    envs, others = made(3, layout="small"), made(3, layout="small")
    envs.reset(seed=[5, None, 5])
    others.reset(seed=[5, 6, 5])
    seeded = rng_states(envs)
    assert seeded[0] == seeded[2] != seeded[1]
    for each in (envs, others):
        each.reset()
    assert rng_states(envs)[0] == rng_states(others)[0] != seeded[0]
    envs.reset(seed=[5, None, 7])
    assert rng_states(envs)[0] == seeded[0]
    before = rng_states(envs)
    envs.reset(seed=9, options={"reset_mask": np.array([True, False, False])})
    after = rng_states(envs)  # only of the game that was reset
    assert (after[0] != before[0], after[1:]) == (True, before[1:])


def test_without_a_seed_games_differ() -> None:
    envs = [made(2, layout="small") for _ in range(2)]
    for each in envs:
        each.reset()
    assert len({state for each in envs for state in rng_states(each)}) == 4


def test_step_and_render_need_a_reset() -> None:
    envs = made(2, render_mode="ansi")
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) before step\(\)"):
        envs.step([STOP, STOP])
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"before render\(\)"):
        envs.render()
    envs.reset(seed=0, options={"reset_mask": np.array([False, True])})
    assert envs.batch.arrays.games["food"].tolist() == [1, 1]  # all of them are started


def test_next_step_autoreset_resets_in_the_step_after_the_end() -> None:
    envs = made(2)
    first, _ = envs.reset(seed=0)
    observation, rewards, terminated, truncated, infos = envs.step([EAST, STOP])
    assert rewards.tolist() == [509.0, -1.0]
    assert terminated.tolist() == [True, False]
    assert not truncated.any()
    assert infos["is_win"].tolist() == [True, False]
    assert infos["_is_win"].tolist() == [True, True]
    assert infos["episode"]["r"].tolist() == [509.0, 0.0]
    assert infos["episode"]["l"].tolist() == [1, 0]
    assert not np.array_equal(observation[0], first[0])
    observation, rewards, terminated, truncated, infos = envs.step([EAST, STOP])
    assert rewards.tolist() == [0.0, -1.0]
    assert not terminated.any()
    np.testing.assert_array_equal(observation[0], first[0])
    assert "episode" not in infos
    assert infos["score"].tolist() == [0, -2]


def test_same_step_autoreset_reports_the_end_in_the_infos() -> None:
    envs = made(2, autoreset_mode=AutoresetMode.SAME_STEP)
    first, _ = envs.reset(seed=0)
    observation, rewards, terminated, _, infos = envs.step([EAST, STOP])
    assert rewards.tolist() == [509.0, -1.0]
    assert terminated.tolist() == [True, False]
    np.testing.assert_array_equal(observation[0], first[0])
    assert infos["score"].tolist() == [0, -1]
    assert infos["_final_obs"].tolist() == [True, False]
    assert infos["final_obs"][1] is None
    last = infos["final_obs"][0]
    assert last in envs.single_observation_space
    assert not last[1].any()  # the food is eaten
    final = infos["final_info"]
    assert final["score"].tolist() == [509, 0]
    assert final["is_win"].tolist() == [True, False]
    assert final["action_mask"].tolist() == [[0, 1, 0, 1, 1], [0, 0, 0, 0, 0]]
    observation, rewards, terminated, _, infos = envs.step([STOP, STOP])
    assert rewards.tolist() == [-1.0, -1.0]
    assert "final_obs" not in infos
    assert not np.array_equal(last, observation[0])


def test_disabled_autoreset_refuses_an_ended_game_until_it_is_reset() -> None:
    envs = made(2, autoreset_mode="Disabled")
    first, _ = envs.reset(seed=0)
    _, _, terminated, _, _ = envs.step([EAST, STOP])
    with pytest.raises(ValueError, match="game 0 has ended; reset it"):
        envs.step([STOP, STOP])
    assert envs.batch.arrays.games["score"].tolist() == [509, -1]
    observation, infos = envs.reset(options={"reset_mask": terminated})
    np.testing.assert_array_equal(observation[0], first[0])
    assert infos["score"].tolist() == [0, -1]
    assert envs.step([STOP, STOP])[1].tolist() == [-1.0, -1.0]


def test_a_game_is_truncated_after_its_last_round_unless_it_is_over() -> None:
    envs = made(2, max_episode_steps=2)
    envs.reset(seed=0)
    envs.step([STOP, STOP])
    _, _, terminated, truncated, infos = envs.step([EAST, STOP])
    assert terminated.tolist() == [True, False]
    assert truncated.tolist() == [False, True]
    assert infos["episode"]["l"].tolist() == [2, 2]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_statistics_are_those_of_gymnasium(mode: AutoresetMode) -> None:
    options: dict[str, Any] = {
        "layout": "small",
        "autoreset_mode": mode,
        "max_episode_steps": 30,
        "reward_scale": 0.5,
    }
    ours = made(8, **options)
    theirs = RecordEpisodeStatistics(made(8, **options, episode_statistics=False))
    listed = DictInfoToList(made(8, **options))
    listed.reset(seed=3)
    ours.reset(seed=3)
    theirs.reset(seed=3)
    rng = np.random.default_rng(1)
    compared = 0
    for _ in range(150):
        actions = rng.integers(0, 5, 8)
        infos, expected = ours.step(actions)[4], theirs.step(actions)[4]
        each = listed.step(actions)[4]
        assert [info["score"] for info in each] == infos["score"].tolist()
        assert ("episode" in infos) == ("episode" in expected)
        if "episode" in infos:
            np.testing.assert_array_equal(infos["_episode"], expected["_episode"])
            for key in "rl":
                np.testing.assert_allclose(infos["episode"][key], expected["episode"][key])
            assert ["episode" in info for info in each] == infos["_episode"].tolist()
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("form", FORMS)
def test_returned_arrays_never_change(mode: AutoresetMode, form: Any) -> None:
    envs = made(2, **form, autoreset_mode=mode, max_episode_steps=2)
    returned = [envs.reset(seed=0)]
    before = [pickle.dumps(returned[0])]
    for actions in ([STOP, EAST], [EAST, STOP], [STOP, STOP]):
        returned.append(envs.step(actions))  # type: ignore[arg-type]
        before.append(pickle.dumps(returned[-1]))
    assert [*map(pickle.dumps, returned)] == before


@pytest.mark.parametrize("rounds", [20, 90])
@pytest.mark.parametrize("form", [{}, {"dtype": "float32"}, {"obs": "packed", "dtype": "float32"}])
def test_fresh_planes_are_the_reused_ones_however_many_are_held(form: Any, rounds: int) -> None:
    options: dict[str, Any] = {"layout": "hunting", **form, "max_episode_steps": rounds}
    fresh, reused = made(5, **options), made(5, **options, arrays="reused")
    rng = np.random.default_rng(0)
    held = [(fresh.reset(seed=0)[0], reused.reset(seed=0)[0].copy())]
    for _ in range(200):
        actions = rng.integers(0, 5, 5)
        held.append((fresh.step(actions)[0], reused.step(actions)[0].copy()))
        assert all(np.array_equal(*pair) for pair in held)
        held = held[-int(rng.integers(1, 7)) :]


@pytest.mark.parametrize("boards", [["hunting"], ["hunting", "hunting"]])
@pytest.mark.parametrize("form", [{}, FORMS[2]])
def test_observations_are_those_of_the_positions_over_many_games(form: Any, boards: Any) -> None:
    envs = made(3, layout=boards, **form, autoreset_mode="SAME_STEP", max_episode_steps=30)
    seen, rng = envs.reset(seed=0)[0], np.random.default_rng(0)
    for _ in range(150):
        for game in range(3):
            state = envs.batch.state(game)
            observer = Observer(state.maze, seen.dtype, form.get("obs", "box"))
            np.testing.assert_array_equal(seen[game], observer.observe(state, 0))
        seen = envs.step(rng.integers(0, 5, 3))[0]


def test_reused_arrays_are_the_environments_own() -> None:
    envs = made(2, arrays="reused")
    observation, infos = envs.reset(seed=0)
    before = observation.copy()
    later = envs.step([EAST, EAST])
    assert not np.array_equal(observation, before)
    assert np.shares_memory(later[0], observation)
    assert np.shares_memory(later[4]["action_mask"], infos["action_mask"])
    with pytest.raises(ValueError, match="read-only"):
        infos["_action_mask"][0] = False


@pytest.mark.parametrize("form", FORMS)
def test_poisoned_arrays_are_nonsense_after_the_next_call(form: Any) -> None:
    envs, plain = made(2, **form, arrays="poisoned"), made(2, **form)
    returned = [envs.reset(seed=0)[0]]
    assert equal(returned[0], plain.reset(seed=0)[0])
    returned.append(envs.step([EAST, EAST])[0])
    assert equal(returned[1], plain.step([EAST, EAST])[0])
    first = returned[0] if isinstance(returned[0], dict) else {"": returned[0]}
    assert all(array.flat[0] == 77 or np.isnan(array.flat[0]) for array in first.values())


def test_arrays_and_modes_are_named_in_errors() -> None:
    assert made(1, autoreset_mode="SAME_STEP").autoreset_mode is AutoresetMode.SAME_STEP
    with pytest.raises(ValueError, match="autoreset_mode must be one of 'NEXT_STEP', 'SAME_STEP',"):
        made(1, autoreset_mode="same")
    with pytest.raises(ValueError, match="arrays must be one of 'fresh', 'reused', 'poisoned'"):
        made(1, arrays="new")


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_fresh_planes_cannot_be_written_to(dtype: str) -> None:
    envs = made(2, dtype=dtype)
    observation, _ = envs.reset(seed=0)
    with pytest.raises(ValueError, match="read-only"):
        observation[0, 0] = 7


def test_an_illegal_action_is_a_stop_and_told() -> None:
    envs = made(1)
    envs.reset(seed=0)
    before = envs.batch.state(0).pacman
    _, rewards, _, _, infos = envs.step([0])
    assert (rewards.tolist(), infos["illegal"].tolist()) == ([-1.0], [True])
    assert not envs.step([STOP])[4]["illegal"].any()
    assert envs.batch.state(0).pacman == before


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 5], "game 1: 5 is not an action"),
        ([-1, 0], "game 0: -1 is not an action"),
        ([0], r"actions must be whole numbers \[2\], one for each game, not int64\[1\]"),
        ([0.0, 1.0], r"actions must be whole numbers \[2\], one for each game, not float64"),
        ([[0], [1]], r"not int64\[2, 1\]"),
    ],
)
def test_invalid_actions_are_refused_before_anything_moves(actions: Any, message: str) -> None:
    envs = made(2)
    envs.reset(seed=0)
    with pytest.raises(ValueError, match=message):
        envs.step(actions)
    assert envs.batch.arrays.games["rounds"].tolist() == [0, 0]


def test_each_game_draws_a_board_at_every_start() -> None:
    envs = made(40, layout=[LEFT, RIGHT], max_episode_steps=3)
    envs.reset(seed=0)
    boards = [envs.batch.arrays.games["board"].copy()]
    for _ in random_steps(envs, 12):
        boards.append(envs.batch.arrays.games["board"].copy())
    assert set(boards[0]) == {0, 1}
    assert any(not np.array_equal(boards[0], later) for later in boards)
    for game in range(40):
        assert envs.batch.state(game).maze in [Maze.of(LEFT), Maze.of(RIGHT)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ghosts": "mcts"}, "mcts is not compiled; these are: random_ghost, "),
        ({"ghosts": OtherGhost()}, "OtherGhost is not compiled"),
        ({"num_envs": 0}, "num_envs must be a whole number from 1, not 0"),
        ({"max_episode_steps": 0}, "max_episode_steps must be a .* from 1 to 2,147,483,647, not 0"),
        ({"max_episode_steps": 1.5}, "max_episode_steps must be a whole number"),
        ({"num_envs": 2.0}, "num_envs must be a whole number"),
        ({"render_mode": "human"}, "render_mode must be"),
    ],
)
def test_a_wrong_option_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PacmanVectorEnv(**{"layout": CORRIDOR, **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": [1]}, "1 seeds for 2 games"),
        ({"seed": 1.5}, r"a seed must be a whole number from 0, not 1\.5"),
        ({"seed": [1, 2.5]}, r"not 2\.5$"),
        ({"seed": [1, -1]}, "from 0, not -1"),
        ({"seed": -3}, "greater or equal to zero"),
        ({"options": {"reset_mask": [True]}}, "reset_mask must be 2 bools"),
        ({"options": {"reset_mask": np.zeros(2, np.bool_)}}, "reset_mask must be 2 bools"),
        ({"options": {"reset_mask": np.array([1, 0])}}, "reset_mask must be 2 bools"),
    ],
)
def test_wrong_seeds_and_masks_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, gymnasium.error.Error), match=message):
        made(2).reset(**options)


@pytest.mark.parametrize(
    ("ghosts", "policies"),
    [
        ("random_ghost", [(0, 0), (0, 0)]),
        ("directional_ghost:attack=0.5", [(2**31, round(0.8 * 2**32))] * 2),
        ([RandomGhost(), DirectionalGhost(attack=0.5, flee=1)], [(0, 0), (2**31, 2**32)]),
        (["random_ghost"], [(0, 0)]),  # the number of ghosts is the list's, as in PacmanEnv
    ],
)
def test_ghosts_may_be_a_name_agents_or_a_list(ghosts: Any, policies: list[Any]) -> None:
    envs = made(1, layout="medium", ghosts=ghosts)
    assert envs.batch.settings.opponents.policies[0][["attack", "flee"]].tolist() == policies
    assert envs.batch.num_agents == len(policies) + 1


def test_a_game_needs_no_ghosts() -> None:
    envs = made(2, num_ghosts=0)
    observation, _ = envs.reset(seed=0)
    assert not observation[:, 4].any()
    assert envs.step([EAST, STOP])[2].tolist() == [True, False]


def test_render_draws_every_game() -> None:
    pictures = made(3, render_mode="rgb_array", cell_size=8)
    pictures.reset(seed=0)
    drawn = pictures.render()
    assert drawn is not None
    assert [each.shape for each in drawn] == [(24, 64, 3)] * 3
    texts = made(2, render_mode="ansi")
    texts.reset(seed=0)
    shown = texts.render()
    assert shown[0].startswith("%%%%%%%%\n%P.   1%\n")
    silent: VectorEnv[Any, Any, Any] = made(2)
    silent.reset(seed=0)
    assert silent.render() is None


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
