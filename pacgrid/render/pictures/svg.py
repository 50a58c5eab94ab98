"""Paints a scene as SVG."""

from collections import Counter
from html import escape
from zlib import crc32

from pacgrid.common.sanitize import one_line
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.display_list import DisplayList, Dots, Placed, display_list
from pacgrid.render.paths import UNIT, brush, hexed, number, path_of
from pacgrid.render.shapes import Area, Stroke
from pacgrid.render.walls import wall_paths
from pacgrid.session.marks import SMALLEST_LABELLED
from pacgrid.session.scene import Scene
from pacgrid.session.themes import DARK, Theme


class Svg(str):
    """An SVG document: notebooks show it, and `Path.write_text` saves it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self


def scene_svg(scene: Scene, *, cell: int = 24, title: str = "", theme: Theme = DARK) -> Svg:
    """`scene` as an SVG document with `cell` pixels for a cell; crisp at any size.

    `title` is what a screen reader says; by default, who is where.
    """
    drawn = display_list(scene, theme, letters=cell >= SMALLEST_LABELLED)
    return document(drawn, scene.maze, cell, title or description(scene), theme)


def document(drawn: DisplayList, maze: Maze, cell: float, title: str, theme: Theme) -> Svg:
    """A drawing as an SVG document with `cell` pixels for a cell."""
    width, height = maze.width, maze.height
    pixels = f'width="{width * cell:g}" height="{height * cell:g}"'
    below, *dots, figures = drawn
    many = Counter(path_of(shape) for placed in (*below, *figures) for shape in placed.figure)
    shared = [path for path, count in many.items() if count > 1]
    edge, inside = wall_paths(maze)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {pixels}'
        f' viewBox="0 0 {width * UNIT} {height * UNIT}" role="img">',
        f"<title>{escape(one_line(title))}</title>",
        *(["<defs>", *(f'<path id="{_name(path)}" d="{path}"/>' for path in shared), "</defs>"])
        * bool(shared),
        f'<rect width="100%" height="100%" fill="{hexed(theme.background)}"/>',
        f'<path fill="{hexed(theme.edge)}" d="{edge}"/>',
        f'<path fill="{hexed(theme.wall)}" d="{inside}"/>',
        *(_group(placed, maze, many) for placed in below),
        *(_dots(each, maze) for each in dots),
        *(_group(placed, maze, many) for placed in figures),
    ]
    return Svg("\n".join((*filter(None, lines), "</svg>\n")))


def description(scene: Scene) -> str:
    """Who is where, in words."""

    def at(position: HalfPosition) -> str:
        x, y = position
        return f"({x:g}, {y:g})"

    ghosts = (f", ghost {g.number} at {at(g.position)} {g.mood.name.lower()}" for g in scene.ghosts)
    rest = f"; {len(scene.food)} food and {len(scene.capsules)} capsules left"
    return f"Pac-Man at {at(scene.pacman.position)}{''.join(ghosts)}{rest}"


def _group(placed: Placed, maze: Maze, many: Counter[str]) -> str:
    x, y = _middle(maze, placed.position)
    shapes = "".join(_element(shape, many) for shape in placed.figure)
    faint = f' opacity="{placed.opacity:.3g}"' if placed.opacity < 1 else ""
    title = f' aria-label="{escape(one_line(placed.text))}"' if placed.text else ""
    return f'<g transform="translate({x} {y})"{faint}{title}>{shapes}</g>'


def _dots(dots: Dots, maze: Maze) -> str:
    (disc,) = dots.figure
    assert isinstance(disc, Stroke)  # circles are shorter than paths
    circles = "".join(
        f'<circle cx="{x}" cy="{y}" r="{disc.radius * UNIT:g}"/>'
        for x, y in (_middle(maze, position) for position in dots.cells)
    )
    return f'<g fill="{hexed(disc.colour)}">{circles}</g>' if circles else ""


def _element(shape: Area | Stroke, many: Counter[str]) -> str:
    path, colour, width = path_of(shape), hexed(shape.colour), brush(shape)
    paint = f'fill="{colour}"'
    if width:
        round_brush = 'stroke-linecap="round" stroke-linejoin="round"'
        paint = f'fill="none" stroke="{colour}" stroke-width="{width:g}" {round_brush}'
    if many[path] > 1:
        return f'<use href="#{_name(path)}" {paint}/>'
    return f'<path {paint} d="{path}"/>'


def _name(path: str) -> str:
    """A name for a path: the same path in another drawing on the same page has the same name."""
    return f"pacgrid-{crc32(path.encode()):08x}"


def _middle(maze: Maze, position: HalfPosition) -> tuple[str, str]:
    x, y = position
    return number(round((x + 0.5) * UNIT * 10)), number(round((maze.height - 0.5 - y) * UNIT * 10))
