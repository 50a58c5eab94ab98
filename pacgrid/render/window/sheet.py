"""The sheet that lies over the boards: the help, or a menu."""

from dataclasses import replace
from math import ceil

from pacgrid.render.text import width, wrapped
from pacgrid.render.window.arrangement import Rect
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.frame import Sheet
from pacgrid.session.themes import ink_on

LETTERS, LINE, ROW, TITLE, TABS = 20, 24, 30, 38, 60
"""The size of letters, and the heights of lines, rows, the title and the tabs, in units."""
SMALLEST, SMALLEST_SCROLLED = 14, 11
"""Pixels: letters aren't made smaller than the first for all rows to fit; in a smaller window the
sheet is scrolled."""
LONGEST_HINT = 560
"""The width from which on a hint is wrapped, in units."""


def paint_sheet(canvas: Canvas, sheet: Sheet) -> int:
    """Paint a sheet in the middle, or aside; if not all rows fit, those around the selected one.

    Returns how many rows fit.
    """
    hint = sheet.problem or sheet.hint
    head = TITLE + TABS * bool(sheet.tabs) + 2.5 * LETTERS
    lines = bool(sheet.subtitle) + bool(hint)
    size = _size(canvas, head + LINE * lines + ROW * len(sheet.rows))
    canvas = replace(canvas, unit=size / LETTERS)
    window, theme, pixels = canvas.area, canvas.theme, canvas.pixels

    labels = max((width(row.label, size) for row in sheet.rows), default=0)
    texts = max((width(row.text, size) for row in sheet.rows), default=0)
    widest = max(
        labels + texts + 2 * size,
        width(sheet.title, pixels(26)),
        min(max(width(hint, size), width(sheet.subtitle, size)), pixels(LONGEST_HINT)),
        len(sheet.tabs) * pixels(TABS),
    )
    room = min(round(widest) + size, window.width - 2 * size)
    subtitle, hints = wrapped(sheet.subtitle, size, room), wrapped(hint, size, room)
    around = int((head + LINE * len(subtitle + hints)) * canvas.unit)
    row = int(ROW * canvas.unit)
    rows = min(max((window.height - around) // row, 1), len(sheet.rows))
    box = Rect(0, 0, room + 2 * size, min(around + rows * row, window.height))
    box.center = window.center
    if sheet.aside:
        box.bottomright = window.inflate(-size, -size).bottomright
        box.clamp_ip(window)

    canvas.on_click(window, lambda session, _: session.press("escape"))
    canvas.on_click(box, lambda *_: None)
    canvas.box(box)
    area = box.inflate(-2 * size, -2 * size)
    canvas.text(sheet.title, 26, theme.text, area, "midtop")
    line = Rect(area.left, area.top + pixels(TITLE), area.width, pixels(LINE))
    if sheet.tabs:
        _paint_tabs(canvas, Rect(line.topleft, (line.width, pixels(TABS))), sheet)
        line.top += pixels(TABS)
    line = canvas.lines(subtitle, LETTERS, theme.faint, line, "midtop")
    table = Rect(line.topleft, (line.width, rows * row))
    first = sheet.scroll if sheet.selected is None else sheet.selected - rows // 2
    first = max(min(first, len(sheet.rows) - rows), 0)
    if rows < len(sheet.rows):
        canvas.scroll_mark(table.inflate(size, 0), first * row, len(sheet.rows) * row)
    for number in range(first, first + rows):
        _paint_row(canvas, Rect(line.topleft, (line.width, row)), sheet, number, ceil(labels))
        line.top += row
    line.top += size // 2
    canvas.lines(hints, LETTERS, theme.bad if sheet.problem else theme.faint, line, "midtop")
    return rows


def _size(canvas: Canvas, height: float) -> int:
    """The size of letters, in pixels, with which so many units fit; or else that of a sheet that
    is scrolled."""
    usual = max(round(LETTERS * canvas.unit), SMALLEST)
    size = min(usual, int(LETTERS * canvas.area.height / height))
    return size if size >= SMALLEST else max(round(0.8 * LETTERS * canvas.unit), SMALLEST_SCROLLED)


def _paint_tabs(canvas: Canvas, area: Rect, sheet: Sheet) -> None:
    """A figure for each agent, with a gap between games."""
    count = len(sheet.tabs) + sheet.tabs[-1].game
    cell = min(area.height - 4, area.width // count)
    left = area.centerx - cell * count // 2
    for number, tab in enumerate(sheet.tabs):
        button = Rect(left + (number + tab.game) * cell, area.top, cell, cell)
        _paint_tab(canvas, button, sheet, number)


def _paint_tab(canvas: Canvas, area: Rect, sheet: Sheet, number: int) -> None:
    if number == sheet.selected_tab:
        canvas.rounded(area, canvas.theme.wall, 10)
        canvas.rounded(area, canvas.theme.text, 10, 2)
    tab = sheet.tabs[number]
    canvas.agent(tab.agent, area.width * 3 // 4, area.center, tab.symbols)
    canvas.on_click(area, lambda session, _: session.sheets.choose_tab(number))


def _paint_row(canvas: Canvas, area: Rect, sheet: Sheet, number: int, labels: int) -> None:
    """A label, `labels` pixels wide or half of the row, and a text."""
    theme, row = canvas.theme, sheet.rows[number]
    label, text = theme.edge if theme.light else theme.pacman, theme.text
    if number == sheet.selected:
        canvas.rounded(area, theme.edge, 7)
        label = text = ink_on(theme.edge)
    elif sheet.selected is not None:
        label = theme.faint if row.text else theme.text
    size = canvas.pixels(LETTERS)
    room = min(labels, area.width // 2) if row.text else area.width - size
    left = Rect(area.left + size // 2, area.top, room, area.height)
    right = Rect(left.right + size, area.top, area.right - left.right - size, area.height)
    canvas.text(row.label, LETTERS, label, left)
    canvas.text(row.text, LETTERS, text, right)
    canvas.on_click(area, lambda session, _: session.sheets.choose_row(number))
