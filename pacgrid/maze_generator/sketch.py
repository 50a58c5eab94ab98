"""What a style draws."""

from dataclasses import dataclass

from pacgrid.maze_generator.wall_grid import Cell, WallGrid

Passage = tuple[Cell, ...]
"""Walls that may be opened together: they join what is on both sides, and at their image."""


@dataclass
class Sketch:
    """The walls of a maze, and what may still be done with them."""

    grid: WallGrid
    passages: list[Passage]
    house: tuple[Cell, ...] = ()
    """Where ghosts start, from left to right, without food; empty if they have no house."""
    pacman: tuple[Cell, ...] = ()
    """Where Pac-Man may start, best first; empty for any cell."""
    keeps_corridors: bool = True
    """Whether what is dug later may not make open squares."""
