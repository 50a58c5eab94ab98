"""A step of the games of a batch, compiled: rounds that are played, and games that restart; and
the choice between one thread and several, step by step.

Several threads are slower when other work keeps the cores busy: threads that wait for each other
then wait for whole time slices, and a step can take a hundred times as long. After `MAX_SLOW` slow
steps in a row one thread plays for a while, longer each time.
"""

import os
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.arrays import (
    DISABLED,
    EATEN_KIND,
    NOTHING_EATEN,
    PACKED,
    SAME_STEP,
    TRAIL,
    Arrays,
    BatchSettings,
    StepResult,
)
from pacgrid.kernel.compiled_rules import (
    HALF,
    STOP,
    is_over,
    next_cell,
    play_ghost,
    play_pacman,
    random_bits,
    replace_illegal,
    send_home,
)
from pacgrid.kernel.ghosts import draw_team, ghost_action
from pacgrid.kernel.jit import Number, compiled, inlined_early, prefetch
from pacgrid.kernel.observations import observe
from pacgrid.kernel.tables import NOTHING, StructuredArray, Tables

BLOCK = 32
"""Games that are played, and then drawn."""

DRAW_CHOSEN, DRAW_ALL = False, True
"""The arguments of `restart`: only the chosen games are drawn, or all."""

_IN_TRAIL = np.uint64(TRAIL - 1)

Actions = NDArray[np.int64]
"""`[game, agent]`."""


@inlined_early
def _observe(
    tables: Tables, arrays: Arrays, settings: BatchSettings, first: int, last: int
) -> None:
    """Draw the games from `first` to `last`, not included."""
    current = arrays.planes, arrays.marks, arrays.drawn, arrays.masks, arrays.agents
    observe(tables, arrays, settings, *current, first, last)


@compiled
def _restart(tables: Tables, arrays: Arrays, settings: BatchSettings, index: int) -> None:
    """Restart a game on its next board, or on one drawn with its own generator."""
    game = arrays.games[index]
    boards = np.uint64(len(tables.boards))
    chosen = arrays.next_boards[index]
    board = np.uint64(chosen) if chosen >= 0 else (random_bits(game) >> HALF) * boards >> HALF
    start = tables.boards[board]
    history = arrays.history[index]
    is_again = history.whole and game.board == board
    game.board = board
    game.pacman, game.food = start.pacman, start.food
    game.score = game.rounds = game.to_move = 0
    game.lost = game.ended = False
    arrays.start_scores[index] = 0
    history.step += np.uint64(1)  # one of its own: a game may have ended in this step
    history.before = history.changed if is_again else history.step
    history.changed, history.whole = history.step, True
    draw_team(settings.opponents, game)
    for number in range(arrays.ghosts.shape[1]):
        send_home(tables, game, arrays.ghosts[index, number], number)
    for pixel in range(arrays.pellets.shape[1]):
        arrays.pellets[index, pixel] = tables.pellets[board, pixel]
    for byte in range(arrays.bits.shape[1]):
        arrays.bits[index, byte] = settings.packed_boards[board, byte]


@inlined_early
def _play_round(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    actions: Actions,
    illegal: NDArray[np.bool_],
    index: Number,
) -> None:
    """Play one ply of each agent; ghosts without an action in `actions` follow their policy."""
    game = arrays.games[index]
    wish = np.uint8(actions[index, 0])
    cell = next_cell(tables.cells, game.pacman, wish)
    illegal[index, 0] = wish != STOP and cell == game.pacman
    if settings.form != PACKED:  # these boards are copied as a whole
        history, pixel = arrays.history[index], tables.cells[cell].pixel
        history.step += np.uint64(1)
        kind = arrays.pellets[index, pixel]
        eaten = pixel | np.uint32(kind) << EATEN_KIND if kind != NOTHING else NOTHING_EATEN
        history.eaten[history.step & _IN_TRAIL] = eaten
    play_pacman(tables, arrays, index, wish)
    ghosts = 0 if is_over(game) else arrays.ghosts.shape[1]
    for number in range(ghosts):
        action: Number
        if number + 1 < actions.shape[1]:
            wish = np.uint8(actions[index, number + 1])
            action = replace_illegal(tables, arrays.ghosts[index, number], wish)
            illegal[index, number + 1] = action != wish
        else:
            action = ghost_action(settings.opponents, tables, arrays, index, number)
        play_ghost(tables, arrays, index, number, action)
        if game.lost:
            break
    game.rounds += 1


@inlined_early
def _fill_zero(array: Any, first: int, last: int) -> None:
    for index in range(first, last):
        array[index] = 0


@inlined_early
def _clear(result: StepResult, first: int, last: int) -> None:
    """Clear the results of the games from `first` to `last`, not included."""
    # An array at a time, which takes far less time than game by game.
    _fill_zero(result.points, first, last)
    _fill_zero(result.terminated, first, last)
    _fill_zero(result.truncated, first, last)
    _fill_zero(result.ended, first, last)
    _fill_zero(result.scores, first, last)
    _fill_zero(result.returns, first, last)
    _fill_zero(result.rounds, first, last)
    _fill_zero(result.wins, first, last)
    _fill_zero(result.teams, first, last)


@inlined_early
def _end(arrays: Arrays, result: StepResult, index: int, over: Number) -> None:
    """End a game: it is over by the rules, or has reached the limit of rounds."""
    game = arrays.games[index]
    game.ended = result.ended[index] = True
    result.terminated[index] = over
    result.truncated[index] = not over
    result.scores[index] = game.score
    result.returns[index] = game.score - arrays.start_scores[index]
    result.rounds[index] = game.rounds
    result.wins[index] = game.food == 0
    result.teams[index] = game.team


@inlined_early
def _fetch_agents(tables: Tables, arrays: Arrays, first: int, last: int) -> None:
    """Let the processor fetch the cells of all agents in the games from `first` to `last`. With
    many boards they aren't in its caches, and each game would wait for them, one after the other.
    """
    for index in range(first, last):
        prefetch(tables.cells, arrays.games[index].pacman)
        for number in range(arrays.ghosts.shape[1]):
            prefetch(tables.cells, arrays.ghosts[index, number].cell)


@compiled
def step_range(
    tables: Tables,
    arrays: Arrays,
    result: StepResult,
    settings: BatchSettings,
    actions: Actions,
    first: int,
    last: int,
) -> None:
    """One step of the games from `first` to `last`, not included."""
    _clear(result, first, last)
    for start in range(first, last, BLOCK):
        end = min(start + BLOCK, last)
        _fetch_agents(tables, arrays, start, end)
        for index in range(start, end):  # and where Pac-Man goes
            pacman, wish = arrays.games[index].pacman, np.uint8(actions[index, 0])
            prefetch(tables.cells, next_cell(tables.cells, pacman, wish))
        for index in range(start, end):
            game = arrays.games[index]
            for number in range(actions.shape[1]):
                result.illegal[index, number] = False
            if game.ended:
                _restart(tables, arrays, settings, index)
                continue
            score = game.score
            # No check for a negative index, which would count from the end.
            _play_round(tables, arrays, settings, actions, result.illegal, np.uint64(index))
            result.points[index] = game.score - score
            over = is_over(game)
            if over or game.rounds >= settings.max_rounds:
                _end(arrays, result, index, over)
                if settings.mode == SAME_STEP:
                    final = result.planes, result.marks, result.drawn, result.masks, result.agents
                    observe(tables, arrays, settings, *final, index, index + 1)
                    _restart(tables, arrays, settings, index)
        _fetch_agents(tables, arrays, start, end)
        _observe(tables, arrays, settings, start, end)


@compiled
def first_invalid(
    arrays: Arrays, settings: BatchSettings, actions: Actions, first: int, last: int
) -> int:
    """The first game from `first` to `last`, not included, that can't be stepped, or -1: a number
    in `actions` is not an action, or the game has ended in mode `DISABLED`."""
    any_invalid: Number = False
    for number in range(actions.shape[1]):
        for index in range(np.uint64(first), np.uint64(last)):  # never from the end
            any_invalid |= np.uint64(actions[index, number]) > np.uint64(STOP)
    if not any_invalid and settings.mode != DISABLED:
        return -1
    for index in range(first, last):
        for number in range(actions.shape[1]):
            if actions[index, number] < 0 or actions[index, number] > STOP:
                return index
        if settings.mode == DISABLED and arrays.games[index].ended:
            return index
    return -1


@compiled
def restart(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    chosen: NDArray[np.bool_],
    draw_all: bool,
) -> None:
    """Restart the chosen games, and draw them or all."""
    for index in range(len(chosen)):
        if chosen[index]:
            _restart(tables, arrays, settings, index)
            if not draw_all:
                _observe(tables, arrays, settings, index, index + 1)
    if draw_all:
        _observe(tables, arrays, settings, 0, len(chosen))


FIRST_PAUSE, LONGEST_PAUSE = 16, 4096
"""Steps on one thread after several were slower."""
MAX_SLOW = 3
"""Slow steps in a row before a pause."""
MEASURE_EVERY = 256
"""Steps between two that measure one thread."""
REMEMBERED = 3
"""Steps on one thread whose times are remembered. The fastest counts: any may have been
disturbed."""

CHOICE = np.dtype(
    [
        ("steps", np.int64),
        ("pause", np.int64),  # steps that one thread still plays
        ("next_pause", np.int64),
        ("slow", np.int64),  # slow steps in a row
        ("measured", np.int64),  # steps on one thread
        ("serial_times", np.float64, REMEMBERED),
    ],
    align=True,
)
"""What is known of the steps so far."""


def new_choice() -> StructuredArray:
    """`[1]`, of `CHOICE`: the choice before the first step."""
    choice = np.zeros(1, CHOICE)
    choice["pause"] = REMEMBERED  # measure one thread first
    choice["next_pause"] = FIRST_PAUSE
    choice["serial_times"] = np.inf
    return choice


@compiled
def takes_several(choices: StructuredArray) -> Number:
    """Whether the next step should take several threads."""
    choice = choices[0]
    choice.steps += 1
    return choice.pause == 0 and choice.steps % MEASURE_EVERY != 0


@compiled
def judge(choices: StructuredArray, several: Number, time: float) -> None:
    """Take note of the time that a step on one thread, or on several, has taken."""
    choice = choices[0]
    times = choice.serial_times
    if not several:
        choice.pause = max(choice.pause - 1, 0)
        times[choice.measured % REMEMBERED] = time
        choice.measured += 1
    elif time <= min(times[0], times[1], times[2]):
        choice.slow = 0
        choice.next_pause = max(choice.next_pause - 1, FIRST_PAUSE)
    else:
        choice.slow += 1
        if choice.slow == MAX_SLOW:
            choice.slow = 0
            choice.pause = choice.next_pause
            choice.next_pause = min(2 * choice.next_pause, LONGEST_PAUSE)


GAMES_PER_THREAD = 128
"""For fewer games, waking a thread takes longer than playing them."""

_forked = False
"""A forked process has no pool threads, and some pools abort it when they are used."""


def max_threads(games: int) -> int:
    """The most threads that a batch of `games` games can use: 1 in a forked process."""
    return 1 if _forked else min(numba.get_num_threads(), games // GAMES_PER_THREAD)


def _mark_forked() -> None:
    global _forked  # noqa: PLW0603 - one flag for the process
    _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_mark_forked)
