"""What the environments for turns and for rounds have in common."""

import copy
import pickle
from typing import Any

import cloudpickle
import numpy as np
import pytest

from helpers.environments import CAPSULE, OPTIONS, TWO_BOARDS, boards_drawn, equal, random_game
from pacgrid import pacgrid_v0
from pacgrid.envs.pettingzoo_env import NotResetError

MAKERS = (pacgrid_v0.env, pacgrid_v0.parallel_env)
both = pytest.mark.parametrize("make", MAKERS, ids=["turns", "rounds"])


@both
@pytest.mark.parametrize("options", OPTIONS)
def test_a_seed_fixes_the_game_and_the_games_after_it(make: Any, options: dict[str, Any]) -> None:
    games = []
    for _ in range(2):
        env = make(**options)
        games.append([(env.reset(seed=s), [*random_game(env, 1, 60)]) for s in (5, None, 6)])
    assert equal(*games)


@both
def test_seeds_may_be_numpy_integers(make: Any) -> None:
    drawn = []
    for seed in (3, np.int64(3)):
        env = make(layout=TWO_BOARDS)
        env.reset(seed=seed)
        drawn.append(boards_drawn(env))
    assert drawn[0] == drawn[1]


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
        ({"max_cycles": 0}, "max_cycles must be at least 1 round"),
        ({"max_cycles": 2.5}, r"max_cycles must be a whole number, not 2\.5"),
    ],
)
def test_invalid_options_are_refused(make: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(**options)


@both
def test_calls_and_attributes_need_a_reset(make: Any) -> None:
    env = make(render_mode="ansi")
    calls = [env.render, env.state, env.clone_state, lambda: env.step({}), lambda: env.num_agents]
    names = ["agents", "game"]
    if make is pacgrid_v0.env:
        calls += [env.agent_iter, env.last, lambda: env.observe("pacman_0")]
        names += ["rewards", "terminations", "truncations", "infos", "agent_selection"]
    for call in (*calls, *(lambda name=name: getattr(env, name) for name in names)):
        with pytest.raises(NotResetError, match=r"before reset\(\)|reset\(\) needs .* before"):
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
        other.restore_state(pickle.loads(pickle.dumps(env.clone_state())))
        return other
    if via == "set_state":
        other = make(**options)
        other.set_state(env.get_state())
        return other
    if via == "copy":
        return copy.deepcopy(env)
    library: Any = {"pickle": pickle, "cloudpickle": cloudpickle}[via]
    return library.loads(library.dumps(env))


def continuation(env: Any) -> Any:
    """The rest of this game, and another one."""
    now = [env.agents, env.state()]
    if hasattr(env, "infos") and env.agents:
        now += [env.last(), env.infos]
    rest = list(random_game(env, seed=9))
    return now, rest, env.reset(), list(random_game(env, seed=10, most=30))


@both
@pytest.mark.parametrize("most", [0, 25, 61, 10_000])
@pytest.mark.parametrize("via", ["snapshot", "set_state", "pickle", "cloudpickle", "copy"])
def test_a_game_goes_on_in_a_copy(make: Any, most: int, via: str) -> None:
    options: dict[str, Any] = {"layout": ["hunting", "hunting"], "max_cycles": 30}
    env = make(**options)
    if via not in ("snapshot", "set_state"):
        env = clone(env, make, via, options)  # also before the first reset
    env.reset(seed=3)
    for _ in random_game(env, seed=4, most=most):
        pass
    other, snapshot = clone(env, make, via, options), env.clone_state()
    expected = continuation(env)
    assert equal(continuation(other), expected)
    env.restore_state(snapshot)
    assert equal(continuation(env), expected)


@both
def test_a_snapshot_includes_the_rng_state(make: Any) -> None:
    env, other = make(layout=TWO_BOARDS), make(layout=TWO_BOARDS)
    env.reset(seed=0)
    other.reset(seed=9)
    snapshot = env.clone_state()
    drawn = [boards_drawn(env), boards_drawn(env)]
    assert drawn[0] != drawn[1]
    for each in (env, other):
        each.restore_state(snapshot)
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
            env.restore_state(other.clone_state())
        assert env.game is before
