"""The painters of a scene, each as a function that gives pixels, and boards for them."""

import io
from collections.abc import Callable

import pytest

from pacgrid import State
from pacgrid.view.marks import Ink, Label, Marks, Tint, Trail
from pacgrid.view.pictures.raster import Raster
from pacgrid.view.pictures.sprites import Bytes
from pacgrid.view.pictures.svg import svg
from pacgrid.view.scene import Scene
from pacgrid.view.themes import Theme
from pacgrid.view.window.board import Board
from pacgrid.view.window.sdl import pygame

Painter = Callable[[Scene, int, Theme], Bytes]
"""Paints a scene with cells of so many pixels: `[height, width, 3]`."""

HUNT = State.parse("""
%%%%%%%%%%
%P.o...%.%
%.%%.%%%.%
%....  2.%
%o%%%..%1%
%%%%%%%%%%
""")
HUNT_MARKS = Marks(
    tints=(
        Tint((1, 2), Ink.EXPANDED, 1),
        Tint((2, 2), Ink.EXPANDED, 0.5),
        Tint((1, 3), Ink.DANGER, 0.9),
        Tint((8, 4), Ink.DISTANCE, 0.8),
    ),
    trails=(
        Trail(2, ((7, 2), (6, 2), (5, 2), (5, 1))),
        Trail(0, ((1, 4), (2, 4), (3, 4), (4, 4), (4, 3))),
    ),
    labels=(Label((8, 3), "-7.3", Ink.DISTANCE), Label((6, 4), "12", Ink.VALUE)),
)


def with_numpy(seen: Scene, cell: int, theme: Theme) -> Bytes:
    return Raster(seen.maze, cell, theme).paint(seen)


def with_pygame(seen: Scene, cell: int, theme: Theme) -> Bytes:
    board = Board(seen.maze, cell, theme)
    surface = pygame.Surface(board.size)
    board.paint(surface, seen, (0, 0))
    return pixels_of(surface)


def with_svg(seen: Scene, cell: int, theme: Theme) -> Bytes:
    resvg = pytest.importorskip("resvg_py", reason="resvg_py, which paints SVG, is not installed")
    text = svg(seen, cell=cell, theme=theme)
    picture = io.BytesIO(resvg.svg_to_bytes(svg_string=text))
    return pixels_of(pygame.image.load(picture, "board.png"))


def pixels_of(surface: pygame.Surface) -> Bytes:
    pixels: Bytes = pygame.surfarray.array3d(surface).transpose(1, 0, 2)
    return pixels
