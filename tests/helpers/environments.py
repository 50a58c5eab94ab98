"""What the tests of the environments share."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv, ParallelEnv

from pacgrid import Action, Agent, Layout, State

with warnings.catch_warnings():
    # PettingZoo's tests import an environment of its own in a way that it has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    import pettingzoo.test as pettingzoo_tests

CORRIDOR = Layout.parse("%%%%%%%%\n%P .  1%\n%%%%%%%%")
CAPSULE = Layout.parse("%%%%%%%%%%\n%.  Po 1 %\n%%%%%%%%%%")
LAST_FOOD = Layout.parse("%%%%%%\n%P. 1%\n%%%%%%")
HUNT = Layout.parse("""
%%%%%%%%%
%.o P 1.%
% %% %% %
%2  o  .%
%%%%%%%%%
""")
TWO_BOARDS = (CORRIDOR, Layout.parse("%%%%%%%%\n%P  . 1%\n%%%%%%%%"))

MIXED_LEVELS: dict[str, Any] = {
    "layout": ["random:size=13x9,ghosts=1,food=0.2", "random:size=12x10,ghosts=1,food=0.2"],
    "levels": "train",
    "num_levels": 40,
    "max_size": (14, 10),
}
"""Boards of two sizes on a third."""

api_test = pettingzoo_tests.api_test
bombardment_test = pettingzoo_tests.bombardment_test
max_cycles_test = pettingzoo_tests.max_cycles_test
parallel_api_test = pettingzoo_tests.parallel_api_test
parallel_seed_test = pettingzoo_tests.parallel_seed_test
render_test = pettingzoo_tests.render_test
save_obs_test = pettingzoo_tests.test_save_obs
seed_test = pettingzoo_tests.seed_test
state_test = pettingzoo_tests.state_test

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"obs": "box"},
    {"obs": "packed"},
    {"dtype": "float32"},
    {"obs": "box", "dtype": np.float32, "share_reward": True},
    {"num_ghosts": 0},
    {"num_ghosts": 1, "reward_scale": 0.1, "max_cycles": 20},
    {"layout": "arcade", "share_reward": True},
    {"layout": ["hunting", Layout.load("hunting")], "max_cycles": 7},
    {"layout": lambda rng: "duel" if rng.random() < 0.5 else Layout.load("duel")},
    MIXED_LEVELS,
)
"""Combinations of options that matter to clients."""

DICT_WARNINGS = (
    # PettingZoo warns of dictionary observations in all environments but its own.
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


class Breaks(Agent):
    """Plays north, legal or not, and raises in one of its methods."""

    def __init__(self, where: str = "") -> None:
        self.where = where

    def start(self, state: State) -> None:
        self._maybe("start")

    def act(self, state: State) -> Action:
        self._maybe("act")
        return Action.NORTH

    def finish(self, state: State) -> None:
        self._maybe("finish")

    def _maybe(self, where: str) -> None:
        if self.where == where:
            raise ZeroDivisionError(where)


def mark_dict_warnings(test: Any) -> Any:
    for message in DICT_WARNINGS:
        test = pytest.mark.filterwarnings(message)(test)
    return test


def mask_of(observation: Any, info: dict[str, Any]) -> Any:
    return observation["action_mask"] if "action_mask" in observation else info["action_mask"]


def equal(one: Any, other: Any) -> bool:
    """Whether two nested values are the same to the last bit, arrays and types too."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, np.ndarray) and one.dtype == object:
        return equal(one.tolist(), other.tolist())
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return bool(one == other)


def turns(env: AECEnv, seed: int, most: int = 400) -> Iterator[tuple[Any, ...]]:
    """A random game from here on: for each turn, what the agent and the environment know."""
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter(most):
        last = env.last()
        observation, _, terminated, truncated, info = last
        over = terminated or truncated
        legal = np.flatnonzero(mask_of(observation, info))
        action = None if over else int(rng.choice(legal))
        env.step(action)
        yield agent, last, action, env.rewards, env.terminations, env.truncations, env.infos


def rounds(env: ParallelEnv, seed: int, most: int = 200) -> Iterator[Any]:
    """A random game from here on, with illegal actions: what `step` returns."""
    rng = np.random.default_rng(seed)
    over = not env.agents
    while not over and most:
        step = env.step({agent: int(rng.integers(5)) for agent in env.agents})
        yield step
        over = any(step[2].values()) or any(step[3].values())
        most -= 1


def random_game(env: Any, seed: int, most: int = 200) -> Iterator[Any]:
    """The turns or the rounds of a random game from here on."""
    return (turns if isinstance(env, AECEnv) else rounds)(env, seed, most)


def boards_drawn(env: Any, games: int = 12) -> list[Any]:
    """The food at the start of several games."""
    boards = []
    for _ in range(games):
        env.reset()
        boards.append(env.game.food)
    return boards


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress PettingZoo's messages about illegal moves."""
    from pettingzoo.utils.env_logger import EnvLogger

    EnvLogger.suppress_output()
    try:
        yield
    finally:
        EnvLogger.unsuppress_output()
        EnvLogger.flush()
