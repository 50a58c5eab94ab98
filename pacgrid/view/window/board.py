"""Paints a scene with pygame."""

import math

from pacgrid.cells import Cells
from pacgrid.maze import HalfPosition, Maze
from pacgrid.view.marks import SMALLEST_LABELLED, Tint, Trail
from pacgrid.view.scene import Scene
from pacgrid.view.shapes import (
    TINT_OPACITY,
    TRAIL_OPACITY,
    capsule,
    capsule_size,
    cells_of,
    food,
    ghost,
    pacman,
    tint,
    trail,
    wave_at,
)
from pacgrid.view.themes import CLASSIC, Colour, Theme, letters_in
from pacgrid.view.walls import EDGE_WIDTH, NOOK_RADIUS, WALL_WIDTH, Walls, walls_of
from pacgrid.view.window.figures import drawn, faded, label, pictures
from pacgrid.view.window.sdl import pygame

FINER = 3
"""How many times as large the walls are drawn at first, for smooth edges."""


Placed = tuple[pygame.Surface, HalfPosition]
"""A picture, and the cell that its upper left corner belongs to."""


class Board:
    """A painter for one maze, with cells of `cell` pixels."""

    def __init__(self, maze: Maze, cell: int, theme: Theme = CLASSIC) -> None:
        self.maze = maze
        self.cell = cell
        self.theme = theme
        self.size = (maze.width * cell, maze.height * cell)
        self._picture = pictures(cell, theme)
        self._walls = paint_walls(maze, cell, theme)
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
            ground_colour = self.theme.background
            for mark in marks.labels:
                colour = letters_in(self.theme, mark.ink)
                put(label(mark.text, self.cell, colour, ground_colour), mark.position)

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


def paint_walls(maze: Maze, cell: int, theme: Theme = CLASSIC) -> pygame.Surface:
    """The empty board: tubes with round ends that run together where walls touch."""
    unit = cell * FINER
    canvas = pygame.Surface((maze.width * unit, maze.height * unit), pygame.SRCALPHA)
    walls = walls_of(maze)
    inside = WALL_WIDTH - 2 * EDGE_WIDTH
    for width, colour in ((WALL_WIDTH, theme.edge), (inside, theme.wall)):
        _brush(canvas, walls, height=maze.height, unit=unit, width=width, colour=colour)
    ground = pygame.Surface((maze.width * cell, maze.height * cell))
    ground.fill(theme.background)  # shrinking would darken it a little
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
