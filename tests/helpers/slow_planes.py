"""Planes drawn from a state in the simplest way, to compare with those updated move by move."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid import State
from pacgrid.kernel.planes import Channel
from pacgrid.state import SCARED_MOVES


def slow_planes(state: State, observers: list[int], dtype: DTypeLike = np.uint8) -> NDArray[Any]:
    """The planes that all agents share, then one for each observer."""
    maze = state.maze
    planes = np.zeros((Channel.SELF + len(observers), maze.height, maze.width), dtype)
    full = 255 if planes.dtype == np.uint8 else 1

    def spots(position: tuple[float, float]) -> list[tuple[int, int]]:
        """Row and column of the cells within 0.7 of a ghost."""
        x, y = position
        near = [at for at in maze.positions if abs(at[0] - x) + abs(at[1] - y) <= 0.7]
        return [(maze.height - 1 - y, x) for x, y in near]

    for row, line in enumerate(maze.walls):
        for column, mark in enumerate(line):
            planes[Channel.WALLS, row, column] = full * (mark == "%")
    for channel, positions in ((Channel.FOOD, state.food), (Channel.CAPSULES, state.capsules)):
        for x, y in positions:
            planes[channel, maze.height - 1 - y, x] = full
    planes[Channel.PACMAN][spots(state.pacman)[0]] = full
    for ghost in state.ghosts:
        for spot in spots(ghost.position):
            if ghost.scared:
                value = full * ghost.scared / SCARED_MOVES
                value = int(value) if full == 255 else value
                planes[Channel.SCARED][spot] = max(planes[Channel.SCARED][spot], value)
            else:
                planes[Channel.GHOSTS][spot] = full
    for plane, agent in enumerate(observers, start=Channel.SELF):
        position = state.ghosts[agent - 1].position if agent else state.pacman
        for spot in spots(position):
            planes[plane][spot] = full
    return planes
