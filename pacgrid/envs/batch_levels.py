"""The levels of a batch of games."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.envs.levels import MOST_LEVELS, GivenLevels, LayoutSampler, LevelError, board_mask
from pacgrid.errors import LayoutError
from pacgrid.kernel.arrays import NEXT_STEP, SAME_STEP
from pacgrid.kernel.compiled_rules import next_random_bits
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.game_states import GameStates
from pacgrid.kernel.tables import CHUNK
from pacgrid.layout import Layout

KEPT_BOARDS = 16_384
"""Boards that are kept to be played again: 90 MB, if they are of 15 x 15."""


def board_slots(num_games: int, sampler: LayoutSampler) -> int:
    """How many slots for boards a batch needs, whose levels are made while it runs: three for each
    game, which are its board, the next one, and that of a snapshot; or those that are kept. 0 if
    all levels are given."""
    if isinstance(sampler.levels, GivenLevels):
        return 0
    hardly_repeat = sampler.levels.count >= MOST_LEVELS
    kept = 0 if hardly_repeat else min(sampler.levels.count, KEPT_BOARDS)
    return max(kept, 3 * num_games + 1)


class BatchLevels:
    """Which level each game of a batch plays, and which it plays next.

    Given layouts are all on the boards of the batch, and its games draw from them without help.
    Other levels are made when they are first drawn.
    """

    def __init__(self, batch: GameBatch, sampler: LayoutSampler) -> None:
        self._batch = batch
        self._sampler = sampler
        self.are_chosen = not isinstance(sampler.levels, GivenLevels)
        """Whether `choose` must be called before games restart."""
        boards = len(batch.layouts)
        self._level_of = np.full(boards, -1) if self.are_chosen else np.arange(boards)
        self._board_of: dict[int, int] = {}
        self._users = np.zeros(boards, np.int64)
        """How many games play each board, or will play it next."""
        self._boards = np.full(len(batch), -1)
        """The board of each game, -1 until it starts; it counts as a user."""
        self._is_chosen = np.zeros(len(batch), np.bool_)
        """Whether a game's next board is chosen."""
        self._free = 0
        """The board to look at first when one is needed."""
        self._error: LayoutError | LevelError | None = None
        """Why a game has restarted on the level that it had."""
        self._looped = False
        """Whether games may have restarted in a compiled loop since the last step."""
        self._masks = np.zeros((boards, *(sampler.max_size or (0, 0))[::-1]), np.bool_)
        """The mask of each board; empty without `max_size`."""
        if sampler.max_size and not self.are_chosen:
            for board, layout in enumerate(batch.layouts):
                self._masks[board] = board_mask(layout.width, layout.height, sampler.max_size)

    def infos(self) -> dict[str, NDArray[Any]]:
        """New arrays: the `level` of each game, unless there is a single layout; and with
        `max_size` its `board_mask`, `[game, row, column]`: which cells are its board."""
        if not self._sampler.has_levels:
            return {}
        boards = self._batch.arrays.games["board"]
        infos = {"level": self._level_of[boards]}
        return infos | {"board_mask": self._masks[boards]} if self._sampler.max_size else infos

    def make_all(self) -> None:
        """Make all levels that aren't yet.

        Raises LayoutError or LevelError; ValueError if there are too many to keep.
        """
        if not self.are_chosen:
            return
        count = self._sampler.levels.count
        if count > len(self._users):
            raise ValueError(
                f"there are too many levels to keep; give num_levels up to {KEPT_BOARDS}"
            )
        for start in range(0, count, CHUNK):
            with self._new_boards() as made:
                for level in range(start, min(start + CHUNK, count)):
                    self._board(level, made)

    def choose(self, games: Iterable[int]) -> None:
        """Choose the next boards of these games, which are about to restart, one after the other.

        Raises LayoutError or LevelError; the games before have their boards then, and keep them.
        """
        waiting = [game for game in games if not self._is_chosen[game]]
        with self._new_boards() as made:
            for game, level in self._next_levels(waiting):
                board = self._board(level, made)
                self._users[board] += 1
                self._batch.arrays.next_boards[game] = board
                self._is_chosen[game] = True

    def choose_or_replay(self, games: Sequence[int]) -> LayoutError | LevelError | None:
        """`choose`, but the games for which that fails play their boards again. Returns the first
        error."""
        first = None
        while games:
            try:
                self.choose(games)
                break
            except (LayoutError, LevelError) as error:
                first = first or error
            at = next(at for at, game in enumerate(games) if not self._is_chosen[game])
            self._batch.arrays.next_boards[games[at]] = self._boards[games[at]]
            games = games[at + 1 :]
        return first

    def note_loop(self) -> None:
        """Note that games may restart in a compiled loop before the next step."""
        self._looped = True

    def forget_error(self) -> None:
        """Don't raise why a level could not be made."""
        self._error = None

    def step(self, actions: NDArray[np.integer[Any]]) -> bool:
        """Play one round, choosing levels for the games that restart. Returns whether any game may
        have another level.

        Raises as `GameBatch.step` and `choose` do, before anything moves. In mode `SAME_STEP` a
        game whose level can't be made restarts on the level that it had; the next step raises.
        """
        batch = self._batch
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        if not self._sampler.has_levels:
            batch.step(actions)
            return False
        ended = batch.arrays.games["ended"]
        restarting = np.zeros(len(batch), np.bool_)
        if batch.mode == NEXT_STEP and np.count_nonzero(ended):
            restarting = ended.copy()
            if self.are_chosen:
                batch.check(actions)  # before generators move
                self.choose(restarting.nonzero()[0].tolist())
        batch.step(actions)
        if batch.mode == SAME_STEP:
            restarting = batch.result.ended
            if self.are_chosen and np.count_nonzero(restarting):
                self._error = self.choose_or_replay(restarting.nonzero()[0].tolist())
                batch.restart_ended()
        if not self._looped and not np.count_nonzero(restarting):
            return False
        self._looped = False
        self.restarted(restarting)
        return True

    def forget_choices(self, games: NDArray[np.bool_]) -> None:
        """Let these games choose again: they have new seeds."""
        chosen = games & self._is_chosen
        np.subtract.at(self._users, self._batch.arrays.next_boards[chosen], 1)
        self._batch.arrays.next_boards[chosen] = self._boards[chosen]
        self._is_chosen[chosen] = False

    def restarted(self, games: NDArray[np.bool_]) -> None:
        """Note that these games have restarted on their chosen boards."""
        moved = games & self._is_chosen
        left = self._boards[moved]
        np.subtract.at(self._users, left[left >= 0], 1)
        self._boards[moved] = self._batch.arrays.next_boards[moved]
        self._is_chosen[moved] = False

    def noted(self, states: GameStates) -> GameStates:
        """`states`, which are of this batch, with their levels."""
        return replace(states, levels=self._level_of[states.games["board"]])

    def on_boards(self, states: GameStates) -> GameStates:
        """`states` on the boards of their levels; those that are no longer there are made again.

        Raises LayoutError or LevelError.
        """
        if not self.are_chosen or len(states) > len(self._boards):
            return states
        known = (states.levels >= 0) & (states.levels < self._sampler.levels.count)
        levels = {*states.levels[known].tolist()}
        held = [self._board_of[level] for level in levels if level in self._board_of]
        with self._new_boards() as made, self.held(held):
            board_of = {level: self._board(level, made) for level in sorted(levels)}
        rows = states.games.copy()
        rows["board"][known] = [board_of[level] for level in states.levels[known].tolist()]
        return replace(states, games=rows)

    @contextmanager
    def held(self, boards: Sequence[int] | NDArray[np.intp]) -> Iterator[None]:
        """Meanwhile no other levels are put on these boards."""
        held = np.asarray(boards, np.intp)
        np.add.at(self._users, held, 1)
        try:
            yield
        finally:
            np.subtract.at(self._users, held, 1)

    def follow(self, games: NDArray[np.intp]) -> None:
        """Note that these games have been put on other boards, not by restarting."""
        put = np.zeros(len(self._boards), np.bool_)
        put[games] = True
        self.forget_choices(put)
        left, boards = self._boards[games], self._batch.arrays.games["board"][games]
        np.subtract.at(self._users, left[left >= 0], 1)
        np.add.at(self._users, boards, 1)
        self._boards[games] = boards
        if self.are_chosen:  # in a compiled loop they restart on these
            self._batch.arrays.next_boards[games] = boards

    @contextmanager
    def _new_boards(self) -> Iterator[dict[int, Layout]]:
        """Put the boards noted meanwhile into the batch, also after an error."""
        made: dict[int, Layout] = {}
        try:
            yield made
        finally:
            if made:
                self._batch.put_boards([*made], [*made.values()])

    def _next_levels(self, games: list[int]) -> Iterable[tuple[int, int]]:
        """Each game with its next level, drawn with its own generator."""
        states = self._batch.arrays.games["rng_state"]
        states[games], bits = next_random_bits(states[games])
        return zip(games, _scaled(bits, self._sampler.levels.count).tolist(), strict=True)

    def _board(self, level: int, made: dict[int, Layout]) -> int:
        """The board of a level; a new one is noted in `made`, by board."""
        board = self._board_of.get(level)
        if board is not None:
            return board
        layout = self._sampler.layout(level)
        while self._users[board := self._free] or board in made:
            self._free = (board + 1) % len(self._users)
        self._free = (board + 1) % len(self._users)
        self._board_of.pop(int(self._level_of[board]), None)
        self._board_of[level] = board
        self._level_of[board] = level
        made[board] = layout
        if size := self._sampler.max_size:
            self._masks[board] = board_mask(layout.width, layout.height, size)
        return board


def _scaled(bits: NDArray[np.uint64], count: int) -> NDArray[np.uint64]:
    """Random numbers below `count`, as the compiled restart draws boards."""
    if count > MOST_LEVELS:
        return bits >> np.uint64(1)
    half = np.uint64(32)
    return (bits >> half) * np.uint64(count) >> half
