"""The environments where one agent learns."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics

from helpers.environments import CORRIDOR, LAST_FOOD, MIXED_LEVELS, TWO_BOARDS, equal
from pacgrid import Action, Agent, Layout, State
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.envs import GYMNASIUM_IDS, GhostEnv, PacmanEnv
from pacgrid.envs.observations import planes_of
from pacgrid.kernel.planes import Channel, unpack

NORTH, EAST, SOUTH, WEST, STOP = range(5)
BOTH = (PacmanEnv, GhostEnv)
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"obs": "packed"},
    {"dtype": "float32"},
    {"dtype": np.float32, "reward_scale": 0.1},
    {"num_ghosts": 1},
    {"layout": "duel", "ghosts": "directional_ghost:attack=0.9"},
    {"layout": ["hunting", "hunting"]},
    {"layout": lambda rng: "arcade"},
    MIXED_LEVELS,
    {**MIXED_LEVELS, "obs": "packed"},
)


class Stands(Agent):
    """Stops where it can, and else takes its last legal action."""

    def act(self, state: State) -> Action:
        return state.legal_actions()[-1]


def played(env: gymnasium.Env[Any, Any], seed: int | None = None, most: int = 200) -> list[Any]:
    """A random game: what `reset` and each `step` return."""
    return [env.reset(seed=seed), *random_steps(env, most)]


def random_steps(env: Any, most: int) -> list[Any]:
    rng = np.random.default_rng(7)
    steps = []
    for _ in range(most):
        steps.append(env.step(int(rng.choice(np.flatnonzero(env.unwrapped.action_masks())))))
        if steps[-1][2] or steps[-1][3]:
            break
    return steps


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", GYMNASIUM_IDS)
def test_environments_pass_gymnasiums_checks(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.envs.renderer.RENDER_FPS", 1000)
    check_env(gymnasium.make(name, **options).unwrapped, skip_render_check=False)


@pytest.mark.parametrize("name", GYMNASIUM_IDS)
def test_environments_play_in_gymnasiums_wrappers(name: str) -> None:
    env = RecordEpisodeStatistics(gymnasium.make(name, max_episode_steps=30))
    for _ in range(3):
        *_, last = played(env, most=30)
        assert last[2] or last[3]
        assert "episode" in last[4]


@pytest.mark.parametrize("options", [{}, {"layout": TWO_BOARDS}, {"ghosts": "directional_ghost"}])
@pytest.mark.parametrize("kind", BOTH)
def test_a_seed_fixes_the_game_and_the_games_after_it(kind: Any, options: dict[str, Any]) -> None:
    games = []
    for seed in (3, np.int64(3)):
        env = kind(**options)
        games.append([played(env, seed), played(env, None, 12), played(env, 4)])
    assert equal(*games)
    if kind is PacmanEnv and not options:  # the ghosts move at random
        assert not equal(games[0][0], games[0][2])


@pytest.mark.parametrize("kind", BOTH)
def test_packed_observations_show_the_same_game_as_planes(kind: Any) -> None:
    games = [played(kind(layout="hunting", obs=form), seed=3) for form in ("box", "packed")]
    for (planes, *rest), (seen, *same) in zip(*games, strict=True):
        assert equal(rest, same)
        unpacked = unpack(seen, *planes.shape[1:], observer=int(kind is GhostEnv))
        assert equal(unpacked, planes)
        if kind is GhostEnv:
            own = np.argwhere(planes[Channel.SELF])  # one cell, or two that it is between
            assert (own[0] + own[-1]).tolist() == seen["position"].tolist()


def test_pacman_is_rewarded_with_score_changes() -> None:
    env = PacmanEnv(reward_scale=0.5)
    first, *steps = played(env, 1)
    assert sum(step[1] for step in steps) == env.game.score * 0.5
    assert first[1]["score"] == 0
    assert steps[-1][4]["score"] == env.game.score


def test_a_ghost_is_rewarded_with_what_pacman_loses_from_turn_to_turn() -> None:
    env = GhostEnv(layout=CORRIDOR, pacman=Stands(), reward_scale=2)
    _, info = env.reset()
    assert env.game.to_move == 1
    assert info["score"] == -1
    assert env.step(WEST)[1] == 2
    assert env.step(WEST)[1] == 2
    env.step(WEST)
    env.step(WEST)
    observation, reward, terminated, truncated, info = env.step(WEST)
    # Pac-Man was caught and doesn't move after that.
    assert (reward, terminated, truncated) == (1000, True, False)
    assert info["is_win"] is False
    assert equal(observation, planes_of(env.game, 1))


def test_a_score_that_stays_pays_a_ghost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    env = GhostEnv(layout=CORRIDOR, pacman=Stands())
    env.reset()
    # Pac-Man makes no move this time: each one would cost a point.
    monkeypatch.setattr(env, "_play_opponents", lambda: None)
    assert str(env.step(WEST)[1]) == "0.0"


def test_each_ghost_can_learn() -> None:
    for ghost in range(4):
        env = GhostEnv(layout="arcade", ghost=ghost, pacman=Stands(), ghosts=RandomGhost())
        observation, info = env.reset(seed=0)
        for _ in range(5):
            assert env.game.to_move == ghost + 1
            assert equal(observation, planes_of(env.game, ghost + 1))
            legal = env.game.legal_actions()
            assert env.action_masks().tolist() == [action in legal for action in Action]
            assert info["action_mask"].tolist() == env.action_masks().tolist()
            observation, _, _, _, info = env.step(int(legal[0]))


def test_an_illegal_action_is_replaced() -> None:
    env = PacmanEnv(layout=CORRIDOR, ghosts=Stands())
    env.reset()
    _, reward, _, _, info = env.step(NORTH)
    assert (reward, info["illegal"]) == (-1, True)
    assert env.game.pacman == (1, 1)
    ghost = GhostEnv(layout=CORRIDOR, pacman=Stands())
    ghost.reset()
    assert ghost.step(NORTH)[4]["illegal"]
    assert ghost.game.ghosts[0].position == (5, 1)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("action", [-1, 5, 0.0, None])
def test_an_invalid_action_is_refused(kind: Any, action: Any) -> None:
    env = kind()
    env.reset(seed=0)
    before = env.game
    with pytest.raises(ValueError, match=r"_0 can't play .* the actions are 0 north"):
        env.step(action)
    assert env.game is before


def test_step_needs_a_game_that_is_not_over() -> None:
    env = PacmanEnv(layout=LAST_FOOD, num_ghosts=0, ghosts="random_ghost", render_mode="ansi")
    for call in (env.render, env.action_masks, lambda: env.step(0), lambda: env.game):
        with pytest.raises(ResetNeeded, match="reset"):
            call()
    env.reset()
    _, reward, terminated, _, info = env.step(EAST)
    assert (reward, terminated, info["is_win"]) == (509, True, True)
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(EAST)
    assert env.action_masks().tolist() == [False, True, False, True, True]


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        (PacmanEnv, {"ghosts": ["random_ghost"], "num_ghosts": 2}, ".* needs 2"),
        (PacmanEnv, {"ghosts": ["random_ghost"] * 3}, ".* num_ghosts must be 0 to 2, not 3"),
        (GhostEnv, {"ghost": 2}, "ghost=2 is none of the 2 ghosts"),
        (GhostEnv, {"num_ghosts": 0}, "ghost=0 is none of the 0 ghosts"),
        (GhostEnv, {"ghost": True}, "ghost must be a whole number, not True"),
        (PacmanEnv, {"ghosts": 7}, "ghosts must be an agent's name, .* not 7"),
        (GhostEnv, {"ghosts": RandomGhost}, "ghosts must be an agent's name, .* not <class"),
        (PacmanEnv, {"ghosts": 7, "num_ghosts": 1}, "ghosts must be an agent's name, .* not 7"),
        (PacmanEnv, {"ghosts": ["random_ghost", 7]}, r"ghosts\[1\] must be .* not 7"),
        (GhostEnv, {"pacman": 7}, "pacman must be an agent's name or a pacgrid.Agent, not 7"),
    ],
)
def test_invalid_options_are_refused_in_one_line(
    kind: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match="^" + message) as caught:
        kind(**options)
    assert "\n" not in str(caught.value)


def test_a_game_that_ends_before_the_learners_turn_is_skipped() -> None:
    with pytest.raises(RuntimeError, match="100 games ended before ghost_0 could move once"):
        GhostEnv(layout=LAST_FOOD, pacman="reflex").reset()
    longer = Layout.parse("%%%%%%\n%P .1%\n%%%%%%")
    env = GhostEnv(layout=[LAST_FOOD, longer], pacman="reflex")
    for _ in range(10):
        env.reset()
        assert env.game.food == {(3, 1)}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*matplotlib is not installed:UserWarning")
def test_arrow_keys_and_wasd_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame
    from gymnasium.utils.play import PlayableGame

    env = gymnasium.make(GYMNASIUM_IDS[0], render_mode="rgb_array")
    env.reset()
    keys = env.get_wrapper_attr("get_keys_to_action")()
    game = PlayableGame(env, dict(keys))
    for action, names in enumerate((("UP", "w"), ("RIGHT", "d"), ("DOWN", "s"), ("LEFT", "a"))):
        for name in names:
            assert keys.pop((getattr(pygame, f"K_{name}"),)) == action
    assert keys == {}
    pygame.display.init()
    try:
        game.process_event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT))
        assert game.pressed_keys == {pygame.K_LEFT}
    finally:
        pygame.display.quit()


# Snapshots.


class Counts(Agent):
    """A ghost that remembers how often it has moved."""

    def __init__(self) -> None:
        self.moves = 0

    def act(self, state: State) -> Action:
        self.moves += 1
        actions = state.legal_actions()
        return self.rng.choice(actions) if self.moves % 3 else actions[0]


def rest_of_game(env: Any) -> list[Any]:
    """The rest of a game, up to 60 steps, and the beginning of another one."""
    played: list[Any] = []
    for number in range(60):
        played.append(env.step(number * 7 % 5))
        if played[-1][2]:
            break
    return [*played, env.reset(), env.step(0)]


@pytest.mark.parametrize("steps", [0, 1, 12])
def test_everything_happens_again_after_a_snapshot_and_in_a_clone(steps: int) -> None:
    options: dict[str, Any] = {"layout": ["hunting", "hunting"], "ghosts": [Counts(), Counts()]}
    for env, alike in (
        (PacmanEnv(**options), PacmanEnv(**options)),
        (GhostEnv(layout="hunting", pacman=Counts()), GhostEnv(layout="hunting", pacman=Counts())),
    ):
        env.reset(seed=4)
        for number in range(steps):
            if env.step(number % 5)[2]:
                env.reset()
        snapshot, copies = env.get_state(), (env.clone(), pickle.loads(pickle.dumps(env)))
        expected = rest_of_game(env)
        for other in copies:
            assert equal(rest_of_game(other), expected)
        for each in (env, alike, env):
            observation, info = each.set_state(pickle.loads(pickle.dumps(snapshot)))
            assert observation in each.observation_space
            assert info["score"] == snapshot.state.score
            assert equal(rest_of_game(each), expected)


def test_a_snapshot_of_another_environment_is_refused() -> None:
    env = PacmanEnv(layout="small")
    env.reset(seed=0)
    before = env.game
    for other, message in (
        (GhostEnv(layout="small"), "the snapshot is not a PacmanEnv's: use a snapshot of the same"),
        (
            PacmanEnv(layout="small", ghosts="directional_ghost"),
            "opponents are ghost_0 .directional_ghost., ghost_1",
        ),
        (PacmanEnv(layout="duel"), "the snapshot is 9 x 5 with 2 ghosts, the environment's boards"),
    ):
        other.reset(seed=0)
        with pytest.raises(ValueError, match=message):
            env.set_state(other.get_state())
        assert env.game is before
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before get_state\(\)"):
        PacmanEnv().get_state()
