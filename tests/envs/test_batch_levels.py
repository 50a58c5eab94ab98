"""Batches of games on levels: each game as on its board alone, whatever the others do."""

import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.environments import CORRIDOR, LAST_FOOD, MIXED_LEVELS, equal
from helpers.mazes import layouts
from pacgrid import Layout, State
from pacgrid.envs import MultiVectorEnv, PacmanEnv, PacmanVectorEnv
from pacgrid.envs.levels import LevelError, MazeLevels
from pacgrid.envs.observations import planes_of
from pacgrid.kernel.compiled_games import step_range
from pacgrid.kernel.planes import Channel

FAMILY = "random:size=15x11,ghosts=1,food=0.2"
MODES = list(AutoresetMode)
KINDS = (PacmanVectorEnv, MultiVectorEnv)


def played(envs: Any, rounds: int = 60, seed: int = 3) -> list[Any]:
    """What `reset` and each `step` return in random games, which end often; with autoreset
    disabled, those that end are reset."""
    rng = np.random.default_rng(seed)
    returned = [envs.reset(seed=seed)]
    ended = np.zeros(envs.num_envs, np.bool_)
    for _ in range(rounds):
        if envs.autoreset_mode == AutoresetMode.DISABLED and ended.any():
            returned.append(envs.reset(options={"reset_mask": ended}))
        shape = envs.action_space.shape
        # An agent's actions don't depend on the number of games.
        returned.append(envs.step(np.broadcast_to(rng.integers(0, 5, shape[1:]), shape)))
        ended = returned[-1][2] | returned[-1][3]
    return returned


def levels_of(returned: list[Any]) -> list[list[int]]:
    return [each[-1]["level"].tolist() for each in returned]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", KINDS)
def test_levels_are_played_as_the_layouts_they_are(kind: Any, mode: AutoresetMode) -> None:
    options = {"autoreset_mode": mode, "max_episode_steps": 20, "episode_statistics": True}
    made = MazeLevels([FAMILY], "test", 30)
    given = [made.layout(level) for level in range(30)]
    on_levels = kind(5, layout=FAMILY, levels="test", num_levels=30, **options)
    on_layouts = kind(5, layout=given, **options)
    returned = played(on_levels)
    assert equal(returned, played(on_layouts))
    assert len({level for each in levels_of(returned) for level in each}) > 10
    for game, level in enumerate(returned[-1][-1]["level"]):
        if mode != AutoresetMode.SAME_STEP or not returned[-1][2][game]:
            assert (
                on_levels.batch.layouts[on_levels.batch.arrays.games["board"][game]] == given[level]
            )


@pytest.mark.parametrize("obs", ["box", "packed"])
def test_a_game_on_a_padded_board_is_the_game_on_the_plain_board(obs: str) -> None:
    options: dict[str, Any] = {"obs": obs, "autoreset_mode": "SameStep"}
    for kind in KINDS:
        plain = kind(4, layout=[CORRIDOR, CORRIDOR], **options)
        padded = kind(4, layout=[CORRIDOR, LAST_FOOD][:1] * 2, max_size=(11, 5), **options)
        for one, other in zip(played(plain), played(padded), strict=True):
            assert equal(one[1:-1], other[1:-1])
            for name in ("action_mask", "score", "is_win", "level"):
                assert equal(one[-1][name], other[-1][name])
        seen = padded.observe("pacman_0") if kind is MultiVectorEnv else None
        if seen is not None:
            assert equal(seen[:, :, :3, :8], plain.observe("pacman_0"))
            assert seen[:, Channel.WALLS, 3:].all()
            assert seen[:, Channel.WALLS, :, 8:].all()
            assert not seen[:, 1:, 3:].any()


@settings(max_examples=12)
@given(layouts(most_ghosts=1), st.integers(0, 9))
def test_compiled_games_on_a_padded_board_match_the_state(layout: Layout, seed: int) -> None:
    size = layout.width + 2, layout.height + 1
    num_ghosts = min(len(layout.ghosts), 1)
    options: dict[str, Any] = {"layout": [layout] * 2, "num_ghosts": num_ghosts, "max_size": size}
    envs = PacmanVectorEnv(3, **options, autoreset_mode=AutoresetMode.NEXT_STEP)
    rng = np.random.default_rng(seed)
    observation, infos = envs.reset(seed=seed)
    before = [State.initial(layout, num_ghosts)] * 3
    for _ in range(12):
        for game in range(3):
            state = envs.batch.state(game)
            shown = planes_of(state, observer=0)
            assert np.array_equal(observation[game][:, : layout.height, : layout.width], shown)
            assert observation[game, Channel.WALLS, layout.height :].all()
            assert infos["board_mask"][game].sum() == layout.width * layout.height
            assert not before[game].is_terminal or state == State.initial(layout, num_ghosts)
            before[game] = state
        observation, *_, infos = envs.step(rng.integers(0, 5, 3))


@pytest.mark.parametrize("obs", ["box", "packed"])
def test_boards_of_mixed_sizes_show_what_is_board(obs: str) -> None:
    envs = PacmanVectorEnv(6, **MIXED_LEVELS, obs=obs, max_episode_steps=15)
    for returned in played(envs):
        infos = returned[-1]
        assert returned[0] in envs.observation_space
        assert infos["_board_mask"].all()
        for mask, level in zip(infos["board_mask"], infos["level"].tolist(), strict=True):
            width, height = (12, 10) if level % 2 else (13, 9)
            assert mask.shape == (10, 14)
            assert mask[:height, :width].all()
            assert mask.sum() == width * height


def test_a_game_is_the_same_in_any_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {**MIXED_LEVELS, "num_levels": None}
    few, many = (levels_of(played(PacmanVectorEnv(size, **options))) for size in (2, 7))
    assert [each[:2] for each in many] == few
    monkeypatch.setattr("pacgrid.envs.batch_levels.KEPT_BOARDS", 3)  # boards make room
    options["num_levels"] = 40
    scarce = levels_of(played(PacmanVectorEnv(2, **options)))
    monkeypatch.undo()
    assert scarce == levels_of(played(PacmanVectorEnv(2, **options)))


def test_final_infos_tell_the_level_that_was_played() -> None:
    envs = PacmanVectorEnv(3, **MIXED_LEVELS, max_episode_steps=9, autoreset_mode="SameStep")
    before = envs.reset(seed=0)[1]
    finals = 0
    for _ in range(40):
        *_, infos = envs.step([1, 3, 4])
        if "final_info" in infos:
            final = infos["final_info"]
            ended = final["_level"]
            assert equal(final["level"][ended], before["level"][ended])
            assert equal(final["board_mask"][ended], before["board_mask"][ended])
            finals += 1
        before = infos
    assert finals > 3


def test_all_levels_can_be_made_at_once() -> None:
    options: dict[str, Any] = {"layout": FAMILY, "levels": "train", "num_levels": 30}
    one, other = PacmanVectorEnv(3, **options), PacmanVectorEnv(3, **options)
    expected = {MazeLevels([FAMILY], "train").layout(level) for level in range(30)}
    one.reset(seed=0)
    for envs in (one, other):
        envs.make_levels()
        assert {*envs.batch.layouts} == expected
    assert equal(played(one), played(other))
    with pytest.raises(ValueError, match="too many levels to keep; give num_levels up to 16384"):
        PacmanVectorEnv(3, layout=FAMILY, levels="train").make_levels()
    PacmanVectorEnv(3, layout=CORRIDOR).make_levels()


# Errors.


def test_a_function_that_fails_leaves_the_batch_as_it_was() -> None:
    """Its error is one line with the level; the next step tries another."""
    failing = False

    def board(rng: np.random.Generator) -> Layout:
        if failing:
            raise ZeroDivisionError("out of luck")
        return CORRIDOR

    envs = PacmanVectorEnv(3, layout=board, max_episode_steps=2)
    assert envs.reset(seed=0)[1]["level"].min() > 2**40
    for _ in range(2):
        envs.step([4, 4, 4])
    states, failing = [envs.batch.state(game) for game in range(3)], True
    with pytest.raises(
        LevelError, match=r"^level \d+: layout=board failed .* out of luck"
    ) as error:
        envs.step([4, 4, 4])
    assert "\n" not in str(error.value)
    assert [envs.batch.state(game) for game in range(3)] == states
    with pytest.raises(LevelError, match="out of luck"):
        envs.reset(seed=1)
    assert [envs.batch.state(game) for game in range(3)] == states
    failing = False
    assert not envs.step([4, 4, 4])[1].any()
    assert [envs.batch.state(game) for game in range(3)] == [State.initial(CORRIDOR)] * 3


def test_in_the_same_step_no_reward_is_lost_when_a_function_fails() -> None:
    failing = False

    def board(rng: np.random.Generator) -> Layout:
        if failing and rng.random() < 2:
            raise ZeroDivisionError("out of luck")
        return LAST_FOOD

    envs = PacmanVectorEnv(2, layout=board, autoreset_mode="SameStep")
    level = envs.reset(seed=0)[1]["level"]
    failing = True
    _, rewards, terminated, _, infos = envs.step([1, 4])
    assert rewards.tolist() == [509.0, -1.0]
    assert terminated.tolist() == [True, False]
    assert equal(infos["level"], level)
    assert envs.batch.state(0) == State.initial(LAST_FOOD)
    before = envs.batch.state(1)
    with pytest.raises(LevelError, match="out of luck"):
        envs.step([4, 4])
    assert envs.batch.state(1) == before
    failing = False
    assert envs.step([1, 4])[1][0] == 509.0
    assert infos["level"][0] == level[0]


def test_pictures_are_of_the_board_alone() -> None:
    envs = PacmanVectorEnv(2, **MIXED_LEVELS, render_mode="rgb_array", cell_size=8)
    infos = envs.reset(seed=0)[1]
    pictures = envs.render()
    assert pictures is not None
    for picture, level in zip(pictures, infos["level"], strict=True):
        assert picture.shape == ((80, 96, 3) if level % 2 else (72, 104, 3))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", [{"levels": "train"}, {"levels": "test", "num_levels": 40}])
def test_a_snapshot_is_gone_back_to_when_its_boards_are_no_longer_kept(
    mode: AutoresetMode, options: dict[str, Any]
) -> None:
    def made() -> PacmanVectorEnv:
        return PacmanVectorEnv(
            3, layout=FAMILY, max_episode_steps=4, autoreset_mode=mode, **options
        )

    def resets(envs: PacmanVectorEnv) -> list[Any]:
        return [envs.reset() for _ in range(20)]

    envs = made()
    envs.reset(seed=5)
    envs.step([0, 1, 2])
    snapshot, infos = envs.get_state(), envs.step([3, 3, 3])[-1]
    expected = resets(envs)
    for other in (envs, made()):
        seen = other.set_state(pickle.loads(pickle.dumps(snapshot)))[1]
        assert equal(seen["level"], infos["level"])
        assert equal(other.step([3, 3, 3])[-1], infos)
        assert equal(resets(other), expected)


def test_in_a_compiled_loop_games_of_a_snapshot_restart_on_their_levels() -> None:
    options: dict[str, Any] = {"layout": FAMILY, "levels": "train", "max_episode_steps": 1}
    envs, other = (PacmanVectorEnv(3, **options) for _ in range(2))
    envs.reset(seed=5)
    snapshot = envs.get_state()
    starts = [envs.batch.state(game) for game in range(3)]
    envs.reset(seed=6)
    for each in (envs, other):
        each.set_state(snapshot)
        games = each.compiled_games()
        for _ in range(2):
            assert step_range(games, 0, 3) == -1
        assert [each.batch.state(game) for game in range(3)] == starts


def test_games_start_from_the_positions_of_seeds_on_levels() -> None:
    options: dict[str, Any] = {"layout": FAMILY, "levels": "train", "num_levels": 50}
    envs, others = (PacmanVectorEnv(3, **options) for _ in range(2))
    envs.reset(seed=1)
    expected = others.reset(seed=0, options={"state": 70})
    assert equal(envs.reset(seed=0, options={"state": 70}), expected)
    single = PacmanEnv(**options)
    for game, level in enumerate(expected[1]["level"].tolist()):
        single.reset(options={"state": 70 + game})
        assert envs.batch.state(game) == single.game
        assert envs.level_layout(level).walls == single.game.maze.walls
    assert len({*expected[1]["level"].tolist()}) > 1


def test_a_wrong_action_leaves_generators_alone() -> None:
    options: dict[str, Any] = {"layout": FAMILY, "levels": "train", "max_episode_steps": 1}
    envs = PacmanVectorEnv(2, **options, num_levels=9)
    envs.reset(seed=0)
    envs.step([4, 4])
    before = pickle.dumps(envs.get_state())
    with pytest.raises(ValueError, match="game 1: 7 is not an action"):
        envs.step([4, 7])
    assert pickle.dumps(envs.get_state()) == before


def test_a_copy_plays_the_same_levels_and_its_shared_infos_can_not_be_written_to() -> None:
    envs = PacmanVectorEnv(3, **MIXED_LEVELS, max_episode_steps=4)
    envs.reset(seed=1)
    envs.step([4, 4, 4])
    copies = [envs.clone(), pickle.loads(pickle.dumps(envs))]
    runs = [[one.step([1, 3, 4]) for _ in range(12)] for one in (envs, *copies)]
    assert equal(runs[0], runs[1])
    assert equal(runs[0], runs[2])
    for run in runs:
        for name in ("level", "_level", "is_win", "_score"):
            with pytest.raises(ValueError, match="read-only"):
                run[-1][-1][name][:] = 1


@pytest.mark.parametrize("snapshot", ["not one", None])
def test_what_is_no_snapshot_is_refused(snapshot: Any) -> None:
    for envs in (PacmanVectorEnv(1, layout=FAMILY, levels="train"), PacmanEnv(layout="small")):
        envs.reset(seed=0)
        with pytest.raises(ValueError, match="snapshot"):
            envs.set_state(snapshot)


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


def test_seeds_can_be_a_range() -> None:
    envs, other = made(), made()
    envs.reset(seed=1, options={"state": range(1000, 1008, 2)})
    other.reset(seed=1, options={"state": [1000, 1002, 1004, 1006]})
    assert states(envs) == states(other)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([SMALL], r"1 positions in options\['state'\] for 4 games"),
        (f"{SMALL}\nghost 1: home (1, 1)", "state 0 is on a board that this batch doesn't have"),
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
