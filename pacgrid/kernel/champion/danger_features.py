"""What the danger to Pac-Man is estimated from: how the ghosts stand to him and to the junctions
around him; compiled. Each feature is from about 0 to 1."""

from typing import Any

import numpy as np

from pacgrid.kernel.champion.board import BoardTables, ghost_distance, ways_out
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.position import Position

ACTIVE_SOON = 15
"""A ghost that stays scared for at most so many moves is a danger."""

CLOSE, NEAR, SPREAD, ACTIVE, COMING, JUNCTIONS, SAFE, LEADS, NEXT, ROUTES, EXITS, BEST = (
    0,  # of the four nearest ghosts, the nearest first: 1 / (1 + their moves to Pac-Man)
    4,  # of the same: 1 less their moves in units of `MOST`
    8,  # the distances between the ghosts, each at most 20 steps, in units of 120
    9,  # the ghosts that are a danger, in units of 4
    10,  # of each exit, the safest first: the moves of the nearest ghost that comes through it
    14,  # the junctions in each of the `RINGS`
    18,  # those that Pac-Man reaches before any ghost
    22,  # the sum of his leads there; less for one further away
    23,  # of each exit, the best first: his lead at the nearest junction
    27,  # of each exit, the best first: the junctions behind it that he reaches first
    31,  # the exits of his cell, in units of 4
    32,  # his largest lead at a junction
)
"""Where each kind of features begins."""
FEATURES = 33

MOST = 40.0
"""The most moves of a ghost that count."""
RINGS = 6, 12, 20, 32
"""The steps of the furthest junctions in each ring around Pac-Man."""
MOST_JUNCTIONS = 70
"""At most so many junctions count, the nearest ones; so open boards take no longer."""
NO_GHOST = 1000.0


@compiled
def fill_features(board: BoardTables, position: Position, features: Any) -> Number:
    """Fill `features`. Returns the number of ghosts that are a danger; if there is none, nothing
    else is filled in."""
    here = np.int64(position.games[0].pacman)
    for index in range(FEATURES):
        features[index] = 0.0
    active, spread = 0, 0.0
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        if ghost.scared > ACTIVE_SOON:
            continue
        active += 1
        away = _moves_to(board, ghost, here)
        _insert(features, CLOSE, 1.0 / (1.0 + away))
        _insert(features, NEAR, max(0.0, 1.0 - away / MOST))
        for other in range(number):
            if position.ghosts[0, other].scared <= ACTIVE_SOON:
                cell = position.ghosts[0, other].cell
                spread += min(board.steps[ghost.cell, cell], 20) / 20.0
    if not active:
        return 0
    features[SPREAD] = spread / 6.0
    features[ACTIVE] = active / 4.0
    features[EXITS] = ways_out(board, here) / 4.0
    _fill_coming(board, position, here, features)
    _fill_junctions(board, position, here, features)
    return active


@inlined
def _moves_to(board: BoardTables, ghost: Any, cell: Number) -> Number:
    """The moves of a ghost to a cell; a scared one is half as fast."""
    return ghost_distance(board, ghost, cell) + ghost.scared / 2.0


@inlined
def _insert(features: Any, start: int, value: float) -> None:
    """Insert a value into the four from `start`, which are sorted, the largest first; the least of
    them is lost."""
    for index in range(start, start + 4):
        if value > features[index]:
            less = features[index]
            features[index] = value
            value = less


@inlined
def _fill_coming(board: BoardTables, position: Position, here: Number, features: Any) -> None:
    """For each exit, how near the nearest ghost is whose way to Pac-Man leads through it."""
    for action in range(4):
        if not board.cells[here].moves >> action & 1:
            continue
        exit_cell = np.int64(board.cells[here].next[action])
        least = MOST
        for number in range(position.ghosts.shape[1]):
            ghost = position.ghosts[0, number]
            if ghost.scared <= ACTIVE_SOON:
                steps = ghost_distance(board, ghost, exit_cell)
                if steps == 0 or steps < ghost_distance(board, ghost, here):
                    least = min(least, steps + ghost.scared / 2.0)
        _insert(features, COMING, least / MOST + 0.01)


@inlined
def _fill_junctions(board: BoardTables, position: Position, here: Number, features: Any) -> None:
    """Who reaches which junctions first."""
    moves = np.int64(board.cells[here].moves)
    north = east = south = west = 0.0  # the junctions that he reaches first by each exit
    exits_left = moves
    for index in range(min(board.junctions.shape[1], MOST_JUNCTIONS)):
        cell = np.int64(board.junctions[here, index])
        steps = np.int64(board.steps[here, cell])
        if steps > RINGS[3]:
            break
        lead = _nearest(board, position, cell) - steps
        ring = (steps > RINGS[0]) + (steps > RINGS[1]) + (steps > RINGS[2])
        features[JUNCTIONS + ring] += 0.125
        if lead > 0:
            features[SAFE + ring] += 0.125
            features[LEADS] += min(lead, 12.0) / 12.0 / (1.0 + steps / 8.0) / 2.0
            features[BEST] = max(features[BEST], min(lead, 24.0) / 24.0)
        for action in range(4):
            if not moves >> action & 1:
                continue
            if board.steps[board.cells[here].next[action], cell] >= steps:
                continue
            if exits_left >> action & 1:  # the nearest junction by this exit
                exits_left ^= 1 << action
                _insert(features, NEXT, (min(max(lead, -6.0), 18.0) + 6.0) / 24.0 + 0.01)
            if lead > 0:
                north += 0.1 * (action == 0)
                east += 0.1 * (action == 1)
                south += 0.1 * (action == 2)
                west += 0.1 * (action == 3)
    _insert(features, ROUTES, north)
    _insert(features, ROUTES, east)
    _insert(features, ROUTES, south)
    _insert(features, ROUTES, west)


@inlined
def _nearest(board: BoardTables, position: Position, cell: Number) -> Number:
    """The moves of the nearest ghost to a cell."""
    least = NO_GHOST
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        if ghost.scared <= ACTIVE_SOON:
            least = min(least, _moves_to(board, ghost, cell))
    return least
