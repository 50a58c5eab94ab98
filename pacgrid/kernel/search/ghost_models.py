"""How a search expects the ghosts to choose."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.ghost_policy import SET_BITS, preferred
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.search.arcade import TARGETS, ArcadePolicy, arcade_action
from pacgrid.kernel.search.chance_table import ChanceTable
from pacgrid.kernel.search.evaluation_tables import MazeTables
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Maze

MINIMISES, DIRECTIONAL, TABULATED, ARCADE = 0, 1, 2, 3

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

GhostModel = tuple[float, float] | ChanceTable | ArcadePolicy
"""The probabilities `(attack, flee)` of `pacgrid.agents.directional_ghost`, where `(0, 0)` is
`pacgrid.agents.random_ghost`; a table; or how a ghost of the arcade chooses."""


class GhostModels(NamedTuple):
    """How each ghost chooses, in arrays."""

    models: StructuredArray
    """`[ghost]`, of `MODEL`."""
    rows: NDArray[np.int32]
    """`[ghost, scared, node]`: the row in `chances`, or -1 for a single legal action."""
    chances: NDArray[np.float64]
    """`[row, Pac-Man's cell, action]`, of all tables."""
    scatters: NDArray[np.bool_]
    """`[ghost, n]`: whether a ghost of the arcade scatters on its `n`-th next move."""


def models_of(policies: Sequence[GhostModel], maze: Maze) -> GhostModels:
    """The models of the ghosts of `maze`; `policies` repeat, and all ghosts minimise if there are
    none."""
    ghosts, cells = len(maze.homes), len(maze.positions)
    tables = list(dict.fromkeys(each for each in policies if isinstance(each, ChanceTable)))
    models = np.zeros(ghosts, MODEL)
    rows = np.full((ghosts, 2, NODES_PER_CELL * cells if tables else 0), -1, np.int32)
    phases = [each.scatters for each in policies if isinstance(each, ArcadePolicy)]
    scatters = np.zeros((ghosts, max(map(len, phases), default=0)), np.bool_)
    for number in range(ghosts if policies else 0):
        policy = policies[number % len(policies)]
        if isinstance(policy, ArcadePolicy):
            right, top = policy.corner
            row, column = (maze.height - 1) * (1 - top), (maze.width - 1) * right
            models[number] = 0, 0, row, column, ARCADE, TARGETS.index(policy.personality)
            scatters[number, : len(policy.scatters)] = policy.scatters
        elif isinstance(policy, ChanceTable):
            models[number]["kind"] = TABULATED
            first = sum(len(table.chances) for table in tables[: tables.index(policy)])
            rows[number] = np.where(policy.rows < 0, -1, policy.rows + first)
        else:
            models[number] = (*policy, 0, 0, DIRECTIONAL, 0)
    chances = [np.zeros((0, cells, len(Action))), *(table.chances for table in tables)]
    return GhostModels(models, rows, np.concatenate(chances), scatters)


@inlined
def row_of(models: GhostModels, number: int, ghost: Any) -> Number:
    """The row of the ghost's probabilities."""
    slot = ghost.heading + HALFWAY if ghost.half else ghost.heading
    return models.rows[number, np.uint8(ghost.scared > 0), ghost.cell * NODES_PER_CELL + slot]


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
    frame.row = -1
    frame.preferred = bits
    frame.low, frame.high = 0, 1
    if model.kind == ARCADE:
        if ghost.scared:
            frame.high = 1 / SET_BITS[bits]
        else:
            scatters = scatters_at(models, number, ply)
            choice = arcade_action(tables, position, maze, models, number, bits, scatters)
            frame.actions = frame.preferred = 1 << choice
    elif model.kind == DIRECTIONAL:
        purpose = model.flee if ghost.scared else model.attack
        frame.preferred = preferred(tables, game, ghost, bits)
        frame.low = (1 - purpose) / SET_BITS[bits]
        frame.high = frame.low + purpose / SET_BITS[frame.preferred]
        if frame.low == 0:
            frame.actions = frame.preferred
    elif bits & (bits - 1):
        frame.row = row_of(models, number, ghost)
        for action in range(4):
            if models.chances[frame.row, game.pacman, action] == 0:
                frame.actions &= ~(1 << action)


@inlined
def chance(position: Position, models: GhostModels, frame: Any) -> Number:
    """The probability of the action of `frame`."""
    if frame.row >= 0:
        return models.chances[frame.row, position.games[0].pacman, frame.action]
    return frame.high if frame.preferred >> frame.action & 1 else frame.low
