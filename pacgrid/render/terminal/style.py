"""Words in the colours of a theme, and lines of them: wrapped, and side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap

from rich.text import Text

from pacgrid.session.themes import Colour, Ink, Theme

_ASCII = str.maketrans(
    "←→↑↓‹›·•●∞…−×─═┼├│└╱▲▼■□★≤≥αβ░▒▓█▁▂▃▄▅▆▇", "<>^v<>..o*.-x-=+||`/^v#~*<>ab-=##_.-=+*%"
)

Lines = list[Text]
Part = str | tuple[str, Ink | Colour] | tuple[str, Ink | Colour, str]
"""Words; with their colour if it isn't that of text, and with `bold` or the like."""


@dataclass(frozen=True)
class Style:
    """How a terminal shows words."""

    theme: Theme
    unicode: bool = True
    colours: bool = True

    def words(self, *parts: Part) -> Text:
        """A line of words."""
        line = Text(no_wrap=True)
        for part in parts:
            text, colour, *more = (part, Ink.TEXT) if isinstance(part, str) else part
            line.append(self.safe(text), " ".join([*more, self.ink(colour)]))
        return line

    def wrapped(
        self, text: str, columns: int, colour: Ink | Colour = Ink.TEXT, more: str = ""
    ) -> Lines:
        """`text` in lines that are at most that wide; none if it is empty."""
        return [self.words((line, colour, more)) for line in wrap(text, max(columns, 1))]

    def safe(self, text: str) -> str:
        """`text` as this terminal can show it, and as long; an agent may have any name."""
        if not self.unicode:
            text = text.translate(_ASCII).encode("ascii", "replace").decode()
        return "".join(each if each.isprintable() else "?" for each in text)

    def ink(self, colour: Ink | Colour) -> str:
        """What rich calls that colour."""
        rgb = getattr(self.theme, colour) if isinstance(colour, Ink) else colour
        return "#{:02x}{:02x}{:02x}".format(*rgb)

    def agent(self, number: int) -> Colour:
        """The colour of words about an agent; Pac-Man's own can't be read on a light background."""
        return self.theme.text if self.theme.light and not number else self.theme.agent(number)

    @property
    def background(self) -> str:
        """The style of everything that has none of its own."""
        return f"{self.ink(self.theme.text)} on {self.ink(self.theme.background)}"


def joined(parts: Iterable[str], columns: int) -> str:
    """As many of `parts`, from the first on, as fit into a line."""
    line = ""
    for part in parts:
        longer = f"{line}   {part}" if line else part
        if len(longer) > columns:
            break
        line = longer
    return line


def side_by_side(blocks: Sequence[Lines], columns: int, gap: int) -> Lines:
    """Blocks of lines next to each other: `columns` for each but the last, which is as it is."""
    lines = []
    for *left, last in zip_longest(*blocks, fillvalue=Text()):
        line = Text(no_wrap=True)
        for part in left:
            padded = part.copy()
            padded.align("left", columns)
            line.append_text(padded).append(" " * gap)
        line.append_text(last).rstrip()
        lines.append(line)
    return lines
