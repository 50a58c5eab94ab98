"""The words above and below the board of a film."""

import numpy as np

from pacgrid.common.sanitize import one_line
from pacgrid.records.description import forfeit_reason, game_name, pairing, result_line, verdict
from pacgrid.records.record import Record
from pacgrid.render.sdl import pygame
from pacgrid.render.sprites import Bytes
from pacgrid.render.text import fitted, width
from pacgrid.session.themes import DARK, Colour, Theme

NARROWEST, USUAL_WIDTH = 280, 480
"""Pixels: the least room for words, and that in which letters have their usual size."""


class Lettering:
    """The bars for the pictures of one game, above and below a board of `width` pixels."""

    def __init__(self, record: Record, width: int, theme: Theme = DARK) -> None:
        self.width = max(width, NARROWEST)
        self._record = record
        self._theme = theme
        self._scale = min(max(self.width / USUAL_WIDTH, 0.8), 2.5)
        self._header, self._footer = self._pixels(38), self._pixels(26)
        self._kept: tuple[tuple[int, int, bool, str], tuple[Bytes, Bytes]] | None = None

    @property
    def height(self) -> int:
        """Of both bars together, in pixels."""
        return self._header + self._footer

    def bars(self, score: int, rounds: int, *, over: bool, footer: str = "") -> tuple[Bytes, Bytes]:
        """The bar above and the bar below, `[height, width, 3]`; they are not to be changed.

        When the game is `over` they say how it ended. The lower one has the words of `footer`, or
        says who plays where.
        """
        said = (score, rounds, over, footer)
        if self._kept is None or self._kept[0] != said:
            header = self._paint_header(score, rounds, over)
            self._kept = said, (header, self._paint_footer(footer, over=over))
        return self._kept[1]

    def _paint_header(self, score: int, rounds: int, over: bool) -> Bytes:
        bar = Bar(self.width, self._header, self._theme.bar)
        margin, large, small = self._pixels(12), self._pixels(30), self._pixels(20)
        room = self.width - 2 * margin
        left = margin + bar.write(str(score), large, self._theme.text, margin, room // 2)
        left += bar.write(" points", small, self._theme.faint, left, room // 4)
        round_ = f"round {rounds}"
        right = self.width - margin - round(width(round_, self._pixels(23)))
        bar.write(round_, self._pixels(23), self._theme.text, right, room)
        word = verdict(self._record)
        middle = (left + right - width(word, large)) / 2
        if over and middle - left > margin:
            bar.write(word, large, self._colour, round(middle), room)
        return bar.pixels()

    def _paint_footer(self, words: str, *, over: bool) -> Bytes:
        bar = Bar(self.width, self._footer, self._theme.bar)
        record, margin = self._record, self._pixels(12)
        words = words or f"{pairing(record.agents)} - {game_name(record)}"
        if over:
            words = forfeit_reason(record) or result_line(record)
        colour = self._colour if over else self._theme.faint
        bar.write(words, self._pixels(19), colour, margin, self.width - 2 * margin)
        return bar.pixels()

    @property
    def _colour(self) -> Colour:
        return self._theme.good if self._record.won else self._theme.bad

    def _pixels(self, usual: int) -> int:
        return round(usual * self._scale)


class Bar:
    """A strip to write words on."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self._surface = pygame.Surface((width, height), depth=24)
        self._surface.fill(colour)

    def write(self, words: str, size: int, colour: Colour, left: int, room: int) -> int:
        """Write in one line from `left` on, in letters of `size` pixels: smaller ones if that
        saves `room`, and not to the end if even they don't fit. How wide it has become."""
        line = fitted(one_line(words), size, colour, room)
        self._surface.blit(line, line.get_rect(midleft=(left, self._surface.get_height() // 2)))
        return line.get_width()

    def pixels(self) -> Bytes:
        """The bar, `[height, width, 3]`."""
        return np.ascontiguousarray(pygame.surfarray.array3d(self._surface).swapaxes(0, 1))
