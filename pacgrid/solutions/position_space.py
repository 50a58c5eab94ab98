"""The positions of a board, numbered.

A position with Pac-Man to move is a *block*, what pellets are left and where Pac-Man is, and in it
a *configuration*: the timer and the ghosts. Values are stored block after block, in a block timer
after timer, and for each timer one number for every combination of ghosts' places.

Three things keep the numbers few:

* Blocks are only those that Pac-Man can reach from his start: he eats what he passes.
* Places are only those that a ghost can reach, stage by stage (`pacgrid.solutions.ghost_stages`).
* Positions that are worth the same share a number: mirror images, and ghosts that have exchanged
  their places. Neither holds with capsules: an eaten ghost returns to its own home, and a scared
  ghost snaps up and to the right, never down. Without them, homes no longer matter once the game
  runs. Ghosts that choose alike can then be exchanged at Pac-Man's turn: each moves once before his
  next one, whatever the others do, and any of them ends the game with the same payoff.

Some numbers stand for no position that can arise, such as a ghost on Pac-Man.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import MOVES
from pacgrid.layout import WALL, Layout
from pacgrid.maze import Cell, Maze
from pacgrid.solutions.errors import SolutionError
from pacgrid.solutions.ghost_stages import (
    MOST_CAPSULES,
    GhostPlace,
    Stage,
    ghost_places,
    stage_at,
)
from pacgrid.state import SCARED_MOVES, State
from pacgrid.state_text import Drawing, DrawnGhost
from pacgrid.symmetry import Symmetry, symmetries

Indices = NDArray[np.int64]

MOST_PELLETS = 20
"""The subsets of more pellets are too many to be enumerated."""
MOST_CELLS = 1000
"""The tables of a board grow with the square of its open cells."""
MOST_BLOCKS = 1 << 27
"""The most subsets of pellets, times cells."""
MOST_POSITIONS = 1 << 60
"""Numbers must fit into 64 bits."""


class PositionSpace:
    """The numbers of all positions of `layout` with its first `num_ghosts` ghosts.

    Args:
        exchangeable: the ghosts choose alike.
        symmetric: the ghosts choose alike in mirror images.
        blocks: the keys of the blocks, if they are known.

    Raises SolutionError if there are too many pellets, cells or positions to be enumerated.
    """

    def __init__(
        self,
        layout: Layout,
        num_ghosts: int,
        *,
        exchangeable: bool,
        symmetric: bool,
        blocks: Indices | None = None,
    ) -> None:
        self.layout = layout
        open_cells = sum(mark != WALL for row in layout.rows for mark in row)
        if open_cells > MOST_CELLS:
            raise SolutionError(
                f"{layout.name or 'this board'} is too large to solve: it has {open_cells:,} open"
                f" cells, and at most {MOST_CELLS:,} are possible"
            )
        self.maze = Maze.of(layout, num_ghosts)
        self.num_ghosts = num_ghosts
        self.foods = [self.maze.cells[at] for at in sorted(layout.food)]
        self.pellets = [*self.foods, *(self.maze.cells[at] for at in sorted(layout.capsules))]
        subsets = 2.0 ** len(self.pellets) * len(self.maze.positions)
        if len(self.pellets) > MOST_PELLETS or subsets > MOST_BLOCKS:
            raise SolutionError(
                f"{layout.name or 'this board'} is too large to solve: {len(self.pellets)} pieces"
                f" of food and capsules make about {subsets:.0e} positions, without counting"
                f" ghosts; at most {MOST_PELLETS} pieces and {MOST_BLOCKS:.0e} such positions are"
                " possible"
            )
        self.has_capsules = bool(layout.capsules)
        self.is_sorted = exchangeable and num_ghosts > 1 and not self.has_capsules
        """Whether combinations of ghosts are numbered without their order."""
        self.symmetries = [*self._symmetries()] if symmetric and not self.has_capsules else []
        """Those that are folded, without the identity."""
        homes = set(self.maze.home_nodes)
        images = {way.nodes[node] for way in self.symmetries for node in homes}
        self.places = ghost_places(self.maze, homes | images, len(layout.capsules))
        """By stage: where a ghost can be."""
        self.ranks = [{place: rank for rank, place in enumerate(stage)} for stage in self.places]
        if blocks is not None:
            self.blocks = blocks
        self._found: dict[tuple[int, Cell], tuple[int, int]] = {}

    # Configurations: the timer and the ghosts.

    def combinations(self, stage: int) -> int:
        """How many combinations of ghosts' places a stage has."""
        places = len(self.places[stage])
        if self.is_sorted:
            return comb(places + self.num_ghosts - 1, self.num_ghosts)
        return int(places**self.num_ghosts)

    @cached_property
    def timer_offsets(self) -> Indices:
        """`[capsules eaten, timer]`: where a timer's combinations begin in a block.

        The last column is the size of a block. Timer `SCARED_MOVES` only arises during a round.
        """
        offsets = np.zeros((MOST_CAPSULES + 1, SCARED_MOVES + 2), np.int64)
        for eaten in range(MOST_CAPSULES + 1):
            sizes = [
                self.combinations(stage_at(eaten, timer)) if eaten or not timer else 0
                for timer in range(SCARED_MOVES + 1)
            ]
            self.check_count(sum(sizes) * len(self.blocks))
            offsets[eaten, 1:] = np.cumsum(sizes)
        return offsets

    def combination(self, stage: int, ranks: Indices) -> Indices:
        """The numbers of combinations of ghosts: `ranks[..., ghost]` are the ghosts' places."""
        if self.is_sorted:
            # In the combinatorial number system (Knuth 7.2.1.3), where ranks may be equal.
            ordered = np.sort(ranks, axis=-1)
            numbers = np.zeros(ranks.shape[:-1], np.int64)
            for ghost in range(self.num_ghosts):
                most = len(self.places[stage])
                counts = np.array([comb(rank + ghost, ghost + 1) for rank in range(most)])
                numbers += counts[ordered[..., ghost]]
            return numbers
        numbers = np.zeros(ranks.shape[:-1], np.int64)
        for ghost in range(self.num_ghosts):
            numbers = numbers * len(self.places[stage]) + ranks[..., ghost]
        return numbers

    def members(self, stage: int) -> Indices:
        """`[combination, ghost]`: the ranks of the ghosts' places."""
        places = len(self.places[stage])
        if self.is_sorted:
            chosen = np.array(
                [*combinations_with_replacement(range(places), self.num_ghosts)], np.int64
            )
            members = np.empty_like(chosen)
            members[self.combination(stage, chosen)] = chosen
            return members
        ghosts = self.num_ghosts
        return np.indices((places,) * ghosts).reshape(ghosts, places**ghosts).T

    # Blocks: the pellets that are left, and Pac-Man's cell.

    @cached_property
    def blocks(self) -> Indices:
        """The keys of the blocks, `pellets left * cells + Pac-Man's cell`, in ascending order."""
        masks, cells = np.nonzero(self._reachable())
        keys = [self._images(masks, cells, way)[0] for way in range(len(self.symmetries) + 1)]
        return np.unique(np.min(keys, axis=0))

    def block(self, masks: Indices, cells: Indices) -> tuple[Indices, Indices]:
        """The blocks of pellets and cells, or -1 for those that don't arise; and by which symmetry,
        counted from 1, each was folded into its block: 0 for none."""
        keys = np.array(
            [self._images(masks, cells, way)[0] for way in range(len(self.symmetries) + 1)]
        )
        ways = np.argmin(keys, axis=0)
        least = np.min(keys, axis=0)
        found = np.minimum(np.searchsorted(self.blocks, least), len(self.blocks) - 1)
        return np.where(self.blocks[found] == least, found, -1), ways

    def find(self, mask: int, cell: Cell) -> tuple[int, int]:
        """As `block`, for one block. Raises KeyError if it doesn't arise."""
        if (mask, cell) not in self._found:
            block, way = self.block(np.array([mask]), np.array([cell]))
            if block[0] < 0:
                raise KeyError((mask, cell))
            self._found[mask, cell] = int(block[0]), int(way[0])
        return self._found[mask, cell]

    def pellets_left(self, state: State) -> int:
        """The pellets of `state`, as bits. Raises KeyError if it has others than the layout."""
        left = state.food.mask | state.capsules.mask
        mask = sum(1 << bit for bit, pellet in enumerate(self.pellets) if left >> pellet & 1)
        if left.bit_count() != mask.bit_count():
            raise KeyError(state)
        return mask

    @cached_property
    def capsules_eaten(self) -> Indices:
        """By block: how many capsules have been eaten, at most `MOST_CAPSULES`."""
        masks = self.blocks // len(self.maze.positions)
        eaten = np.zeros(len(masks), np.int64)
        for bit in range(len(self.foods), len(self.pellets)):
            eaten += ~masks >> bit & 1
        return np.minimum(eaten, MOST_CAPSULES)

    @cached_property
    def offsets(self) -> Indices:
        """Where each block begins; the last is the number of positions."""
        sizes = self.timer_offsets[:, -1][self.capsules_eaten]
        return np.concatenate([[0], np.cumsum(sizes)])

    def check_count(self, positions: int) -> None:
        """Raise SolutionError if there are too many."""
        if positions > MOST_POSITIONS:
            raise SolutionError(
                f"{self.layout.name or 'this board'} with {self.num_ghosts} ghosts has about "
                f"{positions:.0e} positions; no memory is large enough"
            )

    def __len__(self) -> int:
        return int(self.offsets[-1])

    def _symmetries(self) -> Iterable[Symmetry]:
        food = self.maze.mask(self.layout.food)
        return (way for way in symmetries(self.maze) if way.mask(food) == food)

    def _images(self, masks: Indices, cells: Indices, way: int) -> tuple[Indices, Indices]:
        """The keys and the cells of the images under a symmetry, counted from 1."""
        if way:
            symmetry = self.symmetries[way - 1]
            to = [self.pellets.index(symmetry.cells[cell]) for cell in self.pellets]
            masks = sum((masks >> bit & 1) << to[bit] for bit in range(len(to)))  # type: ignore[assignment]
            cells = np.array(symmetry.cells)[cells]
        return masks * len(self.maze.positions) + cells, cells

    def _reachable(self) -> NDArray[np.bool_]:
        """`[pellets left, cell]`: where Pac-Man can be, having eaten what he passed."""
        maze = self.maze
        count = len(self.pellets)
        near = np.array([[n.get(a, c) for a in MOVES] for c, n in enumerate(maze.neighbours)])
        everything = (1 << count) - 1
        masks = np.arange(everything + 1)
        left = np.zeros((len(masks), len(maze.positions)), np.bool_)
        for bit, cell in enumerate(self.pellets):
            left[:, cell] = masks >> bit & 1
        reached = np.zeros_like(left)
        reached[everything, maze.cells[self.layout.pacman]] = True
        some_food = (1 << len(self.foods)) - 1
        sizes = np.array([mask.bit_count() for mask in range(everything + 1)])
        for size in range(count, 0, -1):
            level = masks[sizes == size]
            here, ahead = reached[level], np.zeros((0,))
            walls = left[level]
            while not np.array_equal(here, ahead):
                ahead, here = here, (here | here[:, near].any(axis=-1)) & ~walls
            reached[level] = here
            for bit, cell in enumerate(self.pellets):
                rest = level ^ (1 << bit)
                enters = (level >> bit & 1).astype(bool) & (rest & some_food != 0)
                enters &= here[:, near[cell]].any(axis=-1)
                reached[rest[enters], cell] = True
        return reached

    # States.

    def index(self, state: State) -> int:
        """The number of a position with Pac-Man to move, before the end of the game.

        Raises KeyError if it has none.
        """
        maze = self.maze
        if state.maze != maze or state.to_move or state.is_terminal:
            raise KeyError(state)
        cell = maze.cells[state.pacman]
        mask = self.pellets_left(state)
        eaten = len(self.pellets) - len(self.foods) - len(state.capsules)
        timers = {ghost.scared for ghost in state.ghosts} - {0}
        timer = max(timers, default=0)
        if len(timers) > 1 or (timer and not eaten) or timer == SCARED_MOVES:
            raise KeyError(state)
        nodes = [maze.node(ghost.position, ghost.direction) for ghost in state.ghosts]
        block, way = self.find(mask, cell)
        if way:
            nodes = [self.symmetries[way - 1].nodes[node] for node in nodes]
        ranks = self.ranks[stage := stage_at(eaten, timer)]
        places = [
            ranks[GhostPlace(node, ghost.scared > 0)]
            for node, ghost in zip(nodes, state.ghosts, strict=True)
        ]
        offset = self.timer_offsets[min(eaten, MOST_CAPSULES), timer]
        return int(self.offsets[block] + offset) + self._number(stage, places)

    def state(self, number: int) -> State:
        """The position with this number. It needn't be one that can arise in a game."""
        block = int(np.searchsorted(self.offsets, number, "right")) - 1
        eaten = self.capsules_eaten[block]
        rest = number - self.offsets[block]
        timer = int(np.searchsorted(self.timer_offsets[eaten], rest, "right")) - 1
        stage = stage_at(eaten, timer)
        ranks = self._ranks(stage, int(rest - self.timer_offsets[eaten, timer]))
        ghosts = [(self.places[stage][rank], timer) for rank in ranks]
        mask, cell = divmod(int(self.blocks[block]), len(self.maze.positions))
        return self.drawn(mask, cell, ghosts, to_move=0)

    def drawn(
        self, mask: int, cell: Cell, ghosts: Sequence[tuple[GhostPlace, int]], to_move: int
    ) -> State:
        """The position with these ghosts, each with the timer that it has if it is scared."""
        maze = self.maze
        left = [pellet for bit, pellet in enumerate(self.pellets) if mask >> bit & 1]
        at = frozenset(maze.positions[pellet] for pellet in left)
        drawn = [
            DrawnGhost(
                maze.node_position(place.node),
                maze.node_direction(place.node),
                timer if place.scared else 0,
                home,
            )
            for (place, timer), home in zip(ghosts, maze.homes, strict=True)
        ]
        food, capsules = at & self.layout.food, at & self.layout.capsules
        return State.drawn(
            Drawing(
                maze.walls,
                maze.positions[cell],
                tuple(drawn),
                food,
                capsules,
                score=0,
                to_move=to_move,
                lost=False,
            )
        )

    def _ranks(self, stage: Stage, number: int) -> list[int]:
        """The places of a combination."""
        size = len(self.places[stage])
        ranks = []
        for ghost in reversed(range(self.num_ghosts)):
            rank = number // size**ghost
            unit = size**ghost * rank
            if self.is_sorted:
                rank = max(r for r in range(size) if comb(r + ghost, ghost + 1) <= number)
                unit = comb(rank + ghost, ghost + 1)
            ranks.append(rank)
            number -= unit
        return ranks

    def _number(self, stage: Stage, ranks: list[int]) -> int:
        if self.is_sorted:
            return sum(comb(rank + ghost, ghost + 1) for ghost, rank in enumerate(sorted(ranks)))
        number = 0
        for rank in ranks:
            number = number * len(self.places[stage]) + rank
        return number
