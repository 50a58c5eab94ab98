"""Paints a scene as pixels: for windows, films, sheets and environments."""

import numpy as np

from pacgrid.maze import HalfPosition, Maze, bits
from pacgrid.render.display_list import DisplayList, Placed, display_list
from pacgrid.render.shapes import cells_of
from pacgrid.render.sprites import RGB, Bytes, Channels, sprite, sprites
from pacgrid.render.walls import wall_figures
from pacgrid.session.scene import SMALLEST_LABELLED, Scene
from pacgrid.session.themes import DARK, Theme


class BoardPainter:
    """Paints scenes of one maze, with `cell` pixels for a cell. It keeps what doesn't change.

    Args:
        channels: what the bytes of a pixel are; windows have other ones than arrays.

    Raises ValueError for cells of no pixels.
    """

    def __init__(
        self, maze: Maze, cell: int = 24, theme: Theme = DARK, channels: Channels = RGB
    ) -> None:
        if cell < 1:
            raise ValueError(f"a cell has at least 1 pixel, not {cell}")
        self.maze = maze
        self.cell = cell
        self.theme = theme
        self.channels = channels
        self.size = maze.width * cell, maze.height * cell
        """`(width, height)` in pixels."""
        self._sprite = sprites(cell, channels)
        # Three layers of pixels, `[height, bytes]`: the walls; with tints and trails; with food.
        self._walls = self._empty_board()
        self._tinted, self._below = self._walls, tuple[Placed, ...]()
        self._ground, self._food = self._walls.copy(), 0

    def __reduce__(self) -> tuple[type["BoardPainter"], tuple[Maze, int, Theme, Channels]]:
        # A copy starts without what is kept here.
        return BoardPainter, (self.maze, self.cell, self.theme, self.channels)

    @property
    def walls(self) -> Bytes:
        """The empty board, like what `paint` gives."""
        width, height = self.size
        return self._walls.reshape(height, width, -1).copy()

    def paint(self, scene: Scene) -> Bytes:
        """`scene` as `[height, width, channels]`; a fresh array, the caller's own."""
        width, height = self.size
        picture = np.empty((height, width, len(self.channels)), np.uint8)
        self.paint_on(picture.reshape(height, -1), scene)
        return picture

    def paint_on(self, rows: Bytes, scene: Scene) -> None:
        """Paint `scene` on the pixels of a picture, `[height, bytes]`."""
        drawn = display_list(scene, self.theme, letters=self.cell >= SMALLEST_LABELLED)
        self._update_ground(drawn)
        rows[:] = self._ground
        dot = self._sprite(drawn.capsules.figure, 1)
        for capsule in drawn.capsules.cells:
            dot.paint_on(rows, *self._corner(capsule))
        for figure, position, opacity, _ in drawn.figures:
            self._sprite(figure, opacity).paint_on(rows, *self._corner(position))

    def _update_ground(self, drawn: DisplayList) -> None:
        """Paint tints, trails and food anew where they have changed."""
        if drawn.below != self._below:
            self._below, self._tinted = drawn.below, self._walls.copy()
            for figure, position, opacity, _ in drawn.below:
                if cells_of(figure)[2:] == (1, 1):
                    picture = self._sprite(figure, opacity)
                else:  # trails are many, large and seldom alike
                    picture = sprite(figure, self.cell, opacity, self.channels)
                picture.paint_on(self._tinted, *self._corner(position))
            self._ground, self._food = self._tinted.copy(), 0
        dot = self._sprite(drawn.food.figure, 1)
        food = drawn.food.cells.mask
        for number in bits(food ^ self._food):
            left, top = self._corner(self.maze.positions[number])
            spot = np.s_[top : top + self.cell, left : left + self.cell * len(self.channels)]
            self._ground[spot] = self._tinted[spot]
            if food >> number & 1:
                dot.paint_on(self._ground, left, top)
        self._food = food

    def _empty_board(self) -> Bytes:
        width, height = self.size
        pixel = [self.theme.background[channel] for channel in self.channels]
        rows = np.tile(np.array(pixel, np.uint8), (height, width))
        for position, figure in wall_figures(self.maze, self.theme):
            self._sprite(figure, 1).paint_on(rows, *self._corner(position))
        return rows

    def _corner(self, position: HalfPosition) -> tuple[int, int]:
        """The upper left corner of a cell: how many bytes and pixels are to the left and above."""
        x, y = position
        left, top = round(x * self.cell), round((self.maze.height - 1 - y) * self.cell)
        return left * len(self.channels), top
