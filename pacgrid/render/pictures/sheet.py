"""A contact sheet: the moments of a game in one picture, each with its round and score."""

from pathlib import Path

import numpy as np
from PIL import Image

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.games.ending import Ending
from pacgrid.records.description import pairing, result_line
from pacgrid.records.record import Record
from pacgrid.render.pictures.film import LONGEST_SIDE, FilmError, painter_for, paste
from pacgrid.render.pictures.lettering import Bar
from pacgrid.render.pictures.moments import Moment, moments
from pacgrid.render.pictures.recording import output_file
from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import DARK, Theme

TILE = (320, 240)
"""Pixels of a board, at most."""
SMALLEST_CELL, LARGEST_CELL, LARGEST_SQUARE, NARROWEST = 3, 24, 40, 200
GAP, LABEL, TITLE = 12, 22, 40
MOST = 48
"""How many moments there are at most."""
SHAPE, UNEVEN = 1.5, 1.2
"""How much wider than high a sheet is, about; how much worse rows of two lengths are than rows of
one."""


class ContactSheet:
    """The contact sheet of a game; of an analysed one, its bad moves."""

    def __init__(
        self, record: Record, theme: Theme = DARK, analysis: GameAnalysis | None = None
    ) -> None:
        painter = painter_for(record.setup, 1, theme)
        largest = LARGEST_CELL if record.setup.in_real_time else LARGEST_SQUARE
        cell = min(TILE[0] // painter.size[0], TILE[1] // painter.size[1], largest)
        self._record = record
        self._theme = theme
        is_good = record.won or record.ending is Ending.DRAWN
        self._end_colour = theme.good if is_good else theme.bad
        self._painter = painter_for(record.setup, max(cell, SMALLEST_CELL), theme)
        width, height = self._painter.size
        self.step = (max(width, NARROWEST) + GAP, height + LABEL + GAP)
        """From one moment to the next, in pixels: to the right, and down."""
        columns, rows = ((LONGEST_SIDE - GAP - TITLE) // step for step in self.step)
        self.moments = moments(record, min(MOST, columns * rows), analysis)
        fewest, most = -(-len(self.moments) // columns), min(len(self.moments), rows)
        self._rows = min(range(fewest, most + 1), key=self._badness)

    @property
    def size(self) -> tuple[int, int]:
        """`(width, height)` in pixels."""
        columns = -(-len(self.moments) // self._rows)
        return GAP + columns * self.step[0], TITLE + self._rows * self.step[1]

    def corner(self, number: int) -> tuple[int, int]:
        """The upper left corner of moment `number`, counted from 0; its words are below it.

        The first rows may have one moment more than the last ones.
        """
        columns, longer = divmod(len(self.moments), self._rows)
        row, column = divmod(number, columns + 1)
        if row >= longer:
            row, column = divmod(number - longer, columns)
        return GAP + column * self.step[0], TITLE + row * self.step[1]

    def picture(self) -> Bytes:
        """The sheet, `[height, width, 3]`: red, green and blue."""
        width, height = self.size
        picture = np.empty((height, width, 3), np.uint8)
        picture[:] = self._theme.background
        paste(self._title(width), picture, 0, 0)
        for number, moment in enumerate(self.moments):
            left, top = self.corner(number)
            board, label = self._painter.paint(moment.scene), self._label(moment)
            paste(board, picture, left + (label.shape[1] - board.shape[1]) // 2, top)
            paste(label, picture, left, top + len(board))
        return picture

    def _badness(self, rows: int) -> float:
        """How far so many rows are from a good sheet; 1 is perfect."""
        count = len(self.moments)
        shape = -(-count // rows) * self.step[0] / (rows * self.step[1]) / SHAPE
        return max(shape, 1 / shape) * (UNEVEN if count % rows else 1)

    def _title(self, width: int) -> Bytes:
        bar, record = Bar(width, TITLE, self._theme.background), self._record
        room = (width - 3 * GAP) // 2
        words = pairing(record.agents) if record.setup.has_rounds else record.setup.title
        left = 3 * GAP + bar.write(words, 26, self._theme.text, GAP, room)
        bar.write(result_line(record), 20, self._end_colour, left, width - left - GAP)
        return bar.pixels()

    def _label(self, moment: Moment) -> Bytes:
        width, left, theme = self.step[0] - GAP, 4, self._theme
        bar = Bar(width, LABEL, theme.background)
        notes_colour = theme.capsule
        if moment is self.moments[-1]:
            notes_colour = self._end_colour
        if moment.ink:  # before a bad move
            notes_colour = getattr(theme, moment.ink)
        for words, colour in (
            (moment.time, theme.faint),
            ("" if moment.score is None else f"{moment.score} points", theme.text),
            (", ".join(moment.notes), notes_colour),
        ):
            if words and left < width - 4:
                left += bar.write(words, 19, colour, left, width - 4 - left) + 10
        return bar.pixels()


def write_sheet(
    record: Record, path: str | Path, analysis: GameAnalysis | None = None, theme: Theme = DARK
) -> None:
    """Write the contact sheet of a game to `path`, whole or not at all. Raises FilmError."""
    check_sheet(Path(path))
    picture = Image.fromarray(ContactSheet(record, theme, analysis).picture())
    with output_file(path) as file:
        picture.save(file, "PNG", optimize=True)


def check_sheet(path: Path) -> None:
    """Raise FilmError unless that can be the name of a contact sheet."""
    if path.suffix.lower() != ".png":
        raise FilmError(f"{path}: a contact sheet's name must end in .png")
