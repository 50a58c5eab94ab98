"""The evaluation of `pacgrid.agents.evaluation` again, compiled. Tests compare the two.

See `pacgrid.kernel.search.position` for `position`.
"""

from typing import Any

import numpy as np

from pacgrid.agents.evaluation import ALARM
from pacgrid.kernel.bits import bit_count, lowest_bit
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.search.evaluation_tables import FAR, FEATURE_NUMBERS, Evaluation
from pacgrid.kernel.search.position import Position, has
from pacgrid.kernel.tables import Tables

_SCORE = FEATURE_NUMBERS["score"]
_FOOD_LEFT = FEATURE_NUMBERS["food_left"]
_NEAREST_FOOD = FEATURE_NUMBERS["nearest_food"]
_NEAREST_SAFE_FOOD = FEATURE_NUMBERS["nearest_safe_food"]
_ACTIVE_GHOSTS = FEATURE_NUMBERS["active_ghosts"]
_GHOSTS_AT_HAND = FEATURE_NUMBERS["ghosts_at_hand"]
_SCARED_GHOSTS = FEATURE_NUMBERS["scared_ghosts"]
_ELBOW_ROOM = FEATURE_NUMBERS["elbow_room"]
_CAPSULES_LEFT = FEATURE_NUMBERS["capsules_left"]
_NEAREST_CAPSULE = FEATURE_NUMBERS["nearest_capsule"]
_DEAD_END = FEATURE_NUMBERS["dead_end"]
_NEAR_WIN = FEATURE_NUMBERS["near_win"]
_BIAS = FEATURE_NUMBERS["bias"]

_NEEDS_FOOD = 1 << _NEAREST_FOOD | 1 << _NEAREST_SAFE_FOOD | 1 << _NEAR_WIN
_NEEDS_CAPSULES = 1 << _CAPSULES_LEFT | 1 << _NEAREST_CAPSULE
_SAFE = ALARM // 2
"""Food at most so far from an active ghost is not safe."""


@inlined
def _look_around(evaluation: Evaluation, position: Position, around: Any) -> None:
    """Write to `around` what is around Pac-Man, as long as nothing but ghosts moves."""
    maze = evaluation.maze
    here = position.games[0].pacman
    around.version = position.version[0]
    if evaluation.wanted & _NEEDS_FOOD:
        number = 0
        while number < maze.reachable[here] and not has(position.food, maze.order[here, number]):
            number += 1
        around.first_food = number
        around.nearest_food = 0.0
        if number < maze.reachable[here]:
            steps = maze.steps[here, maze.order[here, number]]
            around.nearest_food = maze.closeness[2 * steps]
    if evaluation.wanted & _NEEDS_CAPSULES:
        left, nearest = np.uint64(0), np.uint16(FAR)
        for word in range(len(position.capsules)):
            capsules = position.capsules[word]
            left += bit_count(capsules)
            while capsules:
                cell = (word << 6) + np.int64(lowest_bit(capsules))
                nearest = min(nearest, maze.steps[here, cell])
                capsules &= capsules - np.uint64(1)
        around.capsules = left
        around.nearest_capsule = maze.closeness[2 * nearest]


@inlined
def _safe_food(evaluation: Evaluation, position: Position, first: Number) -> Number:
    """Closeness of the nearest food that is not right next to an active ghost. The nearest food of
    all is `first` in the order of the cells."""
    maze = evaluation.maze
    here = position.games[0].pacman
    for number in range(first, maze.reachable[here]):
        cell = maze.order[here, number]
        if has(position.food, cell):
            safe = True
            for ghost in range(position.ghosts.shape[1]):
                if not position.ghosts[0, ghost].scared:
                    safe &= maze.steps[position.ghosts[0, ghost].cell, cell] > _SAFE
            if safe:
                return maze.closeness[2 * maze.steps[here, cell]]
    return 0.0


@inlined
def _elbow_room(evaluation: Evaluation, position: Position) -> Number:
    """How many cells nearby Pac-Man reaches before any active ghost."""
    maze = evaluation.maze
    here = position.games[0].pacman
    cells: Number = 0
    for word in range(maze.room.shape[2]):
        first = maze.area[here, word]
        for number in range(position.ghosts.shape[1]):
            ghost = position.ghosts[0, number]
            if not ghost.scared:
                first &= maze.room[here, ghost.cell, word]
        cells += np.int64(bit_count(first))
    if maze.room.shape[2]:
        return cells
    for order in range(maze.nearby[here]):
        cell = maze.order[here, order]
        is_first = True
        for number in range(position.ghosts.shape[1]):
            ghost = position.ghosts[0, number]
            if not ghost.scared:
                is_first &= maze.steps[ghost.cell, cell] > maze.steps[here, cell]
        cells += is_first
    return cells


@inlined
def evaluate(tables: Tables, position: Position, evaluation: Evaluation) -> Number:
    """The value for Pac-Man of a position that isn't over."""
    maze, wanted, values = evaluation.maze, evaluation.wanted, evaluation.values
    around = evaluation.around[0]
    if around.version != position.version[0]:
        _look_around(evaluation, position, around)
    game = position.games[0]
    here = game.pacman
    nearest: Number = FAR
    at_hand: Number = 0
    danger = prey = 0.0
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        steps = np.int64(maze.steps[here, ghost.cell])
        if not ghost.scared:
            nearest = min(nearest, steps)
            at_hand += steps <= 1
            danger += maze.squares[steps]
        else:
            halves = 2 * steps
            if ghost.half:  # to the next cell
                ahead = tables.cells[ghost.cell].next[ghost.heading]
                halves = 2 * min(steps, np.int64(maze.steps[here, ahead])) + 1
            if halves < 2 * np.int64(ghost.scared):
                prey += maze.closeness[halves]
    values[_SCORE] = game.score
    values[_FOOD_LEFT] = game.food
    values[_NEAREST_FOOD] = around.nearest_food
    values[_ACTIVE_GHOSTS] = danger
    values[_GHOSTS_AT_HAND] = at_hand
    values[_SCARED_GHOSTS] = prey
    values[_CAPSULES_LEFT] = around.capsules
    values[_NEAREST_CAPSULE] = around.nearest_capsule if nearest <= ALARM else 0.0
    values[_DEAD_END] = maze.dead_ends[here] and nearest <= 2 * ALARM
    values[_BIAS] = 1.0
    if wanted >> _NEAREST_SAFE_FOOD & 1:
        values[_NEAREST_SAFE_FOOD] = _safe_food(evaluation, position, around.first_food)
    if wanted >> _ELBOW_ROOM & 1:
        values[_ELBOW_ROOM] = maze.shares[_elbow_room(evaluation, position)]
    if wanted >> _NEAR_WIN & 1:
        values[_NEAR_WIN] = around.nearest_food / game.food
    total = 0.0
    for term in range(len(evaluation.terms)):  # added in the order of the weights
        total += evaluation.weights[term] * values[evaluation.terms[term]]
    return total
