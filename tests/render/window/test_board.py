"""Boards, painted on surfaces."""

import pytest

from helpers.frames import ROOM, standing
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.sdl import pygame
from pacgrid.render.window.board import BoardSurface
from pacgrid.session.themes import DARK


@pytest.mark.parametrize("cell", [1, 4, 20])
@pytest.mark.parametrize("corner", [(0, 0), (7, 3), (-13, 5), (90, 70), (500, 500)])
@pytest.mark.parametrize("depth", [24, 32])
def test_a_board_is_painted_as_far_as_there_is_room(
    corner: tuple[int, int], depth: int, cell: int
) -> None:
    scene, surface = standing(ROOM), pygame.Surface((160, 140), depth=depth)
    surface.fill(DARK.bar)
    expected, pixels = surface.copy(), BoardPainter(ROOM.maze, cell).paint(scene)
    expected.blit(pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), corner)
    BoardSurface(ROOM.maze, cell).paint(surface, scene, corner)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(expected, "RGB")
    assert not surface.get_locked()
