"""Paints a scene on a pygame surface."""

import numpy as np

from pacgrid.maze import Maze
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.sdl import pygame
from pacgrid.render.sprites import Channels
from pacgrid.session.scene import Scene
from pacgrid.session.themes import DARK, Theme

BGRX: Channels = (2, 1, 0, 0)
"""What the bytes of a pixel are on nearly every screen; the last one is not used."""
_SHIFTS = (16, 8, 0)


class Board:
    """A painter for one maze, with cells of `cell` pixels."""

    def __init__(self, maze: Maze, cell: int, theme: Theme = DARK) -> None:
        self.maze = maze
        self.cell = cell
        self.theme = theme
        self._painter = BoardPainter(maze, cell, theme, BGRX)
        self.size = self._painter.size

    def paint(self, surface: pygame.Surface, scene: Scene, corner: tuple[int, int]) -> None:
        """Paint `scene` on `surface`, with the upper left corner of the board at `corner`."""
        area = pygame.Rect(corner, self.size)
        usual = surface.get_bytesize() == len(BGRX) and surface.get_shifts()[:3] == _SHIFTS
        if not usual or not surface.get_rect().contains(area):
            board = pygame.Surface(self.size, depth=32)
            self.paint(board, scene, (0, 0))
            surface.blit(board, corner)
            return
        pixels = pygame.surfarray.pixels2d(surface)  # it has columns first, and locks the surface
        rows = pixels.T[area.top : area.bottom].view(np.uint8)
        left, right = len(BGRX) * area.left, len(BGRX) * area.right
        self._painter.paint_on(rows[:, left:right], scene)
