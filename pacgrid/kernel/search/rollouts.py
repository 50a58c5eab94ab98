"""Games played on from a position by chance up to a cut-off, compiled."""

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.compiled_rules import NTH_BIT, is_over
from pacgrid.kernel.ghosts import SET_BITS, preferred
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.ghost_models import (
    ARCADE,
    TABULATED,
    GhostModels,
    arcade_action,
    row_of,
    scatters_at,
)
from pacgrid.kernel.search.linear_evaluation import Evaluation, MazeTables, evaluate
from pacgrid.kernel.search.position import Position, legal_actions, play, take_back
from pacgrid.kernel.seeding import random_bits
from pacgrid.kernel.tables import Tables

_TO_UNIT = 2.0**-53
_UNIT_BITS = np.uint64(11)


@compiled
def _value(tables: Tables, position: Position, evaluation: Evaluation) -> float:
    """The score of a finished game, or an estimate."""
    if is_over(position.games[0]):
        return np.float64(position.games[0].score)
    return np.float64(evaluate(tables, position, evaluation))


@inlined
def _random_unit(position: Position) -> Number:
    """A random number from 0 to 1, 1 not included."""
    return (random_bits(position.games[0]) >> _UNIT_BITS) * _TO_UNIT


@inlined
def _random_action(position: Position, bits: Number) -> Number:
    """One of the actions in `bits`."""
    return NTH_BIT[bits, np.int64(_random_unit(position) * SET_BITS[bits])]


@inlined
def _ghost_action(
    tables: Tables, position: Position, maze: MazeTables, models: GhostModels, ply: Number
) -> Number:
    """An action drawn from the distribution of the ghost to move at `ply`."""
    game, bits = position.games[0], legal_actions(tables, position)
    if not bits & (bits - 1):
        return NTH_BIT[bits, 0]
    number = game.to_move - 1
    ghost, model = position.ghosts[0, number], models.models[number]
    if model.kind == ARCADE and not ghost.scared:
        scatters = scatters_at(models, number, ply)
        return arcade_action(tables, position, maze, models, number, bits, scatters)
    if model.kind == TABULATED:
        row, left = row_of(models, number, ghost), _random_unit(position)
        action = NTH_BIT[bits, 0]
        while left >= models.chances[row, game.pacman, action] and bits & (bits - 1):
            left -= models.chances[row, game.pacman, action]
            bits &= bits - 1
            action = NTH_BIT[bits, 0]
        return action
    if _random_unit(position) < (model.flee if ghost.scared else model.attack):
        bits = preferred(tables, game, ghost, bits)
    return _random_action(position, bits)


@inlined
def _greedy_action(tables: Tables, position: Position, evaluation: Evaluation, ply: int) -> Number:
    """Pac-Man's action with the best value right after it; the first of equal ones."""
    rest = legal_actions(tables, position)
    chosen, most = NTH_BIT[rest, 0], -np.inf
    while rest:
        action = NTH_BIT[rest, 0]
        rest &= rest - 1
        play(tables, position, ply, action)
        value = _value(tables, position, evaluation)
        take_back(position, ply, 0)
        if value > most:
            chosen, most = action, value
    return chosen


@compiled
def play_on(
    tables: Tables,
    position: Position,
    evaluation: Evaluation,
    models: GhostModels,
    action: int,
    plies: int,
    greedy: bool,
    seeds: NDArray[np.uint64],
    sums: NDArray[np.float64],
) -> None:
    """Play `action`, then on up to `plies` plies in all, with each of the `seeds`. Add the values
    to `sums[0]`, and the moves to `sums[1]`."""
    game, agents = position.games[0], position.ghosts.shape[1] + 1
    first = game.to_move
    for seed in seeds:
        game.rng_state = seed
        play(tables, position, 0, action)
        ply = 1
        while ply < plies and not is_over(game):
            if game.to_move:
                chosen = _ghost_action(tables, position, evaluation.maze, models, ply)
            elif greedy:
                chosen = _greedy_action(tables, position, evaluation, ply)
            else:
                chosen = _random_action(position, legal_actions(tables, position))
            play(tables, position, ply, chosen)
            ply += 1
        sums[0] += _value(tables, position, evaluation)
        sums[1] += ply
        while ply:
            ply -= 1
            take_back(position, ply, (first + ply) % agents)
