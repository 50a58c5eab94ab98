"""The painters of a scene, each as a function that gives pixels, and boards for them."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pacgrid import State
from pacgrid.render.board_painter import BoardPainter, Bytes, pixels_of
from pacgrid.render.board_svg import Svg, description, display_list, svg_document
from pacgrid.render.sdl import pygame
from pacgrid.session.frame import (
    SMALLEST_LABELLED,
    Label,
    Marks,
    Scene,
    Tint,
    Trail,
    Transition,
    scene,
)
from pacgrid.session.themes import DARK, Colour, Ink, Theme

NEAR = 4
"""How far off, in each channel, a colour may be."""
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


def standing(state: State) -> Scene:
    return scene(Transition.standing(state), 1)


def drawn(*lines: str) -> State:
    """A room with these lines under its drawing."""
    board = ("%%%%%%%%%", "%P..o...%", "%.%%.%%.%", "%...%..o%", "%%%%%%%%%")
    return State.parse("\n".join((*board, *lines)))


def as_array(seen: Scene, cell: int, theme: Theme) -> Bytes:
    return BoardPainter(seen.maze, cell, theme).paint(seen)


def in_window(seen: Scene, cell: int, theme: Theme) -> Bytes:
    board = BoardPainter(seen.maze, cell, theme)
    surface = pygame.Surface(board.size)
    board.paint_on(surface, seen)
    return pixels_of(surface)


def with_svg(seen: Scene, cell: int, theme: Theme) -> Bytes:
    resvg = pytest.importorskip("resvg_py", reason="resvg_py, which paints SVG, is not installed")
    text = scene_svg(seen, cell=cell, theme=theme)
    # In the very font of the other painters, so that all letters are in the same places.
    font = Path(pygame.__file__).with_name(pygame.font.get_default_font())
    fonts = {"skip_system_fonts": True, "font_files": [str(font)], "sans_serif_family": "FreeSans"}
    picture = io.BytesIO(resvg.svg_to_bytes(svg_string=text, **fonts))
    return pixels_of(pygame.image.load(picture, "board.png"))


def scene_svg(seen: Scene, *, cell: int = 24, theme: Theme = DARK, title: str = "") -> Svg:
    drawn = display_list(seen, letters=cell >= SMALLEST_LABELLED)
    return svg_document(drawn, seen.maze, theme, cell, title or description(seen))


def coloured(picture: Bytes, colour: Colour) -> NDArray[np.bool_]:
    """Which pixels have that colour, about: shrinking letters rounds down."""
    near: NDArray[np.bool_] = (np.abs(picture.astype(int) - np.array(colour)) <= NEAR).all(axis=2)
    return near


def by_cell(picture: NDArray[Any], cell: int) -> NDArray[Any]:
    """The mean of a picture in each cell, `[height, width]`."""
    height, width = len(picture) // cell, len(picture[0]) // cell
    means: NDArray[Any] = picture.reshape(height, cell, width, cell, 3).mean(axis=(1, 3, 4))
    return means
