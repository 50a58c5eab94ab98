"""Noisy distances: how far away the other agents are, roughly.

What an agent reads of another one is `max(0, distance + error)`. The distance is the Manhattan
distance of their positions, which ignores walls; where someone is half way between two cells, it is
rounded down. The error is a whole number from `-noise` to `noise`, each equally likely: one for
each game, round, observer and other agent, independent of all others. It doesn't change in a round,
so to read it again gives nothing new. CS 188's capture-the-flag contest has `noise=6`.

The errors of a game come from its own generator, SplitMix64: in round `r`, what agent `o` of `n`
reads of agent `a` has the upper 32 bits of the generator's output number `(r * n + o) * n + a`,
times `2 * noise + 1`, of which again the upper 32 bits count, minus `noise`. So the game itself
doesn't depend on the noise.
"""

from operator import index

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.packed import pack_agents
from pacgrid.kernel.seeding import STEP, States, next_random_bits, rng_states
from pacgrid.state import State

Noise = int | None
"""The largest error; None: no distances at all."""

MAX_NOISE = 10_000

_STREAM = np.uint64(0x6E6F697365)
"""Keeps the noise of a seed apart from the game with this seed."""


def checked_noise(noise: object) -> Noise:
    """`noise` itself. Raises ValueError if it is no `Noise`, or above `MAX_NOISE`."""
    if noise is None:
        return None
    if not isinstance(noise, bool):
        try:
            most = index(noise)  # type: ignore[arg-type]
        except TypeError:
            most = -1
        if 0 <= most <= MAX_NOISE:
            return most
    raise ValueError(
        f"noise must be a whole number from 0 to {MAX_NOISE}, the largest error of a distance, or "
        f"None, not {noise!r}"
    )


def noise_states(seeds: States) -> States:
    """The states of the noise of games with these seeds, before they first start."""
    return rng_states(seeds ^ _STREAM)


def next_noise_states(states: States) -> States:
    """The states for the next game."""
    return next_random_bits(states)[1]


def noisy_distances(
    state: State, noise_state: int, rounds: int, observer: int, noise: int
) -> NDArray[np.int16]:
    """`[agent]`: what agent `observer` reads of each agent, 0 of itself, in this round of a game.

    >>> state = State.parse('''
    ... %%%%%%%
    ... %P.1 2%
    ... %%%%%%%
    ... ''')
    >>> noisy_distances(state, noise_state=7, rounds=0, observer=0, noise=0)
    array([0, 2, 4], dtype=int16)
    >>> noisy_distances(state, noise_state=7, rounds=0, observer=0, noise=6)
    array([0, 0, 9], dtype=int16)
    """
    count = state.num_agents
    numbers = np.arange(count) + (rounds * count + observer) * count
    starts = np.uint64(noise_state) + STEP * numbers.astype(np.uint64)
    upper = (next_random_bits(starts)[1] >> np.uint64(32)).astype(np.int64)
    errors = (upper * (2 * noise + 1) >> 32) - noise
    doubled = pack_agents(state)[:, :2].astype(np.int64)
    distances = np.abs(doubled - doubled[observer]).sum(axis=1) // 2
    read = np.maximum(distances + errors, 0)
    read[observer] = 0
    distances_read: NDArray[np.int16] = read.astype(np.int16)
    return distances_read
