"""A position as planes: what learning agents see.

Planes are `[channel, row, column]`, row 0 at the top, as printed. This module says what is in
them; `pacgrid.envs` draws them from a `State`, and `pacgrid.kernel` keeps them for thousands of
games at once.
"""

from enum import IntEnum


class Channel(IntEnum):
    """What each plane shows. Full value (255, or 1.0) means yes, 0 means no.

    A ghost shows in every cell in which Pac-Man would meet it: a scared ghost half way between two
    cells shows in both. The planes don't show where ghosts are heading, nor which ghost is which.
    """

    WALLS = 0
    FOOD = 1
    CAPSULES = 2
    PACMAN = 3
    GHOSTS = 4
    """The active ghosts, which catch Pac-Man."""
    SCARED = 5
    """The scared ghosts: their moves left as a share of `SCARED_MOVES`; where two share a cell, the
    longer time."""
    SELF = 6
    """The agent that looks."""
