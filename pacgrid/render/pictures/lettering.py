"""The words above and below the board of a film."""

from functools import lru_cache

import numpy as np

from pacgrid.common.sanitize import one_line
from pacgrid.render.sdl import pygame
from pacgrid.render.sprites import Bytes
from pacgrid.render.text import fitted, width
from pacgrid.session.frame import Frame, Overlay
from pacgrid.session.themes import DARK, Colour, Ink, Theme

NARROWEST, USUAL_WIDTH = 280, 480
"""Pixels: the least room for words, and that in which letters have their usual size."""


class Lettering:
    """The bars for the pictures of one game, above and below a board of `width` pixels."""

    def __init__(self, width: int, theme: Theme = DARK) -> None:
        self.width = max(width, NARROWEST)
        self._theme = theme
        self._scale = min(max(self.width / USUAL_WIDTH, 0.8), 2.5)
        self.header_height, self.footer_height = self._pixels(38), self._pixels(26)
        self._header = lru_cache(maxsize=1)(self._paint_header)
        self._footer = lru_cache(maxsize=1)(self._paint_footer)

    def bars(self, frame: Frame) -> tuple[Bytes, Bytes]:
        """The bar above and the bar below, `[height, width, 3]`; don't change them."""
        (board,), caption = frame.boards, frame.caption
        footer = f"{caption.players} - {caption.game}"
        if any(switch.is_on and switch.overlay is Overlay.FEATURES for switch in frame.switches):
            footer = board.note
        ink = Ink.FAINT
        for panel in board.insight.panels if board.insight else ():
            if panel.overlay is Overlay.BEST_MOVE and panel.note_ink is not Ink.FAINT:
                footer, ink = panel.note, panel.note_ink
        if board.verdict and caption.banner:
            footer = f"{caption.banner.lines[0]} ({caption.game})"
            ink = Ink.GOOD if board.good else Ink.BAD
        colour = self._theme.good if board.good else self._theme.bad
        if board.score is None:
            left, right = ("", caption.last_move), f"ply {caption.ply}"
        else:
            left, right = (str(board.score), " points"), f"round {caption.round}"
        header = self._header(left, right, board.verdict, colour)
        return header, self._footer(footer, getattr(self._theme, ink))

    def _paint_header(
        self, words: tuple[str, str], right_words: str, verdict: str, colour: Colour
    ) -> Bytes:
        bar = Bar(self.width, self.header_height, self._theme.bar)
        margin, large, medium = self._pixels(12), self._pixels(30), self._pixels(23)
        room = self.width - 2 * margin
        left = margin + bar.write(words[0], large, self._theme.text, margin, room // 2)
        share = 4 if words[0] else 2
        left += bar.write(words[1], self._pixels(20), self._theme.faint, left, room // share)
        right = self.width - margin - round(width(right_words, medium))
        bar.write(right_words, medium, self._theme.text, right, room)
        middle = (left + right - width(verdict, large)) / 2
        if verdict and middle - left > margin:
            bar.write(verdict, large, colour, round(middle), room)
        return bar.pixels()

    def _paint_footer(self, words: str, colour: Colour) -> Bytes:
        bar = Bar(self.width, self.footer_height, self._theme.bar)
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
        """Write a line from `left` on, in letters of `size` pixels: smaller ones, or fewer, if it
        would take more than `room`. Returns its width."""
        line = fitted(one_line(words), size, colour, room)
        self._surface.blit(line, line.get_rect(midleft=(left, self._surface.get_height() // 2)))
        return line.get_width()

    def pixels(self) -> Bytes:
        """The bar, `[height, width, 3]`."""
        return np.ascontiguousarray(pygame.surfarray.array3d(self._surface).swapaxes(0, 1))
