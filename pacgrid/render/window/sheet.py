"""The sheet that lies over the boards: the help, or a menu."""

from dataclasses import dataclass
from math import ceil

from pacgrid.render.sdl import pygame
from pacgrid.render.text import width, wrapped
from pacgrid.render.window.arrangement import Rect, unit_for
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.frame import Sheet, SheetRow
from pacgrid.session.themes import Theme, ink_on

LETTERS, LINE, ROW, TITLE, TABS = 20, 24, 30, 38, 60
"""The size of letters, and the heights of lines, rows, the title and the tabs, in units."""
SMALLEST, SCROLLED = 14, 16
"""The size of letters down to which a sheet is shown as a whole, in pixels; and in a smaller
window, where it is scrolled, in units."""
LONGEST_HINT = 560
"""The width from which on a hint is wrapped, in units."""


@dataclass(frozen=True)
class SheetAreas:
    """Where a sheet was painted."""

    box: Rect
    tabs: tuple[Rect, ...]
    rows: dict[int, Rect]
    """Those that can be seen, by their numbers."""


def paint_sheet(surface: pygame.Surface, sheet: Sheet, theme: Theme) -> SheetAreas:
    """Paint a sheet in the middle, its letters as large as they may be for all rows to fit.

    Where they don't fit in any, it shows those around the selected row.
    """
    unit = unit_for(surface.get_size())
    for size in range(max(round(LETTERS * unit), SMALLEST), SMALLEST - 1, -1):
        painter = _SheetPainter(Canvas(surface, theme, size / LETTERS), sheet)
        if painter.shown == len(sheet.rows):
            return painter.paint()
    size = max(round(SCROLLED * unit), 11)
    return _SheetPainter(Canvas(surface, theme, size / LETTERS), sheet).paint()


class _SheetPainter:
    """Measures a sheet in units of some size, and paints it."""

    def __init__(self, canvas: Canvas, sheet: Sheet) -> None:
        self._canvas, self._sheet, pixels = canvas, sheet, canvas.pixels
        window, size = canvas.surface.get_rect(), pixels(LETTERS)
        hint = sheet.problem or sheet.hint
        labels = max((width(row.label, size) for row in sheet.rows), default=0)
        texts = max((width(row.text, size) for row in sheet.rows), default=0)
        widest = max(
            labels + texts + 2 * size,
            width(sheet.title, pixels(26)),
            min(max(width(hint, size), width(sheet.subtitle, size)), pixels(LONGEST_HINT)),
            len(sheet.tabs) * pixels(TABS),
        )
        self._room = min(round(widest) + 3 * size, window.width) - 2 * size
        self._labels = min(ceil(labels), self._room // 2)
        self._subtitle = wrapped(sheet.subtitle, size, self._room)
        self._hint = wrapped(hint, size, self._room)
        head = TITLE + TABS * bool(sheet.tabs) + LINE * len(self._subtitle)
        around = pixels(head + LINE * len(self._hint) + 2.5 * LETTERS)
        self._row = pixels(ROW)
        self.shown = min(max((window.height - around) // self._row, 1), len(sheet.rows))
        """How many rows there is room for."""
        high = min(around + self.shown * self._row, window.height)
        self._box = Rect(0, 0, self._room + 2 * size, high)
        self._box.center = window.center

    def paint(self) -> SheetAreas:
        canvas, sheet, theme = self._canvas, self._sheet, self._canvas.theme
        canvas.box(self._box)
        area = self._box.inflate(-2 * canvas.pixels(LETTERS), -2 * canvas.pixels(LETTERS))
        canvas.text(sheet.title, 26, theme.text, area.width, midtop=area.midtop)
        tabs = Rect(area.left, area.top + canvas.pixels(TITLE), area.width, 0)
        if sheet.tabs:
            tabs.height = canvas.pixels(TABS)
        top = self._paint_lines(self._subtitle, theme.faint, tabs.bottom)
        table = Rect(area.left, top, area.width, self.shown * self._row)
        hint = table.bottom + canvas.pixels(LETTERS / 2)
        self._paint_lines(self._hint, theme.bad if sheet.problem else theme.faint, hint)
        return SheetAreas(self._box, self._paint_tabs(tabs), self._paint_rows(table))

    def _paint_lines(self, lines: list[str], colour: tuple[int, int, int], top: int) -> int:
        """Paint lines, each in the middle; where they end."""
        for line in lines:
            self._canvas.text(line, LETTERS, colour, midtop=(self._box.centerx, top))
            top += self._canvas.pixels(LINE)
        return top

    def _paint_tabs(self, area: Rect) -> tuple[Rect, ...]:
        """A figure for each agent, with a gap between games."""
        sheet, canvas = self._sheet, self._canvas
        if not sheet.tabs:
            return ()
        places = len(sheet.tabs) + sheet.tabs[-1].game
        cell = min(area.height - 4, area.width // places)
        left = area.centerx - cell * places // 2
        spots = []
        for number, tab in enumerate(sheet.tabs):
            spot = Rect(left + (number + tab.game) * cell, area.top, cell, cell)
            if number == sheet.selected_tab:
                canvas.rounded(spot, canvas.theme.wall, 10)
                canvas.rounded(spot, canvas.theme.text, 10, 2)
            canvas.figure(tab.agent, cell * 3 // 4, spot.center)
            spots.append(spot)
        return tuple(spots)

    def _paint_rows(self, area: Rect) -> dict[int, Rect]:
        sheet, count = self._sheet, len(self._sheet.rows)
        first = sheet.scroll if sheet.selected is None else sheet.selected - self.shown // 2
        first = max(min(first, count - self.shown), 0)
        if self.shown < count:
            side = area.inflate(self._canvas.pixels(LETTERS), 0)
            self._canvas.scroll_mark(side, first * self._row, count * self._row)
        rows = {}
        for number in range(first, first + self.shown):
            top = area.top + (number - first) * self._row
            rows[number] = spot = Rect(area.left, top, area.width, self._row)
            self._paint_row(spot, sheet.rows[number], is_selected=number == sheet.selected)
        return rows

    def _paint_row(self, spot: Rect, row: SheetRow, *, is_selected: bool) -> None:
        canvas, theme = self._canvas, self._canvas.theme
        label, text = theme.edge if theme.light else theme.pacman, theme.text
        if is_selected:
            canvas.rounded(spot, theme.edge, 7)
            label = text = ink_on(theme.edge)
        elif self._sheet.selected is not None:
            label = theme.faint if row.text else theme.text
        size, middle = canvas.pixels(LETTERS), spot.centery
        left = spot.left + size // 2
        room = self._labels if row.text else spot.width - size
        canvas.text(row.label, LETTERS, label, room, midleft=(left, middle))
        left += self._labels + size
        canvas.text(row.text, LETTERS, text, spot.right - left, midleft=(left, middle))
