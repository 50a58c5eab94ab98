"""The positions of a board, numbered.

A position with Pac-Man to move is a *block*, what pellets are left and where Pac-Man is, and in it
a *configuration*: the timer and the ghosts. Values are stored block after block, in a block timer
after timer, and for each timer one number for every combination of ghost states.

Three things keep the numbers few:

* Blocks are only those that Pac-Man can reach from his start: he eats what he passes.
* Ghost states are only those that a ghost can reach, by stage (`pacgrid.solutions.ghost_stages`).
* Positions that are worth the same share a number: mirror images, and ghosts that have changed
  places. Neither holds with capsules: an eaten ghost returns to its own home, and a scared
  ghost snaps up and to the right, never down. Without them, homes no longer matter once the game
  runs. Ghosts that choose alike can then be exchanged at Pac-Man's turn: each moves once before his
  next one, whatever the others do, and any of them ends the game with the same payoff.

Some numbers stand for no position that can arise, such as a ghost on Pac-Man.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from pacgrid.layout import Layout
from pacgrid.layout_drawing import WALL
from pacgrid.maze import Cell, Maze, symmetries
from pacgrid.solutions.blocks import Blocks
from pacgrid.solutions.combinations import Combinations, Indices
from pacgrid.solutions.errors import SolutionError
from pacgrid.solutions.ghost_stages import MOST_CAPSULES, GhostState, ghost_states, stage_at
from pacgrid.state import SCARED_MOVES, Drawing, DrawnGhost, State

MOST_CELLS = 1000
"""The tables of a board grow with the square of its open cells."""
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
        food = self.maze.mask(layout.food)
        can_fold = symmetric and not layout.capsules
        self.symmetries = [
            each for each in symmetries(self.maze) if can_fold and each.mask(food) == food
        ]
        """Those that are folded, without the identity."""
        self.blocks = Blocks(layout, self.maze, self.symmetries, blocks)
        homes = set(self.maze.home_nodes)
        images = {each.nodes[node] for each in self.symmetries for node in homes}
        self.ghost_states = ghost_states(self.maze, homes | images, len(layout.capsules))
        """By stage: the states that a ghost can have."""
        self.ranks = [
            {ghost: rank for rank, ghost in enumerate(states)} for states in self.ghost_states
        ]
        """By stage: the number of each ghost state in it."""
        self.is_sorted = exchangeable and num_ghosts > 1 and not layout.capsules
        """Whether combinations of ghosts are numbered without their order."""
        self.combinations = [
            Combinations(len(states), num_ghosts, is_sorted=self.is_sorted)
            for states in self.ghost_states
        ]
        """By stage."""

    def __len__(self) -> int:
        return int(self.offsets[-1])

    @cached_property
    def offsets(self) -> Indices:
        """Where each block begins; the last is the number of positions."""
        sizes = self.timer_offsets[:, -1][self.blocks.capsules_eaten]
        return np.concatenate([[0], np.cumsum(sizes)])

    @cached_property
    def timer_offsets(self) -> Indices:
        """`[capsules eaten, timer]`: where a timer's combinations begin in a block.

        The last column is the size of a block. Timer `SCARED_MOVES` only arises during a round.
        """
        offsets = np.zeros((MOST_CAPSULES + 1, SCARED_MOVES + 2), np.int64)
        for eaten in range(MOST_CAPSULES + 1):
            sizes = [
                self.combinations[stage_at(eaten, timer)].count if eaten or not timer else 0
                for timer in range(SCARED_MOVES + 1)
            ]
            self.check_count(sum(sizes) * len(self.blocks))
            offsets[eaten, 1:] = np.cumsum(sizes)
        return offsets

    def check_count(self, positions: int) -> None:
        """Raise SolutionError if there are too many."""
        if positions > MOST_POSITIONS:
            raise SolutionError(
                f"{self.layout.name or 'this board'} with {self.num_ghosts} ghosts has about "
                f"{positions:.0e} positions; no memory is large enough"
            )

    def index(self, state: State) -> int:
        """The number of a position with Pac-Man to move, before the end of the game.

        Raises KeyError if it has none.
        """
        maze, blocks = self.maze, self.blocks
        if state.maze != maze or state.to_move or state.is_terminal:
            raise KeyError(state)
        eaten = len(self.layout.capsules) - len(state.capsules)
        timers = {ghost.scared for ghost in state.ghosts} - {0}
        timer = max(timers, default=0)
        if len(timers) > 1 or (timer and not eaten) or timer == SCARED_MOVES:
            raise KeyError(state)
        block, symmetry = blocks.number(blocks.mask(state), maze.cells[state.pacman])
        stage, ranks = stage_at(eaten, timer), []
        for ghost in state.ghosts:
            node = maze.node(ghost.position, ghost.direction)
            if symmetry:
                node = self.symmetries[symmetry - 1].nodes[node]
            ranks.append(self.ranks[stage][GhostState(node, ghost.scared > 0)])
        offset = self.timer_offsets[min(eaten, MOST_CAPSULES), timer]
        return int(self.offsets[block] + offset) + self.combinations[stage].number(ranks)

    def state(self, number: int) -> State:
        """The position with this number. It needn't be one that can arise in a game."""
        block = int(np.searchsorted(self.offsets, number, "right")) - 1
        eaten = self.blocks.capsules_eaten[block]
        rest = number - self.offsets[block]
        timer = int(np.searchsorted(self.timer_offsets[eaten], rest, "right")) - 1
        stage = stage_at(eaten, timer)
        ranks = self.combinations[stage].ranks(rest - self.timer_offsets[eaten, timer])
        ghosts = [(self.ghost_states[stage][rank], timer) for rank in ranks]
        mask, cell = int(self.blocks.masks[block]), int(self.blocks.cells[block])
        return self.drawn(mask, cell, ghosts, to_move=0)

    def drawn(
        self, mask: int, cell: Cell, ghosts: Sequence[tuple[GhostState, int]], to_move: int
    ) -> State:
        """The position with these ghosts, each with the timer that it has if it is scared."""
        maze, pellets = self.maze, enumerate(self.blocks.pellets)
        left = frozenset(maze.positions[pellet] for bit, pellet in pellets if mask >> bit & 1)
        drawn = [
            DrawnGhost(
                maze.node_position(ghost.node),
                maze.node_direction(ghost.node),
                timer if ghost.scared else 0,
                home,
            )
            for (ghost, timer), home in zip(ghosts, maze.homes, strict=True)
        ]
        return State.drawn(
            Drawing(
                maze.walls,
                maze.positions[cell],
                tuple(drawn),
                left & self.layout.food,
                left & self.layout.capsules,
                score=0,
                to_move=to_move,
                lost=False,
            )
        )
