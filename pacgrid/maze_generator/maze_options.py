"""What a maze is to be like, and the name that says so."""

from dataclasses import dataclass, fields
from typing import Any, Self

from pacgrid.common.gone import gone
from pacgrid.common.named_options import named_options
from pacgrid.common.sanitize import did_you_mean
from pacgrid.errors import PacgridError
from pacgrid.layout_drawing import MAX_GHOSTS
from pacgrid.maze_generator import PREFIX
from pacgrid.maze_generator.arcade import ARCADE
from pacgrid.maze_generator.tiny import TINY
from pacgrid.maze_generator.wall_grid import MazeStyle, MazeSymmetry, Size

VERSION = 1
"""Counts the changes after which a seed makes another maze."""
_DIGITS = 30
_SHARES = ("loops", "food", "capsules")


@dataclass(frozen=True, kw_only=True)
class MazeOptions:
    """A maze is fully described by its options.

    >>> options = MazeOptions.parse("random:seed=7,style=tiny,ghosts=3")
    >>> options.name
    'random:version=1,seed=7,size=8x6,style=tiny,ghosts=3'
    """

    seed: int
    size: Size
    """Columns and rows, with the border."""
    style: str
    symmetry: MazeSymmetry
    loops: float
    """The share of walls between corridors that are open though nothing needs it."""
    ghosts: int
    food: float
    """The share of the cells that have food, of those where nobody starts."""
    capsules: float
    """The same for capsules."""

    @classmethod
    def of(cls, seed: int, style: str = "arcade", **others: Any) -> Self:
        """The options of a style, apart from `others`. Raises MazeError."""
        if style not in STYLES:
            mend = did_you_mean(style, STYLES) or f"choose {', '.join(STYLES)}"
            raise MazeError(gone(f"random:style={style}") or f"no style {style!r}; {mend}")
        known = STYLES[style]
        defaults = {
            field.name: getattr(known, field.name)
            for field in fields(cls)
            if field.name not in ("seed", "style")
        }
        options = cls(seed=seed, style=style, **(defaults | others))
        options._check()
        return options

    @classmethod
    def parse(cls, name: str) -> Self:
        """The options in a name, such as `random:seed=7,size=21x11`. Raises MazeError."""
        texts = _texts(name)
        if "seed" not in texts:
            raise MazeError("no seed; write random:seed=7")
        values: dict[str, Any] = {}
        for option, text in texts.items():
            if option == "size":
                values[option] = _size(text)
            elif option == "symmetry":
                values[option] = _symmetry(text)
            elif option in _SHARES:
                values[option] = _number(option, text)
            elif option == "style":
                values[option] = text
            else:
                values[option] = _whole(option, text)
        version = values.pop("version", VERSION)
        if version != VERSION:
            raise MazeError(f"version {version} is unknown; this Pacgrid makes version {VERSION}")
        return cls.of(**values)

    @property
    def name(self) -> str:
        """The name in full: the version, the seed, the size and the style, and what differs from
        the style's own options."""
        width, height = self.size
        words = [f"version={VERSION},seed={self.seed},size={width}x{height},style={self.style}"]
        style = STYLES[self.style]
        words += [
            f"{field.name}={getattr(self, field.name)}"
            for field in fields(self)
            if field.name not in ("seed", "size", "style")
            and getattr(self, field.name) != getattr(style, field.name)
        ]
        return f"{PREFIX}:{','.join(words)}"

    def _check(self) -> None:
        """Raises MazeError for an option that no maze can have."""
        if self.seed < 0:
            raise MazeError(f"seed is {self.seed}; it must be 0 or more")
        for option in _SHARES:
            if not 0 <= getattr(self, option) <= 1:
                raise MazeError(f"{option} is {getattr(self, option):g}; it must be from 0 to 1")
        if not 0 <= self.ghosts <= MAX_GHOSTS:
            raise MazeError(f"{self.ghosts} ghosts; a layout has 0 to {MAX_GHOSTS}")
        style, (width, height) = STYLES[self.style], self.size
        (least_width, least_height), (most_width, most_height) = style.smallest, style.largest
        if not (least_width <= width <= most_width and least_height <= height <= most_height):
            raise MazeError(
                f"no maze in style {self.style} is {width}x{height}; it can be"
                f" {least_width}x{least_height} to {most_width}x{most_height}"
            )


def _size(text: str) -> Size:
    """Raises MazeError.

    >>> _size("21x11")
    (21, 11)
    """
    width, mark, height = text.partition("x")
    if not (mark and _is_whole(width) and _is_whole(height)):
        raise MazeError(f"size is {text!r}; write columns and rows, such as 21x11")
    return int(width), int(height)


def _symmetry(text: str) -> MazeSymmetry:
    """Raises MazeError."""
    if text not in (names := [*map(str, MazeSymmetry)]):
        mend = did_you_mean(text, names) or f"choose {', '.join(names)}"
        raise MazeError(f"no symmetry {text!r}; {mend}")
    return MazeSymmetry(text)


def _texts(name: str) -> dict[str, str]:
    """The options in `name`, as written."""
    text = name.removeprefix(PREFIX).removeprefix(":")
    texts: dict[str, str] = {}
    names = ["version", *(field.name for field in fields(MazeOptions))]
    for option, value in named_options(text):
        if option not in names:
            mend = did_you_mean(option, names) or f"choose {', '.join(names)}"
            raise MazeError(gone(f"random:{option}=") or f"no option {option!r}; {mend}")
        if option in texts:
            raise MazeError(f"the option {option} is given twice")
        texts[option] = value
    if text and not texts:
        raise MazeError("can't be read; write random:seed=7,size=21x11,style=arcade")
    return texts


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS


def _whole(option: str, text: str) -> int:
    if not _is_whole(text.removeprefix("-")):
        raise MazeError(f"{option} is {text!r}; it must be a whole number")
    return int(text)


def _number(option: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise MazeError(f"{option} is {text!r}; it must be a number from 0 to 1") from None


STYLES: dict[str, MazeStyle] = {style.name: style for style in (ARCADE, TINY)}


class MazeError(PacgridError):
    """A maze's name or options are wrong, or no such maze fits; the message has the mend."""
