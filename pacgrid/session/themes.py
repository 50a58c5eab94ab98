"""Colours: what they stand for, and themes that are dark or light, or for the colour-blind."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Ink(StrEnum):
    """What a colour stands for; a theme has a colour of the same name."""

    TEXT = "text"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    BEST = "best"
    VALUE = "value"
    EXPANDED = "expanded"
    DISTANCE = "distance"
    DANGER = "danger"
    EDGE = "edge"
    """The edges of walls."""
    FOOD = "food"
    SCARED = "scared"


Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True)
class Theme:
    """The colours of everything that is drawn."""

    light: bool
    """Whether the background is light."""
    numbered: bool
    """Whether ghosts have numbers, so that they differ without their colours."""
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
    """The background of text."""
    text: Colour
    faint: Colour
    good: Colour
    bad: Colour

    best: Colour
    """The colour of the best values; those of other marks follow."""
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


def _colour(digits: str) -> Colour:
    """The colour of hexadecimal digits: `ffd414`."""
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


def _colours(digits: str) -> tuple[Colour, ...]:
    return tuple(map(_colour, digits.split()))


DARK = Theme(
    light=False,
    numbered=False,
    pacman=_colour("ffd414"),
    ghosts=_colours("ff4646 ff9bd7 3cd7eb ffa03c 7ddc5f b47dff f0dc82 5aa0ff c8cdd7"),
    scared=_colour("2e42e2"),
    flashing=_colour("ecf0ff"),
    eye=_colour("fafaff"),
    pupil=_colour("1a2278"),
    background=_colour("0a0b18"),
    wall=_colour("151c44"),
    edge=_colour("486cff"),
    food=_colour("ffcda0"),
    capsule=_colour("ffecd6"),
    bar=_colour("111327"),
    text=_colour("eceffa"),
    faint=_colour("8c95ba"),
    good=_colour("78e896"),
    bad=_colour("ff6e68"),
    best=_colour("78e896"),
    value=_colour("eceffa"),
    expanded=_colour("ba68ff"),
    distance=_colour("40c4ff"),
    danger=_colour("ff543c"),
)
LIGHT = replace(
    DARK,
    light=True,
    pacman=_colour("f4b400"),
    ghosts=_colours("e22c2c e25caa 009eba e87400 46a028 8a4ce6 a0821e 326edc 6e7482"),
    flashing=_colour("b2bef0"),
    background=_colour("fafaf6"),
    wall=_colour("d6defa"),
    edge=_colour("425ccd"),
    food=_colour("a86a30"),
    capsule=_colour("8c5018"),
    bar=_colour("eceef6"),
    text=_colour("181c30"),
    faint=_colour("5c6480"),
    good=_colour("107a3a"),
    bad=_colour("c02222"),
    best=_colour("107a3a"),
    value=_colour("181c30"),
    expanded=_colour("8c3cdc"),
    distance=_colour("0078be"),
    danger=_colour("dc3214"),
)
COLOUR_BLIND = replace(
    DARK,
    numbered=True,
    pacman=_colour("f0e442"),
    ghosts=_colours("d55e00 56b4e9 009e73 cc79a7 dee2ec e69f00 0072b2 969696 aa825a"),
    good=_colour("56b4e9"),
    bad=_colour("e69f00"),
    best=_colour("56b4e9"),
    expanded=_colour("cc79a7"),
    distance=_colour("009e73"),
    danger=_colour("e69f00"),
)
"""Colours of Okabe and Ito's palette, which people with any kind of colour vision can tell apart
("Color Universal Design", 2008). With more ghosts than colours, their numbers help."""
COLOUR_BLIND_LIGHT = replace(
    LIGHT,
    numbered=True,
    pacman=_colour("e6c800"),
    ghosts=_colours("d55e00 56b4e9 009e73 cc79a7 3c3c46 e69f00 0072b2 969696 8c643c"),
    good=_colour("00649e"),
    bad=_colour("b04c00"),
    best=_colour("00649e"),
    expanded=_colour("a0507d"),
    distance=_colour("007858"),
    danger=_colour("d55e00"),
)


def letters_in(theme: Theme, ink: str) -> Colour:
    """The colour of letters on the board; that of tints is too dark for them."""
    colour: Colour = getattr(theme, ink)
    if ink in ("best", "value"):
        return colour
    return mixed(colour, theme.text, 0.5)


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """Colour `one` with a `part` (0 to 1) of the other."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def ink_on(background: Colour) -> Colour:
    """Black or white: the one that is easier to read on that background."""
    weights = zip((0.2126, 0.7152, 0.0722), background, strict=True)
    light = sum(weight * (value / 255) ** 2.2 for weight, value in weights)
    return BLACK if light > 0.18 else WHITE  # black and white contrast equally there


class ThemeName(StrEnum):
    """The names of the themes."""

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


def other_background(theme: Theme) -> Theme:
    """The theme with the same kind of colours on the other background, dark or light."""
    return _ALL[_ALL.index(theme) ^ 1]


def other_colours(theme: Theme) -> Theme:
    """The theme on the same background, for the colour-blind or not."""
    return _ALL[_ALL.index(theme) ^ 2]


_ALL = tuple(THEMES.values())
