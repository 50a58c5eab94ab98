"""Sets of colours to choose from."""

from dataclasses import dataclass

from pacgrid.view import palette
from pacgrid.view.palette import Colour


@dataclass(frozen=True)
class Theme:
    """The colours of a board."""

    pacman: Colour
    ghosts: tuple[Colour, ...]
    numbered: bool
    """Whether ghosts wear their numbers, so that nobody need tell them by their colours."""
    background: Colour = palette.BACKGROUND
    wall: Colour = palette.WALL
    edge: Colour = palette.WALL_EDGE
    food: Colour = palette.FOOD
    capsule: Colour = palette.CAPSULE
    scared: Colour = palette.SCARED
    flashing: Colour = palette.FLASHING
    eye: Colour = palette.EYE
    pupil: Colour = palette.PUPIL


CLASSIC = Theme(palette.PACMAN, palette.GHOSTS, numbered=False)

COLOUR_BLIND = Theme(
    pacman=(240, 228, 66),
    ghosts=(
        (213, 94, 0),
        (86, 180, 233),
        (0, 158, 115),
        (204, 121, 167),
        (222, 226, 236),
        (230, 159, 0),
        (0, 114, 178),
        (150, 150, 150),
        (170, 130, 90),
    ),
    numbered=True,
)
"""Colours of Okabe and Ito's palette, which people with any kind of colour vision can tell apart
("Color Universal Design", 2008); with more ghosts than it has colours, the numbers tell."""
