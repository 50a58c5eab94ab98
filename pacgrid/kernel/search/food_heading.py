"""Where Pac-Man heads: the nearest food, found without tables of distances, on any board."""

from typing import Any

import numpy as np

from pacgrid.kernel.compiled_rules import NTH_BIT, STOP
from pacgrid.kernel.jit import Number, allocating
from pacgrid.kernel.tables import FOOD, Tables

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
