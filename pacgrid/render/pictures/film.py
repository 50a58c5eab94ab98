"""A game as a series of pictures: the board between two bars with words."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import Any, Protocol

import numpy as np

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record
from pacgrid.render.board_painter import BoardPainter, Bytes
from pacgrid.render.diagram_painter import DiagramPainter
from pacgrid.render.sdl import pygame
from pacgrid.render.text import fitted, width
from pacgrid.session.board_picture import position_diagram
from pacgrid.session.frame import Frame, Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.scene import Mood, Scene
from pacgrid.session.session import Settings
from pacgrid.session.themes import DARK, Colour, Ink, Theme

START_SECONDS, BAD_SECONDS, END_SECONDS = 0.5, 1.5, 2.0
"""How long the first position stands still, one before a bad move, and the last one."""
GOOD_SIZE, LARGE_SIZE = (560, 480), (1600, 1200)
"""Pixels of a board, unless another size of cells is asked for: at most the larger size, where
cells would have fewer than CLEAR_CELL pixels otherwise."""
CLEAR_CELL, LARGEST_CELL = 12, 40
SAMPLES = 8
"""How many positions are drawn to find the colours of a film."""
LONGEST_SIDE = 4096
"""Pixels; few players show larger pictures."""
NARROWEST, USUAL_WIDTH = 280, 480
"""Pixels: the least room for words, and that in which letters have their usual size."""


class PositionPainter(Protocol):
    """Paints what is shown of a game, always in the same size."""

    @property
    def size(self) -> tuple[int, int]:
        """`(width, height)` in pixels."""

    def paint(self, seen: Any) -> Bytes:
        """A board, `[height, width, 3]`: red, green and blue."""


class FilmError(PacgridError):
    """A film that can't be made."""


class Film:
    """The pictures of a game, from the frames of a session. They are painted one by one.

    Args:
        speed: rounds per second.
        rate: pictures per second.
        cell: pixels per cell; None for a picture of a good size.
        overlays: what to show of the agents' thoughts, if the record has them.
        analysis: what the moves cost. The film stands still before bad moves.

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
        analysis: GameAnalysis | None = None,
    ) -> None:
        self.record = record
        self.rate = rate
        self._analysis = analysis
        self._settings = Settings(speed, theme, {*overlays, Overlay.BEST_MOVE})
        self._painter = painter_for(record.setup, cell, theme)
        self._lettering = Lettering(self._painter.size[0], theme)
        self._first = round(START_SECONDS * rate)
        step = len(record.agents) if record.setup.has_rounds else 1
        self._last = self._first + ceil(-(-len(record.moves) // step) * rate / speed)
        marked = analysis.marked() if analysis else ()
        self._bad = {
            self._first + ceil(move.ply // step * rate / speed): move.ply for move in marked
        }
        """By the number of the picture before which the film stands still: the ply."""

    @property
    def size(self) -> tuple[int, int]:
        """`(width, height)` of every picture, in pixels: even numbers, as videos need them."""
        words = self._lettering
        height = words.header_height + self._painter.size[1] + words.footer_height
        return words.width + words.width % 2, height + height % 2

    def __len__(self) -> int:
        """How many pictures there are."""
        return self._last + self._still(END_SECONDS) + len(self._bad) * self._still(BAD_SECONDS)

    def pictures(self) -> Iterator[Bytes]:
        """The pictures, `[height, width, 3]`: red, green and blue."""
        session = self._session()
        for number in range(self._last + self._still(END_SECONDS)):
            if number > self._first:
                session.advance(1 / self.rate)
            if number in self._bad:
                yield from [self._before(self._bad[number])] * self._still(BAD_SECONDS)
            yield self._picture(session.frame())
        session.close()

    def samples(self) -> Iterator[Bytes]:
        """A few pictures with all colours of the film: words, marks, ghosts in all moods."""
        session = self._session()
        frame = session.frame()
        (board,) = frame.boards
        if isinstance(seen := board.scene, Scene):
            for mood in Mood:
                ghosts = tuple(replace(ghost, mood=mood) for ghost in seen.ghosts)
                scene = replace(seen, ghosts=ghosts)
                yield self._picture(replace(frame, boards=(replace(board, scene=scene),)))
        plies = [round(len(self.record.moves) * sample / SAMPLES) for sample in range(SAMPLES + 1)]
        marked = self._analysis.marked() if self._analysis else ()
        for ply in (*plies, *(move.ply for move in marked[:SAMPLES])):
            session.seek(ply)
            yield self._picture(session.frame())
        session.close()

    def _before(self, ply: int) -> Bytes:
        """The position before that ply, which has not begun."""
        session = self._session()
        session.seek(ply)
        picture = self._picture(session.frame())
        session.close()
        return picture

    def _still(self, seconds: float) -> int:
        """How many pictures that takes."""
        return max(round(seconds * self.rate), 1)

    def _session(self) -> GameSession:
        game = ReplayedGame(self.record, analysis=self._analysis)
        return GameSession(game, settings=self._settings, patience=None)

    def _picture(self, frame: Frame) -> Bytes:
        width, height = self.size
        picture = np.empty((height, width, 3), np.uint8)
        picture[:] = frame.theme.background
        header, footer = self._lettering.bars(frame)
        board = self._painter.paint(frame.boards[0].scene)
        paste(header, picture, 0, 0)
        paste(board, picture, (width - board.shape[1]) // 2, len(header))
        paste(footer, picture, 0, height - len(footer))
        return picture


def paste(part: Bytes, picture: Bytes, left: int, top: int) -> None:
    """Copy `part` into `picture`, with its upper left corner there."""
    picture[top : top + part.shape[0], left : left + part.shape[1]] = part


def painter_for(setup: GameSetup, cell: int | None, theme: Theme) -> PositionPainter:
    """What paints the boards of a game. Raises FilmError as `fitting_cell`."""
    if setup.in_real_time:
        maze = setup.first_state.maze
        return BoardPainter(maze, fitting_cell(maze.width, maze.height, cell), theme)
    board = position_diagram(setup.first_state)
    return DiagramPainter(
        board.width, board.height, fitting_cell(board.width, board.height, cell), theme
    )


def fitting_cell(width: float, height: float, wanted: int | None = None) -> int:
    """Pixels for a cell of a board of so many cells: as many as are `wanted`, or as look well.

    Raises FilmError when the board would be too large for a picture.
    """
    most = int(LONGEST_SIDE // max(width, height))
    if wanted is not None and wanted > most:
        raise FilmError(
            f"cells of {wanted} pixels make the picture of {width:.3g} x {height:.3g}"
            f" cells too large; use at most {most}"
        )
    if wanted is not None:
        return wanted
    good, large = (int(min(x // width, y // height)) for x, y in (GOOD_SIZE, LARGE_SIZE))
    cell = max(min(good, LARGEST_CELL), min(large, CLEAR_CELL), 1)
    return cell - cell % 2 or 1  # a half cell is a whole number of pixels then


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
