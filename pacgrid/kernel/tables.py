"""Mazes as arrays: the tables of `pacgrid.maze`, laid out for the compiled rules.

The boards of a batch stand side by side as one large maze: cells and nodes are numbered on from
board to board, so that a cell says which board it is on. A *pixel* is a cell's place in a plane of
its own board, `row * width + column`, row 0 at the top.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.layout import Layout, LayoutError, Position
from pacgrid.maze import NODES_PER_CELL, Maze, Node

Records = Any
"""A structured array; compiled code reads its fields as attributes, which no type says."""

NOTHING, FOOD, CAPSULE = 0, 1, 2
"""What can lie in a pixel."""

CELL = np.dtype(
    [
        ("next", np.uint32, len(Action)),  # the cell each action leads to
        ("pixel", np.uint32),
        ("mask", np.int8, len(Action)),  # 1 for each legal action
    ],
    align=True,
)
"""What Pac-Man needs to know of a cell. An action that is not legal leads nowhere, as STOP does."""

NODE = np.dtype(
    [
        ("walk", np.uint32, len(Action)),  # the node each action leads an active ghost to
        ("creep", np.uint32, len(Action)),  # and a scared one, half a cell on
        ("snapped", np.uint32),
        ("pixels", np.uint32, 2),  # where Pac-Man would meet the ghost; twice the same in a cell
        ("mask", np.int8, len(Action)),
        ("legal", np.uint32),  # the mask again: bit a is set where action a is legal
    ],
    align=True,
)
"""What a ghost needs to know of a node, in 64 bytes. An action that is not legal leads straight on
where there is a way, and otherwise where the first legal one leads."""

BOARD = np.dtype([("pacman", np.uint32), ("food", np.int32)], align=True)
"""How a game starts on a board: Pac-Man's cell and how many dots there are."""


class Tables(NamedTuple):
    """The boards of a batch, all of one size and with the same number of ghosts."""

    cells: Records
    """Of `CELL`, by number."""
    nodes: Records
    """Of `NODE`, by number."""
    boards: Records
    """Of `BOARD`."""
    homes: NDArray[np.uint32]
    """`[board, ghost]`: the nodes where the ghosts start and return to."""
    pellets: NDArray[np.uint8]
    """`[board, pixel]`: what lies there when a game starts."""
    walls: NDArray[np.bool_]
    """`[board, pixel]`."""

    @classmethod
    def of(cls, layouts: Sequence[Layout], num_ghosts: int | None = None) -> Self:
        """The tables of `layouts`, with their first `num_ghosts` ghosts or with all of them.

        Raises LayoutError where they have not one size and number of ghosts, ValueError where there
        is none or one has fewer ghosts.
        """
        mazes = [Maze.of(layout, num_ghosts) for layout in layouts]
        if not mazes:
            raise ValueError("a batch needs a layout")
        for layout, maze in zip(layouts, mazes, strict=True):
            if _shape(maze) != _shape(mazes[0]):
                raise LayoutError(
                    f"the layouts of a batch must be alike: {layouts[0].name or 'the first'} is "
                    f"{_described(mazes[0])}, {layout.name or 'another'} is {_described(maze)}"
                )
        firsts = np.cumsum([0, *(len(maze.positions) for maze in mazes)])[:-1].tolist()
        tables = list(zip(layouts, mazes, firsts, strict=True))
        return cls(
            cells=np.concatenate([_cells(maze, first) for _, maze, first in tables]),
            nodes=np.concatenate([_nodes(maze, first) for _, maze, first in tables]),
            boards=np.array(
                [(first + maze.cells[at.pacman], len(at.food)) for at, maze, first in tables],
                dtype=BOARD,
            ),
            homes=np.array(
                [
                    [node + first * NODES_PER_CELL for node in maze.home_nodes]
                    for _, maze, first in tables
                ],
                dtype=np.uint32,
            ),
            pellets=np.array([_pellets(layout, maze) for layout, maze, _ in tables]),
            walls=np.array([[mark == "%" for row in maze.walls for mark in row] for maze in mazes]),
        )


def pixel_of(maze: Maze, position: Position) -> int:
    """Where a plane shows the cell at `position`."""
    x, y = position
    return (maze.height - 1 - y) * maze.width + x


def _shape(maze: Maze) -> tuple[int, int, int]:
    return maze.width, maze.height, len(maze.homes)


def _described(maze: Maze) -> str:
    return "{} x {} with {} ghosts".format(*_shape(maze))


def _cells(maze: Maze, first: int) -> Records:
    cells = np.zeros(len(maze.positions), CELL)
    for cell, moves in enumerate(maze.pacman_moves):
        cells[cell]["next"] = [first + moves.get(action, cell) for action in Action]
        cells[cell]["pixel"] = pixel_of(maze, maze.positions[cell])
        cells[cell]["mask"] = [action in moves for action in Action]
    return cells


def _nodes(maze: Maze, first: int) -> Records:
    nodes = np.zeros(len(maze.ghost_moves), NODE)
    shift = first * NODES_PER_CELL
    meets: list[list[int]] = [[] for _ in maze.ghost_moves]
    for cell, met in enumerate(maze.meets):
        for node in met:
            meets[node].append(pixel_of(maze, maze.positions[cell]))
    for node, (walk, creep) in enumerate(zip(maze.ghost_moves, maze.scared_moves, strict=True)):
        for name, moves in (("walk", walk), ("creep", creep)):
            done = [done_instead(maze, node, action) for action in Action]
            nodes[node][name] = [shift + moves[action] for action in done]
        nodes[node]["snapped"] = shift + maze.snapped[node]
        pixels = meets[node] or [0]  # half way into a wall, where nobody can be
        nodes[node]["pixels"] = pixels[0], pixels[-1]
        nodes[node]["mask"] = [action in walk for action in Action]
        nodes[node]["legal"] = sum(1 << action for action in walk)
    return nodes


def done_instead(maze: Maze, node: Node, action: Action) -> Action:
    """What a ghost on `node` does that is told to do `action`: that, if it is legal; otherwise it
    goes straight on, and where it can't, it takes its first legal action."""
    legal = maze.ghost_actions[node]
    for choice in (action, maze.node_direction(node)):
        if choice in legal:
            return choice
    return legal[0]


def _pellets(layout: Layout, maze: Maze) -> NDArray[np.uint8]:
    pellets = np.full(maze.width * maze.height, NOTHING, np.uint8)
    for kind, positions in ((FOOD, layout.food), (CAPSULE, layout.capsules)):
        for position in positions:
            pellets[pixel_of(maze, position)] = kind
    return pellets
