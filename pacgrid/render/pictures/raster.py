"""Paints a scene as an array of pixels, with numpy alone: no pygame, no window."""

import numpy as np
from numpy.typing import NDArray

from pacgrid.cells import Cells, bits
from pacgrid.layout import WALL as WALL_MARK
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.pictures.sprites import Bytes, Floats, Sprite, coverage, drawn, sprites
from pacgrid.render.shapes import (
    TINT_OPACITY,
    TRAIL_OPACITY,
    capsule,
    capsule_size,
    ghost,
    label,
    pacman,
    tint,
    trail,
    wave_at,
)
from pacgrid.render.shapes import food as food_dot
from pacgrid.render.walls import EDGE_WIDTH, NOOK_RADIUS, WALL_WIDTH
from pacgrid.session.marks import SMALLEST_LABELLED, Label, Tint, Trail
from pacgrid.session.scene import Scene
from pacgrid.session.themes import DARK, Theme


class Raster:
    """Paints scenes of one maze as RGB arrays, without pygame.

    Raises ValueError for cells of no pixels.
    """

    def __init__(self, maze: Maze, cell: int = 24, theme: Theme = DARK) -> None:
        if cell < 1:
            raise ValueError(f"a cell has at least 1 pixel, not {cell}")
        self.maze = maze
        self.cell = cell
        self.theme = theme
        self._sprite = sprites(cell, theme)
        height, width = maze.height * cell, maze.width * cell
        self._shape = (height, width, 3)
        self._bare = paint_walls(maze, cell, theme).reshape(height, 3 * width)
        self._ground = self._bare.copy()
        self._food = 0  # the mask of the food on the ground
        self._tinted: tuple[tuple[tuple[Tint, ...], int], Bytes] | None = None
        self._trails: tuple[tuple[Trail, ...], tuple[Sprite, ...]] | None = None

    def __reduce__(self) -> tuple[type["Raster"], tuple[Maze, int, Theme]]:
        return Raster, (self.maze, self.cell, self.theme)  # a copy starts without what is kept here

    @property
    def size(self) -> tuple[int, int]:
        """`(width, height)` in pixels."""
        return self.maze.width * self.cell, self.maze.height * self.cell

    def paint(self, scene: Scene) -> NDArray[np.uint8]:
        """`scene` as `[height, width, 3]`: red, green and blue; a fresh array, the caller's own."""
        sprite = self._sprite
        marks = scene.marks
        picture = np.empty(self._shape, np.uint8)
        pixels = picture.reshape(self._bare.shape)
        pixels[:] = (
            self._tinted_ground(marks.tints, scene.food)
            if marks.tints
            else self._ground_with(scene.food.mask)
        )
        if scene.capsules.mask:
            figure = sprite(capsule, capsule_size(scene.pulse))
            for position in scene.capsules:
                figure.lay(pixels, *self._pixel(position))
        if marks.trails:
            self._lay_trails(pixels, marks.trails)
        eater = scene.pacman
        figure = sprite(pacman, eater.facing, round(eater.mouth))
        figure.lay(pixels, *self._pixel(eater.position))
        for each in scene.ghosts:
            wave = wave_at(each.position)
            figure = sprite(ghost, each.number, each.looking, each.mood, wave)
            figure.lay(pixels, *self._pixel(each.position))
        if marks.labels and self.cell >= SMALLEST_LABELLED:
            self._lay_labels(pixels, marks.labels)
        return picture

    def _ground_with(self, food: int) -> Bytes:
        """The ground, brought up to date where it has changed."""
        dot = self._sprite(food_dot)
        for number in bits(food ^ self._food):
            left, top = self._pixel(self.maze.positions[number])
            spot = np.s_[top : top + self.cell, 3 * left : 3 * (left + self.cell)]
            self._ground[spot] = self._bare[spot]
            if food >> number & 1:
                dot.lay(self._ground, left, top)
        self._food = food
        return self._ground

    def _tinted_ground(self, tints: tuple[Tint, ...], food: Cells) -> Bytes:
        """The ground with tints below the food."""
        if self._tinted is None or self._tinted[0] != (tints, food.mask):
            pixels = self._bare.copy()
            for each in tints:
                opacity = round(TINT_OPACITY * each.strength, 2)
                self._lay(pixels, self._sprite(tint, each.ink, opacity=opacity), each.position)
            dot = self._sprite(food_dot)
            for position in food:
                dot.lay(pixels, *self._pixel(position))
            self._tinted = (tints, food.mask), pixels
        return self._tinted[1]

    def _lay_trails(self, pixels: Bytes, trails: tuple[Trail, ...]) -> None:
        if self._trails is None or self._trails[0] != trails:
            figures = (trail(each.agent, each.points, self.theme) for each in trails)
            sprites = (drawn(figure, self.cell).faded(TRAIL_OPACITY) for figure in figures)
            self._trails = trails, tuple(sprites)
        for each, sprite in zip(trails, self._trails[1], strict=True):
            self._lay(pixels, sprite, each.points[0])

    def _lay_labels(self, pixels: Bytes, labels: tuple[Label, ...]) -> None:
        for each in labels:
            self._lay(pixels, self._sprite(label, each.text, each.ink), each.position)

    def _lay(self, pixels: Bytes, sprite: Sprite, position: HalfPosition) -> None:
        """Lay on what fits of a picture that may reach beyond the board."""
        left, top = self._pixel(position)
        width, height = self.size
        fitting = sprite.cut(-left, -top, width, height)
        fitting.lay(pixels, left + fitting.left, top + fitting.top)

    def _pixel(self, position: HalfPosition) -> tuple[int, int]:
        """The upper left corner of a cell on the board."""
        x, y = position
        return round(x * self.cell), round((self.maze.height - 1 - y) * self.cell)


def paint_walls(maze: Maze, cell: int, theme: Theme = DARK) -> Bytes:
    """The empty board, `[height, width, 3]`: tubes that run together where walls touch."""
    marks = np.array([list(row) for row in maze.walls])
    wall = np.pad(marks == WALL_MARK, 1)  # by row, from the top, and column; nothing around it
    picture = np.empty((maze.height * cell, maze.width * cell, 3), np.uint8)
    bands = ((WALL_WIDTH, theme.edge), (WALL_WIDTH - 2 * EDGE_WIDTH, theme.wall))
    for row in range(maze.height):  # one by one: all at once would take a hundred bytes a pixel
        distance = _to_the_middle_of_a_wall(wall, row, cell)
        pixels = np.full((*distance.shape, 3), theme.background, dtype=float)
        for width, colour in bands:
            cover = coverage((distance - width / 2) * cell)[..., None]
            pixels = pixels * (1 - cover) + np.array(colour) * cover
        picture[row * cell : (row + 1) * cell] = pixels.round()
    return picture


def _to_the_middle_of_a_wall(wall: NDArray[np.bool_], number: int, cell: int) -> Floats:
    """In a row of cells, by pixel, `[cell, width]`: the distance to the middle of the wall in its
    cell, in cells.

    In a quarter of a cell it depends only on which of the three cells around it are walls too.
    """

    def line(first: int, cells: int) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """For each pixel in a line: its cell, the next cell on its side, how far it is off."""
        place = np.arange(cells * cell)
        own, off = place // cell + 1 + first, (place % cell + 0.5) / cell - 0.5
        return own, own + np.where(off < 0, -1, 1), abs(off)

    column, next_column, x = line(0, wall.shape[1] - 2)
    row, next_row, y = (each[:, None] for each in line(number, 1))
    beside, above = wall[row, next_column], wall[next_row, column]
    both, corner = beside & above, wall[next_row, next_column]
    hub = WALL_WIDTH / 2 + NOOK_RADIUS  # a nook is round: the quarter of a circle around its hub
    round_nook = hub - np.hypot(x - hub, y - hub)
    nook = np.where((x < hub) & (y < hub), round_nook, np.minimum(x, y))
    return np.select(
        [~wall[row, column], both & corner, both, beside, above],
        [np.inf, 0.0, nook, y, x],
        np.hypot(x, y),
    )
