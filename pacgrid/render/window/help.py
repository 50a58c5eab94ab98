"""The help: all keys, over everything else, readable in any window."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.render.window.bars import paint_box
from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.words import fitted, width, words, wrapped
from pacgrid.session.commands import HELP, STEERING_HELP
from pacgrid.session.themes import Theme

MOUSE_HELP = (
    ("click", "on the board: pause or resume; on the timeline: jump there"),
    ("wheel", "one round back or forward"),
)
LARGEST, SMALLEST = 21, 11
"""The sizes of letters: in units, and in pixels."""
Line = tuple[str, str]


@dataclass(frozen=True)
class _Setting:
    """How the help is set: in letters of `size` pixels, in columns, on pages."""

    size: int
    columns: int
    pages: tuple[tuple[Line, ...], ...]


class Help:
    """What the keys do; in a small window on several pages.

    Args:
        steering: whether a person steers, so that the arrows do that.
    """

    def __init__(self, *, steering: bool) -> None:
        self._lines = help_lines(steering=steering)
        self._page, self._pages = 0, 1

    def press(self, key: str) -> bool:
        """Hear a key; False if the help is to go away. Before that there may be more pages."""
        self._page += 1
        return self._page < self._pages and key not in ("q", "escape")

    def paint(self, surface: pygame.Surface, theme: Theme, unit: float) -> None:
        """Paint the page in letters as large as fit."""
        area = surface.get_rect()
        if min(area.size) > 100:
            area.inflate_ip(-round(8 * unit), -round(8 * unit))
        setting = _set(self._lines, area, round(LARGEST * unit))
        size, columns, self._pages = setting.size, setting.columns, len(setting.pages)
        self._page = min(self._page, self._pages - 1)
        lines = setting.pages[self._page]
        step = _step(size)
        rows = -(-len(lines) // columns)
        box = pygame.Rect(0, 0, area.width, min(round((rows + 2.6) * step), area.height))
        if self._pages == 1:
            box.width = min(round(columns * _column(lines, size) + size), area.width)
        box.center = area.center
        paint_box(surface, box, theme, unit)
        goes_on = f"any key: page {self._page + 2} of {self._pages}"
        told = goes_on if self._page < self._pages - 1 else "press any key to close"
        title = words("Keys", round(size * 1.3), theme.text)
        surface.blit(title, (box.left + size, box.top + size // 2))
        hint = fitted(told, size, theme.faint, box.width - title.get_width() - 3 * size)
        surface.blit(hint, hint.get_rect(topright=(box.right - size, box.top + size * 3 // 4)))
        column, indent = (box.width - size) // columns, _indent(self._lines, size)
        for place, (keys, meaning) in enumerate(lines):
            left = box.left + size + place // rows * column
            top = box.top + round(1.9 * step) + place % rows * step
            surface.blit(
                words(keys, size, theme.edge if theme.light else theme.pacman), (left, top)
            )
            line = fitted(meaning, size, theme.text, column - indent - size)
            surface.blit(line, (round(left + indent), top))


def help_lines(*, steering: bool) -> list[Line]:
    """Keys and what they do; where a person steers, the arrows do that."""
    lines = [*HELP, *MOUSE_HELP]
    if not steering:
        return lines
    return [STEERING_HELP, *((keys.strip("←→ "), told) for keys, told in lines)]


def _set(lines: list[Line], area: pygame.Rect, largest: int) -> _Setting:
    """All lines in the largest letters in which they fit; if they don't in any, on pages."""
    for size in range(largest, SMALLEST - 1, -1):
        for columns in (1, 2):
            rows = -(-len(lines) // columns)
            wide, high = columns * _column(lines, size) + size, (rows + 2.6) * _step(size)
            if wide <= area.width and high <= area.height:
                return _Setting(size, columns, (tuple(lines),))
    size = SMALLEST
    room = area.width - _indent(lines, size) - 3 * size
    broken = [
        (keys if number == 0 else "", part)
        for keys, told in lines
        for number, part in enumerate(wrapped(told, size, room))
    ]
    rows = max(int(area.height / _step(size) - 2.6), 1)
    pages = (tuple(broken[start : start + rows]) for start in range(0, len(broken), rows))
    return _Setting(size, 1, tuple(pages))


def _step(size: int) -> int:
    return round(size * 1.45)


def _indent(lines: Sequence[Line], size: int) -> float:
    return max(width(keys, size) for keys, _ in lines) + size


def _column(lines: Sequence[Line], size: int) -> float:
    return _indent(lines, size) + max(width(told, size) for _, told in lines) + size
