"""The positions of a board, numbered.

A position with Pac-Man to move is a *block*, what pellets are left and where Pac-Man is, and in it
a *configuration*: the timer and the ghosts. Values are stored block after block, in a block timer
after timer, and for each timer one number for every combination of ghost states.

Three things keep the numbers few:

* Blocks are only those that Pac-Man can reach from his start: he eats what he passes.
* Ghost states are only those that a ghost can reach; without a timer, only those not scared.
* Positions that are worth the same share a number: mirror images, and ghosts that have changed
  places. Neither holds with capsules: an eaten ghost returns to its own home, and a scared
  ghost snaps up and to the right, never down. Without them, homes no longer matter once the game
  runs. Ghosts that choose alike can then be exchanged at Pac-Man's turn: each moves once before his
  next one, whatever the others do, and any of them ends the game with the same payoff.

Some numbers stand for no position that can arise, such as a ghost on Pac-Man.
"""

from collections.abc import Sequence
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import MOVES
from pacgrid.layout import Layout
from pacgrid.marks import WALL
from pacgrid.maze import Cell, Maze, Node, Symmetry, symmetries
from pacgrid.solutions import SolutionError
from pacgrid.state import SCARED_MOVES, State

Indices = NDArray[np.int64]


MOST_CELLS = 1000
"""The tables of a board grow with the square of its open cells."""
MOST_POSITIONS = 1 << 60
"""Numbers must fit into 64 bits."""


Chances = NDArray[np.float64]
"""`[ghost, Pac-Man's cell, rank, move]`: the probabilities of a ghost's legal actions, in their
order. Without elements for ghosts that minimise."""


class GhostState(NamedTuple):
    """A ghost's node, and whether it is scared."""

    node: Node
    scared: bool


class PositionSpace:
    """The numbers of all positions of `layout` with its first `num_ghosts` ghosts.

    All ghosts that are scared at Pac-Man's turn have the same timer: it starts at the same value
    for all, and each ghost has moved equally often since.

    Args:
        exchangeable: the ghosts choose alike.
        symmetric: the ghosts choose alike in mirror images.
        keys: those of the blocks, if they are known from a solution.

    Raises SolutionError if there are too many pellets, cells or positions to be enumerated.
    """

    def __init__(
        self,
        layout: Layout,
        num_ghosts: int,
        *,
        exchangeable: bool,
        symmetric: bool,
        keys: Indices | None = None,
    ) -> None:
        self.layout = layout
        open_cells = sum(mark != WALL for row in layout.rows for mark in row)
        if open_cells > MOST_CELLS:
            raise SolutionError(
                f"{layout.name or 'this board'} is too large to solve: it has {open_cells:,} open"
                f" cells, and at most {MOST_CELLS:,} are possible"
            )
        self.maze = maze = Maze.of(layout, num_ghosts)
        self.num_ghosts = num_ghosts
        food = maze.mask(layout.food)
        can_fold = symmetric and not layout.capsules
        self.symmetries = [
            each for each in symmetries(maze) if can_fold and each.mask(food) == food
        ]
        """The symmetries that are folded, without the identity."""
        self.blocks = Blocks(layout, maze, self.symmetries, keys)
        states = sorted(self._reachable(), key=lambda ghost: (ghost.scared, ghost.node))
        self.ghost_states = states
        """All that a ghost can have, those that aren't scared first. A rank is a place in it."""
        self.nodes, self.scared = np.array(states, np.int64).reshape(-1, 2).T.copy()
        """The nodes of these states, and whether they are scared, as 0 or 1."""
        self.sizes = int((self.scared == 0).sum()), len(states)
        """How many of them a ghost can have without a timer, and with one."""
        self.ranks = np.full((2, len(maze.ghost_moves)), -1)
        """`[scared, node]`: the rank, or -1."""
        self.ranks[self.scared, self.nodes] = np.arange(len(states))
        self.is_sorted = exchangeable and num_ghosts > 1 and not layout.capsules
        """Whether combinations of ghosts are numbered without their order."""
        self.combinations = [
            Combinations(count, num_ghosts, is_sorted=self.is_sorted) for count in self.sizes
        ]
        """Without a timer, and with one."""
        positions = sum(self._sizes(eaten=True)) * len(self.blocks)
        if positions > MOST_POSITIONS:
            raise SolutionError(
                f"{layout.name or 'this board'} with {num_ghosts} ghosts has about "
                f"{positions:.0e} positions; no memory is large enough"
            )

    def __len__(self) -> int:
        return int(self.offsets[-1])

    def _reachable(self) -> set[GhostState]:
        """Every state that a ghost can have which starts at one of the homes, or at an image."""
        maze = self.maze
        homes = {*maze.home_nodes}
        homes |= {each.nodes[node] for each in self.symmetries for node in homes}
        found = {GhostState(node, scared=False) for node in homes}
        ahead = list(found)
        while ahead:
            node, scared = ahead.pop()
            if scared:  # this move may be its last scared one, or not
                moved = maze.scared_moves[node].values()
                after = {GhostState(to, scared=True) for to in moved}
                after |= {GhostState(maze.snapped[to], scared=False) for to in moved}
            else:
                moved = maze.ghost_moves[node].values()
                after = {GhostState(to, scared=False) for to in moved}
                after |= {GhostState(node, scared=True)} if self.layout.capsules else set()
            ahead += after - found
            found |= after
        return found

    def _sizes(self, *, eaten: bool) -> list[int]:
        """By timer: how many combinations there are, when a capsule was `eaten` or none was."""
        calm, scared = (each.count for each in self.combinations)
        has_timers = eaten and bool(self.layout.capsules)
        return [calm, *[scared if has_timers else 0] * SCARED_MOVES]

    @cached_property
    def offsets(self) -> Indices:
        """Where each block begins; the last is the number of positions."""
        sizes = self.timer_offsets[:, -1][self.blocks.eaten]
        return np.concatenate([[0], np.cumsum(sizes)])

    @cached_property
    def timer_offsets(self) -> Indices:
        """`[whether a capsule was eaten, timer]`: where a timer's combinations begin in a block.

        The last column is the size of a block. Timer `SCARED_MOVES` only arises during a round.
        """
        return np.array([np.cumsum([0, *self._sizes(eaten=eaten)]) for eaten in (False, True)])

    def index(self, state: State) -> int:
        """The number of a position with Pac-Man to move, before the end of the game.

        Raises KeyError if it has none.
        """
        maze, blocks = self.maze, self.blocks
        if state.maze != maze or state.to_move or state.is_terminal:
            raise KeyError(state)
        eaten = len(state.capsules) < len(self.layout.capsules)
        timers = {ghost.scared for ghost in state.ghosts} - {0}
        timer = max(timers, default=0)
        if len(timers) > 1 or (timer and not eaten) or timer == SCARED_MOVES:
            raise KeyError(state)
        block, symmetry = blocks.number(blocks.mask(state), maze.cells[state.pacman])
        ranks = []
        for ghost in state.ghosts:
            node = maze.node(ghost.position, ghost.direction)
            if symmetry:
                node = self.symmetries[symmetry - 1].nodes[node]
            ranks.append(self.ranks[int(ghost.scared > 0), node])
        if min(ranks, default=0) < 0:
            raise KeyError(state)
        combination = self.combinations[timer > 0].numbers(np.array(ranks, np.int64))
        return int(self.offsets[block] + self.timer_offsets[int(eaten), timer] + combination)

    def state(self, number: int) -> State:
        """The position with this number. It needn't be one that can arise in a game."""
        block = int(np.searchsorted(self.offsets, number, "right")) - 1
        offsets = self.timer_offsets[self.blocks.eaten[block]]
        rest = number - self.offsets[block]
        timer = int(np.searchsorted(offsets, rest, "right")) - 1
        ranks = self.combinations[timer > 0].ranks(rest - offsets[timer])
        ghosts = [(self.ghost_states[rank], timer) for rank in ranks]
        mask, cell = int(self.blocks.masks[block]), int(self.blocks.cells[block])
        return self.drawn(mask, cell, ghosts, to_move=0)

    def drawn(
        self, mask: int, cell: Cell, ghosts: Sequence[tuple[GhostState, int]], to_move: int
    ) -> State:
        """The position with these ghosts, each with the timer that it has if it is scared."""
        maze, pellets = self.maze, enumerate(self.blocks.pellets)
        left = sum(1 << pellet for bit, pellet in pellets if mask >> bit & 1)
        nodes = [(ghost.node, timer if ghost.scared else 0) for ghost, timer in ghosts]
        food = left & maze.mask(self.layout.food)
        return State.placed(maze, cell, nodes, food, left ^ food, to_move=to_move)


class Combinations:
    """The numbers of all combinations of `ghosts` ghosts, each in one of `states` states.

    States are given by their ranks, counted from 0. With `is_sorted`, combinations that differ only
    in which ghost is where share a number.
    """

    def __init__(self, states: int, ghosts: int, *, is_sorted: bool) -> None:
        self.states = states
        self.ghosts = ghosts
        self.is_sorted = is_sorted
        self.count = comb(states + ghosts - 1, ghosts) if is_sorted else states**ghosts
        """How many there are; it can be more than 64 bits hold."""

    @cached_property
    def terms(self) -> Indices:
        """`[ghost, rank]`: what a ghost adds to the number. Sorted ghosts begin with the greatest
        rank.

        The number of a combination has its ranks as digits. Sorted ghosts are numbered in the
        combinatorial number system (Knuth 7.2.1.3), where ranks may be equal.
        """
        terms = np.zeros((self.ghosts, self.states), np.int64)
        for ghost, after in enumerate(reversed(range(self.ghosts))):
            for rank in range(self.states):
                sorted_term = comb(rank + after, after + 1)
                terms[ghost, rank] = sorted_term if self.is_sorted else rank * self.states**after
        return terms

    def numbers(self, ranks: Indices) -> Indices:
        """The numbers of combinations: `ranks[..., ghost]`."""
        if self.is_sorted:
            ranks = np.sort(ranks, axis=-1)[..., ::-1]
        numbers = np.zeros(ranks.shape[:-1], np.int64)
        for ghost, terms in enumerate(self.terms):
            numbers += terms[ranks[..., ghost]]
        return numbers

    def ranks(self, numbers: Indices) -> Indices:
        """`[..., ghost]`: the ranks of combinations."""
        ranks = np.zeros((*numbers.shape, self.ghosts), np.int64)
        for ghost, terms in enumerate(self.terms):
            ranks[..., ghost] = np.searchsorted(terms, numbers, "right") - 1
            numbers = numbers - terms[ranks[..., ghost]]
        return ranks

    def all_ranks(self) -> Indices:
        """`[combination, ghost]`: the ranks of every combination."""
        return self.ranks(np.arange(self.count))


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
        """The cells of the pellets."""
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
    def eaten(self) -> Indices:
        """By block: 1 if a capsule was eaten, else 0."""
        every_capsule = self.every_pellet ^ self.every_food
        eaten: Indices = (self.masks & every_capsule != every_capsule).astype(np.int64)
        return eaten

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
