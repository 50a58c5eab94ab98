"""A whole picture of one game: the board with its bars, as large as fits."""

from pacgrid.maze import Maze
from pacgrid.render.window.arrangement import (
    FOOTER,
    HEADER,
    MARGIN,
    SMALLEST_CELL,
    SMALLEST_UNIT,
    Size,
)
from pacgrid.render.window.bars import paint_banner, paint_footer, paint_header
from pacgrid.render.window.board import Board
from pacgrid.render.window.sdl import pygame
from pacgrid.session.caption import Caption
from pacgrid.session.scene import Scene
from pacgrid.session.themes import DARK, Theme

LARGEST_CELL = 48
NARROWEST, LOWEST = 640, 300
"""Pixels; in a smaller frame the bars are smaller too."""


class FramePainter:
    """Paints frames on surfaces of any size; keeps the board that it painted last.

    Its `theme` may be changed at any time.
    """

    def __init__(self, theme: Theme = DARK) -> None:
        self.theme = theme
        self._board: Board | None = None

    def paint(self, surface: pygame.Surface, scene: Scene, caption: Caption) -> None:
        size, theme = surface.get_size(), self.theme
        unit = _unit(size)
        middle = _middle(size)
        board = self._board_for(scene.maze, size)
        surface.fill(theme.background)
        place = pygame.Rect((0, 0), board.size)
        place.center = middle.center
        board.paint(surface, scene, place.topleft)
        paint_header(surface, pygame.Rect(0, 0, size[0], middle.top), caption, theme, unit)
        footer = pygame.Rect(0, middle.bottom, size[0], size[1] - middle.bottom)
        paint_footer(surface, footer, caption, theme, unit)
        paint_banner(surface, middle, caption, theme, unit)

    def _board_for(self, maze: Maze, size: Size) -> Board:
        wanted = maze, max(fitting_cell(maze, size), SMALLEST_CELL), self.theme
        board = self._board
        if board is None or (board.maze, board.cell, board.theme) != wanted:
            board = self._board = Board(*wanted)
        return board


def fitting_cell(maze: Maze, size: Size) -> int:
    """The largest cell, in pixels, with which the board fits into a frame of that size."""
    room, margin = _middle(size), round(MARGIN * _unit(size))
    return min((room.width - 2 * margin) // maze.width, (room.height - 2 * margin) // maze.height)


def good_size(maze: Maze, screen: Size) -> Size:
    """A size for a frame that shows this maze well on a screen of that size."""
    room = int(screen[0] * 0.92), int(screen[1] * 0.85)
    return frame_size(maze, min(max(fitting_cell(maze, room), SMALLEST_CELL), LARGEST_CELL))


def frame_size(maze: Maze, cell: int) -> Size:
    """The size of a frame whose cells are `cell` pixels wide."""
    width = maze.width * cell + 2 * MARGIN
    return max(width, NARROWEST), maze.height * cell + 2 * MARGIN + HEADER + FOOTER


def _middle(size: Size) -> pygame.Rect:
    """What the bars leave free."""
    unit = _unit(size)
    top = round(HEADER * unit)
    return pygame.Rect(0, top, size[0], max(size[1] - top - round(FOOTER * unit), 0))


def _unit(size: Size) -> float:
    return max(min(size[0] / NARROWEST, size[1] / LOWEST, 1), SMALLEST_UNIT)
