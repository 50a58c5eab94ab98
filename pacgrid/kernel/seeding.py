"""The games' random generators, as seen from Python: SplitMix64 (Steele, Lea and Flood, OOPSLA
2014), as in `pacgrid.kernel.ghost_policy.random_bits`."""

import numpy as np
from numpy.typing import NDArray

_STEP = 0x9E3779B97F4A7C15
_FACTORS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_WORD = 2**64 - 1


def rng_states(seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Initial generator states, far apart even for neighbouring seeds (SplitMix64's finaliser)."""
    states = seeds + np.uint64(_STEP)
    for shift, factor in _FACTORS:
        states = (states ^ (states >> np.uint64(shift))) * np.uint64(factor)
    mixed: NDArray[np.uint64] = states ^ (states >> np.uint64(31))
    return mixed


def next_random_bits(state: int) -> tuple[int, int]:
    """A generator's next state, and the 64 random bits that it gives."""
    state = bits = state + _STEP & _WORD
    for shift, factor in _FACTORS:
        bits = (bits ^ bits >> shift) * factor & _WORD
    return state, bits ^ bits >> 31
