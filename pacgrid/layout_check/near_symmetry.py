"""Spots that keep a layout from being symmetric."""

from collections.abc import Callable
from dataclasses import dataclass

from pacgrid.layout import Layout, Position
from pacgrid.marks import CAPSULE, FOOD, WALL

NEAR = 0.05
"""A layout is nearly symmetric if at most this share of its cells differ from their images."""

_MIRRORS: dict[str, Callable[[int, int, int, int], Position]] = {
    "left mirrors right": lambda x, y, right, _: (right - x, y),
    "top mirrors bottom": lambda x, y, _, top: (x, top - y),
    "half a turn": lambda x, y, right, top: (right - x, top - y),
}
_NAMES = {WALL: "a wall", FOOD: "food", CAPSULE: "a capsule"}


@dataclass(frozen=True)
class Asymmetry:
    """A cell that differs from its image."""

    at: Position
    image: Position
    kinds: tuple[str, str]
    """What is on both."""
    symmetry: str


def asymmetric_spots(layout: Layout) -> list[Asymmetry]:
    """The cells that differ from their images, once for a pair, in the symmetry that the layout
    nearly has. Empty if it has none, or is symmetric.

    >>> layout = Layout.parse('''
    ... %%%%%%%%%
    ... %P..%...%
    ... %.%.%.% %
    ... %...1...%
    ... %%%%%%%%%
    ... ''')
    >>> [(spot.at, spot.kinds, spot.symmetry) for spot in asymmetric_spots(layout)]
    [((1, 2), ('food', 'a free cell'), 'left mirrors right')]
    """
    inner = (layout.width - 2) * (layout.height - 2)
    found = {name: _differences(layout, mirror) for name, mirror in _MIRRORS.items()}
    name = min(found, key=lambda each: len(found[each]))
    if not 0 < 2 * len(found[name]) <= max(NEAR * inner, 2):
        return []
    return [
        Asymmetry(at, image, (_kind(layout, at), _kind(layout, image)), name)
        for at, image in found[name]
    ]


def _differences(
    layout: Layout, mirror: Callable[[int, int, int, int], Position]
) -> list[tuple[Position, Position]]:
    """The cells that differ from their images, with these. Where somebody starts, only walls
    differ."""
    starts = {layout.pacman, *layout.ghosts}
    pairs = []
    for y in range(layout.height):
        for x in range(layout.width):
            at, image = (x, y), mirror(x, y, layout.width - 1, layout.height - 1)
            kinds = {_mark(layout, at), _mark(layout, image)}
            hidden = not starts.isdisjoint((at, image)) and WALL not in kinds
            if at < image and len(kinds) > 1 and not hidden:
                pairs.append((at, image))
    return pairs


def _mark(layout: Layout, at: Position) -> str:
    """The mark of a wall, food or a capsule; "" for anything else."""
    mark = layout.rows[-1 - at[1]][at[0]]
    return mark if mark in _NAMES else ""


def _kind(layout: Layout, at: Position) -> str:
    return _NAMES.get(_mark(layout, at), "a free cell")
