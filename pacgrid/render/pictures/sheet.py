"""A contact sheet: the moments of a game in one picture, each with its round and score."""

from pathlib import Path

import numpy as np
from PIL import Image

from pacgrid.records.description import pairing, result_line
from pacgrid.records.record import Record
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.pictures.film import LONGEST_SIDE, FilmError
from pacgrid.render.pictures.lettering import Bar
from pacgrid.render.pictures.moments import Moment, moments
from pacgrid.render.pictures.recording import output_file
from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import DARK, Colour, Theme

TILE = (320, 240)
"""Pixels that a board on the sheet keeps to."""
SMALLEST_CELL = 3
GAP, LABEL, TITLE = 12, 22, 40
MOST = 48
"""How many moments there are at most."""
SHAPE, UNEVEN = 1.5, 1.2
"""How much wider than high a sheet is, about; how much worse rows of two lengths are than rows of
one."""


class Sheet:
    """The contact sheet of a game."""

    def __init__(self, record: Record, theme: Theme = DARK) -> None:
        maze = record.first_state.maze
        cell = min(TILE[0] // maze.width, TILE[1] // maze.height, 24)
        self._record = record
        self._theme = theme
        self._painter = BoardPainter(maze, max(cell, SMALLEST_CELL), theme)
        width, height = self._painter.size
        self.step = (max(width, 200) + GAP, height + LABEL + GAP)
        """From one moment to the next, in pixels: to the right, and down."""
        room = [(LONGEST_SIDE - GAP - TITLE) // step for step in self.step]
        self.moments = moments(record, min(MOST, room[0] * room[1]))
        fewest = -(-len(self.moments) // room[0])
        most = min(len(self.moments), room[1])
        self._rows = min(range(fewest, most + 1), key=self._badness)

    @property
    def size(self) -> tuple[int, int]:
        """`(width, height)` in pixels."""
        columns = -(-len(self.moments) // self._rows)
        return GAP + columns * self.step[0], TITLE + self._rows * self.step[1]

    def place(self, number: int) -> tuple[int, int]:
        """The upper left corner of moment `number`, counted from 0; its words are below it.

        The first rows may have one moment more than the last ones.
        """
        columns, longer = divmod(len(self.moments), self._rows)
        row, column = divmod(number, columns + 1)
        if row >= longer:
            row, column = divmod(number - longer, columns)
        return GAP + column * self.step[0], TITLE + row * self.step[1]

    def _badness(self, rows: int) -> float:
        """How far so many rows are from a good sheet; 1 is perfect."""
        many = len(self.moments)
        shape = -(-many // rows) * self.step[0] / (rows * self.step[1]) / SHAPE
        return max(shape, 1 / shape) * (UNEVEN if many % rows else 1)

    def picture(self) -> Bytes:
        """The sheet, `[height, width, 3]`: red, green and blue."""
        width, height = self.size
        sheet = np.empty((height, width, 3), np.uint8)
        sheet[:] = self._theme.background
        sheet[:TITLE] = self._title(width)
        for number, moment in enumerate(self.moments):
            left, top = self.place(number)
            board = self._painter.paint(moment.scene)
            bottom = top + len(board)
            middle = left + (self.step[0] - GAP - board.shape[1]) // 2
            sheet[top:bottom, middle : middle + board.shape[1]] = board
            label = self._label(moment)
            sheet[bottom : bottom + LABEL, left : left + label.shape[1]] = label
        return sheet

    def _title(self, width: int) -> Bytes:
        bar = Bar(width, TITLE, self._theme.background)
        record = self._record
        names = bar.write(pairing(record.agents), 26, self._theme.text, GAP, (width - 3 * GAP) // 2)
        left = GAP + names + 2 * GAP
        bar.write(result_line(record), 20, self._colour, left, width - left - GAP)
        return bar.pixels()

    def _label(self, moment: Moment) -> Bytes:
        bar = Bar(self.step[0] - GAP, LABEL, self._theme.background)
        left, room = 4, self.step[0] - GAP - 4
        for words, colour in (
            (f"round {moment.rounds}", self._theme.faint),
            (f"{moment.score} points", self._theme.text),
            (
                ", ".join(moment.notes),
                self._colour if moment is self.moments[-1] else self._theme.capsule,
            ),
        ):
            if words and left < room:
                left += bar.write(words, 19, colour, left, room - left) + 10
        return bar.pixels()

    @property
    def _colour(self) -> Colour:
        return self._theme.good if self._record.won else self._theme.bad


def write_sheet(record: Record, path: str | Path, theme: Theme = DARK) -> None:
    """Write the contact sheet of a game to `path`, whole or not at all. Raises FilmError."""
    check_sheet(Path(path))
    picture = Image.fromarray(Sheet(record, theme).picture())
    with output_file(path) as place, place.open("wb") as file:
        picture.save(file, "PNG", optimize=True)


def check_sheet(path: Path) -> None:
    """Raise FilmError unless that can be the name of a contact sheet."""
    if path.suffix.lower() != ".png":
        raise FilmError(f"{path}: a contact sheet's name must end in .png")
