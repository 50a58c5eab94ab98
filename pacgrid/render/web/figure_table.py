"""Figures by number, so that the page gets each of them once."""

from collections.abc import Callable, Sequence
from typing import Any

from pacgrid.maze import Maze
from pacgrid.render.paths import UNIT, brush_of, hexed, path_of
from pacgrid.render.shapes import Figure
from pacgrid.render.walls import wall_paths
from pacgrid.session.themes import Theme

Shapes = list[tuple[int, int, float]]
"""Numbers of a colour and a path, and the width of the brush that draws it; 0 if it is filled."""

Drawn = list[tuple[tuple[str, ...], str, float]]
"""The same with a colour, or one for each theme, and a path."""


class FigureTable:
    """Figures in their order of appearance, each as it looks in every one of some themes."""

    def __init__(self, themes: Sequence[Theme]) -> None:
        self.themes = tuple(themes)
        self.figures: list[list[Shapes]] = []
        """By number: what to draw in each theme; once if it is the same but for the colours."""
        self.paths: list[str] = []
        self.colours: list[tuple[str, ...]] = []
        """By number and theme."""
        self._numbers: dict[object, int] = {}

    def number(self, figure: Figure, looks: Callable[[], Sequence[Figure]]) -> int:
        """The number of a figure.

        Args:
            figure: as it looks in the first theme; no other figure looks the same there.
            looks: gives how it looks in each theme.
        """
        return self._number(figure, lambda: [_drawn(look) for look in looks()])

    def ground(self, maze: Maze) -> int:
        """The number of the empty board of `maze`, around its upper left corner."""
        return self._number(maze, lambda: [_ground(maze, theme) for theme in self.themes])

    def _number(self, key: object, draw: Callable[[], Sequence[Drawn]]) -> int:
        if key not in self._numbers:
            number = self._numbers[key] = len(self.figures)
            self.figures.append([])
            looks = draw()
            if len({tuple((path, width) for _, path, width in look) for look in looks}) == 1:
                looks = [
                    [
                        (tuple(colour for (colour,), *_ in shapes), *shapes[0][1:])
                        for shapes in zip(*looks, strict=True)
                    ]
                ]
            self.figures[number] = [
                [(self._in(self.colours, c), self._in(self.paths, p), w) for c, p, w in look]
                for look in looks
            ]
        return self._numbers[key]

    def _in(self, values: list[Any], value: Any) -> int:
        """The number of `value` in one of the lists."""
        key = id(values), value
        if key not in self._numbers:
            self._numbers[key] = len(values)
            values.append(value)
        return self._numbers[key]


def _drawn(figure: Figure) -> Drawn:
    return [((hexed(shape.colour),), path_of(shape), brush_of(shape)) for shape in figure]


def _ground(maze: Maze, theme: Theme) -> Drawn:
    edge, inside = wall_paths(maze)
    whole = f"M0 0H{maze.width * UNIT}V{maze.height * UNIT}H0z"
    pairs = ((theme.background, whole), (theme.edge, edge), (theme.wall, inside))
    return [((hexed(colour),), path, 0) for colour, path in pairs]
