"""What stands beside the board: a card for each agent, and tables of what an agent thought."""

from collections.abc import Sequence
from math import ceil

from pacgrid.action import Action
from pacgrid.render.sdl import pygame
from pacgrid.render.shapes import ghost, pacman
from pacgrid.render.text import ARROWS, cut, fitted, width, words, wrapped
from pacgrid.render.window.arrangement import LARGEST_CARD, LOWEST_CARD, MARGIN, Rect, Size
from pacgrid.render.window.figures import pictures
from pacgrid.session.frame import Card, Insight, Panel, Row
from pacgrid.session.overlays import Overlay
from pacgrid.session.scene import WIDE_OPEN, Mood
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

    def paint(
        self, surface: pygame.Surface, picture: pygame.Surface, theme: Theme, unit: float
    ) -> None:
        """Paint what is to be seen of the picture."""
        area, high = self.area, picture.get_height()
        self._most = max(high - area.height, 0)
        self.scroll(0)
        surface.blit(picture, area, ((0, self.offset), area.size))
        if self._most:
            paint_scroll_mark(surface, area, self.offset, high, theme, unit)


def paint_scroll_mark(
    surface: pygame.Surface, area: Rect, offset: int, high: int, theme: Theme, unit: float
) -> None:
    """At the right of an area: which part of something `high` pixels high it shows."""
    wide = max(round(5 * unit), 2)
    top = area.top + area.height * offset // high
    mark = Rect(area.right - wide - 1, top, wide, area.height * area.height // high)
    pygame.draw.rect(surface, theme.faint, mark, border_radius=wide)


def put_figure(
    surface: pygame.Surface, agent: int, middle: tuple[int, int], cell: int, theme: Theme
) -> None:
    """Paint an agent as it looks on the board, in a cell of `cell` pixels."""
    picture = pictures(max(cell, 4), theme)
    if agent == 0:
        figure = picture(pacman, Action.EAST, round(WIDE_OPEN) - 8)
    else:
        figure = picture(ghost, agent, Action.EAST, Mood.ACTIVE, 0)
    surface.blit(figure, figure.get_rect(center=middle), special_flags=pygame.BLEND_PREMULTIPLIED)


def cards_picture(cards: Sequence[Card], size: Size, theme: Theme, unit: float) -> pygame.Surface:
    """The cards below each other, for an area of that size; higher if it hasn't room for all."""
    gap = round(MARGIN * unit)
    high = max((size[1] - gap) // len(cards), round(LOWEST_CARD * unit))
    high = min(high, round(LARGEST_CARD * unit))
    picture = pygame.Surface((size[0], high * len(cards) + gap))
    picture.fill(theme.background)
    for number, card in enumerate(cards):
        spot = Rect(0, gap + number * high, size[0] - gap, high - round(4 * unit))
        _paint_card(picture, spot, card, theme, unit)
    return picture


def _paint_card(surface: pygame.Surface, spot: Rect, card: Card, theme: Theme, unit: float) -> None:
    radius = round(8 * unit)
    pygame.draw.rect(surface, theme.bar, spot, border_radius=radius)
    if card.moved_last:
        edge, colour = max(round(2 * unit), 1), theme.agent(card.agent)
        pygame.draw.rect(surface, colour, spot, width=edge, border_radius=radius)
    cell = min(round(36 * unit), spot.height - round(4 * unit))
    put_figure(surface, card.agent, (spot.left + round(26 * unit), spot.centery), cell, theme)
    text = Rect(spot.left + round(52 * unit), spot.top, spot.width - round(62 * unit), spot.height)
    two_lines = spot.height >= round(42 * unit)
    middle = spot.top + spot.height * 3 // 10 if two_lines else spot.centery
    arrow = "" if card.action is None else ARROWS[card.action]
    _put_pair(surface, text, middle, (card.name, theme.text, 20), (arrow, theme.text, 24), unit)
    if two_lines:
        low = spot.top + spot.height * 7 // 10
        _put_pair(
            surface, text, low, (card.cost, theme.faint, 16), (card.total, theme.faint, 16), unit
        )


def _put_pair(
    surface: pygame.Surface,
    area: Rect,
    middle: int,
    left: tuple[str, Colour, int],
    right: tuple[str, Colour, int],
    unit: float,
) -> None:
    """Two texts with their colours and sizes at the ends of a line; the left one gives way."""
    text, colour, size = right
    end = words(text, round(size * unit), colour)
    surface.blit(end, end.get_rect(midright=(area.right, middle)))
    text, colour, size = left
    room = area.width - end.get_width() - round(8 * unit)
    start = fitted(text, round(size * unit), colour, room)
    surface.blit(start, start.get_rect(midleft=(area.left, middle)))


def insight_picture(
    insight: Insight, wide: int, theme: Theme, unit: float
) -> tuple[pygame.Surface, dict[Overlay | None, int]]:
    """All panels below each other, `wide` pixels wide and as high as they need; and where the panel
    of each overlay begins."""
    column, tops = _Column(wide, theme, unit), {}
    column.heading(insight)
    for panel in insight.panels:
        tops[panel.overlay] = column.top
        column.panel(panel)
    return column.picture(), tops


class _Column:
    """Collects words and bars from the top down, and paints them when their height is known."""

    def __init__(self, wide: int, theme: Theme, unit: float) -> None:
        self._theme, self._unit = theme, unit
        self._left, self._right = self._pixels(4), wide - self._pixels(MARGIN)
        self._size, self._line = self._pixels(LETTERS), self._pixels(LINE)
        self.top = self._pixels(6)
        """Where the next line goes."""
        self._items: list[tuple[pygame.Surface, Rect]] = []
        self._figure: tuple[int, tuple[int, int], int] | None = None

    def picture(self) -> pygame.Surface:
        picture = pygame.Surface((self._right + self._pixels(MARGIN), self.top + self._pixels(6)))
        picture.fill(self._theme.background)
        picture.blits(self._items)
        if self._figure:
            put_figure(picture, *self._figure, self._theme)
        return picture

    def heading(self, insight: Insight) -> None:
        cell, size = self._pixels(26), self._pixels(19)
        middle = self.top + cell // 2
        self._figure = insight.agent, (self._left + cell // 2, middle), cell
        left = self._left + cell + self._pixels(6)
        for line in wrapped(insight.heading, size, self._right - left):
            self._text(line, self._theme.text, left, size=size, high=cell)
            self.top += self._line
        self.top += cell - self._line

    def panel(self, panel: Panel) -> None:
        self.top += self._pixels(8)
        if panel.title:
            self._text(panel.title, self._theme.faint, self._left, size=self._pixels(15))
            self.top += self._line
        self._table(panel.rows)
        colour = getattr(self._theme, panel.note_ink)
        for line in wrapped(panel.note, self._size, self._right - self._left):
            self._text(line, colour, self._left)
            self.top += self._line

    def _table(self, rows: Sequence[Row]) -> None:
        """Labels, bars and values in columns that are as wide as what is in them."""
        if not rows:
            return
        bars = [row.bar for row in rows if row.bar is not None]
        gap, room = self._pixels(8), self._right - self._left
        values = max(width(row.value, self._size) for row in rows)
        labels = min(
            max(width(row.label, self._size) for row in rows),
            room * MOST_LABEL if bars else room - values - gap,
        )
        start, end = round(self._left + labels + gap), round(self._right - values - gap)
        zero = (start + end) // 2 if min(bars, default=0) < 0 else start
        for row in rows:
            self._row(row, ceil(labels), zero, end - zero)
            self.top += self._line

    def _row(self, row: Row, labels: int, zero: int, longest: int) -> None:
        """One line of a table, its bar from `zero` on, to the left if it is negative."""
        theme, has_bar = self._theme, row.bar is not None
        ink: Colour = getattr(theme, row.ink)
        label = cut(row.label, self._size, labels)
        self._text(label, theme.text if row.agent is None else theme.agent(row.agent), self._left)
        self._text(row.value, theme.text if has_bar else ink, self._right, right=True)
        if row.strong:
            self._fill(ink, Rect(0, self.top + 2, self._pixels(2), self._line - 4))
        if row.bar is not None and longest > 0:
            long, high = max(round(abs(row.bar) * longest), 1), self._pixels(10)
            left = zero if row.bar >= 0 else zero - long
            self._fill(ink, Rect(left, self.top + (self._line - high) // 2, long, high))
            self._fill(theme.faint, Rect(zero, self.top, max(self._pixels(1), 1), self._line))

    def _fill(self, colour: Colour, area: Rect) -> None:
        bar = pygame.Surface(area.size)
        bar.fill(colour)
        self._items.append((bar, area))

    def _text(
        self,
        text: str,
        colour: Colour,
        at: int,
        *,
        right: bool = False,
        size: int = 0,
        high: int = 0,
    ) -> None:
        line = words(text, size or self._size, colour)
        middle = self.top + (high or self._line) // 2
        side = "midright" if right else "midleft"
        self._items.append((line, line.get_rect(**{side: (at, middle)})))

    def _pixels(self, units: float) -> int:
        return max(round(units * self._unit), 1)
