"""The noise of the distances that agents read (see `pacgrid.kernel.noise`)."""

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.noise import checked_noise, next_noise_states, noise_states, noisy_distances
from pacgrid.state import State


class NoiseGenerator:
    """The noise of one game after the other. `noise` is the option of an environment; raises
    ValueError as `checked_noise` does. Without noise it has states all the same, so that snapshots
    go into environments with it."""

    def __init__(self, noise: object) -> None:
        self.noise = checked_noise(noise)
        self.state: int | None = None
        """None before the first game."""

    def start(self, seed: int | None) -> None:
        """Go on to the next game; with a seed, to the first one with this seed."""
        states = np.array([(self.state or 0) if seed is None else seed % 2**64], np.uint64)
        if seed is not None:
            states = noise_states(states)
        self.state = int(next_noise_states(states)[0])

    def distances(self, state: State, rounds: int, observer: int) -> NDArray[np.int16]:
        """`[agent]`: what agent `observer` reads after so many rounds of the current game."""
        return noisy_distances(state, self.state or 0, rounds, observer, self.noise or 0)
