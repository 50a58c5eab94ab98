"""Lines of text as a diagram, of which some can be clicked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pacgrid.session.diagram import Anchor, Diagram, Part, Target, TextRun, Words
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


def list_diagram(
    lines: Sequence[ListLine], *, above: Diagram | None = None, focus: int | None = None
) -> Diagram:
    """The lines below each other, and below the diagram `above`; line `focus` is kept in view."""
    top = above.height if above else 0
    least = max(WIDTH, above.width if above else 0)
    width = max(least, *(INDENT + 0.5 * LETTERS * len(line.text) for line in lines))
    parts: list[Part] = [*above.parts] if above else []
    targets = [*above.targets] if above else []
    for row, line in enumerate(lines):
        at = INDENT, top + (row + 0.6) * LINE
        if line.text:
            words = Words(line.text, at, LETTERS, line.ink, Anchor.START, strong=line.selected)
            parts.append(words)
        if line.target is not None:
            targets.append(Target(line.target, (0, top + row * LINE), (WIDTH, LINE)))
    text = [
        (TextRun(line.text, line.ink, strong=line.selected, inverse=line.selected),)
        for line in lines
    ]
    return Diagram(
        width,
        top + (len(lines) + 0.5) * LINE,
        tuple(parts),
        (*(above.text if above else ()), *text),
        targets=tuple(targets),
        focus=None if focus is None else (0, top + (focus + 0.5) * LINE),
        text_focus=(focus or 0) + (len(above.text) if above else 0),
        least_unit=LEAST_UNIT,
        description="; ".join(_descriptions(lines, above)),
    )


def _descriptions(lines: Sequence[ListLine], above: Diagram | None) -> Iterable[str]:
    if above:
        yield above.description
    yield from (line.text for line in lines if line.text)
