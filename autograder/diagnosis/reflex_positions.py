"""Pairs of positions for a reflex agent: one thing is on one side of Pac-Man, or on the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pacgrid.action import Action
from pacgrid.state import State

_WIDTH, _MIDDLE = 11, 5


class Thing(StrEnum):
    """What the positions of a pair differ in."""

    GHOST = "the only ghost"
    FIRST_GHOST = "the first of two ghosts"
    SECOND_GHOST = "the second of two ghosts"
    SCARED_GHOST = "a scared ghost"
    WAKING_GHOST = "a ghost that is scared for one more round"
    CAPSULE = "the only capsule"
    FOOD = "the only food"
    FOOD_BEHIND_WALL = "food behind a wall"


DANGERS = (Thing.GHOST, Thing.FIRST_GHOST, Thing.SECOND_GHOST)
_STEPS: Mapping[Thing, tuple[int, ...]] = {
    **dict.fromkeys(DANGERS, (1, 2)),
    Thing.SCARED_GHOST: (2, 3),
    Thing.WAKING_GHOST: (3,),
    Thing.CAPSULE: (1, 2),
    Thing.FOOD: (1, 3),
    Thing.FOOD_BEHIND_WALL: (2,),
}


@dataclass(frozen=True)
class Side:
    """A position with a thing on one side of Pac-Man."""

    state: State
    towards: Action
    away: Action


@dataclass(frozen=True)
class SidePair:
    """Two positions: a thing is so many steps from Pac-Man on one side, and on the other. All else
    is the same on both sides."""

    thing: Thing
    steps: int
    sides: tuple[Side, Side]


def side_pairs() -> Iterator[SidePair]:
    """For each thing: pairs near Pac-Man and less near, in a corridor from west to east, and from
    south to north."""
    for thing, distances in _STEPS.items():
        for steps in distances:
            for is_upright in (False, True):
                first, second = (_side(thing, way * steps, is_upright) for way in (-1, 1))
                yield SidePair(thing, steps, (first, second))


def _side(thing: Thing, offset: int, is_upright: bool) -> Side:
    """A corridor around a wall, with Pac-Man in the middle of its first row and the thing in the
    same row; other ghosts are in the middle of the last one. If it `is_upright`, its first row is a
    column.

    Food behind a wall is in the last row instead. The corridor is closed on that side, so that the
    way to it begins on the other one."""
    mark, parked = {
        Thing.GHOST: ("1", " "),
        Thing.FIRST_GHOST: ("1", "2"),
        Thing.SECOND_GHOST: ("2", "1"),
        Thing.SCARED_GHOST: ("1", " "),
        Thing.WAKING_GHOST: ("1", " "),
        Thing.CAPSULE: ("o", "1"),
        Thing.FOOD: (".", "1"),
        Thing.FOOD_BEHIND_WALL: (".", " "),
    }[thing]
    is_behind = thing is Thing.FOOD_BEHIND_WALL
    food = " " if thing in (Thing.FOOD, Thing.FOOD_BEHIND_WALL) else "."
    wall, corridor = "%" * _WIDTH, f"%{' ' * (_WIDTH - 2)}%"
    ends = [f"%{end}{'%' * (_WIDTH - 4)}{end}%" for end in (" ", food, " ")]
    board = [list(row) for row in (wall, corridor, *ends, corridor, wall)]
    board[1][_MIDDLE], board[-2][_MIDDLE] = "P", parked
    board[-2 if is_behind else 1][_MIDDLE + offset] = mark
    if is_behind:
        end = 1 if offset < 0 else _WIDTH - 2
        board[-2][end], board[2][end] = "1", "%"
    rows = list(zip(*board, strict=True)) if is_upright else board
    drawing = "\n".join("".join(row) for row in rows)
    if thing is Thing.SCARED_GHOST:
        drawing += "\nghost 1: scared 30"
    if thing is Thing.WAKING_GHOST:
        drawing += "\nghost 1: scared 1"
    ways = (Action.NORTH, Action.SOUTH) if is_upright else (Action.WEST, Action.EAST)
    towards, away = ways if offset < 0 else ways[::-1]
    return Side(State.parse(drawing), towards, away)
