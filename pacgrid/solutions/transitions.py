"""The transitions between numbered positions, as arrays for the compiled rounds.

What moves do comes from the kernel's rules. Ghosts meet Pac-Man, but not each other. So each
ghost's moves are played by itself, with Pac-Man in each cell; and his arrival in a cell with each
combination of ghosts.
"""

from itertools import product
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.arrays import GHOST
from pacgrid.kernel.compiled_rules import NTH_BIT, eat_and_meet, legal, play_ghost
from pacgrid.kernel.jit import Number, call, compiled, inlined
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import CAPSULE, FOOD, NOTHING, StructuredArray, Tables
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Cell, Maze
from pacgrid.solutions import MOST_MOVES
from pacgrid.solutions.position_space import Chances, Indices, PositionSpace
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
    """The points of the move and of what is eaten."""
    frightens: NDArray[np.bool_]
    """Whether Pac-Man eats a capsule."""

    @classmethod
    def of(cls, space: PositionSpace) -> Self:
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
            gains=is_food * float(FOOD_POINTS) + won * WIN_POINTS - MOVE_COST,
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
    """The points, likewise."""

    @classmethod
    def of(cls, space: PositionSpace) -> Self:
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
                eaten, lost = (ends == EATEN) * GHOST_POINTS, (ends == CAUGHT) * LOSS_POINTS
                gains[step, ghost, cell, :size] = eaten + lost
        return cls(counts, targets, gains)


class Arrivals(NamedTuple):
    """Pac-Man meets the ghosts in the cell that he enters: `[timer or none, cell, combination]`."""

    targets: NDArray[np.int32]
    """The ranks afterwards, as the digits of a number; or `LOST`."""
    gains: NDArray[np.float32]
    """The points for the ghosts that he meets."""
    wins: NDArray[np.float32]
    """Likewise, when he eats the last food."""

    @classmethod
    def of(cls, space: PositionSpace) -> Self:
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
                wins[at] = won + MOVE_COST - FOOD_POINTS - WIN_POINTS
                after, score = moves.of_pacman(cell, NOTHING, ghosts, ranks, space.ranks, size)
                targets[at], gains[at] = after, score + MOVE_COST
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
    def of(cls, space: PositionSpace, chances: Chances) -> Self:
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
            pacman=PacmanMoves.of(space),
            timer_offsets=space.timer_offsets,
            sizes=np.array(space.sizes),
            combinations=np.array([each.count for each in space.combinations]),
            frightened=frightened(space),
            arrivals=Arrivals.of(space),
            ghosts=GhostMoves.of(space),
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


# What moves do.

NO_MOVE, MOVED, EATEN, CAUGHT = range(-1, 3)
"""How a ghost's move ends. `CAUGHT`: Pac-Man is."""
LOST = -1
"""Stands for a rank or a combination if Pac-Man is caught."""

_SUBJECT = "the solver"


class KernelMoves:
    """Plays single plies in one maze."""

    def __init__(self, maze: Maze) -> None:
        self.nowhere = len(maze.positions)
        """A cell where Pac-Man meets nobody."""
        self._tables = Tables.of_maze(maze)
        self._position = Position.empty(maze, 0)

    def of_ghost(
        self, number: int, pacman: Cell, nodes: Indices, timers: Indices
    ) -> tuple[Indices, Indices, NDArray[np.int8]]:
        """The legal moves of ghost `number`, counted from 0, on each of `nodes` with so many scared
        moves left, in the order of its legal actions.

        Returns `[node, move]`: the nodes after them, the scared moves left, and how they end.
        """
        after = np.zeros((len(nodes), MOST_MOVES), GHOST)
        outcomes = np.full(after.shape, NO_MOVE, np.int8)
        arguments = self._tables, self._position, number, pacman, _rows(nodes, timers)
        call(_play_ghost, _SUBJECT, *arguments, after, outcomes)
        moved = after["cell"].astype(np.int64) * NODES_PER_CELL
        moved += after["heading"] + HALFWAY * after["half"].astype(np.int64)
        return moved, after["scared"].astype(np.int64), outcomes

    def of_pacman(
        self,
        cell: Cell,
        eaten: int,
        ghosts: tuple[Indices, Indices],
        combinations: Indices,
        ranks: Indices,
        base: int,
    ) -> tuple[Indices, Indices]:
        """Pac-Man's arrival in a cell that contained `eaten`, with one food left before it.

        `ghosts` are the nodes and the timers by rank, and `combinations` is `[number, ghost]`: the
        ranks. Returns for each of them the combination afterwards, with the new `ranks`
        (`[scared, node]`) as its digits to this `base`, or `LOST`; and how the score changed.
        """
        targets, scores = np.zeros((2, len(combinations)), np.int64)
        arguments = self._tables, self._position, cell, eaten, _rows(*ghosts), combinations
        call(_arrive, _SUBJECT, *arguments, ranks, base, targets, scores)
        return targets, scores


def _rows(nodes: Indices, timers: Indices) -> StructuredArray:
    """`[ghost]`, of `GHOST`: ghosts on these nodes."""
    rows = np.zeros(len(nodes), GHOST)
    rows["cell"], places = np.divmod(nodes, NODES_PER_CELL)
    rows["half"] = places >= HALFWAY
    rows["heading"] = places % HALFWAY
    rows["scared"] = timers
    return rows


@compiled
def _play_ghost(
    tables: Tables,
    position: Position,
    number: int,
    pacman: int,
    ghosts: StructuredArray,
    after: StructuredArray,
    outcomes: NDArray[np.int8],
) -> None:
    """Fill `after` and `outcomes`."""
    game = position.games[0]
    game.pacman = pacman
    for row in range(len(ghosts)):
        bits = legal(tables, ghosts[row])
        move = 0
        while bits:
            position.ghosts[0, number] = ghosts[row]
            game.score, game.lost = 0, False
            play_ghost(tables, position, 0, number, NTH_BIT[bits, 0])
            after[row, move] = position.ghosts[0, number]
            outcomes[row, move] = CAUGHT if game.lost else EATEN if game.score else MOVED
            bits &= bits - 1
            move += 1


@inlined
def _node(ghost: Any) -> Number:
    return ghost.cell * NODES_PER_CELL + ghost.heading + (HALFWAY if ghost.half else 0)


@compiled
def _arrive(
    tables: Tables,
    position: Position,
    cell: int,
    eaten: int,
    ghosts: StructuredArray,
    combinations: Indices,
    ranks: Indices,
    base: int,
    targets: Indices,
    scores: Indices,
) -> None:
    """Fill `targets` and `scores`."""
    game = position.games[0]
    game.pacman = cell
    for row in range(len(combinations)):
        game.food, game.score, game.lost = 1, 0, False
        for number in range(combinations.shape[1]):
            position.ghosts[0, number] = ghosts[combinations[row, number]]
        eat_and_meet(tables, position, 0, eaten)
        scores[row], targets[row] = game.score, 0
        for number in range(combinations.shape[1]):
            ghost = position.ghosts[0, number]
            rank = ranks[np.int64(ghost.scared > 0), _node(ghost)]
            targets[row] = targets[row] * base + rank
        if game.lost:
            targets[row] = LOST
