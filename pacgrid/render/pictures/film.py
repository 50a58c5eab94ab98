"""A game as a row of pictures: the board between two bars with words."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import islice
from math import ceil

import numpy as np

from pacgrid.errors import PacgridError
from pacgrid.maze import Maze
from pacgrid.records.record import Record
from pacgrid.records.thought import Thought
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.pictures.lettering import Lettering
from pacgrid.render.sprites import Bytes
from pacgrid.session.amounts import largest_features
from pacgrid.session.marks import NO_MARKS, Marks
from pacgrid.session.overlays import Overlay, marks_of
from pacgrid.session.scene import VANISHING, Mood, Scene, Stride, scene
from pacgrid.session.themes import DARK, Theme
from pacgrid.state import State

START_SECONDS, END_SECONDS = 0.5, 2.0
"""How long the first position stands still, and the last one."""
GOOD_SIZE, LARGE_SIZE = (560, 480), (1600, 1200)
"""Pixels that a board keeps to, unless another size of cells is asked for: the larger size only
for the sake of cells in which one can tell what is there."""
CLEAR_CELL, LARGEST_CELL = 12, 40
FEATURES = 4
"""How many shares in the value there is room for below the board."""
MARKED_SAMPLES = 8
"""About how many pictures with marks there are among the samples of a film."""
LONGEST_SIDE = 4096
"""Pixels; larger pictures are shown by few players."""


class FilmError(PacgridError):
    """A film that can't be made."""


class Film:
    """The pictures of a game. They are painted one by one, however long the game is.

    Args:
        speed: rounds a second.
        rate: pictures a second.
        cell: pixels for a cell; None for what makes a picture of a good size.
        overlays: what is shown of each round's first thought, as far as the record has thoughts.

    Raises:
        FilmError: the pictures would be too large.
    """

    def __init__(
        self,
        record: Record,
        *,
        speed: float = 6,
        rate: float = 24,
        cell: int | None = None,
        theme: Theme = DARK,
        overlays: Collection[Overlay] = (),
    ) -> None:
        self.record = record
        self.theme = theme
        self.overlays = overlays
        self.speed = speed
        self.rate = rate
        self._start = record.first_state
        self._painter = BoardPainter(self._start.maze, fitting_cell(self._start.maze, cell), theme)
        self._lettering = Lettering(record, self._painter.size[0], theme)
        self._first = round(START_SECONDS * rate)
        self._last = self._first + ceil(record.rounds * rate / speed)

    @property
    def size(self) -> tuple[int, int]:
        """`(width, height)` of every picture, in pixels: even numbers, as videos want them."""
        width, height = self._lettering.width, self._painter.size[1] + self._lettering.height
        return width + width % 2, height + height % 2

    def __len__(self) -> int:
        """How many pictures there are."""
        return self._last + max(round(END_SECONDS * self.rate), 1)

    def pictures(self) -> Iterator[Bytes]:
        """The pictures, `[height, width, 3]`: red, green and blue."""
        states = (plies[-1] for plies in plies_by_round(self.record))
        stride, rounds = Stride.standing(next(states)), 0
        thought, marks = self._thought(0), self._marks(stride.before, self._thought(0))
        for number in range(len(self)):
            passed = max(number - self._first, 0) * self.speed / self.rate
            while rounds < min(ceil(passed), self.record.rounds):
                thought = self._thought(rounds)
                stride, rounds = stride.then(next(states)), rounds + 1
                marks = self._marks(stride.before, thought)
            over = number >= self._last
            if number == self._last:
                thought, marks = None, self._marks(stride.after, None)
            since_end = (number - self._last) / self.rate if over and stride.after.is_loss else 0
            seen = scene(
                stride,
                min(passed - rounds + 1, 1),
                clock=number / self.rate,
                vanished=min(since_end / VANISHING, 1),
                marks=marks,
            )
            score = self.record.score if over else stride.after.score
            yield self._picture(seen, score, rounds, over=over, shares=self._shares(thought))

    def samples(self) -> Iterator[Bytes]:
        """A few pictures with all the colours of the film: its words, and every ghost's moods."""
        seen = scene(Stride.standing(self._start), 1)
        for mood in Mood:
            ghosts = tuple(replace(ghost, mood=mood) for ghost in seen.ghosts)
            yield self._picture(replace(seen, ghosts=ghosts), 0, 0, over=mood is Mood.EATEN)
        if self.overlays:
            some = max(self.record.rounds // MARKED_SAMPLES, 1)
            for rounds, plies in islice(enumerate(plies_by_round(self.record)), 0, None, some):
                marks = self._marks(plies[-1], self._thought(rounds))
                seen = scene(Stride.standing(plies[-1]), 1, marks=marks)
                yield self._picture(seen, 0, 0, over=False)

    def _thought(self, rounds: int) -> Thought | None:
        """What was thought first when so many rounds had been played."""
        ply = rounds * len(self.record.agents)
        return self.record.moves[ply].thought if ply < len(self.record.moves) else None

    def _marks(self, state: State, thought: Thought | None) -> Marks:
        return marks_of(state, thought, self.overlays) if self.overlays else NO_MARKS

    def _shares(self, thought: Thought | None) -> str:
        """What the most important features add to the value."""
        if Overlay.FEATURES not in self.overlays or thought is None:
            return ""
        return largest_features(thought.features, FEATURES)

    def _picture(
        self, seen: Scene, score: int, rounds: int, *, over: bool, shares: str = ""
    ) -> Bytes:
        width, height = self.size
        picture = np.empty((height, width, 3), np.uint8)
        picture[:] = self.theme.background
        header, footer = self._lettering.bars(score, rounds, over=over, footer=shares)
        picture[: len(header), : header.shape[1]] = header
        picture[height - len(footer) :, : footer.shape[1]] = footer
        board = self._painter.paint(seen)
        left = (width - board.shape[1]) // 2
        picture[len(header) : len(header) + len(board), left : left + board.shape[1]] = board
        return picture


def plies_by_round(record: Record) -> Iterator[list[State]]:
    """The first state of a game; and then, for each round, the states after its plies."""
    states = record.states()
    yield [next(states)]
    while plies := [*islice(states, len(record.agents))]:
        yield plies


def fitting_cell(maze: Maze, wanted: int | None = None) -> int:
    """Pixels for a cell: as many as are `wanted`, or as look well.

    Raises FilmError when the board would be too large for a picture.
    """
    most = LONGEST_SIDE // max(maze.width, maze.height)
    if wanted is not None and wanted > most:
        raise FilmError(
            f"cells of {wanted} pixels make the picture of {maze.width} x {maze.height}"
            f" cells too large; use at most {most}"
        )
    if wanted is not None:
        return wanted
    good, large = (min(x // maze.width, y // maze.height) for x, y in (GOOD_SIZE, LARGE_SIZE))
    cell = max(min(good, LARGEST_CELL), min(large, CLEAR_CELL), 1)
    return cell - cell % 2 or 1  # a half cell is a whole number of pixels then
