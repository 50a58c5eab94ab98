"""Noisy distances in compiled games (see `pacgrid.kernel.noise`)."""

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.arrays import Arrays, BatchSettings
from pacgrid.kernel.ghost_policy import HALF, bits_after
from pacgrid.kernel.jit import compiled
from pacgrid.kernel.observations import cell_of, next_cell_of
from pacgrid.kernel.seeding import STEP
from pacgrid.kernel.tables import Tables


@compiled
def write_distances(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    distances: NDArray[np.int16],
    first: int,
    last: int,
) -> None:
    """Write the distances that the controlled agents of the games from `first` to `last`, not
    included, read; none if `distances` is empty."""
    agents, widest = distances.shape[2], 2 * settings.noise + 1
    for index in range(first, last if agents else first):
        number = np.int64(arrays.games[index].rounds) * agents * agents
        for observer in range(distances.shape[1]):
            near = tables.cells[cell_of(arrays, index, observer)]
            far = tables.cells[next_cell_of(tables, arrays, index, observer)]
            row, column = np.int64(near.row) + far.row, np.int64(near.column) + far.column
            for agent in range(agents):
                there = tables.cells[cell_of(arrays, index, agent)]
                beyond = tables.cells[next_cell_of(tables, arrays, index, agent)]
                rows = abs(np.int64(there.row) + beyond.row - row)
                columns = abs(np.int64(there.column) + beyond.column - column)
                bits = bits_after(arrays.noise_states[index] + STEP * np.uint64(number))
                error = (np.int64(bits >> HALF) * widest >> 32) - settings.noise
                read = max((rows + columns >> 1) + error, 0)
                distances[index, observer, agent] = 0 if agent == observer else read
                number += 1
