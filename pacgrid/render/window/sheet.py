"""The sheet that lies over the boards: the help, or a menu."""

from dataclasses import dataclass

from pacgrid.render.sdl import pygame
from pacgrid.render.text import fitted, width, words, wrapped
from pacgrid.render.window.arrangement import Rect, unit_for
from pacgrid.render.window.bars import paint_box
from pacgrid.render.window.panels import paint_scroll_mark, put_figure
from pacgrid.session.frame import Sheet
from pacgrid.session.themes import Theme, ink_on

LARGEST, SMALLEST = 20, 14
"""The size of letters in which a sheet is shown as a whole: in units, and in pixels."""
SCROLLED = 16
"""The size of letters of a sheet that is scrolled, in units."""
LONGEST_HINT = 28
"""The width, in sizes of letters, from which on a hint is wrapped."""
ROW, TABS, TITLE = 1.5, 3, 1.9
"""The heights of a row, of the tabs and of the title, in sizes of letters."""


@dataclass(frozen=True)
class SheetAreas:
    """Where a sheet was painted."""

    box: Rect
    tabs: tuple[Rect, ...]
    rows: dict[int, Rect]
    """Those that can be seen, by their numbers."""


@dataclass(frozen=True)
class _Plan:
    """How a sheet is set in letters of some size."""

    size: int
    wide: int
    labels: float
    subtitle: list[str]
    hint: list[str]
    head: int
    """The height of all that is above the rows."""
    rows: int
    """How many rows there is room for."""


def paint_sheet(surface: pygame.Surface, sheet: Sheet, theme: Theme) -> SheetAreas:
    """Paint a sheet in the middle, its letters as large as they may be for all rows to fit.

    Where they don't fit in any, it shows those around the selected row.
    """
    area = surface.get_rect()
    unit = unit_for(area.size)
    sizes = range(max(round(LARGEST * unit), SMALLEST), SMALLEST - 1, -1)
    plans = (_plan(sheet, size, area) for size in sizes)
    plan = next((each for each in plans if each.rows >= len(sheet.rows)), None)
    plan = plan or _plan(sheet, max(round(SCROLLED * unit), 11), area)
    size, line, row = plan.size, round(plan.size * 1.2), round(plan.size * ROW)
    shown = min(plan.rows, len(sheet.rows))
    high = plan.head + shown * row + len(plan.hint) * line + 5 * size // 2
    box = Rect(0, 0, plan.wide, min(high, area.height))
    box.center = area.center
    paint_box(surface, box, theme, unit)
    room = box.inflate(-2 * size, -2 * size)
    title = fitted(sheet.title, round(size * 1.3), theme.text, room.width)
    surface.blit(title, title.get_rect(midtop=room.midtop))
    top = room.top + round(size * TITLE)
    tabs = _paint_tabs(surface, Rect(room.left, top, room.width, round(size * TABS)), sheet, theme)
    top = room.top + plan.head - len(plan.subtitle) * line
    colour = theme.bad if sheet.problem else theme.faint
    lines = [(text, theme.faint) for text in plan.subtitle] + [(text, colour) for text in plan.hint]
    for number, (text, ink) in enumerate(lines):
        below = shown * row + size // 2 if number >= len(plan.subtitle) else 0
        words_ = words(text, size, ink)
        surface.blit(words_, words_.get_rect(midtop=(room.centerx, top + number * line + below)))
    first = sheet.scroll if sheet.selected is None else sheet.selected - shown // 2
    first = max(min(first, len(sheet.rows) - shown), 0)
    table = Rect(room.left, room.top + plan.head, room.width, shown * row)
    if shown < len(sheet.rows):
        side = table.inflate(size, 0)
        paint_scroll_mark(surface, side, first * row, len(sheet.rows) * row, theme, unit)
    rows = {
        first + place: Rect(table.left, table.top + place * row, table.width, row)
        for place in range(shown)
    }
    for number, spot in rows.items():
        _paint_row(surface, spot, sheet, number, plan, theme)
    return SheetAreas(box, tabs, rows)


def _plan(sheet: Sheet, size: int, area: Rect) -> _Plan:
    labels = max((width(row.label, size) for row in sheet.rows), default=0)
    texts = max((width(row.text, size) for row in sheet.rows), default=0)
    hint = sheet.problem or sheet.hint
    widest = max(
        labels + texts + 2 * size,
        width(sheet.title, round(size * 1.3)),
        min(max(width(hint, size), width(sheet.subtitle, size)), LONGEST_HINT * size),
        len(sheet.tabs) * size * TABS,
    )
    wide = min(round(widest) + 3 * size, area.width)
    room = wide - 2 * size
    subtitle, below = (wrapped(text, size, room) for text in (sheet.subtitle, hint))
    line = round(size * 1.2)
    head = round(size * (TITLE + (TABS if sheet.tabs else 0))) + len(subtitle) * line
    rest = area.height - 5 * size // 2 - head - len(below) * line
    rows = max(rest // round(size * ROW), 1)
    return _Plan(size, wide, min(labels, room / 2), subtitle, below, head, rows)


def _paint_tabs(
    surface: pygame.Surface, area: Rect, sheet: Sheet, theme: Theme
) -> tuple[Rect, ...]:
    """A figure for each agent, with a gap between games."""
    if not sheet.tabs:
        return ()
    places = len(sheet.tabs) + sheet.tabs[-1].game
    cell = min(area.height - 4, area.width // places)
    left = area.centerx - cell * places // 2
    spots = tuple(
        Rect(left + (number + tab.game) * cell, area.top, cell, cell)
        for number, tab in enumerate(sheet.tabs)
    )
    for number, (tab, spot) in enumerate(zip(sheet.tabs, spots, strict=True)):
        if number == sheet.selected_tab:
            pygame.draw.rect(surface, theme.wall, spot, border_radius=cell // 5)
            pygame.draw.rect(surface, theme.text, spot, width=2, border_radius=cell // 5)
        put_figure(surface, tab.agent, spot.center, cell * 3 // 4, theme)
    return spots


def _paint_row(
    surface: pygame.Surface, spot: Rect, sheet: Sheet, number: int, plan: _Plan, theme: Theme
) -> None:
    row, size = sheet.rows[number], plan.size
    label, text = theme.edge if theme.light else theme.pacman, theme.text
    if number == sheet.selected:
        pygame.draw.rect(surface, theme.edge, spot, border_radius=size // 3)
        label = text = ink_on(theme.edge)
    elif sheet.selected is not None:
        label = theme.faint if row.text else theme.text
    pad = size // 2
    indent = round(plan.labels) + size if row.text else spot.width - 2 * pad
    name = fitted(row.label, size, label, indent - (size if row.text else 0))
    surface.blit(name, name.get_rect(midleft=(spot.left + pad, spot.centery)))
    meaning = fitted(row.text, size, text, spot.width - indent - 2 * pad)
    surface.blit(meaning, meaning.get_rect(midleft=(spot.left + pad + indent, spot.centery)))
