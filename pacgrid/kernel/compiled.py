"""The rules over arrays, compiled: the second reading of what `pacgrid.state` says.

`pacgrid.kernel.tables` says what is in `tables`, `pacgrid.kernel.batch` what is in `batch`. Two
things look odd and are so for a reason. All compiled code is in this one file: numba's cache on
disk looks at the age of a function's own file only, so that what is compiled here must not call
what is compiled elsewhere. And arrays are never cut: a slice counts its references, which costs
more than a whole move.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from pacgrid.kernel.arrays import DISABLED, SAME_STEP, Arrays, Report, Settings
from pacgrid.kernel.tables import CAPSULE, FOOD, NOTHING, Tables
from pacgrid.planes import Channel
from pacgrid.state import (
    FOOD_POINTS,
    GHOST_POINTS,
    LOSS_POINTS,
    MOVE_COST,
    SCARED_MOVES,
    WIN_POINTS,
)

_FOOD_PLANE = int(Channel.FOOD)
_CAPSULE_PLANE = int(Channel.CAPSULES)
_PACMAN_PLANE = int(Channel.PACMAN)
_GHOST_PLANE = int(Channel.GHOSTS)
_SCARED_PLANE = int(Channel.SCARED)
_SELF_PLANE = int(Channel.SELF)

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_SET_BITS = np.array([bits.bit_count() for bits in range(32)], np.uint64)
_NTH_BIT = np.array(
    [([a for a in range(5) if bits >> a & 1] + [0] * 5)[:5] for bits in range(32)], np.uint8
)
"""`_NTH_BIT[bits, n]`: the place of the `n`-th bit that is set."""


Actions = NDArray[np.int64]
"""`[game, agent]`."""
Number = Any
"""Of some kind of numpy's, as the tables have them: a cell, a node, a pixel, an action, bits."""

_njit: Any = njit
_Function = TypeVar("_Function", bound=Callable[..., Any])


def _compiled(function: _Function) -> _Function:
    """Compile what Python calls, and keep it on disk."""
    # No references are counted, since nothing here makes an array: that is four times as fast.
    done: _Function = _njit(cache=True, _nrt=False, error_model="numpy")(function)
    return done


def _inlined(function: _Function) -> _Function:
    """Compile what only compiled code calls, as part of it: the arrays need not be handed over."""
    done: _Function = _njit(forceinline=True, _nrt=False, error_model="numpy")(function)
    return done


def _parallel(function: _Function) -> _Function:
    """Compile what runs on all threads."""
    done: _Function = _njit(cache=True, parallel=True)(function)
    return done


# The rules.


@_inlined
def _meets(tables: Tables, node: Number, pixel: Number) -> Number:
    at = tables.nodes[node].pixels
    return at[0] == pixel or at[1] == pixel


@_inlined
def _play_pacman(tables: Tables, batch: Arrays, index: int, action: Number) -> Number:
    """Pac-Man's ply; what he ate."""
    game = batch.games[index]
    game.pacman = tables.cells[game.pacman].next[action]
    pixel = tables.cells[game.pacman].pixel
    points = -MOVE_COST
    eaten = batch.pellets[index, pixel]
    if eaten != NOTHING:
        batch.pellets[index, pixel] = NOTHING
        if eaten == FOOD:
            game.food -= 1
            points += FOOD_POINTS if game.food else FOOD_POINTS + WIN_POINTS
        else:
            for number in range(batch.ghosts.shape[1]):
                batch.ghosts[index, number].scared = SCARED_MOVES
    for number in range(batch.ghosts.shape[1]):
        ghost = batch.ghosts[index, number]
        if _meets(tables, ghost.node, pixel):
            if ghost.scared:
                ghost.node = tables.homes[game.board, number]
                ghost.scared = 0
                points += GHOST_POINTS
            elif game.food:
                points += LOSS_POINTS
                game.lost = True
    game.score += points
    return eaten


@_inlined
def _play_ghost(tables: Tables, batch: Arrays, index: int, number: int, action: Number) -> None:
    """The ply of the ghost `number`, counted from 0."""
    game = batch.games[index]
    ghost = batch.ghosts[index, number]
    node, scared = ghost.node, ghost.scared
    if scared:
        node = tables.nodes[node].creep[action]
        if scared == 1:
            node = tables.nodes[node].snapped
        scared -= 1
    else:
        node = tables.nodes[node].walk[action]
    if _meets(tables, node, tables.cells[game.pacman].pixel):
        if scared:
            node = tables.homes[game.board, number]
            scared = 0
            game.score += GHOST_POINTS
        else:
            game.score += LOSS_POINTS
            game.lost = True
    ghost.node, ghost.scared = node, scared


@_inlined
def _is_over(game: Any) -> Number:
    return game.lost or game.food == 0


# Chance, and the ghosts that live on it.


@_inlined
def _random_bits(game: Any) -> Number:
    """64 random bits, by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    game.random += np.uint64(0x9E3779B97F4A7C15)
    bits = game.random
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@_inlined
def _nearer(width: Number, here: Number, there: Number) -> Number:
    """The actions, as bits, that lead nearer from one pixel to another, as the crow flies."""
    row, column = here // width, here % width
    goal_row, goal_column = there // width, there % width
    north, south = np.uint8(goal_row < row), np.uint8(goal_row > row)
    east, west = np.uint8(goal_column > column), np.uint8(goal_column < column)
    return np.uint8(north | east << 1 | south << 2 | west << 3)


@_inlined
def _chosen(tables: Tables, batch: Arrays, settings: Settings, index: int, number: int) -> Number:
    """What a ghost does by itself.

    It is `pacgrid.agents.directional_ghost` with the probabilities of its habit, and with
    probabilities of 0 it is `pacgrid.agents.random_ghost`.
    """
    game = batch.games[index]
    ghost = batch.ghosts[index, number]
    habit = settings.habits[number]
    random = _random_bits(game)
    bits = tables.nodes[ghost.node].legal
    purpose = habit.flee if ghost.scared else habit.attack
    if random & _LOW < purpose:
        nearer = _nearer(
            settings.width, tables.nodes[ghost.node].pixels[0], tables.cells[game.pacman].pixel
        )
        wanted = bits & ~nearer if ghost.scared else bits & nearer
        if wanted:
            bits = wanted
    return _NTH_BIT[bits, (random >> _HALF) * _SET_BITS[bits] >> _HALF]


# What agents see.


@_inlined
def _wipe(tables: Tables, batch: Arrays, index: int) -> None:
    """Take everybody off the planes. Between this and `_mark` they move."""
    planes, nothing = batch.planes, batch.shades[0]
    pixel = tables.cells[batch.games[index].pacman].pixel
    planes[index, _PACMAN_PLANE, pixel] = nothing
    planes[index, _SELF_PLANE, pixel] = nothing
    for number in range(batch.ghosts.shape[1]):
        ghost = batch.ghosts[index, number]
        plane, ends = (_SCARED_PLANE, 2) if ghost.scared else (_GHOST_PLANE, 1)
        for end in range(ends):
            pixel = tables.nodes[ghost.node].pixels[end]
            planes[index, plane, pixel] = nothing
            if _SELF_PLANE + 1 + number < planes.shape[1]:
                planes[index, _SELF_PLANE + 1 + number, pixel] = nothing


@_inlined
def _mark(tables: Tables, batch: Arrays, index: int, eaten: Number) -> None:
    """Put everybody on the planes, and take off what was eaten."""
    planes, shades = batch.planes, batch.shades
    full = shades[SCARED_MOVES]
    pixel = tables.cells[batch.games[index].pacman].pixel
    planes[index, _PACMAN_PLANE, pixel] = full
    planes[index, _SELF_PLANE, pixel] = full
    if eaten == FOOD:
        planes[index, _FOOD_PLANE, pixel] = shades[0]
    elif eaten == CAPSULE:
        planes[index, _CAPSULE_PLANE, pixel] = shades[0]
    for number in range(batch.ghosts.shape[1]):
        ghost = batch.ghosts[index, number]
        plane, ends = (_SCARED_PLANE, 2) if ghost.scared else (_GHOST_PLANE, 1)
        shade = shades[ghost.scared] if ghost.scared else full
        for end in range(ends):
            pixel = tables.nodes[ghost.node].pixels[end]
            planes[index, plane, pixel] = max(planes[index, plane, pixel], shade)
            if _SELF_PLANE + 1 + number < planes.shape[1]:
                planes[index, _SELF_PLANE + 1 + number, pixel] = full


@_inlined
def _mark_legal(tables: Tables, batch: Arrays, index: int) -> None:
    """Write down what everybody may do."""
    cell = tables.cells[batch.games[index].pacman]
    for action in range(5):
        batch.masks[index, 0, action] = cell.mask[action]
    for number in range(batch.masks.shape[1] - 1):
        node = tables.nodes[batch.ghosts[index, number].node]
        for action in range(5):
            batch.masks[index, number + 1, action] = node.mask[action]


# A batch of games.


@_compiled
def _restart(tables: Tables, batch: Arrays, index: int) -> None:
    """Start a game anew, on a board drawn by its own chance."""
    game = batch.games[index]
    boards = np.uint64(len(tables.boards))
    game.board = (_random_bits(game) >> _HALF) * boards >> _HALF
    start = tables.boards[game.board]
    game.pacman, game.food = start.pacman, start.food
    game.score = game.rounds = game.to_move = 0
    game.lost = game.ended = False
    for number in range(batch.ghosts.shape[1]):
        batch.ghosts[index, number].node = tables.homes[game.board, number]
        batch.ghosts[index, number].scared = 0
    for pixel in range(batch.pellets.shape[1]):
        batch.pellets[index, pixel] = tables.pellets[game.board, pixel]
    for plane in range(batch.planes.shape[1]):
        for pixel in range(batch.planes.shape[2]):
            batch.planes[index, plane, pixel] = batch.blank[game.board, plane, pixel]
    _mark(tables, batch, index, NOTHING)
    _mark_legal(tables, batch, index)


@_inlined
def _play_round(
    tables: Tables, batch: Arrays, settings: Settings, actions: Actions, index: int
) -> None:
    """One ply of everybody; who has no action in `actions` follows a habit."""
    game = batch.games[index]
    _wipe(tables, batch, index)
    eaten = _play_pacman(tables, batch, index, np.uint8(actions[index, 0]))
    for number in range(batch.ghosts.shape[1]):
        if _is_over(game):
            break
        action: Number
        if number + 1 < actions.shape[1]:
            action = np.uint8(actions[index, number + 1])
        else:
            action = _chosen(tables, batch, settings, index, number)
        _play_ghost(tables, batch, index, number, action)
    _mark(tables, batch, index, eaten)
    _mark_legal(tables, batch, index)
    game.rounds += 1


@_compiled
def _copy_last(batch: Arrays, report: Report, index: int) -> None:
    """Keep what was seen last, for a game that starts anew in the same step."""
    for plane in range(batch.planes.shape[1]):
        for pixel in range(batch.planes.shape[2]):
            report.planes[index, plane, pixel] = batch.planes[index, plane, pixel]
    for number in range(batch.masks.shape[1]):
        for action in range(5):
            report.masks[index, number, action] = batch.masks[index, number, action]


@_compiled
def _step_some(
    tables: Tables,
    batch: Arrays,
    report: Report,
    settings: Settings,
    actions: Actions,
    first: int,
    last: int,
) -> None:
    """One step of the games from `first` up to `last`."""
    for index in range(first, last):
        game = batch.games[index]
        score, over, late = game.score, False, False
        if game.ended:
            _restart(tables, batch, index)
            score = 0
        else:
            _play_round(tables, batch, settings, actions, index)
            over = _is_over(game)
            late = game.rounds >= settings.max_rounds and not over
        game.ended = over or late
        report.points[index] = game.score - score
        report.terminated[index] = over
        report.truncated[index] = late
        report.ended[index] = game.ended
        report.scores[index] = report.rounds[index] = 0
        report.wins[index] = False
        if game.ended:
            report.scores[index] = game.score
            report.rounds[index] = game.rounds
            report.wins[index] = game.food == 0
            if settings.mode == SAME_STEP:
                _copy_last(batch, report, index)
                _restart(tables, batch, index)


@_compiled
def _first_refused(batch: Arrays, settings: Settings, actions: Actions) -> int:
    """The first game that can't be stepped: it is given what is no action, or it has ended and no
    step restarts it; -1 if there is none."""
    for index in range(len(actions)):
        for number in range(actions.shape[1]):
            if actions[index, number] < 0 or actions[index, number] > 4:
                return index
        if settings.mode == DISABLED and batch.games[index].ended:
            return index
    return -1


@_compiled
def step(
    tables: Tables, batch: Arrays, report: Report, settings: Settings, actions: Actions
) -> int:
    """One step of every game, in one thread; what `_first_refused` says."""
    refused = _first_refused(batch, settings, actions)
    if refused < 0:
        last = len(batch.games)
        _step_some(tables, batch, report, settings, actions, 0, last)
    return refused


@_parallel
def step_in_parallel(
    tables: Tables, batch: Arrays, report: Report, settings: Settings, actions: Actions, parts: int
) -> int:
    """The same, in so many parts at the same time."""
    refused = _first_refused(batch, settings, actions)
    if refused < 0:
        games = len(batch.games)
        for part in prange(parts):
            first, last = games * part // parts, games * (part + 1) // parts
            _step_some(tables, batch, report, settings, actions, first, last)
    return refused


@_compiled
def restart(tables: Tables, batch: Arrays, chosen: NDArray[np.bool_]) -> None:
    """Start the chosen games anew."""
    for index in range(len(chosen)):
        if chosen[index]:
            _restart(tables, batch, index)


@_compiled
def play_ply(tables: Tables, batch: Arrays, index: int, action: Number) -> None:
    """One ply of the agent to move in one game, for those who go ply by ply."""
    game = batch.games[index]
    eaten = NOTHING
    _wipe(tables, batch, index)
    if game.to_move == 0:
        eaten = _play_pacman(tables, batch, index, action)
    else:
        _play_ghost(tables, batch, index, game.to_move - 1, action)
    game.to_move = (game.to_move + 1) % (batch.ghosts.shape[1] + 1)
    _mark(tables, batch, index, eaten)
    _mark_legal(tables, batch, index)
