"""The words above and below the board of a film. Painted with Pillow, which has a font of its own.

Needs no pygame, and looks the same on every system.
"""

from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from pacgrid.records.description import forfeit_reason, game_name, pairing, result_line, verdict
from pacgrid.records.record import Record
from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import DARK, Colour, Theme

NARROWEST, USUAL_WIDTH = 280, 480
"""Pixels: the least room for words, and that in which letters have their usual size."""
SMALLEST_LETTERS = 10


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

        When the game is `over` they tell how it ended. The lower one has the words of `footer`, or
        tells who plays where.
        """
        told = (score, rounds, over, footer)
        if self._kept is None or self._kept[0] != told:
            header = self._paint_header(score, rounds, over)
            self._kept = told, (header, self._paint_footer(footer, over=over))
        return self._kept[1]

    def _paint_header(self, score: int, rounds: int, over: bool) -> Bytes:
        bar = Bar(self.width, self._header, self._theme.bar)
        margin, usual = self._pixels(12), self._pixels(22)
        points, small = str(score), self._pixels(14)
        room = self.width - 2 * margin
        left = margin + bar.write(points, usual, self._theme.text, margin, room // 2)
        left += bar.write(" points", small, self._theme.faint, left, room // 4)
        told = f"round {rounds}"
        right = self.width - margin - int(letters(self._pixels(16)).getlength(told))
        bar.write(told, self._pixels(16), self._theme.text, right, room)
        if over:
            word, free = verdict(self._record), right - left - 2 * margin
            size = fitting_size(word, usual, free)
            if letters(size).getlength(word) <= free:
                middle = (left + right - letters(size).getlength(word)) / 2
                bar.write(word, size, self._colour, int(middle), free)
        return bar.pixels()

    def _paint_footer(self, words: str, *, over: bool) -> Bytes:
        bar = Bar(self.width, self._footer, self._theme.bar)
        record, margin = self._record, self._pixels(12)
        words = words or f"{pairing(record.agents)} - {game_name(record)}"
        if over:
            words = forfeit_reason(record) or result_line(record)
        colour = self._colour if over else self._theme.faint
        bar.write(words, self._pixels(13), colour, margin, self.width - 2 * margin)
        return bar.pixels()

    @property
    def _colour(self) -> Colour:
        return self._theme.good if self._record.won else self._theme.bad

    def _pixels(self, usual: int) -> int:
        return round(usual * self._scale)


class Bar:
    """A strip to write words on."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self._image = Image.new("RGB", (width, height), colour)
        self._draw = ImageDraw.Draw(self._image)

    def write(self, words: str, size: int, colour: Colour, left: int, room: int) -> int:
        """Write in one line from `left` on, in letters of `size` pixels: smaller ones if that
        saves `room`, and not to the end if even they don't fit. How wide it has become."""
        line = " ".join(words.replace("\0", "").split("\n"))
        size = fitting_size(line, size, room)
        line = cut_to(line, size, room)
        # Capital letters are in the middle, wherever the others reach to.
        self._draw.text(
            (left, self._image.height / 2 + 0.36 * size), line, colour, letters(size), anchor="ls"
        )
        return round(letters(size).getlength(line))

    def pixels(self) -> Bytes:
        return np.asarray(self._image)


@cache
def letters(size: int) -> ImageFont.FreeTypeFont:
    """The font in letters of `size` pixels."""
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)  # it is, where a size is asked for
    return font


def fitting_size(words: str, size: int, room: float) -> int:
    """`size`, or the next smaller one in which the words need no more than `room`, if any does."""
    sizes = range(size, min(SMALLEST_LETTERS, size) - 1, -1)
    return next((each for each in sizes if letters(each).getlength(words) <= room), sizes[-1])


def cut_to(words: str, size: int, room: float) -> str:
    """The words, or as many of their letters as there is room for, and `...`."""
    if letters(size).getlength(words) <= room:
        return words
    while words and letters(size).getlength(words + "...") > room:
        words = words[:-1]
    return words + "..."
