"""The figure of a board: what to draw for a scene, where, in what order and how strongly, the same
for every medium; and as an SVG document."""

from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import NamedTuple

from pacgrid.common.sanitize import one_line
from pacgrid.maze import Cells, HalfPosition, Maze
from pacgrid.render.figures import (
    TINT_OPACITY,
    TRAIL_OPACITY,
    UNIT,
    Figure,
    Letters,
    Shape,
    capsule,
    capsule_size,
    food,
    ghost,
    hexed,
    label,
    pacman,
    points,
    rim_width,
    tint,
    trail,
    wave_at,
)
from pacgrid.render.walls import wall_paths
from pacgrid.session.scene import NO_MARKS, Marks, Points, Scene
from pacgrid.session.themes import DARK, Theme

MOUTH_STEP = 6
"""Degrees: Pac-Man's mouth has few positions, so that painters can keep the figures."""


class Placed(NamedTuple):
    """A figure at a position."""

    figure: Figure
    position: HalfPosition
    """In cells, `(0, 0)` the middle of the cell at the bottom left, y upwards."""
    opacity: float = 1
    """Of the figure as a whole."""
    text: str = ""
    """What it says, if it is made of letters."""


class Dots(NamedTuple):
    """The same figure in many cells."""

    figure: Figure
    cells: Cells


class DisplayList(NamedTuple):
    """All that is drawn on the walls, from the bottom up."""

    below: tuple[Placed, ...]
    """Tints and trails: the same object as long as the marks are the same."""
    food: Dots
    capsules: Dots
    figures: tuple[Placed, ...]
    """Pac-Man, ghosts, labels and rising points."""


def display_list(scene: Scene, theme: Theme = DARK, *, letters: bool = True) -> DisplayList:
    """What to draw for `scene`. Without `letters` it has no labels and points.

    Equal figures are usually the same object.
    """
    figure, man = figures(theme), scene.pacman
    below, above = _marks(scene.marks, theme) if scene.marks is not NO_MARKS else ((), ())
    mouth = MOUTH_STEP * round(man.mouth / MOUTH_STEP)
    agents = [Placed(figure(pacman, man.facing, mouth), man.position)] if mouth < 180 else []
    for each in scene.ghosts:
        look = each.number, each.looking, each.mood, wave_at(each.position)
        agents.append(Placed(figure(ghost, *look), each.position))
    if letters:
        agents += above
        agents += (_rising(each, theme) for each in scene.points)
    return DisplayList(
        below,
        Dots(figure(food), scene.food),
        Dots(figure(capsule, capsule_size(scene.pulse)), scene.capsules),
        tuple(agents),
    )


@lru_cache(maxsize=16)
def figures(theme: Theme) -> Callable[..., Figure]:
    """A function that gives the figure `draw(*options, theme)` and keeps it."""

    @lru_cache(maxsize=4096)
    def figure(draw: Callable[..., Figure], *options: object) -> Figure:
        return draw(*options, theme)

    return figure


@lru_cache(maxsize=64)
def _marks(marks: Marks, theme: Theme) -> tuple[tuple[Placed, ...], tuple[Placed, ...]]:
    """Tints and trails, and labels."""
    figure = figures(theme)
    below = [
        Placed(figure(tint, each.ink), each.position, round(TINT_OPACITY * each.strength, 2))
        for each in marks.tints
    ]
    for path in marks.trails:
        look = trail(path.agent, path.points, theme)
        below.append(Placed(look, path.points[0], TRAIL_OPACITY))
    labels = (
        Placed(figure(label, each.text, each.ink), each.position, text=each.text)
        for each in marks.labels
    )
    return tuple(below), tuple(labels)


def _rising(earned: Points, theme: Theme) -> Placed:
    """Points start above the middle of their cell, rise half a cell, and fade half way."""
    (x, y), fraction = earned.position, earned.fraction
    opacity = round(min(2 * (1 - fraction), 1), 2)
    figure = figures(theme)(points, earned.text)
    return Placed(figure, (x, y + 0.4 + 0.5 * fraction), opacity, earned.text)


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
