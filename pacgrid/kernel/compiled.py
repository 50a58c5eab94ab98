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

from pacgrid.action import Action
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

_EAST, _STOP = int(Action.EAST), int(Action.STOP)

_OFF, _ON = 0, 1

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_SET_BITS = np.array([bits.bit_count() for bits in range(32)], np.uint64)
_NTH_BIT = np.array(
    [([a for a in range(5) if bits >> a & 1] + [0] * 5)[:5] for bits in range(32)], np.uint8
)
"""`_NTH_BIT[bits, n]`: the place of the `n`-th bit that is set."""

_ONWARD = [[moves & ~(1 << heading.reverse) for heading in Action] for moves in range(16)]
_LEGAL = np.array(
    [
        [
            [ahead or moves or 1 << Action.STOP for ahead in row]
            for moves, row in enumerate(_ONWARD)
        ],
        [[1 << heading for heading in Action] for _ in range(16)],
    ],
    np.uint8,
)
"""`_LEGAL[half, moves, heading]`: what a ghost may do, as bits. In a cell it may turn back only
where there is no other way; half way to the next cell it can only go on."""

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
def _meets(tables: Tables, game: Any, ghost: Any) -> Number:
    """Whether a ghost is in Pac-Man's cell, or half way into it or out of it."""
    if ghost.half and tables.cells[ghost.cell].next[ghost.heading] == game.pacman:
        return True
    return ghost.cell == game.pacman


@_inlined
def _send_home(tables: Tables, game: Any, ghost: Any, number: int) -> None:
    ghost.cell = tables.homes[game.board, number]
    ghost.heading = _STOP
    ghost.half = False
    ghost.scared = 0


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
        if _meets(tables, game, ghost):
            if ghost.scared:
                _send_home(tables, game, ghost, number)
                points += GHOST_POINTS
            elif game.food:
                points += LOSS_POINTS
                game.lost = True
    game.score += points
    return eaten


@_inlined
def _legal(tables: Tables, ghost: Any) -> Number:
    """What a ghost may do, as bits."""
    return _LEGAL[np.uint8(ghost.half), tables.cells[ghost.cell].moves, ghost.heading]


@_inlined
def _done_instead(tables: Tables, ghost: Any, action: Number) -> Number:
    """What a ghost does that is told to do `action`: that, if it is legal; otherwise it goes
    straight on, and where it can't, it takes its first legal action."""
    legal = _legal(tables, ghost)
    if legal >> action & 1:
        return action
    if legal >> ghost.heading & 1:
        return ghost.heading
    return _NTH_BIT[legal, 0]


@_inlined
def _play_ghost(tables: Tables, batch: Arrays, index: int, number: int, action: Number) -> None:
    """The ply of the ghost `number`, counted from 0. The action must be legal."""
    game = batch.games[index]
    ghost = batch.ghosts[index, number]
    if ghost.half:
        ghost.cell = tables.cells[ghost.cell].next[ghost.heading]
        ghost.half = False
    elif action != _STOP:  # walled in on all sides
        ghost.heading = action
        if ghost.scared:
            ghost.half = True
        else:
            ghost.cell = tables.cells[ghost.cell].next[action]
    if ghost.scared:
        ghost.scared -= 1
        if ghost.half and not ghost.scared:  # it snaps to the nearest cell
            ghost.half = False
            if ghost.heading <= _EAST:  # north or east: half rounds up
                ghost.cell = tables.cells[ghost.cell].next[ghost.heading]
    if _meets(tables, game, ghost):
        if ghost.scared:
            _send_home(tables, game, ghost, number)
            game.score += GHOST_POINTS
        else:
            game.score += LOSS_POINTS
            game.lost = True


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
def _nearer(here: Any, there: Any) -> Number:
    """The actions, as bits, that lead nearer from one cell to another, as the crow flies."""
    north, south = np.uint8(there.row < here.row), np.uint8(there.row > here.row)
    east, west = np.uint8(there.column > here.column), np.uint8(there.column < here.column)
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
    bits = _legal(tables, ghost)
    purpose = habit.flee if ghost.scared else habit.attack
    if random & _LOW < purpose:
        nearer = _nearer(tables.cells[ghost.cell], tables.cells[game.pacman])
        wanted = bits & ~nearer if ghost.scared else bits & nearer
        if wanted:
            bits = wanted
    return _NTH_BIT[bits, (random >> _HALF) * _SET_BITS[bits] >> _HALF]


# What agents see.


@_inlined
def _show_ghost(tables: Tables, batch: Arrays, index: int, number: int, shown: int) -> None:
    """Put a ghost on the planes, or take it off, wherever Pac-Man would meet it."""
    planes, shades = batch.planes, batch.shades
    ghost = batch.ghosts[index, number]
    own = _SELF_PLANE + 1 + number
    plane = _SCARED_PLANE if ghost.scared else _GHOST_PLANE
    shade = shades[ghost.scared if ghost.scared else SCARED_MOVES]
    cell = ghost.cell
    for end in range(2):
        pixel = tables.cells[cell].pixel
        if shown:
            planes[index, plane, pixel] = max(planes[index, plane, pixel], shade)
        else:
            planes[index, plane, pixel] = shades[0]
        if own < planes.shape[1]:
            planes[index, own, pixel] = shades[SCARED_MOVES if shown else 0]
        if not ghost.half or end:
            break
        cell = tables.cells[cell].next[ghost.heading]


@_inlined
def _wipe(tables: Tables, batch: Arrays, index: int) -> None:
    """Take everybody off the planes. Between this and `_mark` they move."""
    pixel = tables.cells[batch.games[index].pacman].pixel
    batch.planes[index, _PACMAN_PLANE, pixel] = batch.shades[0]
    batch.planes[index, _SELF_PLANE, pixel] = batch.shades[0]
    for number in range(batch.ghosts.shape[1]):
        _show_ghost(tables, batch, index, number, _OFF)


@_inlined
def _mark(tables: Tables, batch: Arrays, index: int, eaten: Number) -> None:
    """Put everybody on the planes, and take off what was eaten."""
    pixel = tables.cells[batch.games[index].pacman].pixel
    batch.planes[index, _PACMAN_PLANE, pixel] = batch.shades[SCARED_MOVES]
    batch.planes[index, _SELF_PLANE, pixel] = batch.shades[SCARED_MOVES]
    if eaten == FOOD:
        batch.planes[index, _FOOD_PLANE, pixel] = batch.shades[0]
    elif eaten == CAPSULE:
        batch.planes[index, _CAPSULE_PLANE, pixel] = batch.shades[0]
    for number in range(batch.ghosts.shape[1]):
        _show_ghost(tables, batch, index, number, _ON)


@_inlined
def _mark_legal(tables: Tables, batch: Arrays, index: int) -> None:
    """Write down what everybody may do."""
    legal = tables.cells[batch.games[index].pacman].moves | 1 << _STOP
    for action in range(5):
        batch.masks[index, 0, action] = legal >> action & 1
    for number in range(batch.masks.shape[1] - 1):
        legal = _legal(tables, batch.ghosts[index, number])
        for action in range(5):
            batch.masks[index, number + 1, action] = legal >> action & 1


# A batch of games.


@_compiled
def _restart(tables: Tables, batch: Arrays, index: int) -> None:
    """Start a game anew, on a board drawn by its own chance."""
    game = batch.games[index]
    boards = np.uint64(len(tables.boards))
    board = (_random_bits(game) >> _HALF) * boards >> _HALF
    start = tables.boards[board]
    game.board = board
    game.pacman, game.food = start.pacman, start.food
    game.score = game.rounds = game.to_move = 0
    game.lost = game.ended = False
    for number in range(batch.ghosts.shape[1]):
        _send_home(tables, game, batch.ghosts[index, number], number)
    for pixel in range(batch.pellets.shape[1]):
        batch.pellets[index, pixel] = tables.pellets[board, pixel]
    for plane in range(batch.planes.shape[1]):
        for pixel in range(batch.planes.shape[2]):
            batch.planes[index, plane, pixel] = batch.blank[board, plane, pixel]
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
            told = np.uint8(actions[index, number + 1])
            action = _done_instead(tables, batch.ghosts[index, number], told)
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
