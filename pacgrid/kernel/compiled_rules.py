"""The rules of `pacgrid.state` again, compiled, over arrays. Tests compare the two. And the games'
random generators.

See `pacgrid.kernel.tables` for `tables`, and `pacgrid.kernel.arrays` for `arrays`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.jit import Number, inlined, inlined_early
from pacgrid.kernel.tables import FOOD, NOTHING, StructuredArray, Tables
from pacgrid.state import (
    FOOD_POINTS,
    GHOST_POINTS,
    LOSS_POINTS,
    MOVE_COST,
    SCARED_MOVES,
    WIN_POINTS,
)

_EAST, STOP = int(Action.EAST), int(Action.STOP)

NTH_BIT = np.array(
    [([a for a in range(5) if bits >> a & 1] + [0] * 5)[:5] for bits in range(32)], np.uint8
)
"""`NTH_BIT[bits, n]`: the number of the `n`-th set bit, counted from 0."""

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
"""`_LEGAL[half, moves, heading]`: a ghost's legal actions, as bits. In a cell it may turn back only
if there is no other way; between two cells it can only go on."""


def _replaced(bits: int, heading: int, action: int) -> int:
    """`action` if it is legal, as `bits`; otherwise straight on, or the first legal action."""
    legal = (a for a in (action, heading, *range(5)) if bits >> a & 1)
    return next(legal, STOP)


_REPLACED = np.array(
    [
        [
            [
                [_replaced(int(bits), heading, action) for action in range(5)]
                for heading, bits in row
            ]
            for row in map(enumerate, part)
        ]
        for part in _LEGAL
    ],
    np.uint8,
)
"""`_REPLACED[half, moves, heading, action]`: what a ghost plays for `action`."""


@inlined_early
def next_cell(cells: StructuredArray, cell: Number, action: Number) -> Number:
    """The cell that an action leads to from `cell`; into a wall, `cell` itself. `cells` is an array
    of `CELL`."""
    return np.uint32(cell + cells[cell].offsets[action])


@inlined
def meets(tables: Tables, game: Any, ghost: Any) -> Number:
    """Whether a ghost is in Pac-Man's cell, or half way into it or out of it."""
    if ghost.half and next_cell(tables.cells, ghost.cell, ghost.heading) == game.pacman:
        return True
    return ghost.cell == game.pacman


@inlined
def send_home(tables: Tables, game: Any, ghost: Any, number: int) -> None:
    ghost.cell = tables.homes[game.board, number]
    ghost.heading = STOP
    ghost.half = False
    ghost.scared = 0


@inlined
def play_pacman(tables: Any, arrays: Any, index: int, action: Number) -> None:
    """Play Pac-Man's ply. `tables` has at least `cells` and `homes`, as for a ghost's ply; `arrays`
    has at least `games`, `ghosts` and `pellets`."""
    game = arrays.games[index]
    game.pacman = next_cell(tables.cells, game.pacman, action)
    pixel = tables.cells[game.pacman].pixel
    eaten = arrays.pellets[index, pixel]
    if eaten != NOTHING:
        arrays.pellets[index, pixel] = NOTHING
    eat_and_meet(tables, arrays, index, eaten)


@inlined
def eat_and_meet(tables: Any, arrays: Any, index: int, eaten: Number) -> None:
    """The rest of Pac-Man's ply, when he has moved to a cell that contained `eaten`. It is no
    longer there. `arrays` has at least `games` and `ghosts`."""
    game = arrays.games[index]
    points = -MOVE_COST
    if eaten == FOOD:
        game.food -= 1
        points += FOOD_POINTS if game.food else FOOD_POINTS + WIN_POINTS
    elif eaten != NOTHING:
        for number in range(arrays.ghosts.shape[1]):
            arrays.ghosts[index, number].scared = SCARED_MOVES
    for number in range(arrays.ghosts.shape[1]):
        ghost = arrays.ghosts[index, number]
        if meets(tables, game, ghost):
            if ghost.scared:
                send_home(tables, game, ghost, number)
                points += GHOST_POINTS
            elif game.food:
                points += LOSS_POINTS
                game.lost = True
    game.score += points


@inlined
def legal(tables: Any, ghost: Any) -> Number:
    """A ghost's legal actions, as bits."""
    return _LEGAL[np.uint8(ghost.half), tables.cells[ghost.cell].moves, ghost.heading]


@inlined
def replace_illegal(tables: Tables, ghost: Any, action: Number) -> Number:
    """`action` if it is legal for the ghost; otherwise straight on, or its first legal action."""
    moves = tables.cells[ghost.cell].moves
    return _REPLACED[np.uint8(ghost.half), moves, ghost.heading, action]


@inlined
def play_ghost(tables: Any, arrays: Any, index: int, number: int, action: Number) -> None:
    """Play the ply of ghost `number`, counted from 0. The action must be legal."""
    game = arrays.games[index]
    ghost = arrays.ghosts[index, number]
    if not (ghost.half | ghost.scared):  # nearly always, so it comes first
        if action != STOP:  # walled in on all sides
            ghost.heading = action
            ghost.cell = next_cell(tables.cells, ghost.cell, action)
        if ghost.cell == game.pacman:
            game.score += LOSS_POINTS
            game.lost = True
        return
    if ghost.half:
        ghost.cell = next_cell(tables.cells, ghost.cell, ghost.heading)
        ghost.half = False
    elif action != STOP:
        ghost.heading = action
        ghost.half = True
    if ghost.scared:
        ghost.scared -= 1
        if ghost.half and not ghost.scared:  # it snaps to the nearest cell
            ghost.half = False
            if ghost.heading <= _EAST:  # north or east: half rounds up
                ghost.cell = next_cell(tables.cells, ghost.cell, ghost.heading)
    if meets(tables, game, ghost):
        if ghost.scared:
            send_home(tables, game, ghost, number)
            game.score += GHOST_POINTS
        else:
            game.score += LOSS_POINTS
            game.lost = True


@inlined
def is_over(game: Any) -> Number:
    return game.lost or game.food == 0


# The random generators: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).

_STEP = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)
"""Half of the 64 random bits."""
States = NDArray[np.uint64]


@inlined_early
def _mixed(bits: Number) -> Number:
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@inlined_early
def random_bits(game: Any) -> Number:
    """The next 64 random bits of a game."""
    game.rng_state += _STEP
    return _mixed(game.rng_state)


def next_random_bits(states: States) -> tuple[States, States]:
    """The next states of generators, and the 64 random bits that each gives."""
    states = states + _STEP
    return states, getattr(_mixed, "py_func", _mixed)(states)


def rng_states(seeds: States) -> States:
    """Initial generator states, far apart even for neighbouring seeds."""
    return next_random_bits(seeds)[1]
