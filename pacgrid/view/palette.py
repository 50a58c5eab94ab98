"""The colours of the game, as `(red, green, blue)`: the same in every view."""

Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)
BACKGROUND: Colour = (10, 11, 24)
WALL: Colour = (21, 28, 68)
WALL_EDGE: Colour = (72, 108, 255)
FOOD: Colour = (255, 205, 160)
CAPSULE: Colour = (255, 236, 214)
PACMAN: Colour = (255, 212, 20)
GHOSTS: tuple[Colour, ...] = (
    (255, 70, 70),
    (255, 155, 215),
    (60, 215, 235),
    (255, 160, 60),
    (125, 220, 95),
    (180, 125, 255),
    (240, 220, 130),
    (90, 160, 255),
    (200, 205, 215),
)
SCARED: Colour = (46, 66, 226)
FLASHING: Colour = (236, 240, 255)
EYE: Colour = (250, 250, 255)
PUPIL: Colour = (26, 34, 120)

BAR: Colour = (17, 19, 39)
TEXT: Colour = (236, 239, 250)
FAINT: Colour = (140, 149, 186)
GOOD: Colour = (120, 232, 150)
BAD: Colour = (255, 110, 104)


def ghost_colour(number: int) -> Colour:
    """The colour of ghost `number`, counted from 1."""
    return GHOSTS[(number - 1) % len(GHOSTS)]
