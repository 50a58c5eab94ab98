"""Paints a scene as pixels: for windows, films and environments. SDL paints the SVG of each figure
once, and puts it where it belongs."""

from functools import lru_cache, partial
from io import BytesIO
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pacgrid.maze import HalfPosition, Maze, bits
from pacgrid.render.board_svg import DisplayList, Placed, display_list, element, wall_elements
from pacgrid.render.figures import UNIT, Figure, Letters, rim_width
from pacgrid.render.sdl import pygame
from pacgrid.render.text import FONT_SIZE, baseline, words
from pacgrid.session.scene import SMALLEST_LABELLED, Scene
from pacgrid.session.themes import DARK, Colour, Theme

Bytes = NDArray[np.uint8]
"""A picture, `[height, width, 3]`: red, green and blue."""


class BoardPainter:
    """Paints scenes of one maze, with `cell` pixels for a cell. It keeps what doesn't change.

    Args:
        depth: the bits of a pixel where it paints most: 24 in arrays, 32 in windows. Between the
            two, SDL takes three times as long.

    Raises ValueError for cells of no pixels.
    """

    def __init__(
        self, maze: Maze, cell: int = 24, theme: Theme = DARK, *, depth: Literal[24, 32] = 24
    ) -> None:
        if cell < 1:
            raise ValueError(f"a cell has at least 1 pixel, not {cell}")
        self.maze = maze
        self.cell = cell
        self.theme = theme
        self.size = maze.width * cell, maze.height * cell
        """`(width, height)` in pixels."""
        self._depth = depth
        # The empty board; with tints and trails; and with food.
        in_array = depth == 24
        self._walls = on_array(self._empty()) if in_array else pygame.Surface(self.size, depth=32)
        self._walls.fill(theme.background)
        box = 0, 0, maze.width * UNIT, maze.height * UNIT
        self._walls.blit(painted(wall_elements(maze, theme), box, self.size), (0, 0))
        self._tinted, self._below = self._walls, tuple[Placed, ...]()
        self._ground, self._food = self._walls.copy(), 0

    def __reduce__(self) -> tuple[Any, tuple[Maze, int, Theme]]:
        # A copy starts without what is kept here.
        again = partial(BoardPainter, depth=self._depth)
        return again, (self.maze, self.cell, self.theme)

    def paint(self, scene: Scene) -> Bytes:
        """`scene` as `[height, width, 3]`; a fresh array, the caller's own."""
        picture = self._empty()
        self.paint_on(on_array(picture), scene)
        return picture

    def paint_on(
        self, surface: pygame.Surface, scene: Scene, corner: tuple[int, int] = (0, 0)
    ) -> None:
        """Paint `scene` with the upper left corner of the board at `corner`."""
        drawn = display_list(scene, self.theme, letters=self.cell >= SMALLEST_LABELLED)
        self._update_ground(drawn)
        surface.blit(self._ground, corner)
        capsules = (Placed(drawn.capsules.figure, cell) for cell in drawn.capsules.cells)
        for placed in (*capsules, *drawn.figures):
            self._put(placed, surface, corner)

    def _update_ground(self, drawn: DisplayList) -> None:
        """Paint tints, trails and food anew where they have changed."""
        if drawn.below != self._below:
            self._below, self._tinted = drawn.below, self._walls.copy()
            for placed in drawn.below:
                self._put(placed, self._tinted)
            self._ground, self._food = self._tinted.copy(), 0
        food = drawn.food.cells.mask
        for number in bits(food ^ self._food):
            position = self.maze.positions[number]
            spot = self._corner(position)
            self._ground.blit(self._tinted, spot, (*spot, self.cell, self.cell))
            if food >> number & 1:
                self._put(Placed(drawn.food.figure, position), self._ground)
        self._food = food

    def _empty(self) -> Bytes:
        return np.empty((self.size[1], self.size[0], 3), np.uint8)

    def _put(
        self, placed: Placed, surface: pygame.Surface, corner: tuple[int, int] = (0, 0)
    ) -> None:
        picture = sprite(placed.figure, self.cell)
        picture.set_alpha(round(255 * placed.opacity))
        left, top, *_ = placed.figure.cells
        x, y = self._corner(placed.position)
        surface.blit(picture, (corner[0] + x + left * self.cell, corner[1] + y + top * self.cell))

    def _corner(self, position: HalfPosition) -> tuple[int, int]:
        """How many pixels are to the left of a cell and above it."""
        x, y = position
        return round(x * self.cell), round((self.maze.height - 1 - y) * self.cell)


@lru_cache(maxsize=2048)
def sprite(figure: Figure, cell: int) -> pygame.Surface:
    """A figure in the cells that it reaches into, where a cell has `cell` pixels."""
    left, top, width, height = figure.cells
    box = (left - 0.5) * UNIT, (top - 0.5) * UNIT, width * UNIT, height * UNIT
    size = width * cell, height * cell
    # SDL paints no words: those are written on top.
    shapes = (element(part) for part in figure.parts if not isinstance(part, Letters))
    picture = painted("".join(shapes), box, size)
    for part in figure.parts:
        if isinstance(part, Letters):
            _write(part, picture, (0.5 - left) * cell, (0.5 - top) * cell, cell / UNIT)
    return picture


def painted(
    elements: str, box: tuple[float, float, float, float], size: tuple[int, int]
) -> pygame.Surface:
    """Elements of SVG as pixels: what is in a box, given by its corner and its size."""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box[2]:g}" height="{box[3]:g}"'
        f' viewBox="{" ".join(f"{side:g}" for side in box)}">{elements}</svg>'
    )
    return pygame.image.load_sized_svg(BytesIO(text.encode()), size)


def on_array(picture: Bytes) -> pygame.Surface:
    """A surface whose pixels are those of an array: what is painted on it is in the array."""
    height, width, _ = picture.shape
    return pygame.image.frombuffer(picture.data, (width, height), "RGB")


def pixels_of(surface: pygame.Surface) -> Bytes:
    """What is on a surface, as `[height, width, 3]`; the caller's own."""
    return np.ascontiguousarray(pygame.surfarray.pixels3d(surface).swapaxes(0, 1))


def _write(letters: Letters, surface: pygame.Surface, x: float, y: float, unit: float) -> None:
    """Write letters around a point, `unit` pixels for a 200th of a cell."""
    size = round(letters.size * unit * FONT_SIZE)

    def write(colour: Colour, dx: float, dy: float) -> None:
        line = words(letters.text, size, colour)
        left, top = x - line.get_width() / 2, y + letters.baseline * unit - baseline(size)
        surface.blit(line, (round(left + dx), round(top + dy)))

    if letters.rim:
        rim = max(round(rim_width(letters) * unit / 2), 1)
        for dx in range(-rim, rim + 1):
            for dy in range(-rim, rim + 1):
                if dx * dx + dy * dy <= rim * rim + 1:
                    write(letters.rim, dx, dy)
    write(letters.colour, 0, 0)
