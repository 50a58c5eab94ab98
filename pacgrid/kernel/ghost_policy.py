"""The compiled ghosts, and their random numbers."""

from typing import Any

import numpy as np
from numba import types

from pacgrid.kernel.arrays import Arrays, BatchSettings
from pacgrid.kernel.compiled_rules import NTH_BIT, legal
from pacgrid.kernel.jit import Number, by_type, inlined_early
from pacgrid.kernel.seeding import STEP
from pacgrid.kernel.tables import Tables

HALF = np.uint64(32)
"""Half of the 64 random bits."""
_LOW = np.uint64(0xFFFFFFFF)
SET_BITS = np.array([bits.bit_count() for bits in range(32)], np.uint64)
"""`SET_BITS[bits]`: how many they are."""


@inlined_early
def random_bits(game: Any) -> Number:
    """64 random bits, by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    game.rng_state += STEP
    bits = game.rng_state
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


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
