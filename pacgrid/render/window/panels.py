"""What stands beside the board: a card for each agent, and tables of what an agent thought."""

from collections.abc import Sequence
from math import ceil

from pacgrid.render.sdl import pygame
from pacgrid.render.text import ARROWS, cut, width, wrapped
from pacgrid.render.window.arrangement import LARGEST_CARD, LOWEST_CARD, MARGIN, Rect, Size
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.frame import Card, Insight, Panel, Row
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import Colour, Theme

LINE, LETTERS = 20, 17
"""The height of a line, and the size of its letters, in units."""
MOST_LABEL = 0.5
"""The part of a line that a label may take where there are bars."""


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

    def paint(self, canvas: Canvas, picture: pygame.Surface) -> None:
        """Paint what is to be seen of the picture."""
        high = picture.get_height()
        self._most = max(high - self.area.height, 0)
        self.scroll(0)
        canvas.surface.blit(picture, self.area, ((0, self.offset), self.area.size))
        if self._most:
            canvas.scroll_mark(self.area, self.offset, high)


def cards_picture(cards: Sequence[Card], size: Size, theme: Theme, unit: float) -> pygame.Surface:
    """The cards below each other, for an area of that size; higher if it hasn't room for all."""
    gap = round(MARGIN * unit)
    high = max((size[1] - gap) // len(cards), round(LOWEST_CARD * unit))
    high = min(high, round(LARGEST_CARD * unit))
    canvas = Canvas(pygame.Surface((size[0], high * len(cards) + gap)), theme, unit)
    canvas.surface.fill(theme.background)
    for number, card in enumerate(cards):
        spot = Rect(0, gap + number * high, size[0] - gap, high - canvas.pixels(4))
        _paint_card(canvas, spot, card)
    return canvas.surface


def _paint_card(canvas: Canvas, area: Rect, card: Card) -> None:
    theme, pixels = canvas.theme, canvas.pixels
    canvas.rounded(area, theme.bar, 8)
    if card.moved_last:
        canvas.rounded(area, theme.agent(card.agent), 8, 2)
    cell = min(pixels(36), area.height - pixels(4))
    canvas.figure(card.agent, cell, (area.left + pixels(26), area.centery))
    has_costs = area.height >= pixels(34)
    high, low = (area.top + area.height * part // 10 for part in (3 if has_costs else 5, 7))
    left, right, gap = area.left + pixels(52), area.right - pixels(10), pixels(8)
    arrow = "" if card.action is None else ARROWS[card.action]
    end = canvas.text(arrow, 24, theme.text, midright=(right, high)).left
    canvas.text(card.name, 20, theme.text, end - gap - left, midleft=(left, high))
    if has_costs:
        end = canvas.text(card.total, 16, theme.faint, midright=(right, low)).left
        canvas.text(card.cost, 16, theme.faint, end - gap - left, midleft=(left, low))


def insight_picture(
    insight: Insight, wide: int, theme: Theme, unit: float
) -> tuple[pygame.Surface, dict[Overlay | None, int]]:
    """All panels below each other, `wide` pixels wide and as high as they need; and where the panel
    of each overlay begins."""
    letters = sum(len(panel.note) for panel in insight.panels)
    lines = 9 + letters // 8 + sum(len(panel.rows) + 3 for panel in insight.panels)
    surface = pygame.Surface((wide, lines * round(LINE * unit)))
    surface.fill(theme.background)
    column, tops = _Column(Canvas(surface, theme, unit)), {}
    column.heading(insight)
    for panel in insight.panels:
        tops[panel.overlay] = column.top
        column.panel(panel)
    return surface.subsurface((0, 0, wide, min(column.top, surface.get_height()))), tops


class _Column:
    """Paints lines from the top down."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas, self._pixels, self._theme = canvas, canvas.pixels, canvas.theme
        self._left = canvas.pixels(4)
        self._right = canvas.surface.get_width() - canvas.pixels(MARGIN)
        self._size, self._line = canvas.pixels(LETTERS), canvas.pixels(LINE)
        self.top = canvas.pixels(6)
        """Where the next line goes."""

    def heading(self, insight: Insight) -> None:
        cell = self._pixels(26)
        left = self._left + cell + self._pixels(6)
        middle = self._left + cell // 2, self.top + self._line // 2
        self._canvas.figure(insight.agent, cell, middle)
        self._paragraph(insight.heading, self._theme.text, left)

    def panel(self, panel: Panel) -> None:
        self.top += self._pixels(8)
        self._paragraph(panel.title, self._theme.faint, self._left, 15)
        self._table(panel.rows)
        self._paragraph(panel.note, getattr(self._theme, panel.note_ink), self._left)

    def _paragraph(self, text: str, colour: Colour, left: int, size: float = LETTERS) -> None:
        for line in wrapped(text, self._pixels(size), self._right - left):
            middle = self.top + self._line // 2
            self._canvas.text(line, size, colour, midleft=(left, middle))
            self.top += self._line

    def _table(self, rows: Sequence[Row]) -> None:
        """Labels, bars and values in columns that are as wide as what is in them."""
        if not rows:
            return
        bars = [row.bar for row in rows if row.bar is not None]
        gap, room = self._pixels(8), self._right - self._left
        values = max(width(row.value, self._size) for row in rows)
        most = room * MOST_LABEL if bars else room - values - gap
        labels = ceil(min(max(width(row.label, self._size) for row in rows), most))
        start, end = self._left + labels + gap, round(self._right - values - gap)
        zero = (start + end) // 2 if min(bars, default=0) < 0 else start
        for row in rows:
            self._row(row, labels, zero, end - zero)
            self.top += self._line

    def _row(self, row: Row, labels: int, zero: int, longest: int) -> None:
        """One line of a table, its bar from `zero` on, to the left if it is negative."""
        theme, middle = self._theme, self.top + self._line // 2
        fill, ink = self._canvas.surface.fill, getattr(theme, row.ink)
        label = cut(row.label, self._size, labels)
        colour = theme.text if row.agent is None else theme.agent(row.agent)
        self._canvas.text(label, LETTERS, colour, midleft=(self._left, middle))
        colour = ink if row.bar is None else theme.text
        self._canvas.text(row.value, LETTERS, colour, midright=(self._right, middle))
        if row.strong:
            fill(ink, (0, self.top + 2, self._pixels(2), self._line - 4))
        if row.bar is not None and longest > 0:
            long, high = max(round(abs(row.bar) * longest), 1), self._pixels(10)
            fill(ink, (zero - long * (row.bar < 0), middle - high // 2, long, high))
            fill(theme.faint, (zero, self.top, self._pixels(1), self._line))
