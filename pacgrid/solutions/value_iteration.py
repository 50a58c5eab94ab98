"""Value iteration by rounds left, on all cores.

In each round the ghosts' plies are backed up, then Pac-Man's. Both work on whole blocks at a time.
The ghosts move one after the other, the last one first, as values are backed up: each ply is a
minimum or a mean over one axis of the combinations.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.jit import Number, compiled, notice
from pacgrid.solutions.transitions import LOST, WALL, WON, Transitions
from pacgrid.state import SCARED_MOVES

Progress = Callable[[int, float], None]
"""Called after a round with the rounds done and the largest change of a value."""

Values = NDArray[np.float64]

BYTES_PER_THREAD = 1 << 27
"""The address space that each thread takes."""
CHUNK = 100_000
"""About how many positions a thread takes at once; Ctrl-C waits for it."""
RECENT_ROUNDS = 16
"""How many rounds the speed of convergence is measured over."""


class BoardValues(NamedTuple):
    """The values of all positions, and what a round changes besides."""

    values: Values
    """The values of positions with Pac-Man to move."""
    arrivals: Values
    """Likewise: what his arrival there is worth, before he has met the ghosts in his new cell."""
    changes: Values
    """By block: the largest change of a value in the last round."""
    arrival_changed: NDArray[np.bool_]
    """By block: whether an arrival's value has changed in this round."""


class ValueIteration:
    """The values of all positions with 0, 1, 2, … rounds left.

    With Pac-Man to move and `t` rounds left, a position is worth the best of his moves, after which
    the ghosts move and `t - 1` rounds are left. With none left, nothing more happens.

    Args:
        tolerance: values count as converged when they change by less in all the rounds to come,
            judging by how fast the changes shrink.
    """

    def __init__(self, model: Transitions, tolerance: float) -> None:
        self.model = model
        self.tolerance = tolerance
        self.rounds = 0
        self.has_converged = False
        positions, blocks = int(model.offsets[-1]), len(model.cells)
        self.board = BoardValues(
            values=np.zeros(positions),
            arrivals=np.full(positions, np.nan),  # so that the first ones are changes
            changes=np.ones(blocks),
            arrival_changed=np.zeros(blocks, np.bool_),
        )
        self._recent: deque[float] = deque(maxlen=RECENT_ROUNDS)

    def run(self, rounds: int, progress: Progress | None = None) -> None:
        """Play so many rounds, or until the values have converged. Raises MemoryError."""
        model, board = self.model, self.board
        chunks = _chunks(model)
        threads = max(1, min(numba.get_num_threads(), len(chunks)))
        length = max(model.combinations.max(), model.sizes.max() ** model.num_ghosts)
        plies: Sequence[Callable[[tuple[int, int]], None]] = (
            lambda chunk: play_ghosts(model, board, np.empty(length), np.empty(length), *chunk),
            lambda chunk: play_pacman(model, board, np.empty(length), *chunk),
        )
        with notice("the solver"):
            for play_chunk in plies:
                play_chunk((0, 0))  # compiles it, and does nothing else
        np.empty((threads + 1) * BYTES_PER_THREAD, np.uint8)  # without memory, threads would hang

        with ThreadPoolExecutor(threads) as pool:
            play = pool.map if threads > 1 else map
            while self.rounds < rounds and not self.has_converged:
                for play_chunk in plies:
                    deque(play(play_chunk, chunks), maxlen=0)  # waits for all, or raises
                self.rounds += 1
                self._recent.append(float(board.changes.max()))
                self.has_converged = self._remaining_change() <= self.tolerance
                if progress is not None:
                    progress(self.rounds, self._recent[-1])

    def _remaining_change(self) -> float:
        """About how much any value will still change, if changes go on shrinking as they do."""
        first, last = self._recent[0], self._recent[-1]
        if not (first and last) or len(self._recent) < RECENT_ROUNDS:
            return last and np.inf
        ratio = (last / first) ** (1 / (len(self._recent) - 1))
        return float(last * ratio / (1 - ratio)) if ratio < 1 else np.inf


def _chunks(model: Transitions) -> list[tuple[int, int]]:
    """Ranges of blocks of about `CHUNK` positions each."""
    bounds = [0]
    for block, start in enumerate(model.offsets.tolist()):
        if start - model.offsets[bounds[-1]] >= CHUNK or block == len(model.cells):
            bounds.append(block)
    return [*pairwise(bounds)]


@compiled
def _last_ghost_first(values: Values, rotated: Values, size: int, others: int) -> None:
    """Reorder the values of combinations of `size` states of the last ghost and `others` of the
    ghosts before it, so that the last ghost comes first."""
    for rest in range(others):
        for rank in range(size):
            rotated[rank * others + rest] = values[rest * size + rank]


@compiled
def _back_up_ghost(
    model: Transitions, before: Values, after: Values, ghost: int, block: int, timer: int
) -> None:
    """Back up the ply of one ghost, from the values `after` it to those `before` it.

    Its own states come first in the combinations, then those of the ghosts after it, which move
    later, then those of the ghosts before it, which have moved. So the inner loops are long.
    """
    cell, phase = model.cells[block], min(timer, 1)
    step = 2 if timer == 1 else phase  # of `STEPS`
    size, later = model.sizes[phase], model.sizes[1 if step == 1 else 0]
    others = size ** (model.num_ghosts - 1 - ghost) * later**ghost
    minimises = len(model.chances) == 0
    for rank in range(size):
        at = rank * others
        start = np.inf if minimises else 0.0
        for i in range(others):
            before[at + i] = start
        for move in range(model.ghosts.counts[step, rank]):
            to = model.ghosts.targets[step, ghost, cell, rank, move]
            gain = model.ghosts.gains[step, ghost, cell, rank, move]
            row = to * others
            if minimises:
                for i in range(others):
                    value = gain if to == LOST else gain + after[row + i]
                    before[at + i] = min(before[at + i], value)
            else:
                chance = model.chances[ghost, cell, rank, move]
                for i in range(others):
                    value = gain if to == LOST else gain + after[row + i]
                    before[at + i] += chance * value


@compiled
def play_ghosts(
    model: Transitions, board: BoardValues, scratch: Values, rotated: Values, first: int, last: int
) -> None:
    """Back up the ghosts' plies of the blocks from `first` to `last`, not included.

    Blocks whose `changes` are 0 are skipped. `scratch` and `rotated` are memory to use, as long as
    the most combinations before they are folded.
    """
    for block in range(first, last):
        board.arrival_changed[block] = False
        if board.changes[block] == 0:
            continue
        cell, eaten = model.cells[block], model.eaten[block]
        for timer in range(SCARED_MOVES + 1 if eaten else 1):
            phase, before_last = min(timer, 1), max(timer - 1, 0)
            base = model.offsets[block] + model.timer_offsets[eaten, before_last]
            size, size_after = model.sizes[phase], model.sizes[min(before_last, 1)]
            for i in range(size_after**model.num_ghosts):
                scratch[i] = board.values[base + (model.folded[i] if len(model.folded) else i)]
            for back in range(model.num_ghosts):
                ghost = model.num_ghosts - 1 - back
                _last_ghost_first(scratch, rotated, size_after, size**back * size_after**ghost)
                _back_up_ghost(model, scratch, rotated, ghost, block, timer)
            base = model.offsets[block] + model.timer_offsets[eaten, timer]
            for i in range(model.combinations[phase]):
                value = np.float64(model.arrivals.gains[phase, cell, i])
                met = model.arrivals.targets[phase, cell, i]
                if met != LOST:
                    value += scratch[met]
                if value != board.arrivals[base + i]:
                    board.arrivals[base + i] = value
                    board.arrival_changed[block] = True


@compiled
def play_pacman(model: Transitions, board: BoardValues, row: Values, first: int, last: int) -> None:
    """Back up Pac-Man's plies of the blocks from `first` to `last`, not included.

    Blocks that can't change are skipped. `changes` becomes each block's largest change. `row` is
    memory to use.
    """
    arrivals, pacman = board.arrivals, model.pacman
    for block in range(first, last):
        board.changes[block] = 0
        active: Number = False
        for action in range(5):
            target = pacman.targets[block, action]
            active |= target >= 0 and board.arrival_changed[target]
        if not active:
            continue
        eaten = model.eaten[block]
        for timer in range(SCARED_MOVES if eaten else 1):
            phase = min(timer, 1)
            length = model.combinations[phase]
            base = model.offsets[block] + model.timer_offsets[eaten, timer]
            for i in range(length):
                row[i] = -np.inf
            for action in range(5):
                target, gain = pacman.targets[block, action], pacman.gains[block, action]
                if target == WALL:
                    continue
                if target == WON:
                    ahead = pacman.ahead[block, action]
                    for i in range(length):
                        row[i] = max(row[i], gain + model.arrivals.wins[phase, ahead, i])
                    continue
                start = model.offsets[target]
                if pacman.frightens[block, action]:
                    start += model.timer_offsets[1, SCARED_MOVES]
                    for i in range(length):
                        value = arrivals[start + model.frightened[phase, i]]
                        row[i] = max(row[i], gain + value)
                    continue
                start += model.timer_offsets[eaten, timer]
                symmetry = pacman.symmetries[block, action]
                if symmetry:
                    for i in range(length):
                        row[i] = max(row[i], gain + arrivals[start + model.images[symmetry, i]])
                else:
                    for i in range(length):
                        row[i] = max(row[i], gain + arrivals[start + i])
            for i in range(length):
                change = abs(row[i] - board.values[base + i])
                board.changes[block] = max(board.changes[block], change)
                board.values[base + i] = row[i]
