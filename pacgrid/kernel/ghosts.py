"""How ghosts choose, compiled: each rule once, for games of a batch, searches and the champion.

`pacgrid.agents` has the same rules in Python; tests compare them. A rule gives the actions that a
ghost chooses from, as bits: those of `directional_ghost` and `random_ghost`, and of `arcade_ghost`.
In a batch, ghosts play in teams, one of which is drawn for each game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.arrays import Arrays
from pacgrid.kernel.compiled_rules import HALF, NTH_BIT, STOP, legal, next_cell, random_bits
from pacgrid.kernel.jit import Number, allocating, compiled, inlined, inlined_early
from pacgrid.kernel.tables import FOOD, StructuredArray, Tables

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
def preferred(tables: Any, game: Any, ghost: Any, bits: Number) -> Number:
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


# The arcade.

TARGETS = ("chaser", "ambusher", "flanker", "shy")
_CHASER, _AMBUSHER, _FLANKER, _SHY = range(len(TARGETS))
CORNERS = (1, 1), (0, 1), (1, 0), (0, 0)
"""The corner that each scatters to; `(1, 1)` is the top right."""

AHEAD, NEAR = 4, 5
"""How many cells ahead of Pac-Man the ambusher waits; how near to him the shy ghost goes."""

ORDER = np.array([Action.NORTH, Action.WEST, Action.SOUTH, Action.EAST], np.int64)
"""The order of equally good actions."""
DOWN = np.array([-action.vector[1] for action in Action], np.int64)
RIGHT = np.array([action.vector[0] for action in Action], np.int64)
_ILLEGAL = 1 << 20
"""More than any distance."""


class ArcadePolicy(NamedTuple):
    """How a ghost of the arcade chooses."""

    personality: str
    """One of `TARGETS`."""
    scatters: Sequence[bool] = ()
    """Whether it scatters on its next move, on the one after it, …; later it chases."""

    def write(self, record: Any, height: int, width: int) -> None:
        """Write to `record` what it wants on a board of this size."""
        target = TARGETS.index(self.personality)
        right, top = CORNERS[target]
        record["target"] = target
        record["corner_row"] = (height - 1) * (1 - top)
        record["corner_column"] = (width - 1) * right


@inlined
def looks_ahead(model: Any, scatters: Number) -> Number:
    """Whether a ghost needs to know where Pac-Man heads."""
    return not scatters and (model.target == _AMBUSHER or model.target == _FLANKER)  # noqa: PLR1714


@compiled
def towards_goal(
    tables: Any,
    arrays: Any,
    index: int,
    number: int,
    model: Any,
    bits: int,
    scatters: bool,
    heading: Number,
) -> Number:
    """The one of its legal actions, as `bits`, that an active ghost chooses where Pac-Man heads for
    `heading`. `tables` has at least `cells`, and `arrays` `games` and `ghosts`; `model` has
    `target`, `corner_row` and `corner_column`."""
    here = tables.cells[arrays.ghosts[index, number].cell]
    pacman = tables.cells[arrays.games[index].pacman]
    # From its target to the ghost, in half cells: so the numbers are whole.
    down: Number = 2 * (np.int64(here.row) - np.int64(pacman.row))
    right: Number = 2 * (np.int64(here.column) - np.int64(pacman.column))
    if scatters or (model.target == _SHY and down * down + right * right <= (2 * NEAR) ** 2):
        down = 2 * (np.int64(here.row) - model.corner_row)
        right = 2 * (np.int64(here.column) - model.corner_column)
    elif looks_ahead(model, scatters):
        # The flanker looks half as far, but from there again as far as ghost 1 is on this side.
        down -= 2 * AHEAD * DOWN[heading]
        right -= 2 * AHEAD * RIGHT[heading]
        if model.target == _FLANKER:
            chaser = arrays.ghosts[index, 0]
            at, half = tables.cells[chaser.cell], np.int64(chaser.half)
            down += 2 * (np.int64(at.row) - np.int64(pacman.row)) + half * DOWN[chaser.heading]
            right += 2 * (np.int64(at.column) - np.int64(pacman.column))
            right += half * RIGHT[chaser.heading]
    # A step changes the squared distance by 4 * (down * dy + right * dx) + 4.
    least: Number = np.int64(_ILLEGAL)
    for rank in range(4):
        action = ORDER[rank]
        away = 4 * (down * DOWN[action] + right * RIGHT[action]) + rank
        least = min(least, away if bits >> action & 1 else _ILLEGAL)
    return ORDER[least & 3]


@inlined
def food_heading(tables: Tables, arrays: Any, index: int) -> Number:
    """Pac-Man's first action on a shortest path to food, the first such action if there are
    several; his first move if there is no path."""
    pellets, start = arrays.pellets, arrays.games[index].pacman
    for action in range(4):
        cell = next_cell(tables.cells, start, action)
        if cell != start and pellets[index, tables.cells[cell].pixel] == FOOD:
            return np.int64(action)
    return _far_heading(tables.cells, pellets, index, start)


@allocating
def _far_heading(
    cells: StructuredArray, pellets: NDArray[np.uint8], index: int, start: Number
) -> Number:
    """The same if there is no food next to Pac-Man, whose cell is `start`."""
    for action in range(4):  # mostly there is food two steps away, and no need of memory
        near = next_cell(cells, start, action)
        for then in range(4):
            cell = next_cell(cells, near, then)
            if start not in (near, cell) and pellets[index, cells[cell].pixel] == FOOD:
                return np.int64(action)
    # A breadth-first search. Cells as far from him are in the order of the actions that lead there.
    queue = np.empty(pellets.shape[1], np.uint32)
    firsts = np.empty(pellets.shape[1], np.uint8)
    seen = np.zeros(pellets.shape[1], np.bool_)
    queue[0], seen[cells[start].pixel] = start, True
    head, tail = 0, 1
    while head < tail:
        for action in range(4):
            cell = next_cell(cells, queue[head], action)
            pixel = cells[cell].pixel
            if not seen[pixel]:  # behind a wall is the cell itself
                first = firsts[head] if head else action
                if pellets[index, pixel] == FOOD:
                    return np.int64(first)
                queue[tail], firsts[tail], seen[pixel] = cell, first, True
                tail += 1
        head += 1
    return np.int64(NTH_BIT[cells[start].moves | 1 << STOP, 0])


# Teams of a batch.

DIRECTIONAL, ARCADE = range(2)

MOST_TEAMS = 256
"""A game keeps the number of its team in a byte."""
ONE = 1 << 32
"""Certainty: probabilities are in units of 2 ** -32."""

POLICY = np.dtype(
    [
        ("attack", np.uint64),
        ("flee", np.uint64),
        ("corner_row", np.int32),
        ("corner_column", np.int32),
        ("kind", np.uint8),
        ("target", np.uint8),
        ("ghosts", np.uint8),  # how many ghosts the same agent plays
        ("turn", np.uint8),  # which of these it is
    ],
    align=True,
)
"""How a ghost of a team chooses."""


Policy = tuple[float, float] | ArcadePolicy
"""`(attack, flee)` is as in `pacgrid.agents.directional_ghost`; (0, 0) is `random_ghost`."""


@dataclass(frozen=True)
class Teams:
    """Teams to draw from, at the start of each game."""

    teams: Sequence[Sequence[Policy]]
    """`[team][ghost]`. Where one agent plays several ghosts, they have the same object: a ghost of
    the arcade counts its own moves."""
    weights: Sequence[float]
    """By team."""

    @property
    def depend_on_size(self) -> bool:
        """Whether a ghost needs to know how large the board is."""
        return any(isinstance(each, ArcadePolicy) for team in self.teams for each in team)


class OpponentArrays(NamedTuple):
    """Teams in arrays."""

    policies: StructuredArray
    """`[team, ghost]`, of `POLICY`."""
    limits: NDArray[np.uint64]
    """By team: the sum of its probability and of those before it."""
    scatters: NDArray[np.bool_] | None
    """`[team, ghost, moves made]`: whether a ghost of the arcade scatters. None if there is none:
    then numba compiles no other rule than the directional one."""

    @classmethod
    def of(cls, teams: Teams, height: int, width: int) -> Self:
        """The arrays of `teams` on boards of this size. Raises ValueError for too many teams."""
        shape = len(teams.teams), len(teams.teams[0])
        if shape[0] > MOST_TEAMS:
            raise ValueError(f"ghosts= has {shape[0]} teams; give at most {MOST_TEAMS}")
        everyone = [policy for team in teams.teams for policy in team]
        phases = [each.scatters for each in everyone if isinstance(each, ArcadePolicy)]
        shares = np.cumsum(np.array(teams.weights, np.float64) / sum(teams.weights))
        policies = np.zeros(shape, POLICY)
        limits = np.round(shares * ONE).astype(np.uint64)
        limits[-1] = ONE
        scatters = np.zeros((*shape, max(map(len, phases), default=0)), np.bool_)
        for number, team in enumerate(teams.teams):
            for ghost, policy in enumerate(team):
                record: Any = policies[number, ghost]
                same = [other is policy for other in team]
                record["ghosts"], record["turn"] = sum(same), sum(same[:ghost])
                match policy:
                    case ArcadePolicy():
                        record["kind"] = ARCADE
                        policy.write(record, height, width)
                        scatters[number, ghost, : len(policy.scatters)] = policy.scatters
                    case (attack, flee):
                        record["attack"], record["flee"] = round(attack * ONE), round(flee * ONE)
        return cls(policies, limits, scatters if phases else None)


@inlined
def _any_choices(
    all_scatters: NDArray[np.bool_],
    policy: Any,
    tables: Tables,
    arrays: Arrays,
    index: int,
    number: int,
    random: Number,
    bits: Number,
) -> Number:
    """The same for ghosts of both kinds."""
    if not bits & (bits - 1):
        return bits
    game, ghost = arrays.games[index], arrays.ghosts[index, number]
    if policy.kind == DIRECTIONAL:
        return directional_choices(tables, game, ghost, policy.attack, policy.flee, random, bits)
    if ghost.scared:
        return bits
    made = np.int64(game.rounds) * policy.ghosts + policy.turn
    scatters = made < all_scatters.shape[2] and all_scatters[game.team, number, made]
    heading = np.int64(0)
    if looks_ahead(policy, scatters):
        heading = food_heading(tables, arrays, index)
    action = towards_goal(tables, arrays, index, number, policy, bits, scatters, heading)
    return np.uint8(1 << action)


@inlined
def choices(
    scatters: NDArray[np.bool_] | None,
    policy: Any,
    tables: Tables,
    arrays: Arrays,
    index: int,
    number: int,
    random: Number,
    bits: Number,
) -> Number:
    """Those of a ghost's legal actions, as `bits`, that it chooses from now. `random` is a number
    below 2 ** 32."""
    if scatters is None:  # numba compiles only one of the branches
        game, ghost = arrays.games[index], arrays.ghosts[index, number]
        attack, flee = policy.attack, policy.flee  # both are read, which is faster than one of them
        return directional_choices(tables, game, ghost, attack, flee, random, bits)
    return _any_choices(scatters, policy, tables, arrays, index, number, random, bits)


@inlined_early
def draw_team(opponents: OpponentArrays, game: Any) -> None:
    """Draw the team of a game that starts, if there are several."""
    game.team = 0
    if len(opponents.limits) > 1:
        random = random_bits(game) >> HALF
        while random >= opponents.limits[game.team]:
            game.team += 1


@inlined_early
def ghost_action(
    opponents: OpponentArrays, tables: Tables, arrays: Arrays, index: int, number: int
) -> Number:
    """The action of a ghost of a team."""
    game, ghost = arrays.games[index], arrays.ghosts[index, number]
    policy = opponents.policies[game.team, number]
    random = random_bits(game)
    low, bits = random & _LOW, legal(tables, ghost)
    bits = choices(opponents.scatters, policy, tables, arrays, index, number, low, bits)
    return NTH_BIT[bits, (random >> HALF) * SET_BITS[bits] >> HALF]
