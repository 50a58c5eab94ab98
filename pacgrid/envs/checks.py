"""Checks of what environments are given: numbers, actions, and the arguments of `reset`."""

from collections.abc import Sequence
from math import isfinite
from numbers import Real
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.state import State


def whole_number(name: str, value: object) -> int:
    """`value`, a Python or numpy integer, as an int. Raises ValueError for anything else,
    bools included."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None


def finite_number(name: str, value: object) -> float:
    """`value`, a real number of Python or numpy, as a float.

    Raises ValueError for anything else, nan and infinity included.
    """
    if not isinstance(value, Real) or not isfinite(value):
        raise ValueError(f"{name} must be a finite number, not {value!r}")
    return float(value)


def checked_options(
    options: dict[str, Any] | None, *known: str, also: tuple[str, ...] = ()
) -> dict[str, Any]:
    """`options`, empty for None. Raises ValueError if it is no dictionary or, naming the `known`
    keys, if it has any but these and `also`."""
    if not isinstance(options, dict | None):
        raise ValueError(f"reset(options=) must be a dictionary, not {options!r:.60}")
    for key in options or ():
        if key not in (*known, *also):
            raise ValueError(
                f"reset(options=) has no key {key!r}; it takes {' and '.join(map(repr, known))}"
            )
    return options or {}


def reset_mask(options: dict[str, Any], count: int) -> NDArray[np.bool_]:
    """Which of `count` games restart: all, or those in `options["reset_mask"]`.

    Raises ValueError if that isn't a bool for each, at least one of them true.
    """
    mask = options.get("reset_mask")
    if mask is None:
        return np.ones(count, np.bool_)
    mask = np.asarray(mask)
    if mask.dtype != np.bool_ or mask.shape != (count,) or not mask.any():
        raise ValueError(
            f"reset_mask must be {count} bools, at least one of them true, "
            f"not {mask.dtype}{list(mask.shape)}"
        )
    chosen: NDArray[np.bool_] = mask
    return chosen


def seeds_given(seed: int | Sequence[int | None] | None, count: int) -> list[int | None]:
    """The seed of each of `count` games; None where none is given.

    Raises ValueError for another number of seeds, or one that is not a whole number from 0 up.
    """
    if seed is None:
        return [None] * count
    if isinstance(seed, int | np.integer):
        given: list[int | None] = list(range(int(seed), int(seed) + count))
    else:
        try:
            given = [None if each is None else index(each) for each in seed]
        except TypeError:
            raise ValueError(
                "seed must be a whole number, or a sequence with one or None for each game, "
                f"not {seed!r:.60}"
            ) from None
    if len(given) != count:
        raise ValueError(f"{len(given)} seeds for {count} games")
    if any(each is not None and each < 0 for each in given):
        raise ValueError("a seed must be a whole number from 0 up")
    return given


def seeds_for(
    seed: int | Sequence[int | None] | None, count: int, rng: np.random.Generator
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """A seed for each of `count` games, drawn with `rng` where none is given; and where one is.

    Raises ValueError as `seeds_given` does.
    """
    given = seeds_given(seed, count)
    drawn = rng.integers(0, 2**63, count, np.uint64)
    seeds = [
        other if each is None else each % 2**64 for each, other in zip(given, drawn, strict=True)
    ]
    return np.array(seeds, np.uint64), np.array([each is not None for each in given])


ACTIONS = tuple(Action)


def to_action(number: object, agent: str) -> Action:
    """The action with this number, a Python integer (bools included) or a numpy integer.

    Raises ValueError for any other number or type, numpy's bools included.
    """
    try:
        value = index(number)  # type: ignore[arg-type]
    except TypeError:
        value = -1
    if not 0 <= value < len(ACTIONS):
        choice = ", ".join(f"{action.value} {action}" for action in ACTIONS)
        raise ValueError(f"{agent} can't play {number!r}: the actions are {choice}")
    return ACTIONS[value]


def replace_illegal(state: State, action: Action) -> Action:
    """`action` if it is legal in `state`, otherwise its replacement.

    Pac-Man stops instead. A ghost goes straight on, or else takes its first legal action.
    """
    maze = state.maze
    if state.to_move == 0:
        return action if action in maze.pacman_moves[state._pacman] else Action.STOP
    node = state._ghosts[0]
    if action in maze.ghost_moves[node]:
        return action
    ahead = maze.node_direction(node)
    return ahead if ahead in maze.ghost_moves[node] else maze.ghost_actions[node][0]
