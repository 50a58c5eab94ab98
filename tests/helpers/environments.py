"""What the tests of the environments share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from pacgrid import Layout

CORRIDOR = Layout.parse("%%%%%%%%\n%P .  1%\n%%%%%%%%")
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
