"""Marks on a board for terminals without colours: tints as characters."""

from collections.abc import Iterator
from dataclasses import replace

from pacgrid.session.marks import Ink, Label, Marks, Tint
from pacgrid.session.scene import Scene

_SHADES = {
    Ink.EXPANDED: ("░▒▓", "-=#"),
    Ink.DANGER: ("'\"!", "'\"!"),
}
"""From weak to strong: in Unicode, and without. Distances have numbers anyway."""


def without_tints(scene: Scene, *, unicode: bool, over_food: bool) -> Scene:
    """`scene` with a character instead of each tint; the cell's own label is worth more.

    `over_food`: whether there is room for the character next to food and capsules.
    """
    labelled = {label.position for label in scene.marks.labels}
    free = (
        tint
        for tint in scene.marks.tints
        if tint.position not in labelled
        and (over_food or not (tint.position in scene.food or tint.position in scene.capsules))
    )
    marks = Marks(
        trails=scene.marks.trails,
        labels=(*_labels(free, unicode=unicode), *scene.marks.labels),
    )
    return replace(scene, marks=marks)


def _labels(tints: Iterator[Tint], *, unicode: bool) -> Iterator[Label]:
    for tint in tints:
        if tint.ink in _SHADES:
            shades = _SHADES[tint.ink][0 if unicode else 1]
            shade = shades[min(int(tint.strength * len(shades)), len(shades) - 1)]
            yield Label(tint.position, shade, tint.ink)
