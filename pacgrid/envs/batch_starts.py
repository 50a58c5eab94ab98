"""The positions that games of a batch start from, with `reset(options={"state": …})`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.envs.batch_levels import BatchLevels
from pacgrid.envs.given_states import GivenState, load_state
from pacgrid.envs.layout_sampler import LayoutSampler
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.game_states import GameStates, boards_for
from pacgrid.state import State


def given_starts(
    given: Any,
    chosen: NDArray[np.bool_],
    batch: GameBatch,
    sampler: LayoutSampler,
    levels: BatchLevels,
) -> tuple[GameStates | None, NDArray[np.intp]]:
    """The chosen games for which a position is given, at it, on boards of the batch; and their
    numbers.

    `given` is a `GivenState` for all games, or a sequence with one or None for each game. A seed
    for all is `given + i` for game `i`. The random generators aren't set.

    Raises ValueError if a position can't be played in these games, and LayoutError or LevelError
    if the level of a seed can't be made.
    """
    if isinstance(given, GameStates):
        raise ValueError("options['state'] is a snapshot: give it to set_state()")
    if isinstance(given, int | np.integer) and not isinstance(given, bool):
        given = [int(given) + game for game in range(len(batch))]
    elif isinstance(given, Sequence) and not isinstance(given, str):
        given = [*given]  # a range would make new numbers each time
    else:
        given = [given] * len(batch)
    if len(given) != len(batch):
        raise ValueError(f"{len(given)} positions in options['state'] for {len(batch)} games")
    numbers = np.flatnonzero(chosen & [each is not None for each in given])
    if not numbers.size:
        return None, numbers
    # Each position is read once, in however many games it is.
    positions = {id(given[number]): given[number] for number in numbers.tolist()}
    rows = {key: row for row, key in enumerate(positions)}
    states = (load_state(each, sampler, whole_rounds=True) for each in positions.values())
    starts = GameStates.join(GameStates.of(each, batch.width, batch.height) for each in states)
    starts.levels[:] = [_level(each, sampler) for each in positions.values()]
    starts = levels.on_boards(starts[[rows[id(given[number])] for number in numbers.tolist()]])
    starts.games["board"] = boards_for(batch, starts, numbers)
    return starts, numbers


def _level(given: GivenState, sampler: LayoutSampler) -> int:
    """The level of a position that is drawn from a seed; -1 for others."""
    if isinstance(given, State | str):
        return -1
    return sampler.draw(np.random.default_rng(int(given)))
