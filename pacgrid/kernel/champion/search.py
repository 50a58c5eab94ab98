"""Expectimax in one loop, compiled: MAX plies for Pac-Man, chance plies for the ghosts.

How deep it looks is counted in parts of a round. An action that a ghost hardly ever plays takes
more of the depth than a likely one, so that likely lines are searched deeper. From the third round
on, Pac-Man doesn't stop, and doesn't turn back within a corridor.
"""

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.champion.beliefs import fill_chances
from pacgrid.kernel.champion.board import HEADINGS, Board, ways_out
from pacgrid.kernel.champion.evaluation import estimate
from pacgrid.kernel.champion.positions import (
    MOST_PLIES,
    Positions,
    copy_ply,
    key_of,
    move_pacman,
    restore_pellet,
)
from pacgrid.kernel.compiled_rules import STOP, is_over, play_ghost
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.tables import StructuredArray

ROUND = 64
"""The depth that a round takes."""
UNLIKELY = ROUND // 5
"""The depth that halving the probability takes, besides."""
FREE_ROUNDS = 2
"""For so many rounds, Pac-Man may play any action."""

FRAME = np.dtype(
    [
        ("agent", np.int64),  # who is to move
        ("depth", np.int64),  # how much is left
        ("bits", np.int64),  # the actions not searched yet
        ("action", np.int64),  # the one searched now
        ("eaten", np.int64),  # by it
        ("known", np.bool_),  # its value was known at once
        ("choice", np.bool_),  # a ghost has several actions
        ("cut", np.bool_),  # a line was cut off
        ("value", np.float64),
        ("least", np.float64),  # of the values of a ghost's actions
        ("key", np.uint64),
    ],
    align=True,
)
"""What the search knows about a position on its way."""

ENTRY = np.dtype(
    [("key", np.uint64), ("value", np.float64), ("depth", np.int32), ("cut", np.bool_)], align=True
)
"""What the table knows about a position with Pac-Man to move. The value is without the score."""

TABLE = 1 << 16
"""The entries of the table."""


class Memory(NamedTuple):
    """What a search writes to."""

    frames: StructuredArray
    """`[ply]`, of `FRAME`."""
    chances: NDArray[np.float64]
    """`[ply, action]`."""
    table: StructuredArray
    """Of `ENTRY`."""
    values: NDArray[np.float64]
    """`[action]`: the values at the root."""
    nodes: NDArray[np.int64]
    """`[0]`: the positions visited."""

    @classmethod
    def empty(cls) -> Self:
        return cls(
            frames=np.zeros(MOST_PLIES, FRAME),
            chances=np.zeros((MOST_PLIES, HEADINGS)),
            table=np.zeros(TABLE, ENTRY),
            values=np.zeros(HEADINGS),
            nodes=np.zeros(1, np.int64),
        )


OUT_OF_BUDGET, CUT_OFF, COMPLETE = 0, 1, 2


@compiled
def search(
    board: Board,
    positions: Positions,
    memory: Memory,
    beliefs: Any,
    scatters: Any,
    weights: Any,
    patience: float,
    agent: int,
    depth: int,
    nodes: int,
    salt: Number,
) -> int:
    """Fill `memory.values` with the value of each action of `agent` at the root.

    Returns `OUT_OF_BUDGET` if it would visit more than so many `nodes`, `COMPLETE` if all lines
    ended with the game, else `CUT_OFF`. Use another `salt` for each search: it makes all older
    entries of the table foreign.
    """
    frames, chances = memory.frames, memory.chances
    ghosts = positions.ghosts.shape[1]
    frames[0].agent, frames[0].depth = agent, depth
    memory.nodes[0] += 1
    _enter(board, positions, memory, beliefs, scatters, weights, patience, 0, salt)
    ply = 0
    while True:
        while frames[ply].bits == 0:  # back to a position with actions left
            _finish(positions, memory, beliefs, ply)
            if ply == 0:
                return CUT_OFF if frames[0].cut else COMPLETE
            ply -= 1
            _take_back(board, positions, memory, ply)
        if memory.nodes[0] >= nodes:
            for above in range(ply - 1, -1, -1):
                if frames[above].agent == 0:
                    restore_pellet(board, positions, above, frames[above].eaten)
            return OUT_OF_BUDGET
        frame, after = frames[ply], frames[ply + 1]
        action = 0
        while not frame.bits >> action & 1:
            action += 1
        frame.bits &= frame.bits - 1
        frame.action = action
        after.agent = (frame.agent + 1) % (ghosts + 1)
        if frame.agent == 0:
            frame.eaten = move_pacman(board, positions, ply, action)
            after.depth = frame.depth - ROUND
        else:
            copy_ply(positions, ply)
            play_ghost(board, positions, ply + 1, frame.agent - 1, action)
            after.depth = frame.depth
            if frame.choice:
                chance = chances[ply, action] + beliefs[frame.agent - 1].minimise
                after.depth += np.int64(UNLIKELY * np.log2(max(chance, 1e-6)))
        ply += 1
        memory.nodes[0] += 1
        _enter(board, positions, memory, beliefs, scatters, weights, patience, ply, salt)


@inlined
def _enter(
    board: Board,
    positions: Positions,
    memory: Memory,
    beliefs: Any,
    scatters: Any,
    weights: Any,
    patience: float,
    ply: int,
    salt: Number,
) -> None:
    """Find the actions to search at `ply`; none if its value is known at once."""
    frame, game = memory.frames[ply], positions.games[ply]
    frame.bits, frame.choice, frame.known = 0, False, True
    if is_over(game):
        frame.value, frame.cut = float(game.score), False
    elif frame.agent:
        number = frame.agent - 1
        phase = min(ply // (positions.ghosts.shape[1] + 1), len(scatters) - 1)
        row = memory.chances[ply]
        frame.bits = fill_chances(
            board, positions, ply, number, beliefs[number], scatters[phase], row
        )
        frame.choice = (frame.bits & (frame.bits - 1)) != 0
        frame.value, frame.least, frame.cut = 0.0, np.inf, False
    elif frame.depth <= 0:
        frame.value = game.score + estimate(board, positions, ply, weights, patience)
        frame.cut = True
    else:
        options = _options(board, positions, memory.frames, ply)
        frame.key = key_of(positions, ply, options, salt)
        entry = memory.table[frame.key & np.uint64(TABLE - 1)]
        if ply and entry.key == frame.key and entry.depth >= frame.depth:
            frame.value, frame.cut = game.score + entry.value, entry.cut
        else:
            frame.bits, frame.known = options, False
            frame.value, frame.cut = -np.inf, False


@inlined
def _finish(positions: Positions, memory: Memory, beliefs: Any, ply: int) -> None:
    """Complete the value of a position, when all its actions are searched."""
    frame = memory.frames[ply]
    if frame.choice:
        frame.value += beliefs[frame.agent - 1].minimise * frame.least
    elif not frame.known and frame.agent == 0:
        entry = memory.table[frame.key & np.uint64(TABLE - 1)]
        entry.key, entry.depth, entry.cut = frame.key, frame.depth, frame.cut
        entry.value = frame.value - positions.games[ply].score


@inlined
def _take_back(board: Board, positions: Positions, memory: Memory, ply: int) -> None:
    """Take back the action that was searched at `ply`, and use its value there."""
    frame, after = memory.frames[ply], memory.frames[ply + 1]
    frame.cut |= after.cut
    if ply == 0:
        memory.values[frame.action] = after.value
    if frame.agent == 0:
        restore_pellet(board, positions, ply, frame.eaten)
        frame.value = max(frame.value, after.value)
    else:
        frame.value += memory.chances[ply, frame.action] * after.value
        frame.least = min(frame.least, after.value)


@inlined
def _options(board: Board, positions: Positions, frames: Any, ply: int) -> Number:
    """The actions of Pac-Man that are searched at `ply`, as bits."""
    agents = positions.ghosts.shape[1] + 1
    here = np.int64(positions.games[ply].pacman)
    bits = np.int64(board.cells[here].moves)
    if ply < FREE_ROUNDS * agents or not bits:
        return bits | 1 << STOP
    last = frames[ply - agents].action
    if ways_out(board, here) == 2 and last != STOP:
        bits &= ~(1 << (last + 2) % 4)
    return bits
