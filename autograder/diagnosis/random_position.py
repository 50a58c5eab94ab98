"""Draws small Pac-Man positions at random in which mistakes of a search show."""

from dataclasses import dataclass
from random import Random

from pacgrid.layout import Position
from pacgrid.state import State

SCORES = (0, 0, 37, -1700, 2400)
"""Points before the position: a search that starts at 0 or ±999 fails if all values are beyond."""


@dataclass(frozen=True)
class BoardShape:
    """What a random position is like."""

    ghosts: int = 1
    width: int = 5
    height: int = 3
    """Inside the outer walls."""
    food: int = 4
    """At most so many."""
    has_capsule: bool = False


def random_position(shape: BoardShape, rng: Random) -> State:
    """A position of that shape: all cells are connected, and the first ghost has three exits or
    more."""
    while True:
        cells = _board(shape, rng)
        junctions = [cell for cell in sorted(cells) if len(_neighbours(cell) & cells) >= 3]
        if not junctions or len(cells) < shape.ghosts + 4:
            continue
        first = rng.choice(junctions)
        near = [cell for cell in sorted(cells - {first}) if _distance(cell, first) <= 3]
        if len(near) <= shape.ghosts:
            continue
        pacman, *others = rng.sample(near, shape.ghosts)
        marks = dict.fromkeys(rng.sample(sorted(cells - {pacman}), shape.food), ".")
        if shape.has_capsule and (beside := sorted(_neighbours(pacman) & cells - {first})):
            marks[rng.choice(beside)] = "o"
        marks |= {ghost: str(number) for number, ghost in enumerate((first, *others), start=1)}
        marks[pacman] = "P"
        if "." in marks.values():
            rows = [
                "".join(
                    marks.get((x, y), " " if (x, y) in cells else "%") for x in _span(shape.width)
                )
                for y in reversed(_span(shape.height))
            ]
            return State.parse("\n".join((*rows, f"score: {rng.choice(SCORES)}")))


def _span(length: int) -> range:
    """The columns or rows of a board, with its outer walls."""
    return range(length + 2)


def _board(shape: BoardShape, rng: Random) -> set[Position]:
    """The open cells of a board, all connected."""
    everywhere = [(x, y) for x in range(1, shape.width + 1) for y in range(1, shape.height + 1)]
    cells = set(everywhere)
    for wall in rng.sample(everywhere, len(everywhere) // 2):
        cells.remove(wall)
        if len(_connected(cells)) < len(cells):
            cells.add(wall)
    return cells


def _connected(cells: set[Position]) -> set[Position]:
    """The cells that can be reached from one of them."""
    reached: set[Position] = set()
    ahead = {min(cells)}
    while ahead:
        reached |= ahead
        ahead = {n for cell in ahead for n in _neighbours(cell) & cells} - reached
    return reached


def _neighbours(cell: Position) -> set[Position]:
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def _distance(one: Position, other: Position) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
