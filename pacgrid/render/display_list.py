"""What to draw for a scene, where, in what order and how strongly: the same for every medium."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pacgrid.maze import Cells, HalfPosition
from pacgrid.render.figures import (
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
