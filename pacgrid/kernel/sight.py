"""Partial sight: which cells an agent sees, if it doesn't see all.

Walls are opaque. With `"corridor"` an agent sees along corridors, as in the Ms. Pac-Man vs. Ghosts
competition of 2016 (Williams, Perez-Liebana and Lucas, CIG 2016): its own cell and all cells in a
straight line from it, in the four directions, up to a wall. With a number it sees all cells at most
so many steps away through the maze. An agent half way between two cells sees what it sees from
either of them.

Agents don't get in the way of sight. An agent that stands half in a seen cell is seen whole.
"""

from collections.abc import Sequence
from operator import index
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import MOVES
from pacgrid.maze import Cell, Maze

Sight = Literal["corridor"] | int | None
"""How far agents see; None: everything."""

UNSEEN = -1
"""All numbers of an agent that isn't seen, in packed observations."""

ALONG_CORRIDORS = -1
"""`"corridor"`, for compiled code."""

_MOST_STEPS = 1 << 32
"""More than any maze has cells."""


def checked_sight(sight: object) -> Sight:
    """`sight` itself. Raises ValueError if it is no `Sight`."""
    if sight is None or sight == "corridor":
        return None if sight is None else "corridor"
    if not isinstance(sight, bool | str):
        try:
            steps = index(sight)  # type: ignore[arg-type]
        except TypeError:
            steps = -1
        if steps >= 0:
            return steps
    raise ValueError(
        f"sight must be 'corridor', a whole number of steps from 0, or None, not {sight!r}"
    )


def seen_from(maze: Maze, cell: Cell, sight: Literal["corridor"] | int) -> Sequence[Cell]:
    """The cells that are seen from `cell`, itself first."""
    if sight != "corridor":
        distances, _ = maze.breadth_first_search(cell)
        return [other for other, distance in enumerate(distances) if distance <= sight]
    seen = [cell]
    for action in MOVES:
        ahead = maze.neighbours[cell].get(action)
        while ahead is not None:
            seen.append(ahead)
            ahead = maze.neighbours[ahead].get(action)
    return seen


def sight_steps(sight: Sight) -> NDArray[np.int64] | NDArray[np.bool_]:
    """`sight` for compiled code: in one number the most steps, or `ALONG_CORRIDORS`. Empty, and of
    another type, if everything is seen."""
    if sight is None:
        return np.zeros(0, np.bool_)
    return np.array([ALONG_CORRIDORS if sight == "corridor" else min(sight, _MOST_STEPS)], np.int64)
