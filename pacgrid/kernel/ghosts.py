"""How ghosts choose, compiled: each rule once, for games of a batch, searches and the champion.

`pacgrid.agents` has the same rules in Python; tests compare them. A rule gives the actions that a
ghost chooses from, as bits: those of `directional_ghost` and `random_ghost`, and of `arcade_ghost`.
Ghosts that learned or that search are in `pacgrid.kernel.search.opponents`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from pacgrid.action import Action
from pacgrid.kernel.arrays import Arrays, BatchSettings
from pacgrid.kernel.compiled_rules import NTH_BIT, STOP, legal
from pacgrid.kernel.jit import Number, allocating, by_type, compiled, inlined, inlined_early
from pacgrid.kernel.seeding import HALF, random_bits
from pacgrid.kernel.tables import FOOD, Tables

_LOW = np.uint64(0xFFFFFFFF)
SET_BITS = np.array([bits.bit_count() for bits in range(32)], np.uint64)
"""`SET_BITS[bits]`: how many they are."""


@inlined_early
def nearer(here: Any, there: Any) -> Number:
    """The actions, as bits, that reduce the distance between two cells, ignoring walls."""
    north, south = np.uint8(there.row < here.row), np.uint8(there.row > here.row)
    east, west = np.uint8(there.column > here.column), np.uint8(there.column < here.column)
    return np.uint8(north | east << 1 | south << 2 | west << 3)


@inlined_early
def preferred(tables: Tables, game: Any, ghost: Any, bits: Number) -> Number:
    """Those of a ghost's legal actions, as `bits`, that `directional_ghost` prefers: towards
    Pac-Man, or away from him while scared; all if there are none."""
    towards = nearer(tables.cells[ghost.cell], tables.cells[game.pacman])
    chosen = bits & ~towards if ghost.scared else bits & towards
    return chosen if chosen else bits


@inlined_early
def directional_choices(
    tables: Tables,
    game: Any,
    ghost: Any,
    attack: Number,
    flee: Number,
    random: Number,
    bits: Number,
) -> Number:
    """Those of a ghost's legal actions, as `bits`, that `directional_ghost` chooses from now.
    `random` is a number below 2 ** 32, and the probabilities are in units of 2 ** -32."""
    probability = flee if ghost.scared else attack
    return preferred(tables, game, ghost, bits) if random < probability else bits


def choices(
    policies: Any,
    tables: Tables,
    arrays: Arrays,
    index: int,
    number: int,
    random: Number,
    bits: Number,
) -> Number:
    """Those of a ghost's legal actions, as `bits`, that it chooses from now. `random` is a number
    below 2 ** 32.

    There is one definition for each type of `policies`: numba compiles only what a batch uses.
    """
    raise NotImplementedError


def draw_team(policies: Any, game: Any) -> None:
    """Draw the team of a game that starts, if there are several."""
    raise NotImplementedError


@by_type(choices)
def _choices_of_one_team(policies: Any, *_: Any) -> Any:
    def choose(policies, tables, arrays, index, number, random, bits):  # type: ignore[no-untyped-def]
        game, ghost, policy = arrays.games[index], arrays.ghosts[index, number], policies[number]
        attack, flee = policy.attack, policy.flee
        return directional_choices(tables, game, ghost, attack, flee, random, bits)

    return choose if isinstance(policies, types.Array) else None


@by_type(draw_team)
def _draw_no_team(policies: Any, _game: Any) -> Any:
    def draw(policies, game):  # type: ignore[no-untyped-def]
        pass

    return draw if isinstance(policies, types.Array) else None


@inlined_early
def ghost_policy_action(
    tables: Tables, arrays: Arrays, settings: BatchSettings, index: int, number: int
) -> Number:
    """The action of a ghost that follows its policy.

    That is `pacgrid.agents.directional_ghost` with the policy's probabilities; with probabilities
    of 0 it is `pacgrid.agents.random_ghost`. Other policies are those of
    `pacgrid.kernel.search.opponents`.
    """
    random = random_bits(arrays.games[index])
    bits = legal(tables, arrays.ghosts[index, number])
    policies = settings.ghost_policies
    bits = choices(policies, tables, arrays, index, number, random & _LOW, bits)
    return NTH_BIT[bits, (random >> HALF) * SET_BITS[bits] >> HALF]


# The arcade.

TARGETS = ("chaser", "ambusher", "flanker", "shy")
_CHASER, _AMBUSHER, _FLANKER, _SHY = range(len(TARGETS))

AHEAD, NEAR = 4, 5
"""How many cells ahead of Pac-Man the ambusher waits; how near to him the shy ghost goes."""

ORDER = np.array([Action.NORTH, Action.WEST, Action.SOUTH, Action.EAST], np.int64)
"""Which of equally good actions comes first."""
DOWN = np.array([-action.vector[1] for action in Action], np.int64)
RIGHT = np.array([action.vector[0] for action in Action], np.int64)


class ArcadePolicy(NamedTuple):
    """How a ghost of the arcade chooses."""

    personality: str
    """One of `TARGETS`."""
    corner: tuple[int, int]
    """Where it scatters to; `(1, 1)` is the top right."""
    scatters: Sequence[bool] = ()
    """Whether it scatters on its next move, on the one after it, …; later it chases."""


@inlined
def looks_ahead(model: Any, scatters: Number) -> Number:
    """Whether a ghost needs to know where Pac-Man heads."""
    return not scatters and (model.target == _AMBUSHER or model.target == _FLANKER)  # noqa: PLR1714


@compiled
def towards_goal(
    tables: Tables,
    arrays: Any,
    index: int,
    number: int,
    model: Any,
    bits: int,
    scatters: bool,
    heading: Number,
) -> Number:
    """The one of its legal actions, as `bits`, that an active ghost chooses where Pac-Man heads for
    `heading`. `arrays` has at least `games` and `ghosts`; `model` has `target`, `corner_row` and
    `corner_column`."""
    here = tables.cells[arrays.ghosts[index, number].cell]
    cell = arrays.games[index].pacman
    y: Any = float(tables.cells[cell].row)
    x: Any = float(tables.cells[cell].column)
    if scatters:
        y, x = float(model.corner_row), float(model.corner_column)
    elif model.target == _SHY:
        if (here.row - y) ** 2 + (here.column - x) ** 2 <= NEAR**2:
            y, x = float(model.corner_row), float(model.corner_column)
    elif model.target != _CHASER:
        cells = AHEAD if model.target == _AMBUSHER else AHEAD // 2
        y, x = y + cells * DOWN[heading], x + cells * RIGHT[heading]
        if model.target == _FLANKER:
            chaser = arrays.ghosts[index, 0]
            half = 0.5 * chaser.half
            y = 2 * y - tables.cells[chaser.cell].row - half * DOWN[chaser.heading]
            x = 2 * x - tables.cells[chaser.cell].column - half * RIGHT[chaser.heading]
    return nearest_action(here, bits, y, x)


@compiled
def nearest_action(here: Any, bits: Number, y: Number, x: Number) -> Number:
    """The one of the actions in `bits` that leads from the cell `here` nearest to a point, in a
    straight line."""
    least, choice = np.inf, 0
    for action in ORDER:
        if bits >> action & 1:
            away = (here.row + DOWN[action] - y) ** 2 + (here.column + RIGHT[action] - x) ** 2
            if away < least:
                least, choice = away, action
    return choice


_START = 1 << STOP
"""No way: marks Pac-Man's own cell as seen."""


@allocating
def food_heading(tables: Tables, arrays: Any, index: int) -> Number:
    """Pac-Man's first action on a shortest path to food; his first move if there is no path.

    A breadth-first search. Of each cell it knows the first actions of all shortest paths to it.
    """
    pellets, start = arrays.pellets, arrays.games[index].pacman
    queue = np.empty(pellets.shape[1], np.uint32)
    steps = np.empty(pellets.shape[1], np.uint32)
    ways = np.zeros(pellets.shape[1], np.uint8)
    queue[0], home = start, tables.cells[start].pixel
    steps[home], ways[home] = 0, _START
    head, tail, distance = 0, 1, 0
    found: Number = 0
    while head < tail and not found:
        last, distance = tail, distance + 1
        while head < last:
            cell = tables.cells[queue[head]]
            way = ways[cell.pixel]
            for action in range(4):
                if cell.moves >> action & 1:
                    pixel = tables.cells[cell.next[action]].pixel
                    if not ways[pixel]:
                        queue[tail], steps[pixel] = cell.next[action], distance
                        ways[pixel] = 1 << action if way == _START else way
                        tail += 1
                    elif steps[pixel] == distance and way != _START:
                        ways[pixel] |= way
            head += 1
        for number in range(last, tail):
            pixel = tables.cells[queue[number]].pixel
            if pellets[index, pixel] == FOOD:
                found |= ways[pixel]
    first = tables.cells[start].moves | _START
    return np.int64(NTH_BIT[found if found else first, 0])
