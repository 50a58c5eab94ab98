"""Paints a scene with pygame."""

import math

from pacgrid.cells import Cells
from pacgrid.maze import HalfPosition, Maze
from pacgrid.view.figures import dot_picture, ghost_picture, pacman_picture
from pacgrid.view.palette import BACKGROUND, CAPSULE, FOOD, WALL, WALL_EDGE, Colour
from pacgrid.view.scene import Scene
from pacgrid.view.sdl import pygame
from pacgrid.view.shapes import FOOD_SIZE, capsule_size, wave_at
from pacgrid.view.walls import EDGE_WIDTH, NOOK_RADIUS, WALL_WIDTH, Walls, walls_of

FINER = 3
"""How many times as large the walls are drawn at first, for smooth edges."""


class Board:
    """A painter for one maze, with cells of `cell` pixels."""

    def __init__(self, maze: Maze, cell: int) -> None:
        self.maze = maze
        self.cell = cell
        self.size = (maze.width * cell, maze.height * cell)
        self._walls = paint_walls(maze, cell)
        self._ground = self._walls.copy()
        self._food = maze.subset(0)

    def paint(self, surface: pygame.Surface, scene: Scene, corner: tuple[int, int]) -> None:
        """Paint `scene` on `surface`, with the upper left corner of the board at `corner`."""
        self._show_food(scene.food)
        surface.blit(self._ground, corner)

        def put(picture: pygame.Surface, position: HalfPosition) -> None:
            left, top = self._pixel(position)
            place = (corner[0] + left, corner[1] + top)
            surface.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)

        capsule = dot_picture(self.cell, capsule_size(scene.pulse), CAPSULE)
        for position in scene.capsules:
            put(capsule, position)
        pacman = scene.pacman
        put(pacman_picture(self.cell, pacman.facing, round(pacman.mouth)), pacman.position)
        for ghost in scene.ghosts:
            wave = wave_at(ghost.position)
            picture = ghost_picture(self.cell, ghost.number, ghost.looking, ghost.mood, wave)
            put(picture, ghost.position)

    def _show_food(self, food: Cells) -> None:
        """Bring the ground up to date; painting only what has changed keeps big boards quick."""
        if food.mask == self._food.mask:
            return
        if food.mask & ~self._food.mask:
            self._ground.blit(self._walls, (0, 0))
            dot = dot_picture(self.cell, FOOD_SIZE, FOOD)
            for position in food:
                self._ground.blit(
                    dot, self._pixel(position), special_flags=pygame.BLEND_PREMULTIPLIED
                )
        else:
            for position in self._food - food:
                spot = pygame.Rect(self._pixel(position), (self.cell, self.cell))
                self._ground.blit(self._walls, spot, spot)
        self._food = food

    def _pixel(self, position: HalfPosition) -> tuple[int, int]:
        """The upper left corner of a cell on the board."""
        x, y = position
        return round(x * self.cell), round((self.maze.height - 1 - y) * self.cell)


def paint_walls(maze: Maze, cell: int) -> pygame.Surface:
    """The empty board: tubes with round ends that run together where walls touch."""
    unit = cell * FINER
    canvas = pygame.Surface((maze.width * unit, maze.height * unit), pygame.SRCALPHA)
    walls = walls_of(maze)
    for width, colour in ((WALL_WIDTH, WALL_EDGE), (WALL_WIDTH - 2 * EDGE_WIDTH, WALL)):
        _brush(canvas, walls, height=maze.height, unit=unit, width=width, colour=colour)
    ground = pygame.Surface((maze.width * cell, maze.height * cell))
    ground.fill(BACKGROUND)  # shrinking would darken it a little
    shrunk = pygame.transform.smoothscale(canvas.premul_alpha(), ground.get_size())
    ground.blit(shrunk, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return ground


def _brush(
    canvas: pygame.Surface, walls: Walls, *, height: int, unit: int, width: float, colour: Colour
) -> None:
    """Draw the walls with a round brush that is `width` cells wide."""
    thick = round(unit * width)

    def centre(x: int, y: int) -> tuple[float, float]:
        return (x + 0.5) * unit, (height - y - 0.5) * unit

    for cell in walls.cells:
        pygame.draw.circle(canvas, colour, centre(*cell), thick / 2)
    for start, end in walls.bars:
        (ax, ay), (bx, by) = centre(*start), centre(*end)
        bar = pygame.Rect(0, 0, round(abs(bx - ax)) or thick, round(abs(by - ay)) or thick)
        bar.center = round((ax + bx) / 2), round((ay + by) / 2)
        pygame.draw.rect(canvas, colour, bar)
    for x, y in walls.blocks:
        left, top = centre(x, y + 1)
        pygame.draw.rect(canvas, colour, (round(left), round(top), unit, unit))
    for cell, (dx, dy) in walls.nooks:
        hub = unit * (WALL_WIDTH / 2 + NOOK_RADIUS)  # the same for the wall and for its edge
        _fill_nook(canvas, colour, centre(*cell), (dx * hub, -dy * hub), hub - thick / 2)


def _fill_nook(
    canvas: pygame.Surface,
    colour: Colour,
    centre: tuple[float, float],
    to_hub: tuple[float, float],
    radius: float,
) -> None:
    """Round a nook off: fill it from the wall's centre up to a quarter circle around its hub."""
    hub = pygame.Vector2(centre) + to_hub
    turn = pygame.Vector2(math.copysign(radius, -to_hub[0]), 0)
    down = pygame.Vector2(0, math.copysign(radius, -to_hub[1]))
    quarter = [math.pi / 2 * step / 16 for step in range(17)]
    arc = [hub + math.cos(angle) * turn + math.sin(angle) * down for angle in quarter]
    pygame.draw.polygon(canvas, colour, [pygame.Vector2(centre), *arc])
