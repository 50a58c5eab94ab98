"""What stands beside the board: a card for each agent, and tables of what an agent thought."""

from collections.abc import Sequence
from itertools import accumulate
from math import ceil

from pacgrid.render.text import cut, width, wrapped
from pacgrid.render.window.arrangement import LARGEST_CARD, LOWEST_CARD, Rect, Size
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.frame import Board, Card, Insight, Overlay, Panel, Row
from pacgrid.session.overlays import ARROWS
from pacgrid.session.themes import Ink

LINE, LETTERS, TITLE = 20, 17, 15
"""The height of a line, and the sizes of its letters and of a title's, in units."""
MOST_LABEL = 0.5
"""The part of a line that a label may take where there are bars."""
_ARROWS = {str(action): arrow for action, arrow in ARROWS.items()}


class ScrollArea:
    """Shows a picture that may be higher than its area; a mark at the right says where it is."""

    def __init__(self) -> None:
        self.area = Rect(0, 0, 0, 0)
        """Where it is painted."""
        self.offset = 0
        """The pixels of the picture above the area."""
        self._most = 0

    def scroll(self, pixels: int) -> None:
        """Go down so many pixels, or as far as there are any."""
        self.offset = min(max(self.offset + pixels, 0), self._most)

    def show(self, top: int) -> None:
        """Have the next `paint` show what begins `top` pixels below the start of the picture."""
        if not self.offset <= top < self.offset + self.area.height // 2:
            self.offset = top

    def paint(self, canvas: Canvas, picture: Canvas) -> None:
        """Paint the part of the picture that fits."""
        height = picture.area.height
        self._most = max(height - self.area.height, 0)
        self.scroll(0)
        canvas.surface.blit(picture.surface, self.area, ((0, self.offset), self.area.size))
        if self._most:
            canvas.scroll_mark(self.area, self.offset, height)


def cards_picture(canvas: Canvas, size: Size, board: Board) -> Canvas:
    """The cards below each other, for an area of that size; higher if it hasn't room for all."""
    gap, pixels, cards = canvas.margin, canvas.pixels, board.cards
    height = max((size[1] - gap) // len(cards), pixels(LOWEST_CARD))
    height = min(height, pixels(LARGEST_CARD))
    picture = canvas.empty((size[0], height * len(cards) + gap), canvas.theme.background)
    for number, card in enumerate(cards):
        area = Rect(0, gap + number * height, size[0] - gap, height - pixels(4))
        _paint_card(picture, area, card, board.symbols)
    return picture


def _paint_card(canvas: Canvas, area: Rect, card: Card, symbols: Sequence[str]) -> None:
    theme, pixels = canvas.theme, canvas.pixels
    canvas.rounded(area, theme.bar, 8)
    if card.moved_last:
        canvas.rounded(area, theme.agent(card.agent), 8, 2)
    cell = min(pixels(36), area.height - pixels(4))
    canvas.agent(card.agent, cell, (area.left + pixels(26), area.centery), symbols)
    has_costs = area.height >= pixels(34)
    line = Rect(area.left + pixels(52), area.centery, area.width - pixels(62), 0)
    if has_costs:
        line.top = area.top + area.height * 3 // 10
        costs = line.move(0, area.height * 4 // 10)
        canvas.ends(costs, (card.cost, 16, theme.faint), (card.total, 16, theme.faint))
    move = _ARROWS.get(card.move, card.move)
    canvas.ends(line, (card.name, 20, theme.text), (move, 24, theme.text))


def insight_picture(
    canvas: Canvas, room: int, insight: Insight, symbols: Sequence[str] = ()
) -> tuple[Canvas, dict[Overlay | None, int]]:
    """All panels below each other, `room` pixels wide, and where that of each overlay begins."""
    cell, left = canvas.pixels(22), canvas.pixels(4)
    heading = Panel("", note=insight.heading, note_ink=Ink.TEXT)
    pictures = [_panel(canvas, room, heading, left + cell + canvas.pixels(8))]
    middle = left + cell // 2, canvas.pixels(8 + LINE / 2)
    pictures[0].agent(insight.agent, cell, middle, symbols)
    pictures += [_panel(canvas, room, panel, left) for panel in insight.panels]
    tops = list(accumulate((each.area.height for each in pictures), initial=0))
    column = canvas.empty((room, tops[-1]), canvas.theme.background)
    for picture, top in zip(pictures, tops, strict=False):
        column.surface.blit(picture.surface, (0, top))
    overlays = (None, *(panel.overlay for panel in insight.panels))
    firsts = reversed(list(zip(overlays, tops, strict=False)))
    return column, dict(firsts)


def _panel(canvas: Canvas, room: int, panel: Panel, left: int) -> Canvas:
    theme, pixels = canvas.theme, canvas.pixels
    line = Rect(left, pixels(8), room - canvas.margin - left, pixels(LINE))
    title = wrapped(panel.title, pixels(TITLE), line.width)
    note = wrapped(panel.note, pixels(LETTERS), line.width)
    height = line.top + line.height * (len(title) + len(panel.rows) + len(note))
    picture = canvas.empty((room, height), theme.background)
    line = picture.lines(title, TITLE, theme.faint, line)
    line = _paint_table(picture, panel.rows, line)
    picture.lines(note, LETTERS, getattr(theme, panel.note_ink), line)
    return picture


def _paint_table(canvas: Canvas, rows: Sequence[Row], line: Rect) -> Rect:
    """Labels, bars and values in columns as wide as what is in them, from `line` down. The line
    below them."""
    size, gap = canvas.pixels(LETTERS), canvas.pixels(8)
    bars = [row.bar for row in rows if row.bar is not None]
    values = max((width(row.value, size) for row in rows), default=0)
    most = line.width * MOST_LABEL if bars else line.width - values - gap
    labels = ceil(min(max((width(row.label, size) for row in rows), default=0), most))
    start, end = line.left + labels + gap, round(line.right - values - gap)
    zero = (start + end) // 2 if min(bars, default=0) < 0 else start
    for row in rows:
        _paint_row(canvas, line, row, labels, zero, end - zero)
        line = line.move(0, line.height)
    return line


def _paint_row(canvas: Canvas, line: Rect, row: Row, labels: int, zero: int, longest: int) -> None:
    """One line of a table, its bar from `zero` on, to the left if it is negative."""
    theme, pixels, fill = canvas.theme, canvas.pixels, canvas.surface.fill
    ink = getattr(theme, row.ink)
    colour = theme.text if row.agent is None else theme.agent(row.agent)
    canvas.text(cut(row.label, pixels(LETTERS), labels), LETTERS, colour, line)
    colour = ink if row.bar is None else theme.text
    if row.agent is None:
        canvas.text(row.value, LETTERS, colour, line, "midright")
    else:  # moves stand below the moves of the same round
        start = line.left + labels + pixels(8)
        area = Rect(start, line.top, line.right - start, line.height)
        canvas.text(row.value, LETTERS, colour, area)
    if row.strong:
        fill(ink, (0, line.top + 2, pixels(2), line.height - 4))
    if row.bar is not None and longest > 0:
        length, height = max(round(abs(row.bar) * longest), 1), pixels(10)
        left = zero - length if row.bar < 0 else zero
        fill(ink, (left, line.centery - height // 2, length, height))
        fill(theme.faint, (zero, line.top, pixels(1), line.height))
