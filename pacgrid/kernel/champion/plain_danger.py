"""How likely Pac-Man is caught soon on boards unlike the mazes that the network learned on: a
logistic regression, compiled."""

from typing import Any

import numpy as np

from pacgrid.kernel.champion.board import BoardTables, ghost_distance, ways_out
from pacgrid.kernel.champion.danger_features import ACTIVE_SOON
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.position import Position

DANGER_WEIGHTS = {
    "constant": -2.23,
    "near": 2.11,  # the sum of the closeness of the ghosts, 1 / (1 + their moves to Pac-Man)
    "close": -0.36,  # the sum of its squares
    "next": 0.07,  # the ghosts at most 2 moves away
    "active": -0.13,  # the ghosts that are not scared
    "spread": 0.29,  # the distances between the ghosts, each at most 20 steps, in units of 20
    "room": -1.13,  # the cells within 10 steps that Pac-Man reaches first, in units of 25
    "cramped": 0.12,  # how far these fall short of 8, as a share of it
    "wide": -0.10,  # the cells within 20 steps that he reaches first, in units of 60
    "junctions": -1.77,  # the junctions among them, in units of 6
    "blocked": 0.98,  # 1 if there is none
}
"""Fitted to whether Pac-Man was caught in the next 20 rounds: 14,434 positions of games against
`directional_ghost` on six boards."""


@compiled
def plain_danger(board: BoardTables, position: Position, weights: Any) -> Number:
    """About how likely Pac-Man is caught in the next 20 rounds."""
    here = np.int64(position.games[0].pacman)
    near = close = spread = 0.0
    next_to, active = 0, 0
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        if ghost.scared > ACTIVE_SOON:
            continue
        active += 1
        away = 1.0 + ghost_distance(board, ghost, here) + ghost.scared / 2
        near += 1.0 / away
        close += 1.0 / (away * away)
        next_to += away <= 3
        for other in range(number):
            if position.ghosts[0, other].scared <= ACTIVE_SOON:
                cell = position.ghosts[0, other].cell
                spread += min(board.steps[ghost.cell, cell], 20) / 20.0
    if not active:
        return 0.0
    room, wide, junctions = 0, 0, 0
    for index in range(board.nearest.shape[1]):
        cell = board.nearest[here, index]
        steps = board.steps[here, cell]
        if steps > 20 or wide >= 60:
            break
        if _is_first(board, position, cell, steps):
            room += steps <= 10
            wide += 1
            junctions += ways_out(board, cell) > 2
    total = weights.constant + weights.near * near + weights.close * close
    total += weights.next * next_to + weights.active * active + weights.spread * spread
    total += weights.room * min(room, 25) / 25.0 + weights.cramped * max(0.0, 1.0 - room / 8.0)
    total += weights.wide * wide / 60.0 + weights.junctions * min(junctions, 6) / 6.0
    total += weights.blocked * (junctions == 0)
    return 1.0 / (1.0 + np.exp(-total))


@inlined
def _is_first(board: BoardTables, position: Position, cell: Number, steps: Number) -> Number:
    """Whether Pac-Man reaches a cell, so many `steps` away, before any ghost."""
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        away = ghost_distance(board, ghost, cell) + ghost.scared / 2
        if ghost.scared <= ACTIVE_SOON and away <= steps:
            return False
    return True
