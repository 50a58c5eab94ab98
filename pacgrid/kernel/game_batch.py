"""Thousands of games in arrays, played by the compiled rules."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pacgrid.kernel.arrays import GHOST_POLICY
from pacgrid.kernel.tables import Tables
from pacgrid.kernel.threads import max_threads
from pacgrid.layout import Layout
from pacgrid.maze import Maze

if TYPE_CHECKING:
    from pacgrid.kernel.search.opponents import Teams
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.kernel import jit, steps
from pacgrid.kernel.array_pool import DrawnArrays
from pacgrid.kernel.arrays import (
    DISABLED,
    FRESH,
    IN_PLACE,
    NEXT_STEP,
    PACKED,
    PLANES,
    SAME_STEP,
    UPDATED,
    BatchSettings,
    BatchShape,
)
from pacgrid.kernel.compiled_games import CompiledGames
from pacgrid.kernel.game_states import (
    GameStates,
    boards_for,
    game_numbers,
    read_state,
    read_states,
    write_states,
)
from pacgrid.kernel.packed import pack_boards
from pacgrid.kernel.planes import scared_values
from pacgrid.kernel.seeding import rng_states
from pacgrid.kernel.steps import StepRunner
from pacgrid.state import State


def policy_arrays(
    ghosts: "Sequence[tuple[float, float]] | Teams",
    layouts: Sequence[Layout],
    tables: Tables,
    *,
    boards_change: bool,
    padded: bool,
) -> Any:
    """The `ghost_policies` of `BatchSettings`, for boards of these layouts.

    Raises ValueError for ghosts that need to know all boards where the boards change, and for
    ghosts that need boards of one size where smaller ones are padded.
    """
    if isinstance(ghosts, Sequence):
        in_units = [tuple(round(p * 2**32) for p in policy) for policy in ghosts]
        return np.array(in_units, GHOST_POLICY)
    from pacgrid.kernel.search.opponents import OpponentArrays

    if ghosts.search and boards_change:
        raise ValueError(
            "ghosts that search in a vector environment: give layout= a list of layouts, not a "
            "family of mazes or a function"
        )
    if ghosts.depend_on_size and padded:
        raise ValueError(
            "ghosts of the arcade and ghosts that search need boards of one size here; leave "
            "max_size= out, or use PacmanEnv"
        )
    needed = layouts if ghosts.search else layouts[:1]
    mazes = [Maze.of(layout, tables.homes.shape[1]) for layout in needed]
    return OpponentArrays.of(ghosts, mazes, tables)


class GameBatch:
    """`num_games` games at once; each draws its board from `layouts` when it starts.

    A game's randomness comes from its own seed alone: the number of games and of threads doesn't
    affect it. Threads are numba's, at most `numba.get_num_threads()`.

    Args:
        layouts: all of one size and with the same number of ghosts.
        num_ghosts: play with the first `num_ghosts` ghosts of each layout; None for all.
        size: the width and height of all boards, to which smaller ones are padded with walls, below
            and to the right; None for that of the layouts.
        slots: if not 0, the batch has so many boards, which `put_boards` draws; `layouts` only tell
            the size and the ghosts. The caller chooses the boards: `arrays.next_boards` says on
            which each game restarts, and in mode `SAME_STEP` he calls `restart_ended` after each
            step.
        ghost_policies: for each ghost its probabilities `(attack, flee)`, as in
            `pacgrid.agents.directional_ghost`; (0, 0) is `random_ghost`. Or teams of any compiled
            ghosts, one of which is drawn for each game. None: the ghosts are controlled, as
            Pac-Man is.
        form: of the observations: `PLANES` or `PACKED`.
        dtype: of the planes, uint8 or float32.
        fresh: `planes` is a new array after each step, as in `pacgrid.kernel.array_pool`.
            Otherwise it is the same array, which each step changes.
        writeable: whether new arrays can be written to. Otherwise only what has changed is drawn,
            on arrays that nobody has any more.
        max_rounds: a game is truncated after this many rounds.
        mode: `NEXT_STEP`, `SAME_STEP` or `DISABLED`: when a game that has ended restarts.

    Raises LayoutError if the layouts differ in size or ghosts, ValueError if there is none, and
    RuntimeError if numba is disabled.
    """

    def __init__(
        self,
        num_games: int,
        layouts: Sequence[Layout],
        *,
        num_ghosts: int | None = None,
        size: tuple[int, int] | None = None,
        slots: int = 0,
        ghost_policies: "Sequence[tuple[float, float]] | Teams | None" = None,
        form: int = PLANES,
        dtype: DTypeLike = np.uint8,
        fresh: bool = False,
        writeable: bool = True,
        max_rounds: int = 1000,
        mode: int = NEXT_STEP,
    ) -> None:
        if jit.is_disabled():
            raise RuntimeError("the rules must be compiled: unset NUMBA_DISABLE_JIT")
        self.tables = tables = Tables.of(layouts, num_ghosts, size)
        ghosts, pixels = tables.homes.shape[1], tables.pellets.shape[1]
        self.width, self.height = width, height = size or (layouts[0].width, layouts[0].height)
        self.layouts = [*layouts]
        """By board."""
        self.mode = mode
        if slots:
            self.tables = Tables.empty(slots, pixels, ghosts)
            self.layouts = [layouts[0]] * slots
        self.first_cells = self.tables.first_cells()
        self.num_agents = ghosts + 1
        writes = writeable or form == PACKED
        self._shape = shape = BatchShape(
            games=num_games,
            ghosts=ghosts,
            width=width,
            height=height,
            form=form,
            mode=mode,
            drawing=IN_PLACE if not fresh else FRESH if writes else UPDATED,
            dtype=np.dtype(dtype),
            all_controlled=ghost_policies is None,
        )
        self.arrays = shape.arrays()
        self.result = shape.result()
        self._writeable = writeable
        self.settings = BatchSettings(
            ghost_policies=policy_arrays(
                ghost_policies or (),
                self.layouts,
                self.tables,
                boards_change=slots > 0,
                padded=size is not None,
            ),
            max_rounds=max_rounds,
            mode=DISABLED if slots and mode == SAME_STEP else mode,
            form=form,
            drawing=shape.drawing,
            scared_values=scared_values(dtype),
            packed_boards=pack_boards(self.tables.pellets[:, : None if form == PACKED else 0]),
        )
        self._drawn = DrawnArrays(self.arrays.planes, shape.drawing)
        self._steps = StepRunner(
            num_games,
            shape.controlled,
            self.tables,
            self.result,
            self.settings,
            several_teams=not isinstance(ghost_policies, Sequence | None),
        )
        self._steps.compile(self.arrays)

    def __len__(self) -> int:
        return len(self.arrays.games)

    @property
    def planes(self) -> NDArray[Any]:
        """`[game, channel, row, column]`, always up to date; packed boards are
        `[game, plane, byte]`. A view."""
        planes = self._shaped(self.arrays.planes)
        planes.flags.writeable = self._writeable
        return planes

    @property
    def last_planes(self) -> NDArray[Any]:
        """With `SAME_STEP`, each game's final planes, when it last ended. A view."""
        return self._shaped(self.result.planes)

    def seed(self, seeds: NDArray[np.uint64], chosen: NDArray[np.bool_]) -> None:
        """Seed the chosen games; `seeds[i]` is for game `i`."""
        self.arrays.games["rng_state"][chosen] = rng_states(seeds[chosen])

    def restart(self, chosen: NDArray[np.bool_]) -> None:
        """Restart the chosen games and clear their flags in `result`."""
        self.arrays = self._drawn.next_arrays(self.arrays)
        self._steps.restart(self.arrays, chosen, steps.DRAW_ALL)
        self._drawn.note_all(self.arrays)
        self._clear_flags(chosen)

    def check(self, actions: NDArray[np.integer[Any]]) -> None:
        """Raises ValueError for a number that is no action, as `step` does."""
        self._steps.check(actions)

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Play one round of every game, or restart it; the outcome is in `result`.

        `actions` is `[game, agent]` for the controlled agents. Illegal actions are replaced, as
        `pacgrid.kernel.compiled_rules.replace_illegal` says.

        Raises ValueError, before anything moves, for a number that is no action, and in mode
        `DISABLED` for a game that has ended.
        """
        arrays = self._drawn.next_arrays(self.arrays)
        self._steps.step(arrays, actions)
        self.arrays = arrays
        self._drawn.note_step()

    def compiled_games(self) -> CompiledGames:
        """The games for compiled loops: see `pacgrid.kernel.compiled_games`.

        Call it again after any other call that changes the games. With `fresh`, all steps of a loop
        draw on one new array, which becomes `planes`.
        """
        self.arrays = self._drawn.next_arrays(self.arrays)
        settings = self.settings
        if settings.drawing == UPDATED:
            settings = settings._replace(drawing=FRESH)
            self._drawn.forget()
        return CompiledGames(
            self.tables,
            self.arrays,
            self.result,
            settings,
            self._steps.actions,
            self._steps.threads.choice,
            max_threads(len(self)),
        )

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
        teams = len(self.settings.ghost_policies.limits) if self._steps.several_teams else 1
        if (states.games["team"] >= teams).any():
            raise ValueError("the states have more teams of ghosts than these games")
        chosen = game_numbers(self, games)
        boards = boards_for(self, states, chosen)
        self.arrays = self._drawn.next_arrays(self.arrays)
        write_states(self, states, boards, chosen)
        self._steps.draw(self.arrays)
        self._drawn.note_all(self.arrays)
        self._clear_flags(chosen)
        return chosen

    def set_state(self, index: int, state: State) -> None:
        """Let game `index` go on from `state`, in round 0, with its own generator: the reverse of
        `state(index)`. Raises ValueError as `set_states` does."""
        states = GameStates.of(state, self.width, self.height)
        states.games["rng_state"] = self.arrays.games["rng_state"][index]
        self.set_states(states, index)

    def restart_ended(self) -> None:
        """With slots, end the step as in `SAME_STEP`: restart the games that have ended,
        on their next boards, and keep their final observations in `result`."""
        result, arrays = self.result, self.arrays
        ended = result.ended
        for name in ("planes", "masks", "agents"):
            getattr(result, name)[ended] = getattr(arrays, name)[ended]
        self._steps.restart(arrays, ended, steps.DRAW_CHOSEN)
        self._drawn.note_restarts(arrays, ended)

    def put_boards(self, slots: Sequence[int], layouts: Sequence[Layout]) -> None:
        """Write the boards of `layouts` to these slots, on which nobody plays.

        Raises LayoutError if they are too large, or have too few ghosts.
        """
        self.tables.put(slots, layouts, (self.width, self.height))
        if self.settings.packed_boards.shape[1]:
            self.settings.packed_boards[slots] = pack_boards(self.tables.pellets[slots])
        for slot, layout in zip(slots, layouts, strict=True):
            self.layouts[slot] = layout

    def maze(self, index: int) -> Maze:
        """The maze of game `index`, which isn't padded."""
        return Maze.of(self.layouts[self.arrays.games["board"][index]], self.num_agents - 1)

    def play(self, index: int, action: Action) -> None:
        """Play one ply of game `index` with a legal action."""
        steps.play_ply(self.tables, self.arrays, self.settings, index, np.uint8(action))
        self._drawn.forget()

    def state(self, index: int) -> State:
        """Game `index` as a `State`."""
        return read_state(self, index, self.maze(index))

    @property
    def bytes_per_game(self) -> int:
        """The memory of one game."""
        changing = (*self.arrays, *self.result)
        return sum(array[:1].nbytes for array in changing if len(array) == len(self))

    def _clear_flags(self, games: NDArray[Any]) -> None:
        for flags in (self.result.terminated, self.result.truncated, self.result.ended):
            flags[games] = False

    def _shaped(self, planes: NDArray[Any]) -> NDArray[Any]:
        return planes.reshape(len(planes), *self._shape.observation)
