"""What hunting ghosts is worth, now or after the next capsule; compiled."""

from typing import Any

import numpy as np

from pacgrid.kernel.champion.board import FAR, Board, ghost_distance
from pacgrid.kernel.champion.positions import Positions, has
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.tables import CAPSULE
from pacgrid.state import SCARED_MOVES

REACH = 15
"""How many steps from Pac-Man a capsule may be to wait for ghosts beside it."""


@compiled
def catch(
    board: Board, positions: Positions, ply: int, start: Number, moves: int, weights: Any
) -> float:
    """About how many ghosts Pac-Man can eat from the cell `start`, going to the nearest one next.

    With `moves` 0 he eats those that are scared now, for as long as they are; else those that are
    not, within so many moves.
    """
    eaten, spent, done, at = 0.0, 0.0, 0, start
    while True:
        least: Number = FAR
        chosen = -1
        for number in range(positions.ghosts.shape[1]):
            ghost = positions.ghosts[ply, number]
            if not done >> number & 1 and (ghost.scared > 0) != (moves > 0):
                steps = np.int64(board.steps[at, ghost.cell])
                if steps < least:
                    least, chosen = steps, number
        if chosen < 0:
            return eaten
        ghost = positions.ghosts[ply, chosen]
        spent += weights.chase * least
        if spent >= (moves if moves else ghost.scared):
            return eaten
        eaten += 1.0 - spent / SCARED_MOVES
        done |= 1 << chosen
        at = np.int64(ghost.cell)


@compiled
def ambush(board: Board, positions: Positions, ply: int, weights: Any) -> float:
    """About how many ghosts Pac-Man can eat after the best of the capsules that he reaches first;
    less for a capsule further away."""
    here = np.int64(positions.games[ply].pacman)
    best = 0.0
    for index in range(len(positions.capsules)):
        cell = np.int64(positions.capsules[index])
        steps = np.int64(board.steps[here, cell])
        if steps > REACH or not has(board, positions, cell, CAPSULE):
            continue
        if _is_safe(board, positions, ply, cell, steps):
            ghosts = catch(board, positions, ply, cell, SCARED_MOVES, weights)
            best = max(best, ghosts / (1.0 + weights.approach * steps))
    return best


@inlined
def _is_safe(board: Board, positions: Positions, ply: int, cell: Number, steps: Number) -> Number:
    """Whether Pac-Man reaches a capsule, so many `steps` away, before any active ghost."""
    for number in range(positions.ghosts.shape[1]):
        ghost = positions.ghosts[ply, number]
        if not ghost.scared and ghost_distance(board, ghost, cell) <= steps:
            return False
    return True
