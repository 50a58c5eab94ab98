"""Colours: what they stand for, and themes that are dark or light, or for the colour-blind."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


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
    FOOD = "food"
    SCARED = "scared"


Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True)
class Theme:
    light: bool
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
    food: Colour
    capsule: Colour

    bar: Colour
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
        return self.ghost(number) if number else self.pacman


def _colour(digits: str) -> Colour:
    """The colour of hexadecimal digits: `ffd414`."""
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


class ThemeName(StrEnum):
    DARK = "dark"
    LIGHT = "light"
    COLOUR_BLIND = "colour-blind"
    COLOUR_BLIND_LIGHT = "colour-blind-light"


# A column for each theme, in the order of their names. The colours for the colour-blind are of
# Okabe and Ito's palette, which people with any kind of colour vision can tell apart ("Color
# Universal Design", 2008). With more ghosts than colours, their numbers help.
_COLOURS = """
pacman      ffd414  f4b400  f0e442  e6c800
scared      2e42e2  2e42e2  2e42e2  2e42e2
flashing    ecf0ff  b2bef0  ecf0ff  b2bef0
eye         fafaff  fafaff  fafaff  fafaff
pupil       1a2278  1a2278  1a2278  1a2278
background  0a0b18  fafaf6  0a0b18  fafaf6
wall        151c44  d6defa  151c44  d6defa
edge        486cff  425ccd  486cff  425ccd
food        ffcda0  a86a30  ffcda0  a86a30
capsule     ffecd6  8c5018  ffecd6  8c5018
bar         111327  eceef6  111327  eceef6
text        eceffa  181c30  eceffa  181c30
faint       8c95ba  5c6480  8c95ba  5c6480
good        78e896  107a3a  56b4e9  00649e
bad         ff6e68  c02222  e69f00  b04c00
best        78e896  107a3a  56b4e9  00649e
value       eceffa  181c30  eceffa  181c30
expanded    ba68ff  8c3cdc  cc79a7  a0507d
distance    40c4ff  0078be  009e73  007858
danger      ff543c  dc3214  e69f00  d55e00
"""
_GHOSTS = (
    "ff4646 ff9bd7 3cd7eb ffa03c 7ddc5f b47dff f0dc82 5aa0ff c8cdd7",
    "e22c2c e25caa 009eba e87400 46a028 8a4ce6 a0821e 326edc 6e7482",
    "d55e00 56b4e9 009e73 cc79a7 dee2ec e69f00 0072b2 969696 aa825a",
    "d55e00 56b4e9 009e73 cc79a7 3c3c46 e69f00 0072b2 969696 8c643c",
)


def _theme(number: int) -> Theme:
    rows = (line.split() for line in _COLOURS.split("\n") if line)
    colours: dict[str, Any] = {name: _colour(digits[number]) for name, *digits in rows}
    ghosts = tuple(map(_colour, _GHOSTS[number].split()))
    return Theme(light=number % 2 == 1, numbered=number >= 2, ghosts=ghosts, **colours)


THEMES = {name: _theme(number) for number, name in enumerate(ThemeName)}
DARK, LIGHT, COLOUR_BLIND, COLOUR_BLIND_LIGHT = _ALL = tuple(THEMES.values())


def other_background(theme: Theme) -> Theme:
    """The theme with the same kind of colours on the other background, dark or light."""
    return _ALL[_ALL.index(theme) ^ 1]


def other_colours(theme: Theme) -> Theme:
    """The theme on the same background, for the colour-blind or not."""
    return _ALL[_ALL.index(theme) ^ 2]


def letters_in(theme: Theme, ink: str) -> Colour:
    """The colour of letters on the board; that of tints is too dark for them."""
    colour: Colour = getattr(theme, ink)
    if ink in ("best", "value"):
        return colour
    return mixed(colour, theme.text, 0.5)


def agent_ink(number: int) -> str:
    """The name of an agent's colour: `agent-2`. Ghosts begin anew when there are no more."""
    return f"agent-{(number - 1) % len(DARK.ghosts) + 1 if number else 0}"


def colour_of(theme: Theme, ink: str) -> Colour:
    """The colour of a name: that of an ink or of another field of a theme, `agent-2`,
    `letters-best` for letters on the board, `on-agent-2` for letters on that colour, `#rrggbb`."""
    if ink.startswith("#"):
        return _colour(ink[1:])
    kind, _, rest = ink.partition("-")
    if kind == "agent":
        return theme.agent(int(rest))
    if kind == "letters":
        return letters_in(theme, rest)
    if kind == "on":
        return ink_on(colour_of(theme, rest))
    found: Colour = getattr(theme, ink)
    return found


def hexed(colour: Colour) -> str:
    """A colour as HTML and SVG write it.

    >>> hexed((255, 212, 20))
    '#ffd414'
    """
    return "#" + bytes(colour).hex()


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """Colour `one` with a `part` (0 to 1) of the other."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def ink_on(background: Colour) -> Colour:
    """Black or white: the one that is easier to read on that background."""
    weights = zip((0.2126, 0.7152, 0.0722), background, strict=True)
    light = sum(weight * (value / 255) ** 2.2 for weight, value in weights)
    return BLACK if light > 0.18 else WHITE  # black and white contrast equally there
