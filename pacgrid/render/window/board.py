"""Paints scenes on a pygame surface."""

import numpy as np

from pacgrid.maze import Maze
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.sdl import pygame
from pacgrid.session.scene import Scene
from pacgrid.session.themes import DARK, Theme

BGRX, SHIFTS = (2, 1, 0, 0), (16, 8, 0)
"""The bytes of a pixel on nearly every screen, the last one unused; and what pygame says of it."""


class BoardSurface:
    """Paints scenes of one maze, with `cell` pixels for a cell."""

    def __init__(self, maze: Maze, cell: int, theme: Theme = DARK) -> None:
        self._painter = BoardPainter(maze, cell, theme, BGRX)
        self.size = self._painter.size

    def paint(self, surface: pygame.Surface, scene: Scene, corner: tuple[int, int]) -> None:
        """Paint `scene` with the upper left corner of the board at `corner`."""
        area = pygame.Rect(corner, self.size)
        is_bgrx = surface.get_bytesize() == len(BGRX) and surface.get_shifts()[:3] == SHIFTS
        if not is_bgrx or not surface.get_rect().contains(area):
            board = pygame.Surface(self.size, depth=32)
            self.paint(board, scene, (0, 0))
            surface.blit(board, corner)
            return
        pixels = pygame.surfarray.pixels2d(surface)  # it has columns first, and locks the surface
        rows = pixels.T[area.top : area.bottom].view(np.uint8)
        self._painter.paint_on(rows[:, len(BGRX) * area.left : len(BGRX) * area.right], scene)
