"""A step of all games of a batch, and what runs it: on one thread or several, compiled before."""

from typing import Any

import numpy as np
from numba import prange
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.arrays import (
    DISABLED,
    FRESH,
    IN_PLACE,
    PACKED,
    SAME_STEP,
    UPDATED,
    Arrays,
    BatchSettings,
    StepResult,
)
from pacgrid.kernel.compiled_rules import (
    STOP,
    is_over,
    play_ghost,
    play_pacman,
    replace_illegal,
    send_home,
)
from pacgrid.kernel.ghosts import draw_team, ghost_policy_action
from pacgrid.kernel.jit import Number, compile_for, compiled, inlined_early, notice, parallel
from pacgrid.kernel.observations import ANEW, erase_agents, observe, observe_changes
from pacgrid.kernel.seeding import HALF, random_bits
from pacgrid.kernel.tables import Tables
from pacgrid.kernel.threads import ThreadChooser, in_threads, max_threads

BLOCK = 32
"""Games that are played, and then drawn."""

DRAW_CHOSEN, DRAW_ALL = False, True
"""For `restart`."""

Actions = NDArray[np.int64]
"""`[game, agent]`."""

Arguments = tuple[Any, Any, Any, Any, Actions]
"""`Tables`, `Arrays`, `StepResult` and `BatchSettings` as plain tuples, which numba takes in less
time, and the actions."""


@inlined_early
def _observe(
    tables: Tables, arrays: Arrays, settings: BatchSettings, first: int, last: int, anew: bool
) -> None:
    """Draw the games from `first` to `last`, not included."""
    current = arrays.planes, arrays.masks, arrays.agents
    observe(tables, arrays, settings, *current, first, last, anew)


@compiled
def _restart(tables: Tables, arrays: Arrays, settings: BatchSettings, index: int) -> None:
    """Restart a game on its next board, or on one drawn with its own generator, and observe it
    unless all are."""
    game = arrays.games[index]
    boards = np.uint64(len(tables.boards))
    chosen = arrays.next_boards[index]
    board = np.uint64(chosen) if chosen >= 0 else (random_bits(game) >> HALF) * boards >> HALF
    start = tables.boards[board]
    game.board = board
    game.pacman, game.food = start.pacman, start.food
    game.score = game.rounds = game.to_move = 0
    game.lost = game.ended = False
    arrays.start_scores[index] = 0
    draw_team(settings.ghost_policies, game)
    for number in range(arrays.ghosts.shape[1]):
        send_home(tables, game, arrays.ghosts[index, number], number)
    for pixel in range(arrays.pellets.shape[1]):
        arrays.pellets[index, pixel] = tables.pellets[board, pixel]
    for byte in range(arrays.bits.shape[1]):
        arrays.bits[index, byte] = settings.packed_boards[board, byte]
    if settings.drawing == IN_PLACE:
        _observe(tables, arrays, settings, index, index + 1, ANEW)


@inlined_early
def _play_round(
    tables: Tables, arrays: Arrays, settings: BatchSettings, actions: Actions, index: Number
) -> None:
    """Play one ply of each agent; ghosts without an action in `actions` follow their policy."""
    game = arrays.games[index]
    play_pacman(tables, arrays, index, np.uint8(actions[index, 0]))
    ghosts = 0 if is_over(game) else arrays.ghosts.shape[1]
    for number in range(ghosts):
        action: Number
        if number + 1 < actions.shape[1]:
            wish = np.uint8(actions[index, number + 1])
            action = replace_illegal(tables, arrays.ghosts[index, number], wish)
        else:
            action = ghost_policy_action(tables, arrays, settings, index, number)
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
        for index in range(start, end):
            game = arrays.games[index]
            if game.ended:
                _restart(tables, arrays, settings, index)
                continue
            if settings.drawing == IN_PLACE and settings.form != PACKED:
                erase_agents(tables, arrays, arrays.games, arrays.ghosts, index)
            score = game.score
            # No check for a negative index, which would count from the end.
            _play_round(tables, arrays, settings, actions, np.uint64(index))
            result.points[index] = game.score - score
            over = is_over(game)
            if over or game.rounds >= settings.max_rounds:
                _end(arrays, result, index, over)
                if settings.mode == SAME_STEP:
                    final = result.planes, result.masks, result.agents
                    observe(tables, arrays, settings, *final, index, index + 1, ANEW)
                    _restart(tables, arrays, settings, index)
        if settings.drawing == UPDATED:
            observe_changes(tables, arrays, settings, start, end)
        else:
            _observe(tables, arrays, settings, start, end, settings.drawing == FRESH)


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


@inlined_early
def _named(arguments: Arguments) -> tuple[Tables, Arrays, StepResult, BatchSettings, Actions]:
    return (
        Tables(*arguments[0]),
        Arrays(*arguments[1]),
        StepResult(*arguments[2]),
        BatchSettings(*arguments[3]),
        arguments[4],
    )


@compiled
def step(arguments: Arguments) -> int:
    """Step every game on one thread, unless one is invalid. Returns `first_invalid`."""
    tables, arrays, result, settings, actions = _named(arguments)
    invalid = first_invalid(arrays, settings, actions, 0, len(actions))
    if invalid < 0:
        last = len(arrays.games)
        step_range(tables, arrays, result, settings, actions, 0, last)
    return invalid


@parallel
def step_in_parallel(arguments: Arguments, parts: int) -> int:
    """The same in `parts` parts at once."""
    # One by one: numba's threads take no tuples in tuples.
    tables, arrays = Tables(*arguments[0]), Arrays(*arguments[1])
    result, settings = StepResult(*arguments[2]), BatchSettings(*arguments[3])
    actions = arguments[4]
    invalid = first_invalid(arrays, settings, actions, 0, len(actions))
    if invalid < 0:
        games = len(arrays.games)
        for part in prange(parts):
            first, last = games * part // parts, games * (part + 1) // parts
            step_range(tables, arrays, result, settings, actions, first, last)
    return invalid


@compiled
def step_part(arguments: Arguments, part: int, parts: int) -> None:
    """Step one of `parts` parts of the games, none of which is invalid."""
    tables, arrays, result, settings, actions = _named(arguments)
    first, last = len(arrays.games) * part // parts, len(arrays.games) * (part + 1) // parts
    step_range(tables, arrays, result, settings, actions, first, last)


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
    if draw_all:
        _observe(tables, arrays, settings, 0, len(chosen), ANEW)
        return
    for index in range(len(chosen)):
        if chosen[index]:
            _observe(tables, arrays, settings, index, index + 1, ANEW)


@compiled
def play_ply(
    tables: Tables, arrays: Arrays, settings: BatchSettings, index: int, action: Number
) -> None:
    """Play one ply of the agent to move in one game."""
    game = arrays.games[index]
    if game.to_move == 0:
        play_pacman(tables, arrays, index, action)
    else:
        play_ghost(tables, arrays, index, game.to_move - 1, action)
    game.to_move = (game.to_move + 1) % (arrays.ghosts.shape[1] + 1)
    _observe(tables, arrays, settings, index, index + 1, ANEW)


class StepRunner:
    """The steps of `num_games` games. `several_teams`: the ghosts are not of `GHOST_POLICY`."""

    def __init__(
        self,
        num_games: int,
        controlled: int,
        tables: Tables,
        result: StepResult,
        settings: BatchSettings,
        *,
        several_teams: bool,
    ) -> None:
        self.several_teams = several_teams
        self._tables, self._result, self._settings = tables, result, settings
        self._constant = tuple(tables), tuple(result), tuple(settings)
        # Arguments are copied to these: numba compiles again for every new kind of array.
        self.actions = np.zeros((num_games, controlled), np.int64)
        self._chosen = np.zeros(num_games, np.bool_)
        self.threads = ThreadChooser()

    def compile(self, arrays: Arrays) -> None:
        """Compile now what isn't compiled yet, so that no step takes long."""
        tables, settings, games = self._tables, self._settings, len(self._chosen)
        with notice("the vector environments"):
            compile_for(restart, tables, arrays, settings, self._chosen, DRAW_ALL)
            if self.several_teams:
                compile_for(first_invalid, arrays, settings, self.actions, 0, 1)
                compile_for(step_part, self._arguments(arrays), 0, 1)
                return
            compile_for(step, self._arguments(arrays))
            if max_threads(games) > 1:
                compile_for(step_in_parallel, self._arguments(arrays), 1)
                self.threads.compile()

    def draw(self, arrays: Arrays) -> None:
        """Draw all games."""
        self.restart(arrays, np.zeros_like(self._chosen), DRAW_ALL)

    def restart(self, arrays: Arrays, chosen: NDArray[np.bool_], draw_all: bool) -> None:
        """Restart the chosen games, and draw them or all."""
        self._chosen[:] = chosen
        restart(self._tables, arrays, self._settings, self._chosen, draw_all)

    def step(self, arrays: Arrays, actions: NDArray[np.integer]) -> None:
        """Step every game with `actions`, `[game, agent]`.

        Raises ValueError, before anything moves, for a game that can't be stepped.
        """
        np.copyto(self.actions, actions, casting="same_kind")
        arguments = self._arguments(arrays)
        invalid = self.threads.run(
            len(self.actions),
            lambda: self._step(arguments, 1),
            lambda threads: self._step(arguments, threads),
        )
        if invalid >= 0:
            raise ValueError(self._why_invalid(invalid))

    def check(self, actions: NDArray[np.integer]) -> None:
        """Raises ValueError for a number that is no action, as `step` does."""
        wrong = ((actions < 0) | (actions >= len(Action))).any(axis=1)
        if wrong.any():
            np.copyto(self.actions, actions, casting="same_kind")
            raise ValueError(self._why_invalid(int(wrong.argmax())))

    def _arguments(self, arrays: Arrays) -> Arguments:
        """The arguments of a step that draws in `arrays.planes`."""
        tables, result, settings = self._constant
        return tables, tuple(arrays), result, settings, self.actions

    def _step(self, arguments: Arguments, threads: int) -> int:
        """Step every game, unless one is invalid: `first_invalid`."""
        if not self.several_teams:
            if threads == 1:
                return step(arguments)
            return step_in_parallel(arguments, threads)
        # numba's own threads take no tuples in tuples.
        arrays, games = Arrays(*arguments[1]), len(self._chosen)
        invalid = first_invalid(arrays, self._settings, self.actions, 0, games)
        if invalid < 0:
            in_threads(lambda part: step_part(arguments, part, threads), threads)
        return invalid

    def _why_invalid(self, index: int) -> str:
        actions = self.actions[index].tolist()
        wrong = [action for action in actions if not 0 <= action < len(Action)]
        if wrong:
            return f"game {index}: {wrong[0]} is not an action; actions are 0 to {len(Action) - 1}"
        return f"game {index} has ended; reset it before the next step"
