"""A display list as an SVG document."""

from html import escape

from pacgrid.common.sanitize import one_line
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.display_list import DisplayList, Dots, Placed
from pacgrid.render.figures import UNIT, Letters, Shape, hexed, rim_width
from pacgrid.render.walls import wall_paths
from pacgrid.session.scene import Scene
from pacgrid.session.themes import Theme


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
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * cell:g}"'
        f' height="{height * cell:g}" viewBox="0 0 {width * UNIT} {height * UNIT}" role="img"'
        ' font-family="system-ui, sans-serif">',
        f"<title>{escape(one_line(title))}</title>",
        f'<rect width="100%" height="100%" fill="{hexed(theme.background)}"/>',
        wall_elements(maze, theme),
        *(_group(placed, maze) for placed in below),
        *(_circles(dots, maze) for dots in (food, capsules) if dots.cells),
        *(_group(placed, maze) for placed in figures),
        "</svg>\n",
    )
    return Svg("\n".join(lines))


def wall_elements(maze: Maze, theme: Theme) -> str:
    """The walls of a board, around its upper left corner."""
    edge, inside = wall_paths(maze)
    return (
        f'<path fill="{hexed(theme.edge)}" d="{edge}"/>\n'
        f'<path fill="{hexed(theme.wall)}" d="{inside}"/>'
    )


def element(part: Shape | Letters) -> str:
    """A part of a figure, around the middle of its cell."""
    colour = hexed(part.colour)
    if isinstance(part, Shape):
        paint = f'fill="{colour}"'
        if part.brush:
            paint = f'fill="none" stroke="{colour}" stroke-width="{part.brush:g}"'
            paint += ' stroke-linecap="round" stroke-linejoin="round"'
        return f'<path {paint} d="{part.path}"/>'
    paint = f'fill="{colour}"'
    if part.rim:
        paint += f' stroke="{hexed(part.rim)}" stroke-width="{rim_width(part):g}"'
        paint += ' stroke-linejoin="round" paint-order="stroke"'
    return (
        f'<text y="{part.baseline:g}" font-size="{part.size:g}" font-weight="700"'
        f' text-anchor="middle" {paint}>{escape(one_line(part.text))}</text>'
    )


def description(scene: Scene) -> str:
    """Who is where, in words."""

    def at(position: HalfPosition) -> str:
        x, y = position
        return f"({x:g}, {y:g})"

    ghosts = (f", ghost {g.number} at {at(g.position)} {g.mood.name.lower()}" for g in scene.ghosts)
    rest = f"; {len(scene.food)} food and {len(scene.capsules)} capsules left"
    return f"Pac-Man at {at(scene.pacman.position)}{''.join(ghosts)}{rest}"


def _group(placed: Placed, maze: Maze) -> str:
    x, y = _middle(placed.position, maze)
    opacity = f' opacity="{placed.opacity:.3g}"' if placed.opacity < 1 else ""
    parts = "".join(map(element, placed.figure.parts))
    return f'<g transform="translate({x} {y})"{opacity}>{parts}</g>'


def _circles(dots: Dots, maze: Maze) -> str:
    (disc,) = dots.figure.parts
    assert isinstance(disc, Shape)
    middles = (_middle(cell, maze) for cell in dots.cells)
    path = "".join(f"M{x} {y}m{disc.path[1:]}" for x, y in middles)
    return f'<g fill="{hexed(disc.colour)}"><path d="{path}"/></g>'


def _middle(position: HalfPosition, maze: Maze) -> tuple[int, int]:
    x, y = position
    return round((x + 0.5) * UNIT), round((maze.height - 0.5 - y) * UNIT)
