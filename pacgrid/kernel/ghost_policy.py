"""The compiled ghosts, and their random numbers."""

from typing import Any

import numpy as np

from pacgrid.kernel.arrays import Arrays, BatchSettings
from pacgrid.kernel.compiled_rules import NTH_BIT, legal
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.tables import Tables

HALF = np.uint64(32)
"""Half of the 64 random bits."""
_LOW = np.uint64(0xFFFFFFFF)
SET_BITS = np.array([bits.bit_count() for bits in range(32)], np.uint64)
"""`SET_BITS[bits]`: how many they are."""


@inlined
def random_bits(game: Any) -> Number:
    """64 random bits, by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    game.rng_state += np.uint64(0x9E3779B97F4A7C15)
    bits = game.rng_state
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@inlined
def _nearer(here: Any, there: Any) -> Number:
    """The actions, as bits, that reduce the distance between two cells, ignoring walls."""
    north, south = np.uint8(there.row < here.row), np.uint8(there.row > here.row)
    east, west = np.uint8(there.column > here.column), np.uint8(there.column < here.column)
    return np.uint8(north | east << 1 | south << 2 | west << 3)


@inlined
def preferred(tables: Tables, game: Any, ghost: Any, bits: Number) -> Number:
    """Those of a ghost's legal actions, as `bits`, that `directional_ghost` prefers: towards
    Pac-Man, or away from him while scared; all if there are none."""
    nearer = _nearer(tables.cells[ghost.cell], tables.cells[game.pacman])
    chosen = bits & ~nearer if ghost.scared else bits & nearer
    return chosen if chosen else bits


@inlined
def ghost_policy_action(
    tables: Tables, arrays: Arrays, settings: BatchSettings, index: int, number: int
) -> Number:
    """The action of a ghost that follows its policy.

    That is `pacgrid.agents.directional_ghost` with the policy's probabilities; with probabilities
    of 0 it is `pacgrid.agents.random_ghost`.
    """
    game = arrays.games[index]
    ghost = arrays.ghosts[index, number]
    policy = settings.ghost_policies[number]
    random = random_bits(game)
    bits = legal(tables, ghost)
    probability = policy.flee if ghost.scared else policy.attack
    if random & _LOW < probability:
        bits = preferred(tables, game, ghost, bits)
    return NTH_BIT[bits, (random >> HALF) * SET_BITS[bits] >> HALF]
