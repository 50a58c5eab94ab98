"""What is known about one game: what an agent thought, and what the moves of each cost."""

from collections.abc import Iterator

from rich.text import Text

from pacgrid.render.terminal.style import Lines, Style
from pacgrid.session.frame import Board, Card, Panel
from pacgrid.session.themes import Ink

NARROWEST, WIDEST = 28, 44
"""Columns that make a panel worth showing, and the most that it needs."""
LABEL = 18
"""Columns for a label."""


def panels(board: Board, columns: int, rows: int, style: Style, spare_rows: int = 0) -> Lines:
    """The panels of a game, in at most `rows` lines with titles and cards if there is room; else
    in `spare_rows` more."""
    lines: Lines = []
    if insight := board.insight:
        heading = style.wrapped(insight.heading, columns, style.agent(insight.agent), "bold")
        for titles in (True, False):
            tables = (_table(panel, columns, style, title=titles) for panel in insight.panels)
            lines = [*heading, *(line for table in tables for line in table)]
            if len(lines) <= rows:
                break
    cards = [line for card in board.cards for line in _card(card, style)]
    if lines and cards:
        cards.insert(0, Text())
    if len(lines) + len(cards) <= rows:
        lines += cards
    rows += spare_rows
    if len(lines) > rows > 0:
        hidden = f"… and {len(lines) - rows + 1} more lines"
        lines[rows - 1 :] = [style.words((hidden, Ink.FAINT))]
    for line in lines:
        line.truncate(columns)
    return lines[:rows]


def _table(panel: Panel, columns: int, style: Style, *, title: bool) -> Iterator[Text]:
    if panel.title and (title or not panel.rows):
        yield style.words((panel.title, Ink.TEXT, "underline"))
    width = max((len(row.value) for row in panel.rows), default=0)
    if any(" " in row.value for row in panel.rows):
        width = 0  # words are flush left, numbers flush right
    for row in panel.rows:
        bold = "bold" if row.strong else ""
        colour = row.ink if row.strong else Ink.FAINT
        label = f"{'*' if row.ink is Ink.BEST else ' '} {row.label:{LABEL}.{LABEL}} "
        line = style.words(
            (label, colour if row.agent is None else style.agent(row.agent), bold),
            (row.value.rjust(width), Ink.TEXT if row.bar is not None else row.ink, bold),
        )
        if row.bar:
            room = max(columns - line.cell_len - 1, 0)
            bar = "░█"[row.bar > 0] * max(round(abs(row.bar) * room), 1)
            line.append_text(style.words(" ", (bar, row.ink)))
        yield line
    for line in style.wrapped(panel.note, columns - 2, panel.note_ink):
        yield Text("  ").append_text(line)


def _card(card: Card, style: Style) -> Iterator[Text]:
    name = f"  {card.name:{LABEL}.{LABEL}} "
    bold = "bold" if card.moved_last else ""
    yield style.words((name, style.agent(card.agent), bold), card.move)
    costs = (card.cost, card.total and f"total {card.total}")
    yield style.words((f"  {'; '.join(filter(None, (card.seat, *costs)))}", Ink.FAINT))
