"""The transitions between numbered positions, as arrays for the compiled rounds.

What moves do comes from the kernel's rules: see `kernel_moves`.
"""

from itertools import product
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.tables import CAPSULE, FOOD, NOTHING
from pacgrid.solutions import MOST_MOVES, Payoffs
from pacgrid.solutions.kernel_moves import CAUGHT, EATEN, LOST, NO_MOVE, KernelMoves
from pacgrid.solutions.position_space import Chances, PositionSpace
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, LOSS_POINTS, MOVE_COST, WIN_POINTS

WALL, WON = -1, -2
"""These targets of `PacmanMoves` stand for no such move, and for the last food."""


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


STEPS = ((0, 0), (2, 1), (1, 0))
"""Of the ghosts' moves without a timer, with one, and with one that ends: the timer before them,
and whether there is one after them."""


class GhostMoves(NamedTuple):
    """The ghosts' moves, by their number in `STEPS`."""

    counts: NDArray[np.int64]
    """`[step, rank]`: how many there are."""
    targets: NDArray[np.int32]
    """`[step, ghost, Pac-Man's cell, rank, move]`: the rank after it, where the ghost is back home
    if it is eaten; or `LOST`."""
    gains: NDArray[np.float32]
    """The payoffs, likewise."""

    @classmethod
    def of(cls, space: PositionSpace, payoffs: Payoffs) -> Self:
        moves, cells = KernelMoves(space.maze), len(space.maze.positions)
        shape = len(STEPS), space.num_ghosts, cells, len(space.ghost_states), MOST_MOVES
        counts = np.zeros((len(STEPS), shape[3]), np.int64)
        targets, gains = np.zeros(shape, np.int32), np.zeros(shape, np.float32)
        for step, (timer, _) in enumerate(STEPS):
            size = space.sizes[timer > 0]
            before = space.nodes[:size], space.scared[:size] * timer
            for ghost, cell in product(range(space.num_ghosts), range(cells)):
                nodes, left, ends = moves.of_ghost(ghost, cell, *before)
                counts[step, :size] = (ends != NO_MOVE).sum(axis=1)
                ranks = space.ranks[(left > 0).astype(np.int64), nodes]
                targets[step, ghost, cell, :size] = np.where(ends == CAUGHT, LOST, ranks)
                eaten, lost = (ends == EATEN) * payoffs.ghost, (ends == CAUGHT) * payoffs.loss
                gains[step, ghost, cell, :size] = eaten + lost
        return cls(counts, targets, gains)


class Arrivals(NamedTuple):
    """Pac-Man meets the ghosts in the cell that he enters: `[timer or none, cell, combination]`."""

    targets: NDArray[np.int32]
    """The ranks afterwards, as the digits of a number; or `LOST`."""
    gains: NDArray[np.float32]
    """The payoffs of the ghosts that he meets."""
    wins: NDArray[np.float32]
    """Likewise, when he eats the last food."""

    @classmethod
    def of(cls, space: PositionSpace, payoffs: Payoffs) -> Self:
        moves, cells = KernelMoves(space.maze), len(space.maze.positions)
        phases = 2 if space.layout.capsules else 1
        shape = phases, cells, space.combinations[phases - 1].count
        targets, gains, wins = (
            np.zeros(shape, kind) for kind in (np.int32, np.float32, np.float32)
        )
        for phase in range(phases):
            ranks, size = space.combinations[phase].all_ranks(), space.sizes[phase]
            ghosts = space.nodes, space.scared * 2  # still scared afterwards
            for cell in range(cells):
                at = phase, cell, slice(len(ranks))
                _, won = moves.of_pacman(cell, FOOD, ghosts, ranks, space.ranks, size)
                eaten = (won + MOVE_COST - FOOD_POINTS - WIN_POINTS) // GHOST_POINTS
                after, score = moves.of_pacman(cell, NOTHING, ghosts, ranks, space.ranks, size)
                lost = (score + MOVE_COST - eaten * GHOST_POINTS) // LOSS_POINTS
                targets[at], wins[at] = after, eaten * payoffs.ghost
                gains[at] = eaten * payoffs.ghost + lost * payoffs.loss
        return cls(targets, gains, wins)


def frightened(space: PositionSpace) -> NDArray[np.int64]:
    """`[timer or none, combination]`: where a capsule takes it, before anybody meets."""
    if not space.layout.capsules:
        return np.zeros((2, 0), np.int64)
    moves, targets = KernelMoves(space.maze), np.zeros((2, space.combinations[1].count), np.int64)
    for phase, combinations in enumerate(space.combinations):
        ranks, ghosts = combinations.all_ranks(), (space.nodes, space.scared * 2)
        after, _ = moves.of_pacman(
            moves.nowhere, CAPSULE, ghosts, ranks, space.ranks, space.sizes[1]
        )
        targets[phase, : len(ranks)] = after
    return targets


class Transitions(NamedTuple):
    """Everything about a space that the compiled rounds need. Ranks are those of `space.ranks`."""

    num_ghosts: int
    # By block.
    offsets: NDArray[np.int64]
    eaten: NDArray[np.int64]
    cells: NDArray[np.int64]
    pacman: PacmanMoves
    timer_offsets: NDArray[np.int64]
    """`[whether a capsule was eaten, timer]`."""
    # Without a timer, and with one.
    sizes: NDArray[np.int64]
    """How many states a ghost can have."""
    combinations: NDArray[np.int64]
    """How many combinations there are."""
    frightened: NDArray[np.int64]
    arrivals: Arrivals
    ghosts: GhostMoves
    chances: Chances
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
        folded = unfolded = np.zeros(0, np.int64)
        if space.is_sorted:
            shape = (space.sizes[0],) * space.num_ghosts
            unsorted = np.indices(shape).reshape(space.num_ghosts, -1).T
            folded = space.combinations[0].numbers(unsorted)
            unfolded = np.unique(folded, return_index=True)[1]
        return cls(
            num_ghosts=space.num_ghosts,
            offsets=space.offsets,
            eaten=space.blocks.eaten,
            cells=space.blocks.cells,
            pacman=PacmanMoves.of(space, payoffs),
            timer_offsets=space.timer_offsets,
            sizes=np.array(space.sizes),
            combinations=np.array([each.count for each in space.combinations]),
            frightened=frightened(space),
            arrivals=Arrivals.of(space, payoffs),
            ghosts=GhostMoves.of(space, payoffs),
            chances=chances,
            folded=folded,
            unfolded=unfolded,
            images=_images(space),
        )


def _images(space: PositionSpace) -> NDArray[np.int64]:
    """`[symmetry, combination]`: the images; the identity only without symmetries."""
    if not space.symmetries:
        return np.zeros((1, 0), np.int64)
    combinations = space.combinations[0]
    images = [np.arange(combinations.count)]
    for symmetry in space.symmetries:
        ranks = space.ranks[0, np.array(symmetry.nodes)[space.nodes]]
        images.append(combinations.numbers(ranks[combinations.all_ranks()]))
    return np.stack(images)
