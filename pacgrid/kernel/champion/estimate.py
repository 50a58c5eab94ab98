"""The champion's evaluation: what the rest of a game is worth, in points; compiled."""

from typing import Any

import numpy as np

from pacgrid.kernel.champion.board import FAR, BoardTables, Pellets, capsules_left, ghost_distance
from pacgrid.kernel.champion.danger import DANGER_WEIGHTS, NETWORK, danger, plain_danger
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.position import Position, has
from pacgrid.state import GHOST_POINTS, SCARED_MOVES

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


WEIGHTS = {
    "bias": 400.0,  # any unfinished game
    "food": 4.0,  # each food
    "clusters": -4.0,  # each group of neighbouring food
    "tour": -2.0,  # each step to the nearest food, or to all if little is left
    "death": -1000.0,  # times the danger
    "hunt": 0.7,  # a scared ghost that can be eaten in time, in the points for it
    "ambush": 0.4,  # a ghost that could be eaten after the next capsule, likewise
    "capsule": 60.0,  # each capsule
    "chase": 1.5,  # moves for each step to a scared ghost
    "approach": 0.1,  # how much an ambush loses by each step to the capsule
}
WEIGHT = np.dtype([*((name, np.float64) for name in (*WEIGHTS, *DANGER_WEIGHTS)), *NETWORK])


@compiled
def estimate(
    board: BoardTables,
    position: Position,
    pellets: Pellets,
    memory: Any,
    weights: Any,
    capsule_factor: float,
) -> Number:
    """What the rest of an unfinished game is worth, with Pac-Man to move. `capsule_factor`
    multiplies what capsules are worth, and what waiting beside them is."""
    game = position.games[0]
    here = np.int64(game.pacman)
    value = weights.bias + weights.food * game.food
    value += weights.clusters * (game.food - pellets.links[0])
    value += weights.tour * tour(board, position, pellets, here)
    if board.has_network:
        value += weights.death * danger(board, position, weights, memory.features, memory.units)
    else:
        value += weights.death * plain_danger(board, position, weights)
    value += weights.hunt * GHOST_POINTS * catch(board, position, here, NOW, weights)
    capsules = capsules_left(position, pellets)
    if capsule_factor > 0 and capsules:
        later = weights.capsule * capsules
        later += weights.ambush * GHOST_POINTS * ambush(board, position, pellets, weights)
        value += capsule_factor * later
    return value


@compiled
def tour(board: BoardTables, position: Position, pellets: Pellets, start: Number) -> float:
    """The steps to the nearest food; if little was left at the root, from there to the nearest of
    the rest, and so on to the last. Food that can't be reached doesn't count."""
    if not len(pellets.food):
        for index in range(board.nearest.shape[1]):
            cell = board.nearest[start, index]
            if has(position.food, cell):
                steps = np.int64(board.steps[start, cell])
                return float(steps) if steps < FAR else 0.0
        return 0.0
    total, done, at = 0.0, 0, start
    while True:
        least: Number = FAR
        chosen = -1
        for index in range(len(pellets.food)):
            cell = pellets.food[index]
            if not done >> index & 1 and has(position.food, cell):
                steps = np.int64(board.steps[at, cell])
                if steps < least:
                    least, chosen = steps, index
        if chosen < 0:
            return total
        total += least
        done |= 1 << chosen
        at = np.int64(pellets.food[chosen])
