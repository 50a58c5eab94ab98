"""Sets of colours to choose from: for dark and for light rooms, and for every kind of eyes."""

from dataclasses import dataclass, replace
from enum import StrEnum

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True)
class Theme:
    """The colours of everything that is painted."""

    light: bool
    """Whether it is dark figures and words on light ground."""
    numbered: bool
    """Whether ghosts wear their numbers, so that nobody need tell them by their colours."""
    pacman: Colour
    ghosts: tuple[Colour, ...]
    scared: Colour
    flashing: Colour
    eye: Colour
    pupil: Colour

    background: Colour
    wall: Colour
    edge: Colour
    """The line around a wall."""
    food: Colour
    capsule: Colour

    bar: Colour
    """The ground of words."""
    text: Colour
    faint: Colour
    good: Colour
    bad: Colour

    best: Colour
    """What is worth most, among marks on the board; and so on for the other marks."""
    value: Colour
    expanded: Colour
    distance: Colour
    danger: Colour

    def ghost(self, number: int) -> Colour:
        """The colour of ghost `number`, counted from 1."""
        return self.ghosts[(number - 1) % len(self.ghosts)]

    def agent(self, number: int) -> Colour:
        """The colour of Pac-Man (0) or of a ghost."""
        return self.ghost(number) if number else self.pacman


DARK = Theme(
    light=False,
    numbered=False,
    pacman=(255, 212, 20),
    ghosts=(
        (255, 70, 70),
        (255, 155, 215),
        (60, 215, 235),
        (255, 160, 60),
        (125, 220, 95),
        (180, 125, 255),
        (240, 220, 130),
        (90, 160, 255),
        (200, 205, 215),
    ),
    scared=(46, 66, 226),
    flashing=(236, 240, 255),
    eye=(250, 250, 255),
    pupil=(26, 34, 120),
    background=(10, 11, 24),
    wall=(21, 28, 68),
    edge=(72, 108, 255),
    food=(255, 205, 160),
    capsule=(255, 236, 214),
    bar=(17, 19, 39),
    text=(236, 239, 250),
    faint=(140, 149, 186),
    good=(120, 232, 150),
    bad=(255, 110, 104),
    best=(120, 232, 150),
    value=(236, 239, 250),
    expanded=(186, 104, 255),
    distance=(64, 196, 255),
    danger=(255, 84, 60),
)

LIGHT = replace(
    DARK,
    light=True,
    pacman=(244, 180, 0),
    ghosts=(
        (226, 44, 44),
        (226, 92, 170),
        (0, 158, 186),
        (232, 116, 0),
        (70, 160, 40),
        (138, 76, 230),
        (160, 130, 30),
        (50, 110, 220),
        (110, 116, 130),
    ),
    flashing=(178, 190, 240),
    background=(250, 250, 246),
    wall=(214, 222, 250),
    edge=(66, 92, 205),
    food=(168, 106, 48),
    capsule=(140, 80, 24),
    bar=(236, 238, 246),
    text=(24, 28, 48),
    faint=(92, 100, 128),
    good=(16, 122, 58),
    bad=(192, 34, 34),
    best=(16, 122, 58),
    value=(24, 28, 48),
    expanded=(140, 60, 220),
    distance=(0, 120, 190),
    danger=(220, 50, 20),
)

COLOUR_BLIND = replace(
    DARK,
    numbered=True,
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
    good=(86, 180, 233),
    bad=(230, 159, 0),
    best=(86, 180, 233),
    expanded=(204, 121, 167),
    distance=(0, 158, 115),
    danger=(230, 159, 0),
)
"""Colours of Okabe and Ito's palette, which people with any kind of colour vision can tell apart
("Color Universal Design", 2008); with more ghosts than it has colours, the numbers tell."""

COLOUR_BLIND_LIGHT = replace(
    LIGHT,
    numbered=True,
    pacman=(230, 200, 0),
    ghosts=(
        (213, 94, 0),
        (86, 180, 233),
        (0, 158, 115),
        (204, 121, 167),
        (60, 60, 70),
        (230, 159, 0),
        (0, 114, 178),
        (150, 150, 150),
        (140, 100, 60),
    ),
    good=(0, 100, 158),
    bad=(176, 76, 0),
    best=(0, 100, 158),
    expanded=(160, 80, 125),
    distance=(0, 120, 88),
    danger=(213, 94, 0),
)


def letters_in(theme: Theme, ink: str) -> Colour:
    """The colour of letters in that role: what cells are tinted with is too dark for letters."""
    colour: Colour = getattr(theme, ink)
    if ink in ("best", "value"):
        return colour
    return mixed(colour, theme.text, 0.5)


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """Colour `one` with a `part` (0 to 1) of the other."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def ink_on(background: Colour) -> Colour:
    """Black or white: what can be read on that colour."""
    shares = zip((0.2126, 0.7152, 0.0722), background, strict=True)
    light = sum(share * (value / 255) ** 2.2 for share, value in shares)
    return BLACK if light > 0.18 else WHITE  # where black and white stand out alike


class ThemeName(StrEnum):
    """What the themes are called where people choose one."""

    DARK = "dark"
    LIGHT = "light"
    COLOUR_BLIND = "colour-blind"
    COLOUR_BLIND_LIGHT = "colour-blind-light"


THEMES = {
    ThemeName.DARK: DARK,
    ThemeName.LIGHT: LIGHT,
    ThemeName.COLOUR_BLIND: COLOUR_BLIND,
    ThemeName.COLOUR_BLIND_LIGHT: COLOUR_BLIND_LIGHT,
}


def other_ground(theme: Theme) -> Theme:
    """The same kind of colours for light surroundings if `theme` is dark, and the other way."""
    return _OTHER_GROUND[theme]


def other_colours(theme: Theme) -> Theme:
    """The colour-blind theme of the same ground, or back."""
    return _OTHER_COLOURS[theme]


def _both_ways(*pairs: tuple[Theme, Theme]) -> dict[Theme, Theme]:
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


_OTHER_GROUND = _both_ways((DARK, LIGHT), (COLOUR_BLIND, COLOUR_BLIND_LIGHT))
_OTHER_COLOURS = _both_ways((DARK, COLOUR_BLIND), (LIGHT, COLOUR_BLIND_LIGHT))
