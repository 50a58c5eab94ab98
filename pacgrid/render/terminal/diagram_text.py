"""The text of a diagram."""

from rich.cells import cell_len

from pacgrid.render.terminal.board_text import part_of
from pacgrid.render.terminal.style import Lines, Part, Style
from pacgrid.session.diagram import Diagram, TextRun


def size_of(diagram: Diagram) -> tuple[int, int]:
    """Its columns and rows."""
    lengths = (sum(cell_len(run.text) for run in line) for line in diagram.text)
    return max(lengths, default=0), len(diagram.text)


def diagram_lines(diagram: Diagram, style: Style, room: tuple[int, int]) -> Lines:
    """Its lines, or those around the focus that there is room for: columns and rows."""
    columns, rows = room
    shown = part_of(len(diagram.text), rows, diagram.text_focus)
    lines = [style.words(*(_part(run, style) for run in diagram.text[row])) for row in shown]
    for line in lines:
        line.truncate(columns, overflow="ellipsis" if style.unicode else "crop")
    return lines


def _part(run: TextRun, style: Style) -> Part:
    colour = run.ink if run.agent is None else style.agent(run.agent)
    more = " ".join(filter(None, ("bold" * run.strong, "reverse" * run.inverse)))
    return run.text, colour, more
