"""What hunting ghosts is worth, now or after the next capsule; compiled."""

from typing import Any

import numpy as np

from pacgrid.kernel.champion.board import FAR, BoardTables, ghost_distance
from pacgrid.kernel.champion.pellets import Pellets
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.position import Position, has
from pacgrid.state import SCARED_MOVES

REACH = 15
"""How many steps from Pac-Man a capsule may be to wait for ghosts beside it."""

NOW, AFTER_CAPSULE = np.int64(0), np.int64(SCARED_MOVES)
"""Values of `moves` for `catch`. For plain integers, numba would compile it twice."""


@compiled
def catch(
    board: BoardTables, position: Position, start: Number, moves: Number, weights: Any
) -> float:
    """About how many ghosts Pac-Man can eat from the cell `start`, going to the nearest one next.

    With `moves` 0 he eats those that are scared now, for as long as they are; else those that are
    not, within so many `moves`.
    """
    eaten, spent, done, at = 0.0, 0.0, 0, start
    while True:
        least: Number = FAR
        chosen = -1
        for number in range(position.ghosts.shape[1]):
            ghost = position.ghosts[0, number]
            if not done >> number & 1 and (ghost.scared > 0) != (moves > 0):
                steps = np.int64(board.steps[at, ghost.cell])
                if steps < least:
                    least, chosen = steps, number
        if chosen < 0:
            return eaten
        ghost = position.ghosts[0, chosen]
        spent += weights.chase * least
        if spent >= (moves if moves else ghost.scared):
            return eaten
        eaten += 1.0 - spent / SCARED_MOVES
        done |= 1 << chosen
        at = np.int64(ghost.cell)


@compiled
def ambush(board: BoardTables, position: Position, pellets: Pellets, weights: Any) -> float:
    """About how many ghosts Pac-Man can eat after the best of the capsules that he reaches first;
    less for a capsule further away."""
    here = np.int64(position.games[0].pacman)
    best = 0.0
    for index in range(len(pellets.capsules)):
        cell = np.int64(pellets.capsules[index])
        steps = np.int64(board.steps[here, cell])
        if steps > REACH or not has(position.capsules, cell):
            continue
        if _is_safe(board, position, cell, steps):
            ghosts = catch(board, position, cell, AFTER_CAPSULE, weights)
            best = max(best, ghosts / (1.0 + weights.approach * steps))
    return best


@inlined
def _is_safe(board: BoardTables, position: Position, cell: Number, steps: Number) -> Number:
    """Whether Pac-Man reaches a capsule, so many `steps` away, before any active ghost."""
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        if not ghost.scared and ghost_distance(board, ghost, cell) <= steps:
            return False
    return True
