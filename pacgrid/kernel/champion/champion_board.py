"""The champion's tables of a maze and its pellets: cells, distances, lists of what is left."""

from functools import lru_cache
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.compiled_rules import next_cell
from pacgrid.kernel.ghosts import TARGETS, ArcadePolicy
from pacgrid.kernel.jit import Number, call, compiled, inlined
from pacgrid.kernel.search.ghost_models import MODEL
from pacgrid.kernel.search.linear_evaluation import check_cells
from pacgrid.kernel.search.position import Position, has
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import Cells, Maze
from pacgrid.state import State

HEADINGS = len(Action)

SUBJECT = "the champion's search"

FAR = 10_000
"""The distance to a cell that can't be reached."""


class BoardTables(NamedTuple):
    """The tables of one maze; the compiled rules use `cells` and `homes`."""

    cells: StructuredArray
    """An array of `CELL`, by number."""
    homes: NDArray[np.uint32]
    """`[0, ghost]`: the cells where the ghosts start and return to."""
    steps: NDArray[np.uint16]
    """`[cell, cell]`: the steps of the shortest path."""
    ghost_steps: NDArray[np.uint16]
    """`[cell * HEADINGS + heading, cell]`: a ghost's steps, which may not turn back."""
    nearest: NDArray[np.uint16]
    """`[cell, n]`: the cells in the order of their distance from a cell."""
    junctions: NDArray[np.uint16]
    """`[cell, n]`: the junctions in the order of their distance from a cell."""
    arcade: StructuredArray
    """By personality, of `MODEL`: how ghosts of the arcade choose on this board."""
    has_network: np.int64
    """1 if the danger is the network's on this board: if `is_like_the_mazes`."""


@lru_cache(maxsize=4)
def board_of(maze: Maze) -> BoardTables:
    """The tables of `maze`; those of the last few mazes are cached.

    Raises ValueError for more than `pacgrid.kernel.MOST_CELLS` open cells.
    """
    check_cells(maze)
    tables = Tables.of_maze(maze)
    count = len(tables.cells)
    ghost_steps = np.full((count * HEADINGS, count), FAR, np.uint16)
    seen, queue = np.zeros((2, count * HEADINGS), np.uint32)
    call(fill_steps, SUBJECT, tables.cells, ghost_steps, seen, queue)
    steps = ghost_steps[Action.STOP :: HEADINGS].copy()  # no shortest path turns back
    nearest = np.empty_like(steps)
    for cell, row in enumerate(steps):  # all at once would take eight bytes each
        nearest[cell] = np.argsort(row, kind="stable")
    ways = np.array([bin(int(cell["moves"])).count("1") for cell in tables.cells])
    crossings = np.flatnonzero(ways > 2).astype(np.uint16)
    junctions = np.empty((count, len(crossings)), np.uint16)
    for cell in range(count):
        junctions[cell] = crossings[np.argsort(steps[cell, crossings], kind="stable")]
    arcade = np.zeros(len(TARGETS), MODEL)
    for personality, record in zip(TARGETS, arcade, strict=True):
        ArcadePolicy(personality).write(record, maze.height, maze.width)
    return BoardTables(
        cells=tables.cells,
        homes=tables.homes,
        steps=steps,
        ghost_steps=ghost_steps,
        nearest=nearest,
        junctions=junctions,
        arcade=arcade,
        has_network=np.int64(is_like_the_mazes(maze)),
    )


def is_like_the_mazes(maze: Maze) -> bool:
    """Whether a board is like the mazes that the danger was learned on: several ghosts, corridors
    one wide, no dead ends, at least 13 x 9."""
    open_cells = set(maze.positions)
    return (
        len(maze.homes) > 1
        and maze.width >= 13
        and maze.height >= 9
        and all(len(near) > 1 for near in maze.neighbours)
        and not any({(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= open_cells for x, y in open_cells)
    )


@compiled
def fill_steps(cells: Any, ghost_steps: Any, seen: Any, queue: Any) -> None:
    """Fill in the distances by breadth-first search. `seen` and `queue` are memory to use."""
    for node in range(len(ghost_steps)):
        for other in range(len(seen)):
            seen[other] = FAR
        queue[0] = node
        seen[node] = 0
        first, last = 0, 1
        while first < last:
            at = queue[first]
            first += 1
            cell, heading = at // HEADINGS, at % HEADINGS
            if ghost_steps[node, cell] == FAR:
                ghost_steps[node, cell] = seen[at]
            moves = cells[cell].moves
            if heading < 4 and moves & ~(1 << ((heading + 2) % 4)):
                moves &= ~(1 << ((heading + 2) % 4))
            for action in range(4):
                if moves >> action & 1:
                    there = next_cell(cells, cell, action) * HEADINGS + action
                    if seen[there] == FAR:
                        seen[there] = seen[at] + 1
                        queue[last] = there
                        last += 1


@inlined
def ghost_distance(board: BoardTables, ghost: Any, cell: Number) -> Number:
    """The moves that a ghost in the middle of a cell needs to another cell."""
    node = np.int64(ghost.cell) * HEADINGS + ghost.heading
    return np.int64(board.ghost_steps[node, cell])


@inlined
def ways_out(board: BoardTables, cell: Number) -> Number:
    """How many neighbours a cell has."""
    moves = board.cells[cell].moves
    return (moves & 1) + (moves >> 1 & 1) + (moves >> 2 & 1) + (moves >> 3 & 1)


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


class ChampionProblem(NamedTuple):
    """What a search is about, and what it writes to."""

    board: BoardTables
    position: Position
    pellets: Pellets
    memory: Any
    """A `pacgrid.kernel.champion.champion_search.Memory`."""
    beliefs: StructuredArray
    """An array of `pacgrid.kernel.champion.champion_search.BELIEF`, by ghost."""
    scatters: NDArray[np.bool_]
    """Whether the ghosts of the arcade scatter, in this round and the next ones."""
    weights: StructuredArray
    """`[0]`, of `pacgrid.kernel.champion.estimate.WEIGHT`."""
    capsule_factor: float
    """Multiplies what capsules are worth, and what waiting beside them is."""


@inlined
def food_around(board: BoardTables, position: Position) -> Number:
    """The neighbours of Pac-Man's cell that have food."""
    here = position.games[0].pacman
    count = 0
    for action in range(4):
        cell = next_cell(board.cells, here, action)
        if cell != here and has(position.food, cell):
            count += 1
    return count


@inlined
def capsules_left(position: Position, pellets: Pellets) -> Number:
    """How many capsules are left."""
    count = 0
    for cell in pellets.capsules:
        count += 1 if has(position.capsules, cell) else 0
    return count
