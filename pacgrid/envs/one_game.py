"""Environments with one game at a time: its level, its planes, its picture and its snapshots."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from pacgrid.envs.levels import LayoutSampler, LevelError, board_mask
from pacgrid.envs.observation_planes import ObservationPlanes, PlanesCache
from pacgrid.envs.options import GameOptions, PacgridEnv
from pacgrid.envs.renderer import EnvRenderer
from pacgrid.layout import LayoutError
from pacgrid.maze import Maze
from pacgrid.state import State


class OneGameEnv(PacgridEnv):
    """An environment with one game at a time. See `PettingZooEnv` and `SingleEnv`."""

    def __init__(self, *, obs: str, **options: Unpack[GameOptions]) -> None:
        super().__init__(obs=obs, **options)
        sampler = self._sampler
        self._level = CurrentLevel(sampler)
        self._planes_cache = PlanesCache(self._dtype, (sampler.width, sampler.height))
        self._renderer = EnvRenderer(self.render_mode, "pacgrid_v0", self._cell_size)
        self._watched = self.render_mode is not None
        self._rounds = 0

    @property
    def game(self) -> State:
        """The current `State`."""
        return self._require_reset("game").state

    def render(self) -> Any:
        """The current picture or text; in `human` mode, shows it and returns None."""
        return self._renderer.render(self._require_reset("render").state)

    def close(self) -> None:
        """Close the window, if there is one. Can be called more than once."""
        self._renderer.close()

    def _require_reset(self, name: str) -> ObservationPlanes:
        """The planes of the game. Raises an error with the caller's `name` before a reset."""
        raise NotImplementedError


@dataclass(frozen=True)
class Snapshot:
    """A moment of an environment, to return to. Can be pickled if the opponents can."""

    state: State
    rounds: int
    rng_state: dict[str, Any]
    """The state of the environment's random generator."""
    attributes: dict[str, Any]
    """The environment's other attributes, by name: agents, rewards, …"""
    level: int = 0


class CurrentLevel:
    """The level of a game, and what infos say about it: `level`, its number, unless there is a
    single layout; and with `max_size` `board_mask`, bools `[row, column]`: which cells are its
    board."""

    def __init__(self, sampler: LayoutSampler) -> None:
        self._sampler = sampler
        self._shows_level = sampler.has_levels
        self.number = 0
        """-1 for a position that was given, on a board of another level."""
        self._maze: Maze | None = None
        self._mask: NDArray[np.bool_] | None = None

    def draw_next(self, rng: np.random.Generator) -> State:
        """Draw a level with `rng`; the first state of a game on it.

        Raises LayoutError or LevelError; then the level stays as it is.
        """
        number = self._sampler.draw(rng)
        start = self._sampler.start(number)
        self.set(number, start)
        return start

    def set(self, number: int, state: State) -> None:
        """Go on to a game on that level."""
        self.number = number
        self._maze = state.maze
        if size := self._sampler.max_size:
            self._mask = board_mask(state.maze.width, state.maze.height, size)

    def set_given(self, state: State) -> None:
        """Go on to a game from a position that was given: on the level of the game before or of the
        first given layout with the same maze, if there is one."""
        number = self.number if state.maze == self._maze else self._sampler.level_of(state.maze)
        self.set(number, state)

    def restore(self, number: int, state: State) -> None:
        """Go on to a game of a snapshot, which may be of another environment: on that level if it
        has the same maze here, or else as from a given position."""
        if (number, state.maze) == (self.number, self._maze):
            return
        with suppress(LayoutError, LevelError):
            if self._sampler.start(number).maze == state.maze:
                self.set(number, state)
                return
        self.set_given(state)

    def add_to(self, infos: Iterable[dict[str, Any]]) -> None:
        """Add to infos, which are new, the level's number and which cells are its board."""
        if self._shows_level:
            for info in infos:
                info["level"] = self.number
        if self._mask is not None:
            for info in infos:
                info["board_mask"] = self._mask.copy()
