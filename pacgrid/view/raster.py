"""Paints a scene as an array of pixels, with numpy alone: no pygame, no window."""

import numpy as np
from numpy.typing import NDArray

from pacgrid.cells import bits
from pacgrid.layout import WALL as WALL_MARK
from pacgrid.maze import HalfPosition, Maze
from pacgrid.view.palette import BACKGROUND, CAPSULE, FOOD, WALL, WALL_EDGE
from pacgrid.view.scene import Scene
from pacgrid.view.shapes import FOOD_SIZE, capsule_size, dot, ghost, pacman, wave_at
from pacgrid.view.sprites import Bytes, Floats, coverage, sprite
from pacgrid.view.walls import EDGE_WIDTH, NOOK_RADIUS, WALL_WIDTH


class Raster:
    """Paints scenes of one maze as RGB arrays, without pygame.

    Raises ValueError for cells of no pixels.
    """

    def __init__(self, maze: Maze, cell: int = 24) -> None:
        if cell < 1:
            raise ValueError(f"a cell has at least 1 pixel, not {cell}")
        self.maze = maze
        self.cell = cell
        height, width = maze.height * cell, maze.width * cell
        self._shape = (height, width, 3)
        self._bare = paint_walls(maze, cell).reshape(height, 3 * width)
        self._full = self._bare.copy()
        for position in maze.positions:
            sprite(cell, dot, FOOD_SIZE, FOOD).lay(self._full, *self._pixel(position))
        self._ground = self._bare.copy()
        self._food = 0  # the mask of the food on the ground

    @property
    def size(self) -> tuple[int, int]:
        """`(width, height)` in pixels."""
        return self.maze.width * self.cell, self.maze.height * self.cell

    def paint(self, scene: Scene) -> NDArray[np.uint8]:
        """`scene` as `[height, width, 3]`: red, green and blue; a fresh array, the caller's own."""
        cell = self.cell
        self._show_food(scene.food.mask)
        picture = np.empty(self._shape, np.uint8)
        pixels = picture.reshape(self._ground.shape)
        pixels[:] = self._ground
        if scene.capsules.mask:
            capsule = sprite(cell, dot, capsule_size(scene.pulse), CAPSULE)
            for position in scene.capsules:
                capsule.lay(pixels, *self._pixel(position))
        eater = scene.pacman
        figure = sprite(cell, pacman, eater.facing, round(eater.mouth))
        figure.lay(pixels, *self._pixel(eater.position))
        for each in scene.ghosts:
            wave = wave_at(each.position)
            figure = sprite(cell, ghost, each.number, each.looking, each.mood, wave)
            figure.lay(pixels, *self._pixel(each.position))
        return picture

    def _show_food(self, food: int) -> None:
        """Bring the ground up to date where it has changed."""
        for number in bits(food ^ self._food):
            left, top = self._pixel(self.maze.positions[number])
            spot = np.s_[top : top + self.cell, 3 * left : 3 * (left + self.cell)]
            self._ground[spot] = (self._full if food >> number & 1 else self._bare)[spot]
        self._food = food

    def _pixel(self, position: HalfPosition) -> tuple[int, int]:
        """The upper left corner of a cell on the board."""
        x, y = position
        return round(x * self.cell), round((self.maze.height - 1 - y) * self.cell)


def paint_walls(maze: Maze, cell: int) -> Bytes:
    """The empty board, `[height, width, 3]`: tubes that run together where walls touch."""
    distance = _to_the_middle_of_a_wall(maze, cell)
    pixels = np.full((*distance.shape, 3), BACKGROUND, dtype=float)
    for width, colour in ((WALL_WIDTH, WALL_EDGE), (WALL_WIDTH - 2 * EDGE_WIDTH, WALL)):
        cover = coverage((distance - width / 2) * cell)[..., None]
        pixels = pixels * (1 - cover) + np.array(colour) * cover
    return pixels.round().astype(np.uint8)


def _to_the_middle_of_a_wall(maze: Maze, cell: int) -> Floats:
    """By pixel, `[height, width]`: the distance to the middle of the wall in its cell, in cells.

    In a quarter of a cell it depends only on which of the three cells around it are walls too.
    """
    marks = np.array([list(row) for row in maze.walls])
    wall = np.pad(marks == WALL_MARK, 1)  # by row, from the top, and column; nothing around it

    def line(cells: int) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """For each pixel in a line: its cell, the next cell on its side, how far it is off."""
        place = np.arange(cells * cell)
        own, off = place // cell + 1, (place % cell + 0.5) / cell - 0.5
        return own, own + np.where(off < 0, -1, 1), abs(off)

    column, next_column, x = line(maze.width)
    row, next_row, y = (each[:, None] for each in line(maze.height))
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
