"""How the ghosts of `pacgrid.kernel.search.opponents` choose, compiled. numba knows these
definitions from when this module is imported."""

from typing import Any

import numpy as np
from numba import types

from pacgrid.kernel.arrays import Arrays
from pacgrid.kernel.ghost_policy import (
    HALF,
    SET_BITS,
    choices,
    directional_choices,
    draw_team,
    nearer,
    random_bits,
)
from pacgrid.kernel.jit import Number, by_type, compiled, inlined
from pacgrid.kernel.search.arcade import looks_ahead, towards_goal
from pacgrid.kernel.search.food_heading import food_heading
from pacgrid.kernel.search.ghost_search import search_action
from pacgrid.kernel.search.opponents import ARCADE, LEARNED, SEARCHING, OpponentArrays
from pacgrid.kernel.tables import Tables

_NEAR = 5
"""As in `pacgrid.agents.learned_ghost`."""


def is_opponents(policies: Any) -> bool:
    """Whether this is numba's type of `OpponentArrays`."""
    return isinstance(policies, types.NamedTuple) and policies.instance_class is OpponentArrays


def searched(boards: Any, tables: Any, arrays: Any, index: int, number: int, plies: int) -> Number:
    """`search_action`; compiled only if `boards` isn't None."""
    raise NotImplementedError


@by_type(searched)
def _searched(boards: Any, *_: Any) -> Any:
    def search(boards, tables, arrays, index, number, plies):  # type: ignore[no-untyped-def]
        return search_action(boards, tables, arrays, index, number, plies)

    def nothing(boards, tables, arrays, index, number, plies):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return np.int64(0)

    return nothing if isinstance(boards, types.NoneType) else search


@inlined
def _learned_choices(
    opponents: OpponentArrays,
    tables: Tables,
    arrays: Arrays,
    index: int,
    number: int,
    random: Number,
    bits: Number,
) -> Number:
    """The moves towards Pac-Man, or those away from him."""
    game, ghost = arrays.games[index], arrays.ghosts[index, number]
    here, there = tables.cells[ghost.cell], tables.cells[game.pacman]
    towards = bits & nearer(here, there)
    away = bits ^ towards
    if not towards or not away:
        return bits
    distance = abs(np.int64(here.row) - there.row) + abs(np.int64(here.column) - there.column)
    scared, near = np.int64(ghost.scared > 0), np.int64(distance <= _NEAR)
    ways = SET_BITS[towards], SET_BITS[away]
    limit = opponents.towards[game.team, number, scared, near, ways[0], ways[1]]
    return towards if random < limit else away


@compiled
def opponent_choices(
    opponents: OpponentArrays,
    tables: Tables,
    arrays: Arrays,
    index: int,
    number: int,
    random: Number,
    bits: Number,
) -> Number:
    """Those of a ghost's legal actions, as `bits`, that it chooses from now."""
    if not bits & (bits - 1):
        return bits
    game, ghost = arrays.games[index], arrays.ghosts[index, number]
    policy = opponents.policies[game.team, number]
    if policy.kind == ARCADE:
        if ghost.scared:
            return bits
        made = np.int64(game.rounds) * policy.ghosts + policy.turn
        scatters = (
            made < opponents.scatters.shape[2] and opponents.scatters[game.team, number, made]
        )
        heading = np.int64(0)
        if looks_ahead(policy, scatters):
            heading = food_heading(tables, arrays, index)
        action = towards_goal(tables, arrays, index, number, policy, bits, scatters, heading)
        return np.uint8(1 << action)
    if policy.kind == LEARNED:
        return _learned_choices(opponents, tables, arrays, index, number, random, bits)
    if policy.kind == SEARCHING:
        if random < policy.error:
            return bits
        action = searched(opponents.search, tables, arrays, index, number, policy.plies)
        return np.uint8(1 << action)
    return directional_choices(tables, game, ghost, policy.attack, policy.flee, random, bits)


@by_type(choices)
def _choices_of_opponents(policies: Any, *_: Any) -> Any:
    def choose(policies, tables, arrays, index, number, random, bits):  # type: ignore[no-untyped-def]
        return opponent_choices(policies, tables, arrays, index, number, random, bits)

    return choose if is_opponents(policies) else None


@by_type(draw_team)
def _draw_team_of_opponents(policies: Any, _game: Any) -> Any:
    def draw(policies, game):  # type: ignore[no-untyped-def]
        game.team = 0
        if len(policies.limits) > 1:
            random = random_bits(game) >> HALF
            while random >= policies.limits[game.team]:
                game.team += 1

    return draw if is_opponents(policies) else None
