"""Games of a batch as they stand: taken out of it, and put back into any of its games."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.arrays import GAME, GHOST, SAME_STEP, Arrays, BatchSettings
from pacgrid.kernel.planes import NUM_BOARD_PLANES, Channel
from pacgrid.kernel.tables import CAPSULE, FOOD, WALL, StructuredArray, Tables, pixel_of
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Maze
from pacgrid.state import SCARED_MOVES, State

MazeKeys = NDArray[np.uint64]
"""Equal for mazes of the same size with the same walls and homes."""


def rows_of(state: State) -> tuple[StructuredArray, StructuredArray]:
    """`[0]`, of `GAME`, and `[0, ghost]`, of `GHOST`: `state` in round 0, without a generator."""
    maze = state.maze
    game, ghosts = np.zeros(1, GAME), np.zeros((1, len(maze.homes)), GHOST)
    game["pacman"] = maze.cells[state.pacman]
    game["food"], game["score"] = len(state.food), state.score
    game["to_move"], game["lost"] = state.to_move, state.is_loss
    game["ended"] = state.is_terminal
    for number, ghost in enumerate(state.ghosts):
        cell, way = divmod(maze.node(ghost.position, ghost.direction), NODES_PER_CELL)
        ghosts[0, number] = cell, ghost.direction, way >= HALFWAY, ghost.scared
    return game, ghosts


def state_of_rows(
    maze: Maze, game: Any, ghosts: StructuredArray, food: int, capsules: int, first: int = 0
) -> State:
    """The reverse of `rows_of`, for a board whose first cell has the number `first`; `food` and
    `capsules` are masks of cells."""
    nodes = [
        (int(cell) - first) * NODES_PER_CELL + (HALFWAY if half else 0) + int(heading)
        for cell, heading, half, _ in ghosts.tolist()
    ]
    return State.placed(
        maze,
        int(game["pacman"]) - first,
        zip(nodes, ghosts["scared"].tolist(), strict=True),
        food,
        capsules,
        score=int(game["score"]),
        to_move=int(game["to_move"]),
        lost=bool(game["lost"]),
    )


@dataclass(frozen=True, eq=False)
class GameStates:
    """All that decides how games go on: positions, rounds and random generators.

    As in an array, `states[3]`, `states[[3, 3, 5]]`, a slice or a bool array choose games; each
    gives `GameStates`. Can be pickled. On a board of 28 x 31 with four ghosts a game is 310 bytes.
    """

    games: StructuredArray
    """An array of `pacgrid.kernel.arrays.GAME`; cells are counted from the board's first one."""
    ghosts: StructuredArray
    """`[game, ghost]`, of `GHOST`, likewise."""
    start_scores: NDArray[np.int32]
    """The scores that the games started with."""
    pellets: NDArray[np.uint8]
    """`[game, 2, byte]`: food and capsules, a bit for each pixel."""
    mazes: MazeKeys
    levels: NDArray[np.int64]
    """The levels that they are on, where the environment has levels; else -1."""

    def __len__(self) -> int:
        return len(self.games)

    def __getitem__(self, chosen: Any) -> "GameStates":
        games = np.atleast_1d(np.arange(len(self))[chosen])
        return GameStates(*(column[games] for column in self._columns()))

    def _columns(self) -> list[NDArray[Any]]:
        return [getattr(self, field.name) for field in fields(self)]

    @staticmethod
    def join(parts: Iterable["GameStates"]) -> "GameStates":
        """All games of `parts`, in order. Raises ValueError if there are none, or if the sizes of
        their boards or the numbers of ghosts differ."""
        rows = [part._columns() for part in parts]
        shapes = {tuple(column.shape[1:] for column in row) for row in rows}
        if len(shapes) != 1:
            why = "their boards differ in size or ghosts" if shapes else "there are none"
            raise ValueError(f"the states can't be joined: {why}")
        return GameStates(*map(np.concatenate, zip(*rows, strict=True)))

    @classmethod
    def of(cls, state: State, width: int, height: int) -> Self:
        """A game in round 0 that starts in `state`, on a board of this size. Its random generator
        isn't set."""
        maze = state.maze
        game, ghosts = rows_of(state)
        pellets = np.zeros((1, 2, height * width), np.bool_)
        for plane, positions in enumerate((state.food, state.capsules)):
            pellets[0, plane, [(maze.height - 1 - y) * width + x for x, y in positions]] = True
        score = np.array([state.score], np.int32)
        key = np.array([_maze_key_of(maze, width, height)], np.uint64)
        bits, level = np.packbits(pellets, axis=-1), np.array([-1])
        return cls(game, ghosts, score, bits, key, level)


def _maze_key_of(maze: Maze, width: int, height: int) -> int:
    walls = np.ones((height, width), np.bool_)
    walls[: maze.height, : maze.width] = [[mark == "%" for mark in row] for row in maze.walls]
    homes = np.array([maze.cells[at] for at in maze.homes])
    return _maze_key(np.packbits(walls), homes, width)


def _maze_key(walls: NDArray[np.uint8], homes: NDArray[np.integer[Any]], width: int) -> int:
    text = b"%d:%b:%b" % (width, walls.tobytes(), homes.astype("<u4").tobytes())
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


Numbers = NDArray[np.intp]
"""The numbers of games, or of boards."""


class BatchView(Protocol):
    """What is needed of a `GameBatch`."""

    tables: Tables
    arrays: Arrays
    settings: BatchSettings
    first_cells: NDArray[np.int64]
    mode: int
    num_agents: int
    width: int

    def __len__(self) -> int: ...


def game_numbers(batch: BatchView, games: Any) -> Numbers:
    """The numbers of `games`: a number, numbers, a slice, bools, or None for all.

    Raises ValueError if there are no such games.
    """
    numbers: Numbers = np.arange(len(batch))
    if games is None:
        return numbers
    try:
        chosen: Numbers = np.atleast_1d(numbers[[*games] if isinstance(games, tuple) else games])
    except IndexError as error:
        raise ValueError(f"games= doesn't fit a batch of {len(batch)}: {error}") from None
    if chosen.ndim > 1:
        raise ValueError(f"games= must be a list of numbers or bools, not {list(chosen.shape)}")
    return chosen


def read_states(batch: BatchView, games: Numbers) -> GameStates:
    """These games as they stand."""
    rows, ghosts = batch.arrays.games[games], batch.arrays.ghosts[games]
    boards = rows["board"]
    first = batch.first_cells[boards].astype(np.uint32)
    rows["pacman"] -= first
    ghosts["cell"] -= first[:, None]
    pellets = batch.arrays.pellets[games]
    bits = np.packbits([pellets == FOOD, pellets == CAPSULE], axis=-1).swapaxes(0, 1)
    scores, levels = batch.arrays.start_scores[games], np.full(len(games), -1)
    return GameStates(rows, ghosts, scores, bits, _maze_keys(batch, boards), levels)


def read_state(batch: BatchView, index: int, maze: Maze) -> State:
    """Game `index`, which is played in `maze`, as a `State`."""
    game = batch.arrays.games[index]
    first = int(batch.first_cells[game["board"]])
    pellets = batch.arrays.pellets[index]
    kinds = [pellets[pixel_of(maze, at, batch.width)] for at in maze.positions]
    food, capsules = (
        sum(1 << cell for cell, kind in enumerate(kinds) if kind == wanted)
        for wanted in (FOOD, CAPSULE)
    )
    return state_of_rows(maze, game, batch.arrays.ghosts[index], food, capsules, first)


def boards_for(batch: BatchView, states: GameStates, games: Numbers) -> Numbers:
    """The board of each of `states` in this batch: the one with the same number, or the first one
    with the same maze.

    Raises ValueError if the states can't be put into `games`.
    """
    if len(states) != len(games) or len({*games.tolist()}) != len(games):
        raise ValueError(
            f"{len(states)} states need as many different games; {len(games)} are chosen"
            + (", some of them twice" if len(states) == len(games) else "")
        )
    ghosts, own = states.ghosts.shape[1], batch.num_agents - 1
    if ghosts != own:
        raise ValueError(f"the states have {ghosts} ghosts, the games of this batch {own}")
    if batch.mode == SAME_STEP and states.games["ended"].any():
        ended = int(states.games["ended"].argmax())
        raise ValueError(f"state {ended} is of a game that has ended; here such a game restarts")
    boards: Numbers = np.minimum(states.games["board"], len(batch.tables.boards) - 1).astype(
        np.intp
    )
    moved = np.flatnonzero(_maze_keys(batch, boards) != states.mazes)
    if moved.size:
        keys = _maze_keys(batch, np.arange(len(batch.tables.boards)))
        first = {key: board for board, key in reversed([*enumerate(keys.tolist())])}
        for number in moved.tolist():
            board = first.get(int(states.mazes[number]))
            if board is None:
                raise ValueError(
                    f"state {number} is on a board that this batch doesn't have: its size, its "
                    "walls or the cells where its ghosts start differ"
                )
            boards[number] = board
    _check_ranges(batch, states, boards)
    return boards


def _check_ranges(batch: BatchView, states: GameStates, boards: Numbers) -> None:
    """Raises ValueError for numbers out of range, with which compiled code would read other
    memory."""
    games, ghosts = states.games, states.ghosts
    cells = np.count_nonzero(batch.tables.pellets[boards] != WALL, axis=1)
    wrong = (games["pacman"] >= cells) | (games["rounds"] < 0)
    wrong |= (games["to_move"] < 0) | (games["to_move"] >= batch.num_agents)
    wrong |= (ghosts["cell"] >= cells[:, None]).any(axis=1)
    wrong |= ((ghosts["heading"] >= len(Action)) | (ghosts["scared"] > SCARED_MOVES)).any(axis=1)
    if wrong.any():
        raise ValueError(
            f"state {wrong.argmax()} has been changed: a cell, a direction or a count in it is "
            "out of range"
        )


def write_states(batch: BatchView, states: GameStates, boards: Numbers, games: Numbers) -> None:
    """Put `states` on these boards into these games. Nothing is drawn yet."""
    arrays = batch.arrays
    rows, ghosts = states.games.copy(), states.ghosts.copy()
    first = batch.first_cells[boards].astype(np.uint32)
    rows["board"] = boards
    rows["pacman"] += first
    ghosts["cell"] += first[:, None]
    arrays.games[games] = rows
    arrays.ghosts[games] = ghosts
    arrays.start_scores[games] = states.start_scores
    arrays.history["step"][games] += np.uint64(1)
    for name in ("before", "changed"):
        arrays.history[name][games] = arrays.history["step"][games]
    arrays.history["whole"][games] = False
    walls = batch.tables.pellets[boards] == WALL
    bits = np.unpackbits(states.pellets, axis=-1, count=walls.shape[1])
    pellets = bits[:, 0] * np.uint8(FOOD) + bits[:, 1] * np.uint8(CAPSULE)
    arrays.pellets[games] = np.where(walls, np.uint8(WALL), pellets)
    if arrays.bits.shape[1]:  # the board as it was last observed
        bits = batch.settings.packed_boards[boards].reshape(len(games), NUM_BOARD_PLANES, -1)
        bits[:, [Channel.FOOD, Channel.CAPSULES]] = states.pellets
        arrays.bits[games] = bits.reshape(len(games), -1)


def _maze_keys(batch: BatchView, boards: NDArray[np.integer[Any]]) -> MazeKeys:
    """The keys of these boards' mazes."""
    some, where = np.unique(boards, return_inverse=True)
    walls = np.packbits(batch.tables.pellets[some] == WALL, axis=-1)
    homes = batch.tables.homes[some] - batch.first_cells[some][:, None]
    keys = [_maze_key(own, at, batch.width) for own, at in zip(walls, homes, strict=True)]
    return np.array(keys, np.uint64)[where]
