"""Layouts and ghosts of a course, as an assignment of ours accepts them."""

from collections.abc import Collection
from dataclasses import replace

from pacgrid.cs188.modules.ghostAgents import DirectionalGhost, GhostAgent
from pacgrid.layout import Layout, Position
from pacgrid.marks import FLOOR

from .own_names import NoCounterpartError

_CHANCE = 0.8
"""What directional ghosts draw with if nothing else is said, there and here."""


def own_layout(layout: Layout) -> Layout:
    """`layout` as an assignment accepts it: without food that Pac-Man can't reach, and with a name
    that isn't a shipped layout's. Raises NoCounterpartError if he can reach none."""
    drawn = _without(layout, layout.food - layout.reachable)
    if not drawn.food:
        raise NoCounterpartError(f"layout {layout.name}: Pac-Man can't reach any food")
    if layout.name in Layout.shipped() and drawn != Layout.load(layout.name):
        return replace(drawn, name=f"{layout.name}-course")
    return drawn


def with_ghosts(layout: Layout, count: int) -> Layout:
    """`layout` with its first `count` ghosts."""
    if len(layout.ghosts) == count:
        return layout
    name = f"{layout.name}-{count}-ghost{'s' * (count > 1)}"
    return replace(_without(layout, layout.ghosts[count:]), name=name)


def _without(layout: Layout, cells: Collection[Position]) -> Layout:
    """`layout` with floor in these cells."""
    rows = [
        "".join(FLOOR if (x, y) in cells else mark for x, mark in enumerate(row))
        for y, row in zip(reversed(range(layout.height)), layout.rows, strict=True)
    ]
    return replace(layout, rows=tuple(rows))


def own_ghost(ghost: GhostAgent) -> str:
    """The name and options of our agent that is like `ghost`."""
    if not isinstance(ghost, DirectionalGhost):
        return "random_ghost"
    chances = {"attack": ghost.prob_attack, "flee": ghost.prob_scaredFlee}
    options = [f"{name}={chance:g}" for name, chance in chances.items() if chance != _CHANCE]
    return "directional_ghost" + ":" * bool(options) + ",".join(options)
