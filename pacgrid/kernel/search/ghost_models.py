"""How a search expects the ghosts to choose."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.ghost_policy import SET_BITS, preferred
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.search.chance_table import ChanceTable
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Maze

MINIMISES, DIRECTIONAL, TABULATED = 0, 1, 2

MODEL = np.dtype([("attack", np.float64), ("flee", np.float64), ("kind", np.uint8)], align=True)

GhostModel = tuple[float, float] | ChanceTable
"""The probabilities `(attack, flee)` of `pacgrid.agents.directional_ghost`, where `(0, 0)` is
`pacgrid.agents.random_ghost`; or a table."""


class GhostModels(NamedTuple):
    """How each ghost chooses, in arrays."""

    models: StructuredArray
    """`[ghost]`, of `MODEL`."""
    rows: NDArray[np.int32]
    """`[ghost, scared, node]`: the row in `chances`, or -1 for a single legal action."""
    chances: NDArray[np.float64]
    """`[row, Pac-Man's cell, action]`, of all tables."""


def models_of(policies: Sequence[GhostModel], maze: Maze) -> GhostModels:
    """The models of the ghosts of `maze`; `policies` repeat, and all ghosts minimise if there are
    none."""
    ghosts, cells = len(maze.homes), len(maze.positions)
    tables = list(dict.fromkeys(each for each in policies if isinstance(each, ChanceTable)))
    models = np.zeros(ghosts, MODEL)
    rows = np.full((ghosts, 2, NODES_PER_CELL * cells if tables else 0), -1, np.int32)
    for number in range(ghosts if policies else 0):
        policy = policies[number % len(policies)]
        if isinstance(policy, ChanceTable):
            models[number] = 0, 0, TABULATED
            first = sum(len(table.chances) for table in tables[: tables.index(policy)])
            rows[number] = np.where(policy.rows < 0, -1, policy.rows + first)
        else:
            models[number] = (*policy, DIRECTIONAL)
    chances = [np.zeros((0, cells, len(Action))), *(table.chances for table in tables)]
    return GhostModels(models, rows, np.concatenate(chances))


@inlined
def row_of(models: GhostModels, number: int, ghost: Any) -> Number:
    """The row of the ghost's probabilities."""
    slot = ghost.heading + HALFWAY if ghost.half else ghost.heading
    return models.rows[number, np.uint8(ghost.scared > 0), ghost.cell * NODES_PER_CELL + slot]


@inlined
def expect(
    tables: Tables, position: Position, models: GhostModels, frame: Any, bits: Number
) -> None:
    """Write into `frame` what the ghost to move does; its legal actions are `bits`. Keep only those
    that have a chance."""
    game = position.games[0]
    ghost = position.ghosts[0, game.to_move - 1]
    model = models.models[game.to_move - 1]
    frame.row = -1
    frame.preferred = bits
    frame.low, frame.high = 0, 1
    if model.kind == DIRECTIONAL:
        purpose = model.flee if ghost.scared else model.attack
        frame.preferred = preferred(tables, game, ghost, bits)
        frame.low = (1 - purpose) / SET_BITS[bits]
        frame.high = frame.low + purpose / SET_BITS[frame.preferred]
        if frame.low == 0:
            frame.actions = frame.preferred
    elif bits & (bits - 1):
        frame.row = row_of(models, game.to_move - 1, ghost)
        for action in range(4):
            if models.chances[frame.row, game.pacman, action] == 0:
                frame.actions &= ~(1 << action)


@inlined
def chance(position: Position, models: GhostModels, frame: Any) -> Number:
    """The probability of the action of `frame`."""
    if frame.row >= 0:
        return models.chances[frame.row, position.games[0].pacman, frame.action]
    return frame.high if frame.preferred >> frame.action & 1 else frame.low
