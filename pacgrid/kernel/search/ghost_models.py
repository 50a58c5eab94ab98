"""How a search expects the ghosts to choose."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pacgrid.kernel.ghost_policy import SET_BITS, preferred
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import StructuredArray, Tables

MINIMISES, DIRECTIONAL = 0, 1

MODEL = np.dtype([("attack", np.float64), ("flee", np.float64), ("kind", np.uint8)], align=True)

GhostModel = tuple[float, float]
"""The probabilities `(attack, flee)` of `pacgrid.agents.directional_ghost`; `(0, 0)` is
`pacgrid.agents.random_ghost`."""


def models_of(policies: Sequence[GhostModel], ghosts: int) -> StructuredArray:
    """For each ghost its model; `policies` repeat, and all ghosts minimise if there are none."""
    models = np.zeros(ghosts, MODEL)
    for number in range(ghosts if policies else 0):
        models[number] = (*policies[number % len(policies)], DIRECTIONAL)
    return models


@inlined
def expect(tables: Tables, position: Position, model: Any, frame: Any, bits: Number) -> None:
    """Write into `frame` the probabilities of the legal actions of the ghost to move, which are
    `bits`: `high` for those that it prefers, `low` for the others."""
    game = position.games[0]
    ghost = position.ghosts[0, game.to_move - 1]
    purpose = model.flee if ghost.scared else model.attack
    frame.preferred = preferred(tables, game, ghost, bits)
    frame.low = (1 - purpose) / SET_BITS[bits]
    frame.high = frame.low + purpose / SET_BITS[frame.preferred]
