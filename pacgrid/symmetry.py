"""Symmetries of a maze: the mirrors and rotations that leave its walls as they are."""

from functools import lru_cache

from pacgrid.action import Action
from pacgrid.cells import bits
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Cell, Maze, Node

MATRICES = (
    (-1, 0, 0, 1),
    (1, 0, 0, -1),
    (-1, 0, 0, -1),
    (0, 1, 1, 0),
    (0, -1, 1, 0),
    (0, 1, -1, 0),
    (0, -1, -1, 0),
)
"""`(a, b, c, d)` takes `(x, y)`, measured from the centre, to `(ax + by, cx + dy)`: two mirrors and
half a turn; then those that exchange rows and columns."""


class Symmetry:
    """Where a mirror or rotation takes each cell, and each ghost with its direction."""

    def __init__(self, cells: tuple[Cell, ...], actions: tuple[Action, ...]) -> None:
        self._arguments = cells, actions
        self.cells = cells
        """By cell: its image."""
        slots = (*actions, *(HALFWAY + action for action in actions[: HALFWAY - 1]))
        self.nodes: tuple[Node, ...] = tuple(
            cell * NODES_PER_CELL + slot for cell in cells for slot in slots
        )
        """By node: its image."""
        self.mask = lru_cache(maxsize=4096)(self._mask)
        """The image of a mask of cells; a search asks for the same ones again and again."""

    def __reduce__(self) -> tuple[object, ...]:
        return Symmetry, self._arguments  # the cache can't be pickled

    def _mask(self, mask: int) -> int:
        return sum(1 << self.cells[cell] for cell in bits(mask))


@lru_cache(maxsize=32)
def symmetries(maze: Maze) -> tuple[Symmetry, ...]:
    """The symmetries of the walls of `maze`, without the identity. Ghosts' homes don't count.

    >>> from pacgrid.layout import Layout
    >>> len(symmetries(Maze.of(Layout.load("arena"))))
    3
    """
    centred = {
        (2 * x - maze.width + 1, 2 * y - maze.height + 1): cell
        for cell, (x, y) in enumerate(maze.positions)
    }
    steps = {action.vector: action for action in Action}
    found = []
    for a, b, c, d in MATRICES:
        images = [centred.get((a * x + b * y, c * x + d * y)) for x, y in centred]
        cells = tuple(cell for cell in images if cell is not None)
        if len(cells) == len(images):
            actions = tuple(steps[a * x + b * y, c * x + d * y] for x, y in steps)
            found.append(Symmetry(cells, actions))
    return tuple(found)
