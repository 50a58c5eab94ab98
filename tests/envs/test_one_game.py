"""Single games on levels: what infos tell, padded boards, snapshots."""

from math import inf, nan
from typing import Any

import numpy as np
import pytest

from helpers.environments import MIXED_LEVELS, equal, random_game
from pacgrid import Action, Layout, State, pacgrid_v0
from pacgrid.common.named_options import finite_number, whole_number
from pacgrid.envs import GhostEnv, PacmanEnv
from pacgrid.envs.levels import LevelError
from pacgrid.envs.one_game import replace_illegal, to_action
from pacgrid.kernel.planes import Channel, unpack

LEFT = Layout.parse("%%%%%%%%%\n%P . . 1%\n%%%%%%%%%")
EAST = 1
ZOO = (pacgrid_v0.env, pacgrid_v0.parallel_env)
MAKERS = (PacmanEnv, GhostEnv, *ZOO)


def info_of(env: Any) -> dict[str, Any]:
    """One of the infos after a reset."""
    returned = env.reset()
    if returned is None:
        infos = env.infos
        return infos["pacman_0"]  # type: ignore[no-any-return]
    info: dict[str, Any] = returned[1]
    return info.get("pacman_0", info)


@pytest.mark.parametrize("make", MAKERS)
def test_infos_tell_the_level_and_its_board(make: Any) -> None:
    env = make(**MIXED_LEVELS)
    env.reset(seed=0)
    levels = set()
    for _ in range(12):
        info = info_of(env)
        levels.add(info["level"])
        layout = env.level_layout(info["level"])
        assert env.game.maze.walls == layout.walls
        assert info["board_mask"].sum() == layout.width * layout.height
        assert info["board_mask"][: layout.height, : layout.width].all()
    assert len(levels) > 6
    assert not {"level", "board_mask"} & info_of(make(layout="duel")).keys()


@pytest.mark.parametrize("obs", ["box", "dict", "packed"])
@pytest.mark.parametrize("make", ZOO)
def test_a_padded_game_is_the_plain_game(make: Any, obs: str) -> None:
    plain, padded = (make(layout="duel", obs=obs, **size) for size in ({}, {"max_size": (12, 7)}))
    plain.reset(seed=0)
    padded.reset(seed=0)
    for _ in zip(random_game(plain, 1), random_game(padded, 1), strict=True):
        assert plain.game == padded.game
        for agent in plain.agents:
            if make is pacgrid_v0.env:
                assert_padded(plain.observe(agent), padded.observe(agent))


def test_observations_of_single_environments_are_padded() -> None:
    for obs in ("box", "packed"):
        plain = PacmanEnv(layout="duel", obs=obs).reset(seed=2)[0]
        env = PacmanEnv(layout="duel", obs=obs, max_size=(12, 7))
        padded = env.reset(seed=2)[0]
        assert padded in env.observation_space
        assert_padded(plain, padded)


def assert_padded(plain: Any, padded: Any) -> None:
    """That the padded observation is the plain one with walls below it and to its right."""
    if isinstance(plain, dict):
        assert equal(plain.get("action_mask"), padded.get("action_mask"))
        assert equal(plain.get("position"), padded.get("position"))
        if "agents" in plain:
            assert equal(plain["agents"], padded["agents"])
            plain, padded = unpack(plain, 5, 9), unpack(padded, 7, 12)
        else:
            plain, padded = plain["observation"], padded["observation"]
    assert equal(padded[..., :5, :9], plain)
    assert padded[Channel.WALLS, 5:].all()
    assert padded[Channel.WALLS, :, 9:].all()
    assert not padded[Channel.FOOD :, 5:].any()


def test_a_level_that_cannot_be_made_leaves_the_game_as_it_was() -> None:
    failing = False

    def board(rng: np.random.Generator) -> Layout:
        return LEFT if not failing else Layout.load("nowhere")

    for make in MAKERS:
        failing = False
        env = make(layout=board)
        env.reset(seed=0)
        game, failing = env.game, True
        with pytest.raises(LevelError, match=r"level \d+: layout=board failed .* no such layout"):
            env.reset()
        assert env.game is game
        failing = False
        env.reset()


@pytest.mark.parametrize("make", ZOO)
def test_a_snapshot_has_its_level(make: Any) -> None:
    env = make(**MIXED_LEVELS)
    env.reset(seed=4)
    before, snapshot = info_of(env), env.get_state()
    games = [[*random_game(env, 3)]]
    while info_of(env)["level"] == before["level"]:
        pass
    env.set_state(snapshot)
    games.append([*random_game(env, 3)])
    assert equal(*games)


def test_a_snapshot_of_another_environment_is_not_told_to_be_on_its_level() -> None:
    options: dict[str, Any] = {"layout": "random:size=13x9,ghosts=1,food=0.2", "levels": "train"}
    env = PacmanEnv(**options, num_levels=500)
    env.reset(seed=3)
    env.step(1)
    snapshot = env.get_state()
    assert snapshot.level > 50
    same, fewer = PacmanEnv(**options), PacmanEnv(**options, num_levels=50)
    tests = PacmanEnv(**{**options, "levels": "test"})
    levels = [each.set_state(snapshot)[1]["level"] for each in (same, fewer, tests)]
    assert levels == [snapshot.level, -1, -1]


@pytest.mark.parametrize("value", [2, np.int64(2), np.uint8(2), np.array(2)])
def test_whole_numbers_of_any_kind_are_accepted(value: object) -> None:
    assert type(whole_number("ghost", value)) is int
    assert whole_number("ghost", value) == 2


@pytest.mark.parametrize("value", [True, 1.0, "1", None, np.float32(1), np.bool_(1)])
def test_values_that_are_no_whole_numbers_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"^ghost must be a whole number, not "):
        whole_number("ghost", value)


@pytest.mark.parametrize("value", [0.5, np.float32(0.5), np.float64(0.5)])
def test_finite_numbers_of_any_kind_are_accepted(value: object) -> None:
    assert type(finite_number("reward_scale", value)) is float
    assert finite_number("reward_scale", value) == 0.5
    assert finite_number("reward_scale", 2) == 2


@pytest.mark.parametrize("value", [nan, inf, -inf, np.float32("nan"), "0.5", None, 1j])
def test_values_that_are_no_finite_numbers_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"^reward_scale must be a finite number, not "):
        finite_number("reward_scale", value)


CROSSING = State.parse(
    """
    %%%%%%%
    %%%.%%%
    %P  1 %
    %%%.%%%
    %%%%%%%
    """
)


@pytest.mark.parametrize("number", [1, True, np.int64(1), np.int8(1), np.array(1), Action.EAST])
def test_numbers_of_any_kind_are_actions(number: object) -> None:
    assert to_action(number, "pacman_0") is Action.EAST


def test_a_ghost_goes_straight_on_or_takes_its_first_legal_action() -> None:
    standing = CROSSING.successor(Action.STOP)
    assert replace_illegal(standing, Action.NORTH) is Action.EAST
    assert replace_illegal(standing, Action.WEST) is Action.WEST
    walking = standing.successor(Action.WEST).successor(Action.STOP)
    assert walking.ghosts[0].position == (3, 2)
    assert replace_illegal(walking, Action.EAST) is Action.WEST
    assert replace_illegal(walking, Action.STOP) is Action.WEST
    assert replace_illegal(walking, Action.SOUTH) is Action.SOUTH
