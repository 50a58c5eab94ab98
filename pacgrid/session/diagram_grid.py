"""Several diagrams in one, in rows, each with a title."""

from collections.abc import Iterable, Sequence
from itertools import starmap, zip_longest

from pacgrid.session.diagram import Diagram, Part, TextLine, TextRun, Words, moved
from pacgrid.session.tree_figures import text_width

TITLE_SIZE = 0.5
TITLE_HEIGHT = 1.1
GAP = 1.2


def diagram_grid(rows: Sequence[Sequence[tuple[str, Diagram]]]) -> Diagram:
    """One diagram of titles and diagrams, row by row. Its text has those of a row side by side."""
    columns = [max(starmap(_width, column)) for column in zip(*rows, strict=True)]
    parts: list[Part] = []
    text: list[TextLine] = []
    y = 0.0
    for row in rows:
        x = 0.0
        for width, (title, diagram) in zip(columns, row, strict=True):
            parts.append(Words(title, (x + width / 2, y + TITLE_HEIGHT / 2 + 0.15), TITLE_SIZE))
            corner = x + (width - diagram.width) / 2, y + TITLE_HEIGHT
            parts += (moved(part, corner, 1) for part in diagram.parts)
            x += width + GAP
        y += TITLE_HEIGHT + max(diagram.height for _, diagram in row)
        blocks = ([title, *map(_plain, diagram.text)] for title, diagram in row)
        text += ((TextRun(line),) for line in ["", *side_by_side(blocks)])
    return Diagram(
        sum(columns) + GAP * (len(columns) - 1),
        y,
        tuple(parts),
        tuple(text[1:]),
        description="; ".join(
            f"{title}: {each.description}" for row in rows for title, each in row
        ),
    )


def side_by_side(blocks: Iterable[Sequence[str]], gap: str = "    ") -> list[str]:
    """The lines of several texts, beside each other.

    >>> side_by_side([["one", "1"], ["two"]])
    ['one    two', '1']
    """
    blocks = [*blocks]
    widths = [max(map(len, block)) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [
        gap.join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _width(title: str, diagram: Diagram) -> float:
    return max(diagram.width, text_width(title, TITLE_SIZE) + GAP / 2)


def _plain(line: TextLine) -> str:
    return "".join(run.text for run in line)
