"""The champion's evaluation: what the rest of a game is worth, in points; compiled.

The largest part is the danger: how likely Pac-Man is caught soon. A small learned network says so
on mazes like those that it learned on, a logistic regression on others. `danger.json` has the
network's weights.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from pacgrid.kernel.champion.champion_board import (
    FAR,
    BoardTables,
    ChampionProblem,
    Pellets,
    capsules_left,
    ghost_distance,
    ways_out,
)
from pacgrid.kernel.compiled_rules import next_cell
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.position import Position, has
from pacgrid.state import GHOST_POINTS, SCARED_MOVES

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


@compiled
def estimate(problem: ChampionProblem) -> Number:
    """What the rest of an unfinished game is worth, with Pac-Man to move."""
    board, position, pellets = problem.board, problem.position, problem.pellets
    memory, weights, capsule_factor = problem.memory, problem.weights[0], problem.capsule_factor
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


# The danger.

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
        exit_cell = np.int64(next_cell(board.cells, here, action))
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
            if board.steps[next_cell(board.cells, here, action), cell] >= steps:
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


UNITS = 16
"""The units of the hidden layer; each is 0 for a negative sum."""

NETWORK: list[Any] = [
    ("first", np.float32, (FEATURES, UNITS)),
    ("first_bias", np.float32, (UNITS,)),
    ("second", np.float32, (UNITS,)),
    ("second_bias", np.float32),
]
"""The fields of the weights, of a structured array."""

SHIPPED = Path(__file__).with_name("danger.json")


def shipped_network() -> dict[str, Any]:
    """The weights in `danger.json`, by the names in `NETWORK`."""
    weights = json.loads(SHIPPED.read_text())
    return {name: np.array(weights[name], kind) for name, kind, *_ in NETWORK}


@compiled
def danger(
    board: BoardTables, position: Position, network: Any, features: Any, units: Any
) -> Number:
    """About how likely Pac-Man is caught soon: the expected value of 0.95 to the power of the
    rounds until he is caught, 0 if never. `features` and `units` are memory to use."""
    if not fill_features(board, position, features):
        return 0.0
    for unit in range(UNITS):
        units[unit] = network.first_bias[unit]
    for index in range(FEATURES):
        value = features[index]
        if value:
            for unit in range(UNITS):
                units[unit] += value * network.first[index, unit]
    total = np.float64(network.second_bias)
    for unit in range(UNITS):
        total += max(units[unit], np.float32(0)) * network.second[unit]
    return 1.0 / (1.0 + np.exp(-total))


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
        if _nearest(board, position, cell) > steps:  # he is there before any ghost
            room += steps <= 10
            wide += 1
            junctions += ways_out(board, cell) > 2
    total = weights.constant + weights.near * near + weights.close * close
    total += weights.next * next_to + weights.active * active + weights.spread * spread
    total += weights.room * min(room, 25) / 25.0 + weights.cramped * max(0.0, 1.0 - room / 8.0)
    total += weights.wide * wide / 60.0 + weights.junctions * min(junctions, 6) / 6.0
    total += weights.blocked * (junctions == 0)
    return 1.0 / (1.0 + np.exp(-total))


WEIGHT = np.dtype([*((name, np.float64) for name in (*WEIGHTS, *DANGER_WEIGHTS)), *NETWORK])
