"""The pellets that are left and Pac-Man's cell, numbered."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from pacgrid.action import MOVES
from pacgrid.layout import Layout
from pacgrid.maze import Cell, Maze, Symmetry
from pacgrid.solutions.combinations import Indices
from pacgrid.solutions.errors import SolutionError
from pacgrid.solutions.ghost_stages import MOST_CAPSULES
from pacgrid.state import State

MOST_PELLETS = 20
"""The subsets of more pellets are too many to be enumerated."""
MOST_SUBSETS = 1 << 27
"""The most subsets of pellets, times cells."""


class Blocks:
    """The numbers of the *blocks* that arise: what pellets are left, and where Pac-Man is.

    Mirror images under `symmetries` share a number. The pellets left are the bits of a mask: the
    food first, then the capsules.

    Raises SolutionError if there are too many pellets.
    """

    def __init__(
        self,
        layout: Layout,
        maze: Maze,
        symmetries: Sequence[Symmetry],
        keys: Indices | None = None,
    ) -> None:
        self.maze = maze
        self.start = maze.cells[layout.pacman]
        self.foods = [maze.cells[at] for at in sorted(layout.food)]
        self.pellets = [*self.foods, *(maze.cells[at] for at in sorted(layout.capsules))]
        """Their cells."""
        self.symmetries = symmetries
        count, cells = len(self.pellets), len(maze.positions)
        if count > MOST_PELLETS or cells << count > MOST_SUBSETS:
            most = min(MOST_PELLETS, (MOST_SUBSETS // cells).bit_length() - 1)
            raise SolutionError(
                f"{layout.name or 'this board'} is too large to solve: {count} pieces of food and"
                f" capsules make about {float(cells << count):.0e} positions, without counting"
                f" ghosts; with its {cells:,} cells, at most {most} pieces are possible"
            )
        if keys is not None:
            self.keys = keys
        self._numbers: dict[tuple[int, Cell], tuple[int, int]] = {}

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def every_pellet(self) -> int:
        """The mask of all pellets."""
        return (1 << len(self.pellets)) - 1

    @property
    def every_food(self) -> int:
        """The mask of all food."""
        return (1 << len(self.foods)) - 1

    @cached_property
    def keys(self) -> Indices:
        """`pellets left * cells + Pac-Man's cell`, in ascending order."""
        masks, cells = np.divmod(self._reachable(), len(self.maze.positions))
        return np.unique(self._images(masks, cells).min(axis=0))

    @cached_property
    def bits(self) -> Indices:
        """By cell: the bit of its pellet, or 0."""
        bits = np.zeros(len(self.maze.positions), np.int64)
        bits[self.pellets] = 1 << np.arange(len(self.pellets))
        return bits

    @cached_property
    def masks(self) -> Indices:
        """By block: the pellets left."""
        return self.keys // len(self.maze.positions)

    @cached_property
    def cells(self) -> Indices:
        """By block: Pac-Man's cell."""
        return self.keys % len(self.maze.positions)

    @cached_property
    def capsules_eaten(self) -> Indices:
        """By block: how many capsules have been eaten, at most `MOST_CAPSULES`."""
        eaten = np.zeros(len(self), np.int64)
        for bit in range(len(self.foods), len(self.pellets)):
            eaten += ~self.masks >> bit & 1
        return np.minimum(eaten, MOST_CAPSULES)

    def numbers(self, masks: Indices, cells: Indices) -> tuple[Indices, Indices]:
        """The blocks of pellets and cells, or -1 for those that don't arise; and by which symmetry,
        counted from 1, each was folded into its block: 0 for none."""
        images = self._images(masks, cells)
        keys = images.min(axis=0)
        numbers = np.minimum(np.searchsorted(self.keys, keys), len(self) - 1)
        return np.where(self.keys[numbers] == keys, numbers, -1), images.argmin(axis=0)

    def number(self, mask: int, cell: Cell) -> tuple[int, int]:
        """As `numbers`, for one block. Raises KeyError if it doesn't arise."""
        if (mask, cell) not in self._numbers:
            block, symmetry = self.numbers(np.array([mask]), np.array([cell]))
            if block[0] < 0:
                raise KeyError((mask, cell))
            self._numbers[mask, cell] = int(block[0]), int(symmetry[0])
        return self._numbers[mask, cell]

    def mask(self, state: State) -> int:
        """The pellets left in `state`. Raises KeyError if it has others than the layout."""
        left = state.food.mask | state.capsules.mask
        mask = sum(1 << bit for bit, pellet in enumerate(self.pellets) if left >> pellet & 1)
        if left.bit_count() != mask.bit_count():
            raise KeyError(state)
        return mask

    def _images(self, masks: Indices, cells: Indices) -> Indices:
        """`[symmetry, ...]`: the keys of the images under each symmetry; 0 is the identity."""
        images = [masks * len(self.maze.positions) + cells]
        for symmetry in self.symmetries:
            mirrored = np.zeros_like(masks)
            for bit, pellet in enumerate(self.pellets):
                mirrored |= (masks >> bit & 1) << self.pellets.index(symmetry.cells[pellet])
            images.append(mirrored * len(self.maze.positions) + np.array(symmetry.cells)[cells])
        return np.array(images)

    def _reachable(self) -> Indices:
        """The keys of the blocks that Pac-Man can reach, having eaten what he passed."""
        cells = len(self.maze.positions)
        steps = enumerate(self.maze.neighbours)
        near = np.array([[to.get(move, cell) for move in MOVES] for cell, to in steps])
        reached = np.zeros(cells << len(self.pellets), np.bool_)
        frontier = np.array([self.every_pellet * cells + self.start])
        while len(frontier):
            reached[frontier] = True
            masks, here = np.divmod(frontier, cells)
            ahead = near[here]
            left = masks[:, None] & ~self.bits[ahead]
            keys = (left * cells + ahead)[left & self.every_food != 0]
            frontier = np.unique(keys[~reached[keys]])
        return np.flatnonzero(reached)
