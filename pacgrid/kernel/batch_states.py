"""Reads games of a batch as `GameStates` or a `State`, and writes them back."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.arrays import SAME_STEP, Arrays, BatchSettings
from pacgrid.kernel.game_states import GameStates, MazeKeys, maze_keys, pack_pellets, unpack_pellets
from pacgrid.kernel.packed import NUM_BOARD_PLANES
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.tables import CAPSULE, FOOD, WALL, Tables, pixel_of
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Maze
from pacgrid.state import SCARED_MOVES, Drawing, DrawnGhost, State

Numbers = NDArray[np.intp]
"""Of games, or of boards."""


class BatchView(Protocol):
    """What is needed of a `GameBatch`."""

    tables: Tables
    arrays: Arrays
    settings: BatchSettings
    mode: int
    num_agents: int
    width: int

    @property
    def first_cells(self) -> NDArray[np.int64]: ...

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
    pellets = pack_pellets(batch.arrays.pellets[games])
    scores, levels = batch.arrays.start_scores[games], np.full(len(games), -1)
    return GameStates(rows, ghosts, scores, pellets, _maze_keys(batch, boards), levels)


def read_state(batch: BatchView, index: int, maze: Maze) -> State:
    """Game `index`, which is played in `maze`, as a `State`."""
    game = batch.arrays.games[index]
    first = int(batch.first_cells[game["board"]])
    ghosts = []
    for ghost, home in zip(batch.arrays.ghosts[index], maze.homes, strict=True):
        halfway = HALFWAY if ghost["half"] else 0
        cell = int(ghost["cell"]) - first
        node = cell * NODES_PER_CELL + halfway + int(ghost["heading"])
        position, direction = maze.node_position(node), maze.node_direction(node)
        ghosts.append(DrawnGhost(position, direction, int(ghost["scared"]), home))
    pellets = batch.arrays.pellets[index]
    kinds = {at: pellets[pixel_of(maze, at, batch.width)] for at in maze.positions}
    drawing = Drawing(
        walls=maze.walls,
        pacman=maze.positions[int(game["pacman"]) - first],
        ghosts=tuple(ghosts),
        food=frozenset(at for at, kind in kinds.items() if kind == FOOD),
        capsules=frozenset(at for at, kind in kinds.items() if kind == CAPSULE),
        score=int(game["score"]),
        to_move=int(game["to_move"]),
        lost=bool(game["lost"]),
    )
    return State.drawn(drawing)


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
    walls = batch.tables.pellets[boards] == WALL
    arrays.pellets[games] = unpack_pellets(states.pellets, walls)
    if arrays.bits.shape[1]:  # the board as it was last observed
        bits = batch.settings.packed_boards[boards].reshape(len(games), NUM_BOARD_PLANES, -1)
        bits[:, [Channel.FOOD, Channel.CAPSULES]] = states.pellets
        arrays.bits[games] = bits.reshape(len(games), -1)


def _maze_keys(batch: BatchView, boards: NDArray[np.integer[Any]]) -> MazeKeys:
    """The keys of these boards' mazes."""
    some, where = np.unique(boards, return_inverse=True)
    homes = batch.tables.homes[some] - batch.first_cells[some][:, None]
    return maze_keys(batch.tables.pellets[some], homes, batch.width)[where]
