"""Paints a scene as SVG."""

from collections import Counter
from collections.abc import Iterable
from html import escape
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

from pacgrid.common.sanitize import one_line
from pacgrid.maze import HalfPosition, Maze
from pacgrid.render.curves import Point
from pacgrid.render.pictures.outline import UNIT, outline
from pacgrid.render.shapes import (
    FOOD_SIZE,
    TINT_OPACITY,
    TRAIL_OPACITY,
    Area,
    Figure,
    Stroke,
    capsule_size,
    ghost,
    label,
    pacman,
    tint,
    trail,
    wave_at,
)
from pacgrid.render.walls import EDGE_WIDTH, WALL_WIDTH
from pacgrid.session.marks import SMALLEST_LABELLED
from pacgrid.session.scene import Scene, Stride
from pacgrid.session.scene import scene as scene_of
from pacgrid.session.themes import DARK, Colour, Theme
from pacgrid.state import State


def svg(scene: Scene, *, cell: int = 24, title: str = "", theme: Theme = DARK) -> str:
    """`scene` as an SVG document, by default with `cell` pixels for a cell; crisp at any size.

    `title` is what a screen reader says; by default it tells who is where.
    """
    maze = scene.maze
    width, height = maze.width, maze.height
    below, above = list(_tints(scene, theme)), list(_figures(scene, theme))
    if cell >= SMALLEST_LABELLED:
        above += _labels(scene, theme)
    many = Counter(path_of(shape) for placed in (*below, *above) for shape in placed.figure)
    shared = [path for path, count in many.items() if count > 1]
    edge, inside = wall_paths(maze)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * cell}" height="{height * cell}"'
        f' viewBox="0 0 {width * UNIT} {height * UNIT}" role="img">',
        f"<title>{escape(one_line(title or told(scene)))}</title>",
        *(["<defs>", *(f'<path id="{_name(path)}" d="{path}"/>' for path in shared), "</defs>"])
        * bool(shared),
        f'<rect width="100%" height="100%" fill="{hexed(theme.background)}"/>',
        f'<path fill="{hexed(theme.edge)}" d="{edge}"/>',
        f'<path fill="{hexed(theme.wall)}" d="{inside}"/>',
        *(_group(placed, maze, many) for placed in below),
        _dots(maze, scene.food, theme.food, FOOD_SIZE),
        _dots(maze, scene.capsules, theme.capsule, capsule_size(scene.pulse)),
        *(_group(placed, maze, many) for placed in above),
    ]
    return "\n".join((*filter(None, lines), "</svg>\n"))


def picture(state: State) -> str:
    """A picture of `state`, with Pac-Man looking east."""
    return svg(scene_of(Stride.standing(state), 1))


def wall_paths(maze: Maze) -> tuple[str, str]:
    """The walls with their edge, and without it."""
    return outline(maze, WALL_WIDTH), outline(maze, WALL_WIDTH - 2 * EDGE_WIDTH)


def path_of(shape: Area | Stroke) -> str:
    """A shape around its cell's middle: a path to fill, or a brush's path if `brush` says so."""
    points = [_tenths(point) for point in shape.points]
    if isinstance(shape, Stroke) and not brush(shape):
        radius = round(shape.radius * UNIT * 10)
        (x, y), r, across = points[0], _number(radius), _number(2 * radius)
        halves = f"a{r} {r} 0 0 0 {across} 0a{r} {r} 0 0 0 -{across} 0z"
        return f"M{_number(x - radius)} {_number(y)}{halves}"
    (x, y), steps = points[0], pairwise(points)
    line = " ".join(f"{_number(bx - ax)} {_number(by - ay)}" for (ax, ay), (bx, by) in steps)
    close = "z" if isinstance(shape, Area) else ""
    return f"M{_number(x)} {_number(y)}l{line}{close}"


def brush(shape: Area | Stroke) -> float:
    """How wide, in units, the round brush is that draws a shape's path; 0 if it is filled."""
    if isinstance(shape, Stroke) and len(shape.points) > 1:
        return round(2 * shape.radius * UNIT, 1)
    return 0


def hexed(colour: Colour) -> str:
    """A colour as HTML and SVG write it.

    >>> hexed((255, 212, 20))
    '#ffd414'
    """
    return "#" + bytes(colour).hex()


def told(scene: Scene) -> str:
    """Who is where, in words."""

    def at(position: HalfPosition) -> str:
        x, y = position
        return f"({x:g}, {y:g})"

    ghosts = (f", ghost {g.number} at {at(g.position)} {g.mood.name.lower()}" for g in scene.ghosts)
    rest = f"; {len(scene.food)} food and {len(scene.capsules)} capsules left"
    return f"Pac-Man at {at(scene.pacman.position)}{''.join(ghosts)}{rest}"


class Placed(NamedTuple):
    """A figure where it belongs."""

    figure: Figure
    position: HalfPosition
    opacity: float = 1
    title: str = ""
    """What it says, if it is a label."""


def _tints(scene: Scene, theme: Theme) -> Iterable[Placed]:
    for each in scene.marks.tints:
        yield Placed(tint(each.ink, theme), each.position, TINT_OPACITY * each.strength)


def _figures(scene: Scene, theme: Theme) -> Iterable[Placed]:
    for way in scene.marks.trails:
        yield Placed(trail(way.agent, way.points, theme), way.points[0], TRAIL_OPACITY)
    eater = scene.pacman
    yield Placed(pacman(eater.facing, round(eater.mouth), theme), eater.position)
    for each in scene.ghosts:
        wave = wave_at(each.position)
        yield Placed(ghost(each.number, each.looking, each.mood, wave, theme), each.position)


def _group(placed: Placed, maze: Maze, many: Counter[str]) -> str:
    x, y = _middle(maze, placed.position)
    shapes = "".join(_element(shape, many) for shape in placed.figure)
    faint = f' opacity="{placed.opacity:.3g}"' if placed.opacity < 1 else ""
    title = f' aria-label="{escape(one_line(placed.title))}"' if placed.title else ""
    return f'<g transform="translate({x} {y})"{faint}{title}>{shapes}</g>'


def _labels(scene: Scene, theme: Theme) -> Iterable[Placed]:
    for each in scene.marks.labels:
        yield Placed(label(each.text, each.ink, theme), each.position, title=each.text)


def _dots(maze: Maze, places: Iterable[HalfPosition], colour: Colour, size: int) -> str:
    """Dots with a diameter of `size` hundredths of a cell."""
    radius = _number(size * UNIT // 20)
    circles = [
        f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
        for x, y in (_middle(maze, position) for position in places)
    ]
    return f'<g fill="{hexed(colour)}">{"".join(circles)}</g>' if circles else ""


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
    return _number(round((x + 0.5) * UNIT * 10)), _number(
        round((maze.height - 0.5 - y) * UNIT * 10)
    )


def _tenths(point: Point) -> tuple[int, int]:
    """A point in tenths of units."""
    return round(point[0] * UNIT * 10), round(point[1] * UNIT * 10)


def _number(tenths: int) -> str:
    """Tenths of a unit, as short as can be."""
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"
