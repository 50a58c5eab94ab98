"""Pairs of positions that differ in one thing, to see whether an evaluation notices it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.layout import Position
from pacgrid.state import State
from pacgrid.state_text import Drawing, DrawnGhost, read_drawing

from .transformation import rotated


class PositionPair(NamedTuple):
    """Two positions that differ in one thing."""

    thing: str
    """`ghost 1`, `food`, `order of the ghosts`."""
    first: State
    second: State


def sample(states: Iterable[State], count: int) -> list[State]:
    """At most `count` of `states`, evenly spread; none twice, none in a finished game, and all in
    Pac-Man's turn."""
    usable = [s for s in dict.fromkeys(states) if not s.is_terminal and s.to_move == 0]
    size = min(count, len(usable))
    return [usable[index * len(usable) // size] for index in range(size)]


def pairs(state: State) -> Iterator[PositionPair]:
    """Changes of `state`: each ghost near Pac-Man or far away, while all others are far away; food
    moved and eaten; two ghosts exchanged."""
    drawing = read_drawing(str(state))
    by_distance = _by_distance(state)
    far = by_distance[-1]
    near = [place for place in by_distance[1:] if state.maze.distance(state.pacman, place) <= 2]
    if far not in near and near:
        away = tuple(_active(ghost, far) for ghost in drawing.ghosts)
        for number, ghost in enumerate(away):
            for place in (near[0], near[-1]):
                close = (*away[:number], _active(ghost, place), *away[number + 1 :])
                yield PositionPair(f"ghost {number + 1}", *_drawn(drawing, "ghosts", close, away))
        if len(away) > 1:
            one, other = (_active(away[0], near[0]), away[1]), (away[0], _active(away[1], near[0]))
            yield PositionPair(
                "order of the ghosts",
                *_drawn(drawing, "ghosts", (*one, *away[2:]), (*other, *away[2:])),
            )
    food = [place for place in by_distance if place in drawing.food]
    if len(food) > 1:
        nearest, farthest = frozenset(food[:1]), frozenset(food[-1:])
        yield PositionPair("food", *_drawn(drawing, "food", nearest, farthest))
        yield PositionPair("food", *_drawn(drawing, "food", drawing.food, frozenset(food[1:])))


def mirrored(state: State) -> State:
    """`state` with left and right exchanged."""
    return rotated(state, (-1, 0, 0, 1))


def _by_distance(state: State) -> Sequence[Position]:
    """The cells that Pac-Man can reach, nearest first: his own is the first."""
    steps = state.maze.steps_from(state.maze.cells[state.pacman])
    reached = [cell for cell, distance in enumerate(steps) if distance < float("inf")]
    return [state.maze.positions[cell] for cell in sorted(reached, key=steps.__getitem__)]


def _active(ghost: DrawnGhost, place: Position) -> DrawnGhost:
    return replace(ghost, position=place, direction=Action.STOP, scared=0)


def _drawn(drawing: Drawing, field: str, *contents: object) -> Iterator[State]:
    """The position for each of the `contents` of a field of `drawing`."""
    for content in contents:
        yield State.drawn(replace(drawing, **{field: content}))  # type: ignore[arg-type]
