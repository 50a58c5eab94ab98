"""The evaluation of `pacgrid.agents.evaluation` again, compiled, with the distances that it uses.

Tests compare the two. See `pacgrid.kernel.search.position` for `position`.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.agents.evaluation import ALARM, ENOUGH, FEATURES, LinearEvaluation, closeness
from pacgrid.kernel import MOST_CELLS
from pacgrid.kernel.compiled_rules import next_cell
from pacgrid.kernel.jit import Number, bit_count, inlined, lowest_bit
from pacgrid.kernel.search.position import Position, has
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import Maze
from pacgrid.surroundings import ROOM

FAR = MOST_CELLS
"""The distance of a cell that can't be reached."""

ROOM_BYTES = 1 << 26
"""How large the table of elbow room may be. In a larger maze the room is counted cell by cell."""

FEATURE_NUMBERS = {name: number for number, name in enumerate(FEATURES)}

AROUND = np.dtype(
    [
        ("nearest_food", np.float64),  # closeness
        ("nearest_capsule", np.float64),  # closeness, even if no ghost is near
        ("first_food", np.int64),  # the nearest food's number in the order of the cells
        ("capsules", np.int64),  # how many are left
        ("version", np.int64),  # that of the position
    ],
    align=True,
)
"""What is around Pac-Man, until his next move."""


def check_cells(maze: Maze) -> None:
    """Raise ValueError for more than `MOST_CELLS` cells."""
    if (cells := len(maze.positions)) > MOST_CELLS:
        raise ValueError(
            f"a compiled search needs a maze of at most {MOST_CELLS:,} open cells;"
            f" this one has {cells:,}"
        )


class MazeTables(NamedTuple):
    """Distances between the cells of a maze. They fit any weights."""

    steps: NDArray[np.uint16]
    """`[from, to]`: the distance, `FAR` if there is no path."""
    order: NDArray[np.uint16]
    """`[cell, n]`: the `n`-th cell from `cell`, by distance; only the first `reachable[cell]`."""
    reachable: NDArray[np.int64]
    """How many cells can be reached, with the cell itself."""
    nearby: NDArray[np.int64]
    """How many of these are at most `ROOM` steps away."""
    room: NDArray[np.uint64]
    """`[Pac-Man's cell, ghost's cell, word]`: a bit for each of the nearby cells in their `order`,
    set if Pac-Man is there before the ghost. Without words if it would be too large."""
    area: NDArray[np.uint64]
    """`[cell, word]`: a bit for each of the nearby cells."""
    dead_ends: NDArray[np.bool_]
    closeness: NDArray[np.float64]
    """The closeness by distance, in half steps."""
    squares: NDArray[np.float64]
    """The squared closeness by distance, in steps."""
    shares: NDArray[np.float64]
    """By count of cells: the elbow room."""

    @classmethod
    def of(cls, maze: Maze) -> Self:
        """Raises ValueError for more than `MOST_CELLS` cells."""
        cells = len(maze.positions)
        check_cells(maze)
        steps = np.full((cells, cells), FAR, np.uint16)
        for cell in range(cells):
            distances, _ = maze.breadth_first_search(cell)
            steps[cell] = [FAR if distance == inf else distance for distance in distances]
        nearby = (steps <= ROOM).sum(1)
        order = np.argsort(steps, axis=1, kind="stable").astype(np.uint16)
        room, area = _room(steps, order, nearby)
        near = np.zeros(2 * FAR + 1)
        near[: 2 * cells] = [closeness(half / 2) for half in range(2 * cells)]
        dead_ends = [maze.dead_ends.mask >> cell & 1 for cell in range(cells)]
        return cls(
            steps=steps,
            order=order,
            reachable=(steps < FAR).sum(1),
            nearby=nearby,
            room=room,
            area=area,
            dead_ends=np.array(dead_ends, np.bool_),
            closeness=near,
            squares=np.array([value**2 for value in near[::2].tolist()]),
            shares=np.array([min(count / ENOUGH, 1) for count in range(nearby.max() + 1)]),
        )


class Evaluation(NamedTuple):
    """A linear evaluation of the positions of a maze."""

    terms: NDArray[np.int64]
    """The features that have a weight, by their number, in the order in which they are added."""
    weights: NDArray[np.float64]
    """The weights of the features."""
    wanted: int
    """A bit for each of these features."""
    maze: MazeTables
    around: StructuredArray
    """`[0]`, of `AROUND`."""
    values: NDArray[np.float64]
    """By feature: its value in the position evaluated last, if it is wanted."""

    @classmethod
    def of(cls, maze: Maze, weights: str | Mapping[str, float] = "linear") -> Self:
        """The evaluation with these `weights`: `score`, or as in `LinearEvaluation`.

        Raises ValueError for weights that `LinearEvaluation` refuses, or too large a maze.
        """
        chosen = {"score": 1} if weights == "score" else LinearEvaluation(weights).weights
        terms = [FEATURE_NUMBERS[name] for name, weight in chosen.items() if weight]
        return cls(
            terms=np.array(terms, np.int64),
            weights=np.array([weight for weight in chosen.values() if weight], np.float64),
            wanted=sum(1 << term for term in terms),
            maze=maze_tables(maze),
            around=np.full(1, -1, AROUND),
            values=np.zeros(len(FEATURES)),
        )

    def forget(self) -> None:
        """Compute everything anew for another `Position`."""
        self.around["version"] = -1


maze_tables = lru_cache(maxsize=4)(MazeTables.of)
"""The tables of a maze, from a cache."""


def _room(
    steps: NDArray[np.uint16], order: NDArray[np.uint16], nearby: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The tables `room` and `area`."""
    cells, words = len(steps), (int(nearby.max()) + 63) // 64
    if 8 * cells**2 * words > ROOM_BYTES:
        words = 0
    room = np.zeros((cells, cells, words), np.uint64)
    area = np.zeros((cells, words), np.uint64)
    for cell, count in enumerate(nearby if words else ()):
        near = order[cell, :count]
        room[cell] = _packed(steps[:, near] > steps[cell, near], words)
        area[cell] = _packed(np.ones((1, count), np.bool_), words)[0]
    return room, area


def _packed(flags: NDArray[np.bool_], words: int) -> NDArray[np.uint64]:
    """Rows of flags as rows of bits."""
    padded = np.zeros((len(flags), 64 * words), np.bool_)
    padded[:, : flags.shape[1]] = flags
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


_SCORE = FEATURE_NUMBERS["score"]
_FOOD_LEFT = FEATURE_NUMBERS["food_left"]
_NEAREST_FOOD = FEATURE_NUMBERS["nearest_food"]
_NEAREST_SAFE_FOOD = FEATURE_NUMBERS["nearest_safe_food"]
_ACTIVE_GHOSTS = FEATURE_NUMBERS["active_ghosts"]
_GHOSTS_AT_HAND = FEATURE_NUMBERS["ghosts_at_hand"]
_SCARED_GHOSTS = FEATURE_NUMBERS["scared_ghosts"]
_ELBOW_ROOM = FEATURE_NUMBERS["elbow_room"]
_CAPSULES_LEFT = FEATURE_NUMBERS["capsules_left"]
_NEAREST_CAPSULE = FEATURE_NUMBERS["nearest_capsule"]
_DEAD_END = FEATURE_NUMBERS["dead_end"]
_NEAR_WIN = FEATURE_NUMBERS["near_win"]
_BIAS = FEATURE_NUMBERS["bias"]

_NEEDS_FOOD = 1 << _NEAREST_FOOD | 1 << _NEAREST_SAFE_FOOD | 1 << _NEAR_WIN
_NEEDS_CAPSULES = 1 << _CAPSULES_LEFT | 1 << _NEAREST_CAPSULE
_SAFE = ALARM // 2
"""Food at most so far from an active ghost is not safe."""


@inlined
def _look_around(evaluation: Evaluation, position: Position, around: Any) -> None:
    """Write to `around` what is around Pac-Man, as long as nothing but ghosts moves."""
    maze = evaluation.maze
    here = position.games[0].pacman
    around.version = position.version[0]
    if evaluation.wanted & _NEEDS_FOOD:
        number = 0
        while number < maze.reachable[here] and not has(position.food, maze.order[here, number]):
            number += 1
        around.first_food = number
        around.nearest_food = 0.0
        if number < maze.reachable[here]:
            steps = maze.steps[here, maze.order[here, number]]
            around.nearest_food = maze.closeness[2 * steps]
    if evaluation.wanted & _NEEDS_CAPSULES:
        left, nearest = np.uint64(0), np.uint16(FAR)
        for word in range(len(position.capsules)):
            capsules = position.capsules[word]
            left += bit_count(capsules)
            while capsules:
                cell = (word << 6) + np.int64(lowest_bit(capsules))
                nearest = min(nearest, maze.steps[here, cell])
                capsules &= capsules - np.uint64(1)
        around.capsules = left
        around.nearest_capsule = maze.closeness[2 * nearest]


@inlined
def _safe_food(evaluation: Evaluation, position: Position, first: Number) -> Number:
    """Closeness of the nearest food that is not right next to an active ghost. The nearest food of
    all is `first` in the order of the cells."""
    maze = evaluation.maze
    here = position.games[0].pacman
    for number in range(first, maze.reachable[here]):
        cell = maze.order[here, number]
        if has(position.food, cell):
            safe = True
            for ghost in range(position.ghosts.shape[1]):
                if not position.ghosts[0, ghost].scared:
                    safe &= maze.steps[position.ghosts[0, ghost].cell, cell] > _SAFE
            if safe:
                return maze.closeness[2 * maze.steps[here, cell]]
    return 0.0


@inlined
def _elbow_room(evaluation: Evaluation, position: Position) -> Number:
    """How many cells nearby Pac-Man reaches before any active ghost."""
    maze = evaluation.maze
    here = position.games[0].pacman
    cells: Number = 0
    for word in range(maze.room.shape[2]):
        first = maze.area[here, word]
        for number in range(position.ghosts.shape[1]):
            ghost = position.ghosts[0, number]
            if not ghost.scared:
                first &= maze.room[here, ghost.cell, word]
        cells += np.int64(bit_count(first))
    if maze.room.shape[2]:
        return cells
    for order in range(maze.nearby[here]):
        cell = maze.order[here, order]
        is_first = True
        for number in range(position.ghosts.shape[1]):
            ghost = position.ghosts[0, number]
            if not ghost.scared:
                is_first &= maze.steps[ghost.cell, cell] > maze.steps[here, cell]
        cells += is_first
    return cells


@inlined
def evaluate(tables: Tables, position: Position, evaluation: Evaluation) -> Number:
    """The value for Pac-Man of a position that isn't over."""
    maze, wanted, values = evaluation.maze, evaluation.wanted, evaluation.values
    around = evaluation.around[0]
    if around.version != position.version[0]:
        _look_around(evaluation, position, around)
    game = position.games[0]
    here = game.pacman
    nearest: Number = FAR
    at_hand: Number = 0
    danger = prey = 0.0
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        steps = np.int64(maze.steps[here, ghost.cell])
        if not ghost.scared:
            nearest = min(nearest, steps)
            at_hand += steps <= 1
            danger += maze.squares[steps]
        else:
            halves = 2 * steps
            if ghost.half:  # to the next cell
                ahead = next_cell(tables.cells, ghost.cell, ghost.heading)
                halves = 2 * min(steps, np.int64(maze.steps[here, ahead])) + 1
            if halves < 2 * np.int64(ghost.scared):
                prey += maze.closeness[halves]
    values[_SCORE] = game.score
    values[_FOOD_LEFT] = game.food
    values[_NEAREST_FOOD] = around.nearest_food
    values[_ACTIVE_GHOSTS] = danger
    values[_GHOSTS_AT_HAND] = at_hand
    values[_SCARED_GHOSTS] = prey
    values[_CAPSULES_LEFT] = around.capsules
    values[_NEAREST_CAPSULE] = around.nearest_capsule if nearest <= ALARM else 0.0
    values[_DEAD_END] = maze.dead_ends[here] and nearest <= 2 * ALARM
    values[_BIAS] = 1.0
    if wanted >> _NEAREST_SAFE_FOOD & 1:
        values[_NEAREST_SAFE_FOOD] = _safe_food(evaluation, position, around.first_food)
    if wanted >> _ELBOW_ROOM & 1:
        values[_ELBOW_ROOM] = maze.shares[_elbow_room(evaluation, position)]
    if wanted >> _NEAR_WIN & 1:
        values[_NEAR_WIN] = around.nearest_food / game.food
    total = 0.0
    for term in range(len(evaluation.terms)):  # added in the order of the weights
        total += evaluation.weights[term] * values[evaluation.terms[term]]
    return total
