"""What to draw for a scene, where, in what order and how strongly: the same for every medium."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pacgrid.cells import Cells
from pacgrid.maze import HalfPosition
from pacgrid.render.shapes import (
    TINT_OPACITY,
    TRAIL_OPACITY,
    Figure,
    capsule,
    capsule_size,
    food,
    ghost,
    label,
    pacman,
    points,
    tint,
    trail,
    wave_at,
)
from pacgrid.session.marks import NO_MARKS, Marks
from pacgrid.session.scene import Scene
from pacgrid.session.themes import DARK, Theme

MOUTH_STEP = 6
"""Degrees: Pac-Man's mouth has few positions, so that painters can keep the figures."""
_POINTS_START, _POINTS_RISE, _POINTS_FADING = 0.4, 0.5, 0.5
"""How far above the middle of their cell points start, how far they rise, both in cells, and the
part of the way after which they fade."""


class Placed(NamedTuple):
    """A figure where it belongs."""

    figure: Figure
    position: HalfPosition
    """In cells, `(0, 0)` the middle of the cell at the bottom left, y upwards."""
    opacity: float = 1
    """Of the figure as a whole: what is below it shines through."""
    text: str = ""
    """What it says, if it is made of letters. It can't be read in cells of few pixels."""


class Dots(NamedTuple):
    """The same figure in many cells."""

    figure: Figure
    cells: Cells


class DisplayList(NamedTuple):
    """All that is to be drawn on the walls, from the bottom up."""

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
    figure = figures(theme)
    below, labels = _marks(scene.marks, theme) if scene.marks is not NO_MARKS else ((), ())
    above = []
    pacman_ = scene.pacman
    mouth = MOUTH_STEP * round(pacman_.mouth / MOUTH_STEP)
    if mouth < 180:
        above.append(Placed(figure(pacman, pacman_.facing, mouth), pacman_.position))
    for each in scene.ghosts:
        wave = wave_at(each.position)
        above.append(
            Placed(figure(ghost, each.number, each.looking, each.mood, wave), each.position)
        )
    if letters:
        above += labels
        above += _points(scene, figure)
    return DisplayList(
        below,
        Dots(figure(food), scene.food),
        Dots(figure(capsule, capsule_size(scene.pulse)), scene.capsules),
        tuple(above),
    )


@lru_cache(maxsize=16)
def figures(theme: Theme) -> Callable[..., Figure]:
    """A function that gives the figure `draw(*options, theme)` and keeps it."""

    @lru_cache(maxsize=4096)
    def figure(draw: Callable[..., Figure], *options: object) -> Figure:
        return draw(*options, theme)

    return figure


_Placed = tuple[Placed, ...]


@lru_cache(maxsize=64)
def _marks(marks: Marks, theme: Theme) -> tuple[_Placed, _Placed]:
    """Tints and trails, and labels."""
    figure = figures(theme)
    tints = (
        Placed(figure(tint, each.ink), each.position, round(TINT_OPACITY * each.strength, 2))
        for each in marks.tints
    )
    trails = (
        Placed(trail(each.agent, each.points, theme), each.points[0], TRAIL_OPACITY)
        for each in marks.trails
    )
    labels = (
        Placed(figure(label, each.text, each.ink), each.position, text=each.text)
        for each in marks.labels
    )
    return (*tints, *trails), tuple(labels)


def _points(scene: Scene, figure: Callable[..., Figure]) -> Iterator[Placed]:
    for each in scene.points:
        x, y = each.position
        height = _POINTS_START + _POINTS_RISE * each.fraction
        opacity = min((1 - each.fraction) / _POINTS_FADING, 1)
        yield Placed(figure(points, each.text), (x, y + height), round(opacity, 2), each.text)
