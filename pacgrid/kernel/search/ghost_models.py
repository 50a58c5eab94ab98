"""How a search expects the ghosts to choose."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.compiled_rules import next_cell
from pacgrid.kernel.ghosts import (
    SET_BITS,
    ArcadePolicy,
    Policy,
    looks_ahead,
    preferred,
    towards_goal,
)
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.linear_evaluation import MazeTables
from pacgrid.kernel.search.position import Position, has
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import Maze

MINIMISES, DIRECTIONAL, ARCADE = 0, 1, 2

MODEL = np.dtype(
    [
        ("attack", np.float64),
        ("flee", np.float64),
        ("corner_row", np.int32),
        ("corner_column", np.int32),
        ("kind", np.uint8),
        ("target", np.uint8),
    ],
    align=True,
)
"""How a ghost chooses, as `Policy` says it."""


class GhostModels(NamedTuple):
    """How each ghost chooses, in arrays."""

    models: StructuredArray
    """`[ghost]`, of `MODEL`."""
    scatters: NDArray[np.bool_]
    """`[ghost, n]`: whether a ghost of the arcade scatters on its `n`-th next move."""


def models_of(policies: Sequence[Policy], maze: Maze) -> GhostModels:
    """The models of the ghosts of `maze`; `policies` repeat, and all ghosts minimise if there are
    none."""
    models = np.zeros(len(maze.homes), MODEL)
    phases = [each.scatters for each in policies if isinstance(each, ArcadePolicy)]
    scatters = np.zeros((len(models), max(map(len, phases), default=0)), np.bool_)
    for number in range(len(models) if policies else 0):
        policy = policies[number % len(policies)]
        if isinstance(policy, ArcadePolicy):
            models[number]["kind"] = ARCADE
            policy.write(models[number], maze.height, maze.width)
            scatters[number, : len(policy.scatters)] = policy.scatters
        else:
            models[number] = (*policy, 0, 0, DIRECTIONAL, 0)
    return GhostModels(models, scatters)


_NEVER = 1 << 16
"""More than any number of steps."""


@compiled
def heading_to_food(
    tables: Any, position: Position, steps: NDArray[np.uint16], order: NDArray[np.uint16]
) -> Number:
    """Pac-Man's action on a shortest path to food; his first move if there is no path.

    `steps` and `order` are as in `MazeTables`, and `tables` has at least `cells`.
    """
    here = position.games[0].pacman
    choice, least = np.int64(Action.STOP), np.int64(_NEVER + 1)
    for action in range(4):
        near, away = np.int64(next_cell(tables.cells, here, action)), np.int64(_NEVER)
        if near != here:
            for index in range(order.shape[1]):
                if has(position.food, order[near, index]):
                    away = np.int64(steps[near, order[near, index]])
                    break
            if away < least:
                least, choice = away, np.int64(action)
    return choice


@inlined
def scatters_at(models: GhostModels, number: int, ply: Number) -> Number:
    """Whether the ghost scatters if it moves `ply` plies from the start of the search."""
    ahead = ply // (len(models.models) + 1)
    return ahead < models.scatters.shape[1] and models.scatters[number, ahead]


@inlined
def expect(
    tables: Tables,
    position: Position,
    maze: MazeTables,
    models: GhostModels,
    frame: Any,
    bits: Number,
    ply: Number,
) -> None:
    """Write into `frame` what the ghost to move does at `ply`; its legal actions are `bits`. Keep
    only those that have a chance."""
    game = position.games[0]
    number = game.to_move - 1
    ghost = position.ghosts[0, number]
    model = models.models[number]
    frame.preferred = bits
    frame.low, frame.high = 0, 1
    if model.kind == ARCADE:
        if ghost.scared:
            frame.high = 1 / SET_BITS[bits]
        else:
            scatters = scatters_at(models, number, ply)
            heading = np.int64(Action.STOP)
            if looks_ahead(model, scatters):
                heading = heading_to_food(tables, position, maze.steps, maze.order)
            choice = towards_goal(tables, position, 0, number, model, bits, scatters, heading)
            frame.actions = frame.preferred = 1 << choice
    else:
        purpose = model.flee if ghost.scared else model.attack
        frame.preferred = preferred(tables, game, ghost, bits)
        frame.low = (1 - purpose) / SET_BITS[bits]
        frame.high = frame.low + purpose / SET_BITS[frame.preferred]
        if frame.low == 0:
            frame.actions = frame.preferred


@inlined
def chance(frame: Any) -> Number:
    """The probability of the action of `frame`."""
    return frame.high if frame.preferred >> frame.action & 1 else frame.low
