"""Games of a batch start from positions, and return to snapshots."""

import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from helpers.environments import equal
from pacgrid import Layout, State
from pacgrid.envs import MultiVectorEnv, PacmanVectorEnv
from pacgrid.envs.given_states import load_state
from pacgrid.envs.levels import LayoutSampler
from pacgrid.kernel.compiled_games import step_range

SMALL = State.initial(Layout.load("small"))
SCORED = State.parse(f"{SMALL}".replace("score: 0", "score: 12"))
STOP = 4


def made(num_envs: int = 4, kind: Any = PacmanVectorEnv, **options: Any) -> Any:
    envs = kind(num_envs, **{"layout": "small", "episode_statistics": True, **options})
    envs.reset(seed=3)
    return envs


def continuation(envs: Any, steps: int = 40) -> list[Any]:
    rng = np.random.default_rng(1)
    shape = envs.action_space.shape
    return [envs.step(rng.integers(0, 5, shape)) for _ in range(steps)]


def states(envs: Any) -> list[State]:
    return [envs.batch.state(game) for game in range(envs.num_envs)]


def test_some_games_start_from_positions() -> None:
    envs = made()
    continuation(envs, 5)
    before = states(envs)
    mask = np.array([True, True, False, True])
    given = [None, SCORED, SCORED, str(SCORED)]
    _, infos = envs.reset(options={"state": given, "reset_mask": mask})
    assert states(envs) == [SMALL, SCORED, before[2], SCORED]
    assert infos["score"].tolist() == [0, 12, before[2].score, 12]
    assert envs.batch.arrays.games["rounds"].tolist() == [0, 0, 5, 0]


def test_a_seed_gives_each_game_its_own_position() -> None:
    envs = made()
    envs.reset(seed=1, options={"state": 30})
    sampler = LayoutSampler("small")
    assert states(envs) == [load_state(30 + game, sampler) for game in range(4)]


def test_seeds_can_be_a_range() -> None:
    envs, other = made(), made()
    envs.reset(seed=1, options={"state": range(1000, 1008, 2)})
    other.reset(seed=1, options={"state": [1000, 1002, 1004, 1006]})
    assert states(envs) == states(other)


def test_the_return_is_what_the_game_brought_since_its_start() -> None:
    envs = made(2, max_episode_steps=1, reward_scale=0.5)
    envs.reset(options={"state": [None, SCORED]})
    _, rewards, _, _, infos = envs.step([STOP, STOP])
    assert infos["episode"]["r"].tolist() == rewards.tolist() == [-0.5, -0.5]
    assert infos["score"].tolist() == [-1, 11]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (State.initial(Layout.load("duel")), "the state is 9 x 5 with 2 ghosts, the environment's"),
        ([SMALL], r"1 positions in options\['state'\] for 4 games"),
        (f"{SMALL}\nghost 1: home (1, 1)", "state 0 is on a board that this batch doesn't have"),
        (True, "options.* must be a State, a position drawn as text, or a seed from 0 up, not Tru"),
    ],
)
def test_positions_that_can_not_be_played_are_refused(given: Any, message: str) -> None:
    envs = made()
    before = pickle.dumps(envs.batch.arrays)
    with pytest.raises(ValueError, match=message):
        envs.reset(seed=9, options={"state": given})
    with pytest.raises(ValueError, match=r"is a snapshot: give it to set_state\(\)"):
        envs.reset(seed=9, options={"state": envs.get_state()})
    assert pickle.dumps(envs.batch.arrays) == before


@pytest.mark.parametrize("kind", [PacmanVectorEnv, MultiVectorEnv])
@pytest.mark.parametrize("obs", ["box", "packed"])
def test_games_go_on_the_same_after_a_snapshot_and_in_a_clone(kind: Any, obs: str) -> None:
    envs = made(kind=kind, obs=obs, max_episode_steps=30)
    seen = continuation(envs, 20)[-1]
    snapshot, clone = envs.get_state(), envs.clone()
    expected = continuation(envs)
    assert equal(continuation(clone), expected)
    for other in (envs, kind(4, layout="small", obs=obs, max_episode_steps=30)):
        other._statistics = True
        observation, infos = other.set_state(pickle.loads(pickle.dumps(snapshot)))
        assert equal(observation, seen[0])
        assert equal(infos["action_mask"], seen[4]["action_mask"])
        assert equal(continuation(other), expected)


def test_one_game_is_put_into_all() -> None:
    envs = made()
    continuation(envs, 3)
    kept = envs.batch.state(2)
    envs.set_state(envs.get_state([2] * 4))
    assert states(envs) == [kept] * 4
    observations, rewards, *_ = envs.step([STOP] * 4)
    assert all(equal(observations[0], each) for each in observations)
    assert len({*rewards.tolist()}) == 1


def test_a_snapshot_remembers_who_has_won() -> None:
    corridor = Layout.parse("%%%%%%%%\n%P.   1%\n%%%%%%%%")
    envs = made(2, layout=corridor, autoreset_mode=AutoresetMode.DISABLED)
    envs.step([1, STOP])
    infos = envs.set_state(envs.get_state())[1]
    assert infos["is_win"].tolist() == [True, False]
    with pytest.raises(ValueError, match="game 0 has ended; reset it"):
        envs.step([STOP, STOP])


def test_snapshots_and_loops_need_started_games() -> None:
    envs = PacmanVectorEnv(2, layout="small")
    snapshot = made(1).get_state()
    for call in (envs.get_state, envs.compiled_games, lambda: envs.set_state(snapshot, 0)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) before"):
            call()


def test_a_step_goes_on_after_a_compiled_one() -> None:
    envs, other = made(), made()
    actions = np.array([0, 1, 3, 4])
    games = envs.compiled_games()
    games.actions[:, 0] = actions
    assert step_range(games, 0, 4) == -1
    other.step(actions)
    assert equal(continuation(envs), continuation(other))
