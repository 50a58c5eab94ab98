"""Runs the compiled steps of a batch: on one thread or several, compiled before the first one."""

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel import steps
from pacgrid.kernel.arrays import Arrays, BatchSettings, StepResult
from pacgrid.kernel.compiled_arguments import CompiledGames
from pacgrid.kernel.compiling import compile_for, notice
from pacgrid.kernel.tables import Tables
from pacgrid.kernel.threads import ThreadChooser, in_threads, max_threads


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
        self._actions = np.zeros((num_games, controlled), np.int64)
        self._chosen = np.zeros(num_games, np.bool_)
        self._threads = ThreadChooser()

    def compile(self, arrays: Arrays) -> None:
        """Compile now what isn't compiled yet, so that no step takes long."""
        tables, settings, games = self._tables, self._settings, len(self._chosen)
        with notice("the vector environments"):
            compile_for(steps.restart, tables, arrays, settings, self._chosen, steps.DRAW_ALL)
            if self.several_teams:
                compile_for(steps.first_invalid, arrays, settings, self._actions, 0, 1)
                compile_for(steps.step_part, self._arguments(arrays), 0, 1)
                return
            compile_for(steps.step, self._arguments(arrays))
            if max_threads(games) > 1:
                compile_for(steps.step_in_parallel, self._arguments(arrays), 1)
                self._threads.compile()

    def draw(self, arrays: Arrays) -> None:
        """Draw all games."""
        self.restart(arrays, np.zeros_like(self._chosen), steps.DRAW_ALL)

    def restart(self, arrays: Arrays, chosen: NDArray[np.bool_], draw_all: bool) -> None:
        """Restart the chosen games, and draw them or all."""
        self._chosen[:] = chosen
        steps.restart(self._tables, arrays, self._settings, self._chosen, draw_all)

    def step(self, arrays: Arrays, actions: NDArray[np.integer]) -> None:
        """Step every game with `actions`, `[game, agent]`.

        Raises ValueError, before anything moves, for a game that can't be stepped.
        """
        np.copyto(self._actions, actions, casting="same_kind")
        arguments = self._arguments(arrays)
        invalid = self._threads.run(
            len(self._actions),
            lambda: self._step(arguments, 1),
            lambda threads: self._step(arguments, threads),
        )
        if invalid >= 0:
            raise ValueError(self._why_invalid(invalid))

    def check(self, actions: NDArray[np.integer]) -> None:
        """Raises ValueError for a number that is no action, as `step` does."""
        wrong = ((actions < 0) | (actions >= len(Action))).any(axis=1)
        if wrong.any():
            np.copyto(self._actions, actions, casting="same_kind")
            raise ValueError(self._why_invalid(int(wrong.argmax())))

    def compiled_games(self, arrays: Arrays, settings: BatchSettings) -> CompiledGames:
        """The games for compiled loops."""
        return CompiledGames(
            self._tables,
            arrays,
            self._result,
            settings,
            self._actions,
            self._threads.choice,
            max_threads(len(self._chosen)),
        )

    def _arguments(self, arrays: Arrays) -> steps.Arguments:
        """The arguments of a step that draws in `arrays.planes`."""
        tables, result, settings = self._constant
        return tables, tuple(arrays), result, settings, self._actions

    def _step(self, arguments: steps.Arguments, threads: int) -> int:
        """Step every game, unless one is invalid: `steps.first_invalid`."""
        if not self.several_teams:
            if threads == 1:
                return steps.step(arguments)
            return steps.step_in_parallel(arguments, threads)
        # numba's own threads take no tuples in tuples.
        arrays, games = Arrays(*arguments[1]), len(self._chosen)
        invalid = steps.first_invalid(arrays, self._settings, self._actions, 0, games)
        if invalid < 0:
            in_threads(lambda part: steps.step_part(arguments, part, threads), threads)
        return invalid

    def _why_invalid(self, index: int) -> str:
        actions = self._actions[index].tolist()
        wrong = [action for action in actions if not 0 <= action < len(Action)]
        if wrong:
            return f"game {index}: {wrong[0]} is not an action; actions are 0 to {len(Action) - 1}"
        return f"game {index} has ended; reset it before the next step"
