"""Paints a scene with pygame."""

from pacgrid.cells import Cells
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.pictures.raster import paint_walls
from pacgrid.render.shapes import (
    TINT_OPACITY,
    TRAIL_OPACITY,
    capsule,
    capsule_size,
    cells_of,
    food,
    ghost,
    label,
    pacman,
    tint,
    trail,
    wave_at,
)
from pacgrid.render.window.figures import drawn, faded, pictures
from pacgrid.render.window.sdl import pygame
from pacgrid.session.marks import SMALLEST_LABELLED, Tint, Trail
from pacgrid.session.scene import Scene
from pacgrid.session.themes import DARK, Theme

Placed = tuple[pygame.Surface, HalfPosition]
"""A picture, and the cell that its upper left corner belongs to."""


class Board:
    """A painter for one maze, with cells of `cell` pixels."""

    def __init__(self, maze: Maze, cell: int, theme: Theme = DARK) -> None:
        self.maze = maze
        self.cell = cell
        self.theme = theme
        self.size = (maze.width * cell, maze.height * cell)
        self._picture = pictures(cell, theme)
        self._walls = _walls_picture(maze, cell, theme)
        self._ground = self._walls.copy()
        self._food = maze.subset(0)
        self._tinted: tuple[tuple[tuple[Tint, ...], int], pygame.Surface] | None = None
        self._trails: tuple[tuple[Trail, ...], tuple[Placed, ...]] = (), ()

    def paint(self, surface: pygame.Surface, scene: Scene, corner: tuple[int, int]) -> None:
        """Paint `scene` on `surface`, with the upper left corner of the board at `corner`."""
        marks = scene.marks
        if marks.tints:
            ground = self._tinted_ground(marks.tints, scene.food)
        else:
            ground = self._ground_with(scene.food)
        surface.blit(ground, corner)

        def put(picture: pygame.Surface, position: HalfPosition) -> None:
            left, top = self._pixel(position)
            place = (corner[0] + left, corner[1] + top)
            surface.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)

        picture = self._picture(capsule, capsule_size(scene.pulse))
        for position in scene.capsules:
            put(picture, position)
        for placed in self._trail_pictures(marks.trails):
            put(*placed)
        eater = scene.pacman
        put(self._picture(pacman, eater.facing, round(eater.mouth)), eater.position)
        for each in scene.ghosts:
            wave = wave_at(each.position)
            put(self._picture(ghost, each.number, each.looking, each.mood, wave), each.position)
        if self.cell >= SMALLEST_LABELLED:
            for mark in marks.labels:
                put(self._picture(label, mark.text, mark.ink), mark.position)

    def _tinted_ground(self, tints: tuple[Tint, ...], left: Cells) -> pygame.Surface:
        """The ground with tints below the food."""
        if self._tinted is None or self._tinted[0] != (tints, left.mask):
            ground = self._walls.copy()
            flags = pygame.BLEND_PREMULTIPLIED
            for each in tints:
                opacity = round(TINT_OPACITY * each.strength, 2)
                picture = self._picture(tint, each.ink, opacity=opacity)
                ground.blit(picture, self._pixel(each.position), special_flags=flags)
            dot = self._picture(food)
            for position in left:
                ground.blit(dot, self._pixel(position), special_flags=flags)
            self._tinted = (tints, left.mask), ground
        return self._tinted[1]

    def _trail_pictures(self, trails: tuple[Trail, ...]) -> tuple[Placed, ...]:
        """The picture of each trail, and where its upper left cell is."""
        if self._trails[0] != trails:
            self._trails = trails, tuple(map(self._trail_picture, trails))
        return self._trails[1]

    def _trail_picture(self, way: Trail) -> Placed:
        figure = trail(way.agent, way.points, self.theme)
        left, top, *_ = cells_of(figure)
        x, y = way.points[0]
        return faded(drawn(figure, self.cell), TRAIL_OPACITY), (x + left, y - top)

    def _ground_with(self, left: Cells) -> pygame.Surface:
        """The ground, up to date; painting only what has changed keeps big boards quick."""
        if left.mask == self._food.mask:
            return self._ground
        if left.mask & ~self._food.mask:
            self._ground.blit(self._walls, (0, 0))
            dot = self._picture(food)
            for position in left:
                self._ground.blit(
                    dot, self._pixel(position), special_flags=pygame.BLEND_PREMULTIPLIED
                )
        else:
            for position in self._food - left:
                spot = pygame.Rect(self._pixel(position), (self.cell, self.cell))
                self._ground.blit(self._walls, spot, spot)
        self._food = left
        return self._ground

    def _pixel(self, position: HalfPosition) -> tuple[int, int]:
        """The upper left corner of a cell on the board."""
        x, y = position
        return round(x * self.cell), round((self.maze.height - 1 - y) * self.cell)


def _walls_picture(maze: Maze, cell: int, theme: Theme) -> pygame.Surface:
    """The empty board."""
    surface = pygame.Surface((maze.width * cell, maze.height * cell))
    pygame.surfarray.blit_array(surface, paint_walls(maze, cell, theme).swapaxes(0, 1))
    return surface
