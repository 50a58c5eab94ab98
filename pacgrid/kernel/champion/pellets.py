"""What the champion's evaluation knows about the pellets, besides where they are now."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.champion.board import BoardTables
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.search.position import Position, has
from pacgrid.maze import Cells
from pacgrid.state import State

FEW = 12
"""For at most so much food, a search keeps a list of the cells that have it."""


class Pellets(NamedTuple):
    """The pellets at the root, in lists, and the links between those left."""

    capsules: NDArray[np.uint16]
    """The cells that have a capsule at the root."""
    food: NDArray[np.uint16]
    """The cells that have food at the root; empty if they are more than `FEW`."""
    links: NDArray[np.int64]
    """`[0]`: the pairs of neighbouring cells that both have food now."""

    @classmethod
    def of(cls, state: State) -> Self:
        """Those of a search from `state`."""
        cells = state.maze.cells
        listed = state.food if len(state.food) <= FEW else ()
        return cls(
            capsules=np.array([cells[at] for at in state.capsules], np.uint16),
            food=np.array([cells[at] for at in listed], np.uint16),
            links=np.array([_links(state.food)]),
        )


def _links(food: Cells) -> int:
    """The pairs of neighbouring cells in `food`."""
    return sum(((x + 1, y) in food) + ((x, y + 1) in food) for x, y in food)


@inlined
def food_around(board: BoardTables, position: Position) -> Number:
    """The neighbours of Pac-Man's cell that have food."""
    cell = board.cells[position.games[0].pacman]
    count = 0
    for action in range(4):
        if cell.moves >> action & 1 and has(position.food, cell.next[action]):
            count += 1
    return count


@inlined
def capsules_left(position: Position, pellets: Pellets) -> Number:
    """How many capsules are left."""
    count = 0
    for cell in pellets.capsules:
        count += 1 if has(position.capsules, cell) else 0
    return count
