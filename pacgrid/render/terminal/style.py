"""How words are set in the terminal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from pacgrid.session.themes import Colour, Theme

_ASCII = str.maketrans(
    {"←": "<-", "→": "->", "↑": "^", "↓": "v", "·": ".", "●": "o", "∞": "inf", "…": "..."}
)

Part = str | tuple[str, Colour] | tuple[str, Colour, str]
"""Words, with their colour if it isn't that of any text, and with `bold` or the like."""


@dataclass(frozen=True)
class Style:
    """What words are set in."""

    theme: Theme
    unicode: bool = True
    colours: bool = True

    def words(self, *parts: Part) -> Text:
        """A line of words."""
        line = Text(no_wrap=True)
        for part in parts:
            text, colour, *more = (part, self.theme.text) if isinstance(part, str) else part
            line.append(self.safe(text), " ".join([*more, ink(colour)]))
        return line

    def faint(self, text: str) -> Text:
        """A line that isn't important."""
        return self.words((text, self.theme.faint))

    def safe(self, text: str) -> str:
        """`text` as this terminal can show it: names of agents come from strangers' files."""
        if not self.unicode:
            text = text.translate(_ASCII).encode("ascii", "replace").decode()
        return "".join(each if each.isprintable() else "?" for each in text)

    @property
    def accent(self) -> Colour:
        """The colour of what words are about; Pac-Man's own can't be read on light ground."""
        return self.theme.text if self.theme.light else self.theme.pacman

    def agent(self, number: int) -> Colour:
        """The colour of words about an agent."""
        return self.theme.ghost(number) if number else self.accent

    @property
    def ground(self) -> str:
        """The style of everything that has none of its own."""
        return f"{ink(self.theme.text)} on {ink(self.theme.background)}"


def ink(colour: Colour) -> str:
    """What rich calls that colour."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def fitted(line: Text, columns: int) -> Text:
    """`line`, at most that wide."""
    line.truncate(columns, overflow="crop")
    return line


def wrapped(text: str, columns: int) -> list[str]:
    """`text` in lines that are at most that wide, broken between words where there are any."""
    from textwrap import wrap

    return wrap(text, max(columns, 1)) or [""]


def beside(blocks: Sequence[Sequence[Text]], widths: Sequence[int], gap: int = 2) -> list[Text]:
    """Blocks of lines next to each other, each as wide as told."""
    joined = []
    for number in range(max(map(len, blocks))):
        line = Text(no_wrap=True)
        for block, width in zip(blocks, widths, strict=True):
            part = fitted(block[number].copy(), width) if number < len(block) else Text()
            if line.cell_len or part.cell_len or block is not blocks[-1]:
                line.append_text(part)
            if block is not blocks[-1]:
                line.append(" " * (width - part.cell_len + gap))
        line.rstrip()
        joined.append(line)
    return joined


def broadest(block: Iterable[Text]) -> int:
    """The columns that a block of lines takes."""
    return max((line.cell_len for line in block), default=0)


def joined_while_they_fit(parts: Iterable[str], columns: int, gap: str = "   ") -> str:
    """As many of `parts`, from the first on, as fit into a line."""
    line = ""
    for part in parts:
        longer = f"{line}{gap}{part}" if line else part
        if len(longer) > columns:
            break
        line = longer
    return line
