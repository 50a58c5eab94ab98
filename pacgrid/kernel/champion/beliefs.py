"""What the champion believes of a ghost, and the chances of its actions that follow; compiled."""

from typing import Any

import numpy as np

from pacgrid.kernel.champion.board import FAR, HEADINGS, BoardTables
from pacgrid.kernel.compiled_rules import legal
from pacgrid.kernel.ghosts import AHEAD, DOWN, NEAR, RIGHT, nearer, nearest_action
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.position import Position, has

BELIEF = np.dtype(
    [
        (name, np.float64)
        for name in (
            "attack",  # towards Pac-Man, ignoring walls: pacgrid.agents.directional_ghost
            "flee",  # away from him while scared, ignoring walls
            "pursue",  # towards him, on the shortest path
            "minimise",  # what is worst for him
            "chaser",  # the personalities of pacgrid.agents.arcade_ghost
            "ambusher",
            "flanker",
            "shy",
        )
    ]
)
"""The probability that a ghost moves by each rule; with the rest, it chooses uniformly. `flee` is
for scared ghosts, `minimise` for all, the others for active ones."""


@compiled
def fill_chances(
    board: BoardTables, position: Position, number: int, belief: Any, scatters: bool, row: Any
) -> Number:
    """Fill `row` with the probability of each action of ghost `number`, counted from 0, less the
    share of `minimise`. Returns its legal actions, as bits."""
    ghost = position.ghosts[0, number]
    bits = np.int64(legal(board, ghost))
    for action in range(HEADINGS):
        row[action] = 0.0
    if not bits & (bits - 1):  # it has no choice
        _share(row, bits, 1.0)
        return bits
    here, pacman = board.cells[ghost.cell], board.cells[position.games[0].pacman]
    towards = nearer(here, pacman)
    rest = 1.0 - belief.minimise
    preferred = bits & ~towards if ghost.scared else bits & towards
    directed = belief.flee if ghost.scared else belief.attack
    if preferred:
        _share(row, preferred, directed)
        rest -= directed
    if not ghost.scared:
        if belief.pursue > 0:
            row[_shortest(board, position, here, bits)] += belief.pursue
        arcade = belief.chaser + belief.ambusher + belief.flanker + belief.shy
        if arcade > 1e-6:
            _add_arcade(board, position, ghost, belief, scatters, bits, row)
        rest -= belief.pursue + (arcade if arcade > 1e-6 else 0.0)
    _share(row, bits, rest)
    return bits


@inlined
def _share(row: Any, bits: Number, probability: Number) -> None:
    """Add `probability` to the actions in `bits`, in equal shares."""
    count = 0
    for action in range(HEADINGS):
        count += bits >> action & 1
    for action in range(HEADINGS):
        if bits >> action & 1:
            row[action] += probability / count


@inlined
def _shortest(board: BoardTables, position: Position, here: Any, bits: Number) -> Number:
    """The action on a shortest path to Pac-Man."""
    choice = 0
    least: Number = FAR + 1
    for action in range(4):
        if bits >> action & 1:
            node = np.int64(here.next[action]) * HEADINGS + action
            steps = np.int64(board.ghost_steps[node, position.games[0].pacman])
            if steps < least:
                least, choice = steps, action
    return choice


@compiled
def _add_arcade(
    board: BoardTables,
    position: Position,
    ghost: Any,
    belief: Any,
    scatters: bool,
    bits: Number,
    row: Any,
) -> None:
    """Add what the personalities of the arcade would do, as `pacgrid.agents.arcade_ghost` does."""
    here, pacman = board.cells[ghost.cell], board.cells[position.games[0].pacman]
    y, x = np.int64(pacman.row), np.int64(pacman.column)
    top = left = np.int64(0)
    bottom, right = board.height - 1, board.width - 1
    away = (y - np.int64(here.row)) ** 2 + (x - np.int64(here.column)) ** 2
    if scatters:
        _add_nearest(row, here, bits, top, right, belief.chaser)
        _add_nearest(row, here, bits, top, left, belief.ambusher)
        _add_nearest(row, here, bits, bottom, right, belief.flanker)
        _add_nearest(row, here, bits, bottom, left, belief.shy)
        return
    _add_nearest(row, here, bits, y, x, belief.chaser)
    if away > NEAR**2:
        _add_nearest(row, here, bits, y, x, belief.shy)
    else:
        _add_nearest(row, here, bits, bottom, left, belief.shy)
    if belief.ambusher + belief.flanker > 1e-6:
        heading, least = HEADINGS - 1, FAR + 1
        for action in range(4):
            if pacman.moves >> action & 1:
                steps = _nearest_food(board, position, pacman.next[action])
                if steps < least:
                    heading, least = action, steps
        down, across = DOWN[heading], RIGHT[heading]
        _add_nearest(row, here, bits, y + AHEAD * down, x + AHEAD * across, belief.ambusher)
        chaser = board.cells[position.ghosts[0, 0].cell]
        y += AHEAD // 2 * down
        x += AHEAD // 2 * across
        y, x = 2 * y - np.int64(chaser.row), 2 * x - np.int64(chaser.column)
        _add_nearest(row, here, bits, y, x, belief.flanker)


@compiled
def _add_nearest(
    row: Any, here: Any, bits: Number, y: Number, x: Number, probability: float
) -> None:
    """Add `probability` to the action that leads nearest to a point in a straight line."""
    row[nearest_action(here, bits, y, x)] += probability


@inlined
def _nearest_food(board: BoardTables, position: Position, cell: Number) -> Number:
    """The steps from a cell to the nearest food."""
    for index in range(board.nearest.shape[1]):
        there = board.nearest[cell, index]
        if has(position.food, there):
            return np.int64(board.steps[cell, there])
    return FAR
