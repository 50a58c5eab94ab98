"""Thousands of games in arrays, played by the compiled rules."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.kernel import compiled_games, jit, steps
from pacgrid.kernel.arrays import (
    DISABLED,
    NEXT_STEP,
    PACKED,
    PLANES,
    SAME_STEP,
    Arrays,
    BatchSettings,
    BatchShape,
)
from pacgrid.kernel.compiled_games import CompiledGames
from pacgrid.kernel.compiled_rules import rng_states
from pacgrid.kernel.game_states import (
    GameStates,
    boards_for,
    game_numbers,
    read_state,
    read_states,
    write_states,
)
from pacgrid.kernel.ghosts import OpponentArrays, Policy, Teams
from pacgrid.kernel.observations import PlanesPool
from pacgrid.kernel.planes import pack_boards, scared_values, vector_scales
from pacgrid.kernel.steps import max_threads, new_choice
from pacgrid.kernel.tables import Tables
from pacgrid.layout import Layout
from pacgrid.maze import Maze
from pacgrid.state import State


class GameBatch:
    """`num_games` games at once; each draws its board from `layouts` when it starts.

    A game's randomness comes from its own seed alone: the number of games and of threads doesn't
    affect it. Threads are numba's, at most `numba.get_num_threads()`.

    Args:
        layouts: all of one size and with the same number of ghosts.
        num_ghosts: play with the first `num_ghosts` ghosts of each layout; None for all.
        size: the width and height of all boards, to which smaller ones are padded with walls, below
            and to the right; None for that of the layouts.
        num_boards: if not 0, the batch has so many boards, which `put_boards` draws; `layouts` only
            tell the size and the ghosts. The caller chooses the boards: `arrays.next_boards` says
            on which each game restarts, and in mode `SAME_STEP` he calls `restart_ended` after each
            step.
        opponents: how each ghost chooses, or teams of ghosts, one of which is drawn for each game.
            None: the ghosts are controlled, as Pac-Man is.
        form: of the observations: `PLANES`, `PACKED` or `VECTORS`.
        dtype: of the planes, uint8 or float32; vectors are float32.
        fresh: after each step `planes` and `agents` are arrays that nobody has, and that can't be
            written to: later steps draw on them. Otherwise they are the same, which each step
            changes.
        max_rounds: a game is truncated after this many rounds.
        mode: `NEXT_STEP`, `SAME_STEP` or `DISABLED`: when a game that has ended restarts.

    Raises LayoutError if the layouts differ in size or ghosts, ValueError if there is none, or for
    opponents that need boards of one size where smaller ones are padded, and RuntimeError if numba
    is disabled.
    """

    def __init__(
        self,
        num_games: int,
        layouts: Sequence[Layout],
        *,
        num_ghosts: int | None = None,
        size: tuple[int, int] | None = None,
        num_boards: int = 0,
        opponents: Teams | Sequence[Policy] | None = None,
        form: int = PLANES,
        dtype: DTypeLike = np.uint8,
        fresh: bool = False,
        max_rounds: int = 1000,
        mode: int = NEXT_STEP,
    ) -> None:
        if jit.is_disabled():
            raise RuntimeError("the rules must be compiled: unset NUMBA_DISABLE_JIT")
        self.tables = tables = Tables.of(layouts, num_ghosts, size)
        ghosts, pixels = tables.homes.shape[1], tables.pellets.shape[1]
        self.width, self.height = width, height = size or (layouts[0].width, layouts[0].height)
        self.layouts = [*layouts]
        """The layout of each board."""
        self.mode = mode
        if num_boards:
            self.tables = Tables.empty(num_boards, pixels, ghosts)
            self.layouts = [layouts[0]] * num_boards
        self.first_cells = self.tables.first_cells()
        self.num_agents = ghosts + 1
        self._shape = shape = BatchShape(
            games=num_games,
            ghosts=ghosts,
            width=width,
            height=height,
            form=form,
            mode=mode,
            dtype=np.dtype(dtype),
            all_controlled=opponents is None,
        )
        self._observation = shape.observation
        teams = opponents
        if not isinstance(teams, Teams):
            teams = Teams([teams or [(0, 0)] * ghosts], [1])
        if teams.depend_on_size and size is not None:
            raise ValueError(
                "ghosts of the arcade need boards of one size here; leave max_size= out, or use"
                " PacmanEnv"
            )
        self.arrays = shape.arrays()
        self.result = shape.result()
        self.settings = BatchSettings(
            opponents=OpponentArrays.of(teams, height, width),
            max_rounds=max_rounds,
            mode=DISABLED if num_boards and mode == SAME_STEP else mode,
            form=form,
            boards_change=int(num_boards > 0),
            scared_values=scared_values(dtype),
            vector_scales=vector_scales(height, width),
            packed_boards=pack_boards(self.tables.pellets[:, : None if form == PACKED else 0]),
        )
        self._pool = PlanesPool(shape) if fresh else None
        # Arguments are copied to these: numba compiles again for every new kind of array.
        self._actions = np.zeros((num_games, shape.controlled), np.int64)
        self._chosen = np.zeros(num_games, np.bool_)
        self._games = self._as_compiled()
        self._compile()

    def _as_compiled(self) -> CompiledGames:
        tables, arrays = self.tables, self.arrays
        result, settings = self.result, self.settings
        threads = max(1, max_threads(len(arrays.games)))
        return CompiledGames(tables, arrays, result, settings, self._actions, new_choice(), threads)

    def _compile(self) -> None:
        """Compile now what isn't compiled yet, so that no step takes long."""
        games, chosen = self._games, self._chosen
        with jit.notice("the vector environments"):
            jit.compile_for(
                steps.restart, games.tables, games.arrays, games.settings, chosen, steps.DRAW_ALL
            )
            if games.threads > 1:
                jit.compile_for(compiled_games.step, games)
            else:
                jit.compile_for(compiled_games.step_range, games, 0, 1)

    def __len__(self) -> int:
        return len(self.arrays.games)

    @property
    def planes(self) -> NDArray[Any]:
        """`[game, channel, row, column]`, always up to date; packed boards are
        `[game, plane, byte]`, vectors `[game, number]`. A view."""
        planes = self._shaped(self.arrays.planes)
        planes.flags.writeable = self._pool is None
        return planes

    @property
    def agents(self) -> NDArray[np.uint64]:
        """`[game, agent]`: the words that belong to packed boards. A view, like `planes`."""
        agents = self.arrays.agents.view()
        agents.flags.writeable = self._pool is None
        return agents

    @property
    def last_planes(self) -> NDArray[Any]:
        """With `SAME_STEP`, each game's final planes, when it last ended. A view."""
        return self._shaped(self.result.planes)

    def seed(self, seeds: NDArray[np.uint64], chosen: NDArray[np.bool_]) -> None:
        """Seed the chosen games; `seeds[i]` is for game `i`."""
        self.arrays.games["rng_state"][chosen] = rng_states(seeds[chosen])

    def restart(self, chosen: NDArray[np.bool_]) -> None:
        """Restart the chosen games and clear their flags in `result`."""
        self.arrays = self._next_arrays()
        self._restart(chosen, steps.DRAW_ALL)
        self._clear_flags(chosen)

    def check(self, actions: NDArray[np.integer[Any]]) -> None:
        """Raises ValueError for a number that is no action, as `step` does."""
        wrong = ((actions < 0) | (actions >= len(Action))).any(axis=1)
        if wrong.any():
            game = int(wrong.argmax())
            raise ValueError(_why_invalid(game, actions[game].tolist()))

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Play one round of every game, or restart it; the outcome is in `result`.

        `actions` is `[game, agent]` for the controlled agents. Illegal actions are replaced, as
        `pacgrid.kernel.compiled_rules.replace_illegal` says.

        Raises ValueError, before anything moves, for a number that is no action, and in mode
        `DISABLED` for a game that has ended.
        """
        np.copyto(self._actions, actions, casting="same_kind")
        games = self._games
        games.arrays = self._next_arrays()
        if games.threads > 1:
            games.threads = max(1, max_threads(len(self)))  # one after a fork
            invalid = compiled_games.step(games)
        else:
            invalid = compiled_games.step_range(games, 0, len(self))
        if invalid >= 0:
            raise ValueError(_why_invalid(invalid, self._actions[invalid].tolist()))
        self.arrays = games.arrays

    def compiled_games(self) -> CompiledGames:
        """The games for compiled loops: see `pacgrid.kernel.compiled_games`.

        Call it again after any other call that changes the games. With `fresh`, all steps of a loop
        draw on one new array, which becomes `planes`.
        """
        self.arrays = self._next_arrays()
        return self._as_compiled()

    def get_states(self, games: Any = None) -> GameStates:
        """Games as they stand: all, or those chosen by a number, numbers, a slice or bools."""
        return read_states(self, game_numbers(self, games))

    def set_states(self, states: GameStates, games: Any = None) -> NDArray[np.intp]:
        """Put `states` into as many different games: all, or those chosen as in `get_states`.
        They go on exactly as where they come from, if the boards and the settings are the same.
        Returns the numbers of these games.

        Raises ValueError, before anything changes, for another number of games, for a board that is
        none of the batch's and, in mode `SAME_STEP`, for a game that has ended.
        """
        if (states.games["team"] >= len(self.settings.opponents.limits)).any():
            raise ValueError("the states have more teams of ghosts than these games")
        chosen = game_numbers(self, games)
        boards = boards_for(self, states, chosen)
        self.arrays = self._next_arrays()
        write_states(self, states, boards, chosen)
        self._restart(np.zeros_like(self._chosen), steps.DRAW_ALL)
        self._clear_flags(chosen)
        return chosen

    def set_state(self, index: int, state: State) -> None:
        """Let game `index` go on from `state`, in round 0, with its own generator: the reverse of
        `state(index)`. Raises ValueError as `set_states` does."""
        states = GameStates.of(state, self.width, self.height)
        states.games["rng_state"] = self.arrays.games["rng_state"][index]
        self.set_states(states, index)

    def restart_ended(self) -> None:
        """With `num_boards`, end the step as in `SAME_STEP`: restart the games that have ended,
        on their next boards, and keep their final observations in `result`."""
        result, arrays = self.result, self.arrays
        ended = result.ended
        for name in ("planes", "marks", "drawn", "masks", "agents"):
            getattr(result, name)[ended] = getattr(arrays, name)[ended]
        self._restart(ended, steps.DRAW_CHOSEN)

    def put_boards(self, boards: Sequence[int], layouts: Sequence[Layout]) -> None:
        """Draw `layouts` on these boards, on which nobody plays.

        Raises LayoutError if they are too large, or have too few ghosts.
        """
        self.tables.put(boards, layouts, (self.width, self.height))
        if self.settings.packed_boards.shape[1]:
            self.settings.packed_boards[boards] = pack_boards(self.tables.pellets[boards])
        for board, layout in zip(boards, layouts, strict=True):
            self.layouts[board] = layout

    def maze(self, index: int) -> Maze:
        """The maze of game `index`, which isn't padded."""
        return Maze.of(self.layouts[self.arrays.games["board"][index]], self.num_agents - 1)

    def state(self, index: int) -> State:
        """Game `index` as a `State`."""
        return read_state(self, index, self.maze(index))

    def _next_arrays(self) -> Arrays:
        """The arrays that the next step draws on."""
        return self.arrays if self._pool is None else Arrays(*self.arrays[:-4], *self._pool.take())

    def _restart(self, chosen: NDArray[np.bool_], draw_all: bool) -> None:
        """Restart the chosen games, and draw them or all."""
        self._chosen[:] = chosen
        steps.restart(self.tables, self.arrays, self.settings, self._chosen, draw_all)

    def _clear_flags(self, games: NDArray[Any]) -> None:
        for flags in (self.result.terminated, self.result.truncated, self.result.ended):
            flags[games] = False

    def _shaped(self, planes: NDArray[Any]) -> NDArray[Any]:
        shape = self._observation
        if len(shape) == 1:  # of vectors, without what is to spare
            return planes.reshape(len(planes), -1)[:, : shape[0]]
        return planes.reshape(len(planes), *shape)


def _why_invalid(game: int, actions: Sequence[int]) -> str:
    """Why `game` can't be stepped with these actions."""
    wrong = [action for action in actions if not 0 <= action < len(Action)]
    if wrong:
        return f"game {game}: {wrong[0]} is not an action; actions are 0 to {len(Action) - 1}"
    return f"game {game} has ended; reset it before the next step"
