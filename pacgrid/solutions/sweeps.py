"""One round of value iteration, compiled: first the ghosts' plies, then Pac-Man's.

Both work on whole blocks at a time. The ghosts move one after the other, the last one first, as
values are backed up: each ply is a minimum or a mean over one axis of the combinations.
"""

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.jit import Number, compiled
from pacgrid.solutions.transitions import CAUGHT, WALL, WON, Transitions
from pacgrid.state import SCARED_MOVES

Values = NDArray[np.float64]

LOSS, GHOST = 3, 4
"""Where `Payoffs` has them."""


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
    cell, eaten, last = model.cells[block], model.eaten[block], int(timer == 1)
    stage, later = model.stages[eaten, timer], model.stages[eaten, max(timer - 1, 0)]
    size = model.sizes[stage]
    others = size ** (model.num_ghosts - 1 - ghost) * model.sizes[later] ** ghost
    by_sight = len(model.chances.by_sight) > 0
    minimises = not by_sight and len(model.chances.by_position) == 0
    ply = model.ply_blocks[block] + model.ply_offsets[eaten, timer, ghost]
    for rank in range(size):
        at = rank * others
        start = np.inf if minimises else 0.0
        for i in range(others):
            before[at + i] = start
        for slot in range(model.ghosts.counts[stage, last, rank]):
            to = model.ghosts.targets[stage, last, ghost, cell, rank, slot]
            gain = model.ghosts.gains[stage, last, ghost, cell, rank, slot]
            row = to * others
            if minimises:
                for i in range(others):
                    value = gain if to == CAUGHT else gain + after[row + i]
                    before[at + i] = min(before[at + i], value)
            elif by_sight:
                chance = model.chances.by_sight[stage, ghost, cell, rank, slot]
                for i in range(others):
                    value = gain if to == CAUGHT else gain + after[row + i]
                    before[at + i] += chance * value
            else:
                for i in range(others):
                    value = gain if to == CAUGHT else gain + after[row + i]
                    before[at + i] += model.chances.by_position[ply + at + i, slot] * value


@compiled
def _meet(model: Transitions, met: Values, moved: Values, cell: int, stage: int) -> None:
    """Let Pac-Man, who has arrived in `cell`, meet the ghosts.

    `met` becomes the values before that, and `moved` has those when the ghosts are to move.
    """
    size, ghosts = model.sizes[stage], model.num_ghosts
    for outer in range(size ** (ghosts - 1) if ghosts else 1):
        # The ghosts but the last, which is the inner loop below.
        points, losses, home, unit, rest = 0.0, 0, outer, 1, outer
        for back in range(1, ghosts):
            rank = rest % size
            rest //= size
            if model.meets[stage, cell, rank]:
                if model.scared[stage, rank]:
                    points += model.payoffs[GHOST]
                    home += (model.homes[stage, ghosts - 1 - back] - rank) * unit
                else:
                    points += model.payoffs[LOSS]
                    losses += 1
            unit *= size
        if ghosts == 0:
            met[0] = moved[0]
            continue
        for rank in range(size):
            at = outer * size + rank
            if not model.meets[stage, cell, rank]:
                met[at] = points if losses else points + moved[home * size + rank]
            elif model.scared[stage, rank]:
                gain = points + model.payoffs[GHOST]
                back_home = home * size + model.homes[stage, ghosts - 1]
                met[at] = gain if losses else gain + moved[back_home]
            else:
                met[at] = points + model.payoffs[LOSS]


@compiled
def play_ghosts(
    model: Transitions,
    values: Values,
    arrivals: Values,
    scratch: Values,
    more_scratch: Values,
    changes: Values,
    arrival_changed: NDArray[np.bool_],
    first: int,
    last: int,
) -> None:
    """Back up the ghosts' plies of the blocks from `first` to `last`, not included.

    `values` are those of positions with Pac-Man to move; `arrivals` becomes what his arrival is
    worth, before he has met the ghosts in his new cell. Blocks whose `changes` are 0 are skipped.
    Each scratch array is as long as the most combinations, before they are folded.
    """
    for block in range(first, last):
        arrival_changed[block] = False
        if changes[block] == 0:
            continue
        cell, eaten = model.cells[block], model.eaten[block]
        for timer in range(SCARED_MOVES + 1 if eaten else 1):
            stage, before_last = model.stages[eaten, timer], max(timer - 1, 0)
            after = model.stages[eaten, before_last]
            base = model.offsets[block] + model.timer_offsets[eaten, before_last]
            size, size_after = model.sizes[stage], model.sizes[after]
            for i in range(size_after**model.num_ghosts):
                scratch[i] = values[base + (model.folded[i] if len(model.folded) else i)]
            for back in range(model.num_ghosts):
                ghost = model.num_ghosts - 1 - back
                _last_ghost_first(scratch, more_scratch, size_after, size**back * size_after**ghost)
                _back_up_ghost(model, scratch, more_scratch, ghost, block, timer)
            _meet(model, more_scratch, scratch, cell, stage)
            base = model.offsets[block] + model.timer_offsets[eaten, timer]
            for i in range(model.combinations[stage]):
                value = more_scratch[model.unfolded[i] if len(model.unfolded) else i]
                if value != arrivals[base + i]:
                    arrivals[base + i] = value
                    arrival_changed[block] = True


@compiled
def _frightened(model: Transitions, number: int, stage: int, later: int) -> int:
    """The combination with the same nodes, all scared."""
    size, size_after = model.sizes[stage], model.sizes[later]
    result, unit = 0, 1
    for _ in range(model.num_ghosts):
        result += model.frightened[stage, later, number % size] * unit
        number //= size
        unit *= size_after
    return result


@compiled
def _scared_met(model: Transitions, number: int, stage: int, cell: int) -> int:
    """How many scared ghosts Pac-Man meets in `cell`."""
    size = model.sizes[stage]
    met = 0
    for _ in range(model.num_ghosts):
        rank = number % size
        number //= size
        met += model.meets[stage, cell, rank] and model.scared[stage, rank]
    return met


@compiled
def play_pacman(
    model: Transitions,
    values: Values,
    arrivals: Values,
    row: Values,
    changes: Values,
    arrival_changed: NDArray[np.bool_],
    last_changes: NDArray[np.uint16],
    rounds: int,
    tolerance: float,
    first: int,
    last: int,
) -> None:
    """Back up Pac-Man's plies of the blocks from `first` to `last`, not included.

    Blocks that can't change are skipped. `changes` becomes each block's largest change. Where a
    value changes by more than `tolerance`, `last_changes` becomes `rounds`, unless it is empty.
    """
    for block in range(first, last):
        changes[block] = 0
        active: Number = False
        for action in range(5):
            target = model.pacman.targets[block, action]
            active |= target >= 0 and arrival_changed[target]
        if not active:
            continue
        eaten = model.eaten[block]
        for timer in range(SCARED_MOVES if eaten else 1):
            stage = model.stages[eaten, timer]
            length = model.combinations[stage]
            base = model.offsets[block] + model.timer_offsets[eaten, timer]
            for i in range(length):
                row[i] = -np.inf
            for action in range(5):
                target, gain = (
                    model.pacman.targets[block, action],
                    model.pacman.gains[block, action],
                )
                if target == WALL:
                    continue
                if target == WON:
                    for i in range(length):
                        met = 0
                        if timer:
                            met = _scared_met(model, i, stage, model.pacman.ahead[block, action])
                        row[i] = max(row[i], gain + met * model.payoffs[GHOST])
                    continue
                start = model.offsets[target]
                if model.pacman.frightens[block, action]:
                    start += model.timer_offsets[model.eaten[target], SCARED_MOVES]
                    later = model.stages[model.eaten[target], SCARED_MOVES]
                    for i in range(length):
                        value = arrivals[start + _frightened(model, i, stage, later)]
                        row[i] = max(row[i], gain + value)
                    continue
                start += model.timer_offsets[eaten, timer]
                symmetry = model.pacman.symmetries[block, action]
                if symmetry:
                    for i in range(length):
                        row[i] = max(row[i], gain + arrivals[start + model.images[symmetry, i]])
                else:
                    for i in range(length):
                        row[i] = max(row[i], gain + arrivals[start + i])
            for i in range(length):
                change = abs(row[i] - values[base + i])
                changes[block] = max(changes[block], change)
                if change > tolerance and len(last_changes):
                    last_changes[base + i] = rounds
                values[base + i] = row[i]
