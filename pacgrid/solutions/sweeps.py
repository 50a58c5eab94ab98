"""One round of value iteration, compiled: first the ghosts' plies, then Pac-Man's.

Both work on whole blocks at a time. The ghosts move one after the other, the last one first, as
values are backed up: each ply is a minimum or a mean over one axis of the combinations.
"""

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.jit import Number, compiled
from pacgrid.solutions.transitions import WALL, WON, Transitions
from pacgrid.state import SCARED_MOVES

Values = NDArray[np.float64]

LOSS, GHOST = 3, 4
"""Where `Payoffs` has them."""


@compiled
def _add_row(
    target: Values, at: int, source: Values, start: int, length: int, bonus: float, weight: float
) -> None:
    """Average over chances: add the weighted row."""
    for i in range(length):
        target[at + i] += weight * (source[start + i] + bonus)


@compiled
def _lower_row(
    target: Values, at: int, source: Values, start: int, length: int, bonus: float
) -> None:
    """Minimise: take what is less."""
    for i in range(length):
        value = source[start + i] + bonus
        target[at + i] = min(target[at + i], value)


@compiled
def _back_up_ghost(
    model: Transitions, before: Values, after: Values, ghost: int, cell: int, stage: int, last: int
) -> None:
    """Back up the ply of one ghost, from the values `after` it to those `before` it.

    The ghosts before it have moved in both, and those after it in neither.
    """
    later = _stage_after(stage, last)
    size, size_after = model.sizes[stage], model.sizes[later]
    outer_length = size_after**ghost
    inner = size ** (model.num_ghosts - 1 - ghost)
    minimises = model.chances.shape[0] == 0
    loss = model.payoffs[LOSS]
    for outer in range(outer_length):
        for rank in range(size):
            at = (outer * size + rank) * inner
            start = np.inf if minimises else 0.0
            for i in range(inner):
                before[at + i] = start
            for slot in range(model.counts[stage, last, rank]):
                to = model.moves[stage, last, rank, slot]
                bonus = 0.0
                caught: Number = False
                if model.meets[later, cell, to]:
                    if model.scared[later, to]:
                        bonus = model.payoffs[GHOST]
                        to = model.homes[later, ghost]
                    else:
                        caught = True
                row = (outer * size_after + to) * inner
                if minimises:
                    if caught:
                        for i in range(inner):
                            before[at + i] = min(before[at + i], loss)
                    else:
                        _lower_row(before, at, after, row, inner, bonus)
                else:
                    chance = model.chances[stage, ghost, cell, rank, slot]
                    if caught:
                        for i in range(inner):
                            before[at + i] += chance * loss
                    else:
                        _add_row(before, at, after, row, inner, bonus, chance)


@compiled
def _stage_after(stage: int, last: int) -> int:
    """The stage when the ghosts have moved."""
    if last or stage == 0:
        return 0
    if stage == 1:
        return 2
    if stage == 2:
        return 1
    return stage


@compiled
def _arrive(model: Transitions, moved: Values, cell: int, stage: int, number: int) -> float:
    """The value of Pac-Man's arrival in `cell`, where he meets the ghosts of combination `number`,
    which has not been folded, given the values when the ghosts are to move."""
    size = model.sizes[stage]
    points = 0.0
    lost: Number = False
    rest, unit, home = number, 1, number
    for back in range(model.num_ghosts):
        rank = rest % size
        rest //= size
        if model.meets[stage, cell, rank]:
            if model.scared[stage, rank]:
                points += model.payoffs[GHOST]
                home += (model.homes[stage, model.num_ghosts - 1 - back] - rank) * unit
            else:
                points += model.payoffs[LOSS]
                lost = True
        unit *= size
    return points if lost else points + moved[home]


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
            stage = model.stages[eaten, timer]
            before_last = max(timer - 1, 0)
            after = model.stages[eaten, before_last]
            base = model.offsets[block] + model.timer_offsets[eaten, before_last]
            here, there = scratch, more_scratch
            for i in range(model.sizes[after] ** model.num_ghosts):
                here[i] = values[base + (model.folded[i] if len(model.folded) else i)]
            for back in range(model.num_ghosts):
                ghost = model.num_ghosts - 1 - back
                _back_up_ghost(model, there, here, ghost, cell, stage, int(timer == 1))
                here, there = there, here
            base = model.offsets[block] + model.timer_offsets[eaten, timer]
            for i in range(model.combinations[stage]):
                number = i
                if len(model.members):
                    number = 0
                    for ghost in range(model.num_ghosts):
                        number = number * model.sizes[stage] + model.members[i, ghost]
                value = _arrive(model, here, cell, stage, number)
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
    settled: NDArray[np.uint16],
    rounds: int,
    tolerance: float,
    first: int,
    last: int,
) -> None:
    """Back up Pac-Man's plies of the blocks from `first` to `last`, not included.

    Blocks that can't change are skipped. `changes` becomes each block's largest change. Where a
    value changes by more than `tolerance`, `settled` becomes `rounds`, unless it is empty.
    """
    for block in range(first, last):
        changes[block] = 0
        active: Number = rounds == 1
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
                way = model.pacman.ways[block, action]
                if way:
                    for i in range(length):
                        row[i] = max(row[i], gain + arrivals[start + model.images[way, i]])
                else:
                    for i in range(length):
                        row[i] = max(row[i], gain + arrivals[start + i])
            for i in range(length):
                change = abs(row[i] - values[base + i])
                changes[block] = max(changes[block], change)
                if change > tolerance and len(settled):
                    settled[base + i] = rounds
                values[base + i] = row[i]
