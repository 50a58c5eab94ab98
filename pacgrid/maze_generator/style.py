"""A style: how walls are drawn, and what its mazes have if nothing else is asked for."""

from collections.abc import Callable
from dataclasses import dataclass

from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.wall_grid import MazeSymmetry, WallGrid

Size = tuple[int, int]
"""Columns and rows, with the border."""

LARGEST: Size = (99, 99)


@dataclass(frozen=True)
class MazeStyle:
    """One kind of maze."""

    name: str
    draw: Callable[[WallGrid, int, SeededChoices], Sketch | None]
    """Draws the walls on a closed board, for so many ghosts; None if nothing fits on it."""
    smallest: Size
    largest: Size = LARGEST
    size: Size = (21, 11)
    symmetry: MazeSymmetry = MazeSymmetry.LEFT_RIGHT
    loops: float = 0.0
    ghosts: int = 2
    food: float = 1.0
    capsules: float = 0.025
    safe_rounds: int = 3
    """In so many first rounds Pac-Man can't be caught, whatever he does: the ghosts start at least
    `2 * safe_rounds + 1` steps away, and a round brings him and a ghost two steps together."""
