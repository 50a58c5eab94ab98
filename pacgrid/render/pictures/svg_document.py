"""A display list as an SVG document."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from zlib import crc32

from pacgrid.common.sanitize import one_line
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.display_list import DisplayList, Dots, Placed
from pacgrid.render.paths import UNIT, brush_of, hexed, path_of
from pacgrid.render.shapes import Shape
from pacgrid.render.walls import wall_paths
from pacgrid.session.scene import Scene
from pacgrid.session.themes import Theme

_FINE = 10
"""Figures are this much finer than the board, to be crisp at any size."""


class Svg(str):
    """An SVG document: notebooks show it, and `Path.write_text` saves it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self


def svg_document(drawn: DisplayList, maze: Maze, theme: Theme, cell: float, title: str) -> Svg:
    """The document, with `cell` pixels for a cell; crisp at any size. A screen reader reads the
    title."""
    width, height = maze.width, maze.height
    below, food, capsules, figures = drawn
    counts = Counter(_path(shape) for placed in (*below, *figures) for shape in placed.figure)
    shared = [path for path, count in counts.items() if count > 1]
    edge, inside = wall_paths(maze)
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * cell:g}"'
        f' height="{height * cell:g}" viewBox="0 0 {width * UNIT} {height * UNIT}" role="img">',
        f"<title>{escape(one_line(title))}</title>",
        *(f'<defs><path id="{_name(path)}" d="{path}"/></defs>' for path in shared),
        f'<rect width="100%" height="100%" fill="{hexed(theme.background)}"/>',
        f'<path fill="{hexed(theme.edge)}" d="{edge}"/>',
        f'<path fill="{hexed(theme.wall)}" d="{inside}"/>',
        *(_group(placed, maze, shared) for placed in below),
        *(_circles(dots, maze) for dots in (food, capsules) if dots.cells),
        *(_group(placed, maze, shared) for placed in figures),
        "</svg>\n",
    )
    return Svg("\n".join(lines))


def description(scene: Scene) -> str:
    """Who is where, in words."""

    def at(position: HalfPosition) -> str:
        x, y = position
        return f"({x:g}, {y:g})"

    ghosts = (f", ghost {g.number} at {at(g.position)} {g.mood.name.lower()}" for g in scene.ghosts)
    rest = f"; {len(scene.food)} food and {len(scene.capsules)} capsules left"
    return f"Pac-Man at {at(scene.pacman.position)}{''.join(ghosts)}{rest}"


def _group(placed: Placed, maze: Maze, shared: Sequence[str]) -> str:
    x, y = _middle(placed.position, maze)
    shapes = "".join(_element(shape, shared) for shape in placed.figure)
    opacity = f' opacity="{placed.opacity:.3g}"' if placed.opacity < 1 else ""
    text = f' aria-label="{escape(one_line(placed.text))}"' if placed.text else ""
    return f'<g transform="translate({x} {y}) scale({1 / _FINE})"{opacity}{text}>{shapes}</g>'


def _circles(dots: Dots, maze: Maze) -> str:
    (disc,) = dots.figure
    radius = f"{disc.brush / 2 * UNIT:g}"
    middles = (_middle(cell, maze) for cell in dots.cells)
    circles = (f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in middles)
    return f'<g fill="{hexed(disc.colour)}">{"".join(circles)}</g>'


def _element(shape: Shape, shared: Sequence[str]) -> str:
    path, colour, brush = _path(shape), hexed(shape.colour), brush_of(shape, _FINE * UNIT)
    paint = f'fill="{colour}"'
    if brush:
        paint = f'fill="none" stroke="{colour}" stroke-width="{brush:g}"'
        paint += ' stroke-linecap="round" stroke-linejoin="round"'
    if path in shared:
        return f'<use href="#{_name(path)}" {paint}/>'
    return f'<path {paint} d="{path}"/>'


def _path(shape: Shape) -> str:
    return path_of(shape, _FINE * UNIT)


def _name(path: str) -> str:
    """A name for a path: the same path in another document on the same page has the same name."""
    return f"pacgrid-{crc32(path.encode()):08x}"


def _middle(position: HalfPosition, maze: Maze) -> tuple[int, int]:
    x, y = position
    return round((x + 0.5) * UNIT), round((maze.height - 0.5 - y) * UNIT)
