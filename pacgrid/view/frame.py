"""A whole picture: the board with its bars, as large as fits."""

from pacgrid.maze import Maze
from pacgrid.view.bars import FOOTER, HEADER, paint_banner, paint_bars
from pacgrid.view.board import Board
from pacgrid.view.caption import Caption
from pacgrid.view.palette import BACKGROUND
from pacgrid.view.scene import Scene
from pacgrid.view.sdl import pygame

LARGEST_CELL, SMALLEST_CELL = 48, 4
NARROWEST = 640
"""A window this wide has room for the words in its bars."""
MARGIN = 12
"""Pixels left free around the board."""


class FramePainter:
    """Paints frames on surfaces of any size; keeps the board that it painted last."""

    def __init__(self) -> None:
        self._board: Board | None = None

    def paint(self, surface: pygame.Surface, scene: Scene, caption: Caption) -> None:
        board = self._board_for(scene.maze, surface.get_size())
        width, height = surface.get_size()
        surface.fill(BACKGROUND)
        left = (width - board.size[0]) // 2
        top = HEADER + (height - HEADER - FOOTER - board.size[1]) // 2
        board.paint(surface, scene, (left, top))
        paint_bars(surface, caption)
        paint_banner(surface, caption)

    def _board_for(self, maze: Maze, size: tuple[int, int]) -> Board:
        cell = max(fitting_cell(maze, size), SMALLEST_CELL)
        board = self._board
        if board is None or board.maze != maze or board.cell != cell:
            board = self._board = Board(maze, cell)
        return board


def fitting_cell(maze: Maze, size: tuple[int, int]) -> int:
    """The largest cell, in pixels, with which the board fits into a frame of that size."""
    width, height = size[0] - 2 * MARGIN, size[1] - HEADER - FOOTER - 2 * MARGIN
    return min(width // maze.width, height // maze.height)


def good_size(maze: Maze, screen: tuple[int, int]) -> tuple[int, int]:
    """A size for a frame that shows this maze well on a screen of that size."""
    room = int(screen[0] * 0.92), int(screen[1] * 0.85)
    cell = min(max(fitting_cell(maze, room), SMALLEST_CELL), LARGEST_CELL)
    return frame_size(maze, cell)


def frame_size(maze: Maze, cell: int) -> tuple[int, int]:
    """The size of a frame whose cells are `cell` pixels wide."""
    width = maze.width * cell + 2 * MARGIN
    return max(width, NARROWEST), maze.height * cell + 2 * MARGIN + HEADER + FOOTER
