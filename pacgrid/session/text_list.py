"""Lines of text as a diagram, of which some can be clicked."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.session.diagram import Anchor, Diagram, Target, TextRun, Words
from pacgrid.session.marks import Ink

LINE, LETTERS, WIDTH, INDENT = 0.9, 0.5, 11.0, 0.3
"""How far apart lines are, how high letters, how wide the list is at least, and how far lines stand
from its left side."""
LEAST_UNIT = 18


@dataclass(frozen=True)
class ListLine:
    """A line, and the number of the target that it is, if it is one."""

    text: str
    target: int | None = None
    ink: Ink = Ink.TEXT
    selected: bool = False


def list_diagram(lines: Sequence[ListLine], focus: int) -> Diagram:
    """The lines below each other; line `focus` is kept in view."""
    width = max(WIDTH, *(INDENT + 0.5 * LETTERS * len(line.text) for line in lines))
    return Diagram(
        width,
        (len(lines) + 0.5) * LINE,
        tuple(
            Words(
                line.text,
                (INDENT, (row + 0.6) * LINE),
                LETTERS,
                line.ink,
                Anchor.START,
                strong=line.selected,
            )
            for row, line in enumerate(lines)
        ),
        tuple(
            (TextRun(line.text, line.ink, strong=line.selected, inverse=line.selected),)
            for line in lines
        ),
        targets=tuple(
            Target(line.target, (0, row * LINE), (WIDTH, LINE))
            for row, line in enumerate(lines)
            if line.target is not None
        ),
        focus=(0, (focus + 0.5) * LINE),
        text_focus=focus,
        least_unit=LEAST_UNIT,
        description="; ".join(line.text for line in lines),
    )
