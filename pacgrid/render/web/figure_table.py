"""Figures by number, so that the page gets each of them once."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pacgrid.maze import Maze
from pacgrid.render.elements import element
from pacgrid.render.paths import UNIT, brush_of, hexed, path_of
from pacgrid.render.shapes import Figure
from pacgrid.render.walls import wall_paths
from pacgrid.session.diagram import Part
from pacgrid.session.themes import Theme

Shapes = list[tuple[int, int, float]]
"""Numbers of a colour and a path, and the width of the brush that draws it; 0 if it is filled."""
Drawn = Iterable[tuple[str, str, float]]
"""The same with colours and paths."""
_PLACES = ("d", "x", "y", "cx", "cy")
"""Attributes that differ from element to element."""


class FigureTable:
    """Figures in their order of appearance, each as it looks in every one of some themes."""

    def __init__(self, themes: Sequence[Theme]) -> None:
        self.themes = tuple(themes)
        self.figures: list[list[Shapes]] = []
        """By number and theme."""
        self.paths: list[str] = []
        self.colours: list[str] = []
        self.looks: list[tuple[str, dict[str, str], list[str]]] = []
        """Tags with attributes, and the names of more attributes."""
        self.elements: list[tuple[int, str, list[str]]] = []
        """Parts of diagrams: the number of a look, a text, and the values of more attributes."""
        self._numbers: dict[object, int] = {}

    @property
    def lists(self) -> dict[str, list[Any]]:
        """What the page needs to draw the figures. The lists only grow."""
        return {
            "figures": self.figures,
            "paths": self.paths,
            "colours": self.colours,
            "looks": self.looks,
            "elements": self.elements,
        }

    def number(self, figure: Figure, looks: Callable[[], Iterable[Figure]]) -> int:
        """The number of a figure.

        Args:
            figure: as it looks in the first theme; no other figure looks the same there.
            looks: gives how it looks in each theme.
        """
        return self._number(figure, lambda: map(_drawn, looks()))

    def ground(self, maze: Maze) -> int:
        """The number of the empty board of `maze`, around its upper left corner."""
        return self._number(maze, lambda: [_ground(maze, theme) for theme in self.themes])

    def element(self, part: Part) -> int:
        """The number of a part of a diagram."""
        if part not in self._numbers:
            tag, attributes, text = element(part, "var(--{})".format)
            where = {name: attributes.pop(name) for name in _PLACES if name in attributes}
            key = tag, *attributes.items()
            if key not in self._numbers:
                self._numbers[key] = len(self.looks)
                self.looks.append((tag, attributes, [*where]))
            self._numbers[part] = len(self.elements)
            self.elements.append((self._numbers[key], text, [*where.values()]))
        return self._numbers[part]

    def _number(self, key: object, draw: Callable[[], Iterable[Drawn]]) -> int:
        if key not in self._numbers:
            looks = [
                [
                    (self._in(self.colours, colour), self._in(self.paths, path), brush)
                    for colour, path, brush in look
                ]
                for look in draw()
            ]
            self._numbers[key] = len(self.figures)
            self.figures.append(looks)
        return self._numbers[key]

    def _in(self, values: list[str], value: str) -> int:
        """The number of `value` in one of the lists."""
        if value not in self._numbers:
            self._numbers[value] = len(values)
            values.append(value)
        return self._numbers[value]


def _drawn(figure: Figure) -> Drawn:
    return ((hexed(shape.colour), path_of(shape), brush_of(shape)) for shape in figure)


def _ground(maze: Maze, theme: Theme) -> Drawn:
    edge, inside = wall_paths(maze)
    whole = f"M0 0H{maze.width * UNIT}V{maze.height * UNIT}H0z"
    pairs = ((theme.background, whole), (theme.edge, edge), (theme.wall, inside))
    return ((hexed(colour), path, 0) for colour, path in pairs)
