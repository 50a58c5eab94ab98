"""The words above and below the board of a film."""

import numpy as np

from pacgrid.common.sanitize import one_line
from pacgrid.render.sdl import pygame
from pacgrid.render.sprites import Bytes
from pacgrid.render.text import fitted, width
from pacgrid.session.frame import Frame
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import DARK, Colour, Theme

NARROWEST, USUAL_WIDTH = 280, 480
"""Pixels: the least room for words, and that in which letters have their usual size."""


class Lettering:
    """The bars for the pictures of one game, above and below a board of `width` pixels."""

    def __init__(self, width: int, theme: Theme = DARK) -> None:
        self.width = max(width, NARROWEST)
        self._theme = theme
        self._scale = min(max(self.width / USUAL_WIDTH, 0.8), 2.5)
        self._header, self._footer = self._pixels(38), self._pixels(26)
        self._last: tuple[object, tuple[Bytes, Bytes]] | None = None

    @property
    def height(self) -> int:
        """Of both bars together, in pixels."""
        return self._header + self._footer

    def bars(self, frame: Frame) -> tuple[Bytes, Bytes]:
        """The bar above and the bar below, `[height, width, 3]`; they are not to be changed."""
        (board,), caption = frame.boards, frame.caption
        banner = caption.banner
        features = any(s.is_on and s.overlay is Overlay.FEATURES for s in frame.switches)
        footer = board.note if features else f"{caption.players} - {caption.game}"
        if board.verdict and banner:
            footer = f"{banner.lines[0]} ({caption.game})"
        said = board.score, caption.round, board.verdict, board.good, footer
        if self._last is None or self._last[0] != said:
            colour = self._theme.good if board.good else self._theme.bad
            header = self._paint_header(board.score, caption.round, board.verdict, colour)
            ink = colour if board.verdict else self._theme.faint
            self._last = said, (header, self._paint_footer(footer, ink))
        return self._last[1]

    def _paint_header(self, score: int, rounds: int, verdict: str, colour: Colour) -> Bytes:
        bar = Bar(self.width, self._header, self._theme.bar)
        margin, large, small = self._pixels(12), self._pixels(30), self._pixels(20)
        room = self.width - 2 * margin
        left = margin + bar.write(str(score), large, self._theme.text, margin, room // 2)
        left += bar.write(" points", small, self._theme.faint, left, room // 4)
        round_ = f"round {rounds}"
        right = self.width - margin - round(width(round_, self._pixels(23)))
        bar.write(round_, self._pixels(23), self._theme.text, right, room)
        middle = (left + right - width(verdict, large)) / 2
        if verdict and middle - left > margin:
            bar.write(verdict, large, colour, round(middle), room)
        return bar.pixels()

    def _paint_footer(self, words: str, colour: Colour) -> Bytes:
        bar = Bar(self.width, self._footer, self._theme.bar)
        margin = self._pixels(12)
        bar.write(words, self._pixels(19), colour, margin, self.width - 2 * margin)
        return bar.pixels()

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
