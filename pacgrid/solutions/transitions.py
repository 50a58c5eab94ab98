"""The transitions between numbered positions, as arrays for the compiled sweeps."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from math import prod
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.maze import Cell, Maze, Node
from pacgrid.solutions.ghost_stages import (
    MOST_CAPSULES,
    STEPS,
    GhostState,
    Stage,
    moves,
    stage_at,
)
from pacgrid.solutions.objective import Payoffs
from pacgrid.solutions.position_space import Indices, PositionSpace
from pacgrid.state import SCARED_MOVES, State


class GhostPlies:
    """The numbers of the positions of `space` with a ghost to move.

    They are numbered block after block, in a block timer after timer, and for each timer ghost
    after ghost.
    """

    def __init__(self, space: PositionSpace) -> None:
        self.space = space

    def __len__(self) -> int:
        return int(self.blocks[-1])

    @cached_property
    def offsets(self) -> Indices:
        """`[capsules eaten, timer, ghost]`: where a ghost's plies begin among those of a block."""
        ghosts = self.space.num_ghosts
        offsets = np.zeros((MOST_CAPSULES + 1, SCARED_MOVES + 1, ghosts), np.int64)
        for eaten in range(MOST_CAPSULES + 1):
            start = 0
            for timer in range(SCARED_MOVES + 1 if eaten else 1):
                for ghost in range(ghosts):
                    offsets[eaten, timer, ghost] = start
                    start += self._combinations(eaten, timer, ghost)
        return offsets

    @cached_property
    def blocks(self) -> Indices:
        """By block: where its plies begin; the last is the number of plies.

        Raises SolutionError if these are too many."""
        sizes = np.zeros(MOST_CAPSULES + 1, np.int64)
        for eaten in range(MOST_CAPSULES + 1):
            for timer in range(SCARED_MOVES + 1 if eaten else 1):
                for ghost in range(self.space.num_ghosts):
                    count = self._combinations(eaten, timer, ghost)
                    self.space.check_count(count * len(self.space.blocks))
                    sizes[eaten] += count
        return np.concatenate([[0], np.cumsum(sizes[self.space.blocks.capsules_eaten])])

    def ghost_states(self, eaten: int, timer: int, mover: int) -> list[list[GhostState]]:
        """Where each ghost can be when `mover`, counted from 0, is to move: `mover` first, then the
        ghosts after it, then those before it. These have moved, so their timers are one less."""
        space = self.space
        moved = space.ghost_states[stage_at(eaten, max(timer - 1, 0))]
        others = space.ghost_states[stage_at(eaten, timer)]
        return [others] * (space.num_ghosts - mover) + [moved] * mover

    def index(self, state: State) -> int:
        """The number of a position with a ghost to move. Raises KeyError if it has none."""
        space, mover = self.space, state.to_move - 1
        timers = {g.scared + (n < mover) for n, g in enumerate(state.ghosts) if g.scared}
        if len(timers) > 1:
            raise KeyError(state)
        timer = max(timers, default=0)
        blocks = space.blocks
        block, _ = blocks.number(blocks.mask(state), space.maze.cells[state.pacman])
        eaten = int(blocks.capsules_eaten[block])
        number = 0
        ghosts = (*state.ghosts[mover:], *state.ghosts[:mover])
        for ghost, states in zip(ghosts, self.ghost_states(eaten, timer, mover), strict=True):
            node = space.maze.node(ghost.position, ghost.direction)
            number = number * len(states) + states.index(GhostState(node, ghost.scared > 0))
        return int(self.blocks[block] + self.offsets[eaten, timer, mover]) + number

    def _combinations(self, eaten: int, timer: int, mover: int) -> int:
        return prod(map(len, self.ghost_states(eaten, timer, mover)))


MOST_MOVES = 4
"""A ghost's most legal actions."""
WALL, WON = -1, -2
"""In `Transitions.targets`: no such move, and the last food."""

CAUGHT = -1
"""In `GhostMoves.targets`: the ghost catches Pac-Man."""


class Chances(NamedTuple):
    """The probabilities of the ghosts' moves, in the order of their legal actions. One array is
    used, or none for ghosts that minimise."""

    by_sight: NDArray[np.float64]
    """`[stage, ghost, Pac-Man's cell, rank, slot]`, for agents that see only Pac-Man."""
    by_position: NDArray[np.float32]
    """`[ply, slot]`: plies are numbered by `GhostPlies.index`."""

    @classmethod
    def none(cls) -> Self:
        """Those of ghosts that minimise."""
        return cls(np.zeros((0, 0, 0, 0, 0)), np.zeros((0, MOST_MOVES), np.float32))


class PacmanMoves(NamedTuple):
    """Pac-Man's moves. The arrays are `[block, action]`."""

    targets: NDArray[np.int64]
    """The block that Pac-Man enters, `WALL` or `WON`."""
    ahead: NDArray[np.int64]
    """The cell that Pac-Man enters, before the target is folded."""
    symmetries: NDArray[np.int64]
    """The symmetry that folds the target, counted from 1; 0 for none."""
    gains: NDArray[np.float64]
    """The payoff of the move and of what is eaten."""
    frightens: NDArray[np.bool_]
    """Whether Pac-Man eats a capsule."""

    @classmethod
    def of(cls, space: PositionSpace, payoffs: Payoffs) -> Self:
        """His moves from the blocks of a space."""
        blocks = space.blocks
        table = np.array([[to.get(a, -1) for a in Action] for to in space.maze.pacman_moves])
        ahead = table[blocks.cells]
        masks = blocks.masks[:, None]
        eaten = blocks.bits[ahead] & masks
        is_food = eaten & blocks.every_food != 0
        won = (masks ^ eaten) & blocks.every_food == 0
        targets, symmetries = blocks.numbers(masks ^ eaten, ahead)
        targets[won] = WON
        targets[ahead < 0] = WALL
        return cls(
            targets=targets,
            ahead=ahead,
            symmetries=symmetries,
            gains=payoffs.move + is_food * payoffs.food + won * payoffs.win,
            frightens=(eaten != 0) & ~is_food,
        )


class GhostMoves(NamedTuple):
    """The ghosts' moves. `last` is 1 for timer 1."""

    counts: NDArray[np.int64]
    """`[stage, last, rank]`: how many there are."""
    targets: NDArray[np.int32]
    """`[stage, last, ghost, Pac-Man's cell, rank, slot]`: the rank in the stage after it, where
    the ghost is back home if it is eaten; or `CAUGHT`."""
    gains: NDArray[np.float64]
    """The payoffs, likewise."""

    @classmethod
    def of(cls, space: PositionSpace, payoffs: Payoffs) -> Self:
        maze = space.maze
        width, ghosts = max(map(len, space.ghost_states)), space.num_ghosts
        counts = np.zeros((len(Stage), 2, width), np.int64)
        shape = (len(Stage), 2, ghosts, len(maze.positions), width, MOST_MOVES)
        targets, gains = np.zeros(shape, np.int32), np.zeros(shape)
        met_from = _met_from(maze)
        for stage, last, after in STEPS:
            for rank, ghost_state in enumerate(space.ghost_states[stage]):
                ahead = [to for _, to in moves(maze, ghost_state, 1 if last else 2)]
                counts[stage, last, rank] = len(ahead)
                for slot, to in enumerate(ahead):
                    targets[stage, last, :, :, rank, slot] = space.ranks[after][to]
                    met = met_from[to.node]
                    for ghost, home in enumerate(maze.home_nodes):
                        back = space.ranks[after][GhostState(home, scared=False)]
                        targets[stage, last, ghost, met, rank, slot] = back if to.scared else CAUGHT
                        gains[stage, last, ghost, met, rank, slot] = (
                            payoffs.ghost if to.scared else payoffs.loss
                        )
        return cls(counts, targets, gains)


class Transitions(NamedTuple):
    """Everything about a space that the sweeps need. Ranks are those of `space.ranks`."""

    payoffs: NDArray[np.float64]
    num_ghosts: int
    # By block.
    offsets: NDArray[np.int64]
    eaten: NDArray[np.int64]
    cells: NDArray[np.int64]
    pacman: PacmanMoves
    # By capsules eaten and timer.
    timer_offsets: NDArray[np.int64]
    stages: NDArray[np.int64]
    # By stage.
    sizes: NDArray[np.int64]
    """How many states a ghost can have."""
    combinations: NDArray[np.int64]
    scared: NDArray[np.bool_]
    """`[stage, rank]`."""
    frightened: NDArray[np.int64]
    """`[stage, later stage, rank]`: the rank of the same node, scared."""
    homes: NDArray[np.int64]
    """`[stage, ghost]`: the rank of its home."""
    meets: NDArray[np.bool_]
    """`[stage, cell, rank]`: whether Pac-Man in the cell meets the ghost."""
    ghosts: GhostMoves
    chances: Chances
    ply_blocks: NDArray[np.int64]
    """By block, and `ply_offsets` by capsules eaten, timer and ghost: the plies' numbers."""
    ply_offsets: NDArray[np.int64]
    # Folding.
    folded: NDArray[np.int64]
    """By the ghosts' ranks in base `sizes`: the combination. Empty if that is the number itself."""
    unfolded: NDArray[np.int64]
    """By combination: such a number; empty likewise."""
    images: NDArray[np.int64]
    """`[symmetry, combination]`: where a symmetry takes it; symmetry 0 is the identity."""

    @classmethod
    def of(cls, space: PositionSpace, payoffs: Payoffs, chances: Chances) -> Self:
        """The transitions of a space."""
        maze, plies = space.maze, GhostPlies(space)
        width = max(map(len, space.ghost_states))
        stages = np.zeros((MOST_CAPSULES + 1, SCARED_MOVES + 1), np.int64)
        for eaten in range(1, MOST_CAPSULES + 1):
            for timer in range(SCARED_MOVES + 1):
                stages[eaten, timer] = stage_at(eaten, timer)
        scared = np.zeros((len(Stage), width), np.bool_)
        homes = np.zeros((len(Stage), space.num_ghosts), np.int64)
        meets = np.zeros((len(Stage), len(maze.positions), width), np.bool_)
        frightened = np.zeros((len(Stage), len(Stage), width), np.int64)
        met_from = _met_from(maze)
        for stage, states in enumerate(space.ghost_states):
            for rank, ghost_state in enumerate(states):
                scared[stage, rank] = ghost_state.scared
                meets[stage, met_from[ghost_state.node], rank] = True
                for later, ranks in enumerate(space.ranks):
                    frightened[stage, later, rank] = ranks.get(ghost_state._replace(scared=True), 0)
            for ghost, node in enumerate(maze.home_nodes):
                homes[stage, ghost] = space.ranks[stage].get(GhostState(node, scared=False), 0)
        folded = unfolded = np.zeros(0, np.int64)
        if space.is_sorted:
            size, ghosts = len(space.ghost_states[Stage.CALM]), space.num_ghosts
            unsorted = np.indices((size,) * ghosts).reshape(ghosts, -1).T
            folded = space.combinations[Stage.CALM].numbers(unsorted)
            unfolded = np.unique(folded, return_index=True)[1]
        return cls(
            payoffs=np.array(payoffs),
            num_ghosts=space.num_ghosts,
            offsets=space.offsets,
            eaten=space.blocks.capsules_eaten,
            cells=space.blocks.cells,
            pacman=PacmanMoves.of(space, payoffs),
            timer_offsets=space.timer_offsets,
            stages=stages,
            sizes=np.array([*map(len, space.ghost_states)]),
            combinations=np.array([each.count for each in space.combinations]),
            scared=scared,
            frightened=frightened,
            homes=homes,
            meets=meets,
            ghosts=GhostMoves.of(space, payoffs),
            chances=chances,
            ply_blocks=plies.blocks,
            ply_offsets=plies.offsets,
            folded=folded,
            unfolded=unfolded,
            images=_images(space),
        )


def _images(space: PositionSpace) -> NDArray[np.int64]:
    """`[symmetry, combination]` of stage 0: the images; the identity only without symmetries."""
    if not space.symmetries:
        return np.zeros((1, 0), np.int64)
    combinations = space.combinations[Stage.CALM]
    images = [np.arange(combinations.count)]
    for symmetry in space.symmetries:
        ranks = [
            space.ranks[Stage.CALM][ghost._replace(node=symmetry.nodes[ghost.node])]
            for ghost in space.ghost_states[Stage.CALM]
        ]
        images.append(combinations.numbers(np.array(ranks)[combinations.all_ranks()]))
    return np.stack(images)


def _met_from(maze: Maze) -> Mapping[Node, list[Cell]]:
    """By node: the cells in which Pac-Man meets a ghost there."""
    cells: defaultdict[Node, list[Cell]] = defaultdict(list)
    for cell, nodes in enumerate(maze.meets):
        for node in nodes:
            cells[node].append(cell)
    return cells
