"""The games' random generators, in numpy and compiled: SplitMix64 (Steele, Lea and Flood, OOPSLA
2014)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.jit import Number, inlined_early

STEP = np.uint64(0x9E3779B97F4A7C15)
_FACTORS = (
    (np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)),
    (np.uint64(27), np.uint64(0x94D049BB133111EB)),
)

States = NDArray[np.uint64]


def rng_states(seeds: States) -> States:
    """Initial generator states, far apart even for neighbouring seeds."""
    return next_random_bits(seeds)[1]


def next_random_bits(states: States) -> tuple[States, States]:
    """The generators' next states, and the 64 random bits that each gives."""
    states = bits = states + STEP
    for shift, factor in _FACTORS:
        bits = (bits ^ (bits >> shift)) * factor
    return states, bits ^ (bits >> np.uint64(31))


HALF = np.uint64(32)
"""Half of the 64 random bits."""


@inlined_early
def random_bits(game: Any) -> Number:
    """64 random bits, by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    game.rng_state += STEP
    bits = game.rng_state
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
