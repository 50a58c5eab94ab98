"""What `render` of a vector environment returns."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.maze import Maze
from pacgrid.render.board_painter import BoardPainter
from pacgrid.session.scene import Transition, scene
from pacgrid.state import State

MOST_PAINTERS = 256
"""Pictures of mazes that are kept."""


class GamePictures:
    """Pictures or texts of games; `mode` is "rgb_array" or "ansi"."""

    def __init__(self, mode: str | None, cell_size: int) -> None:
        self.mode = mode
        self._cell_size = cell_size
        self._painters: dict[Maze, BoardPainter] = {}

    def of(self, states: Iterable[State]) -> tuple[Any, ...] | None:
        """One for each position; None without a mode."""
        if self.mode is None:
            return None
        return tuple(map(str if self.mode == "ansi" else self._picture, states))

    def _picture(self, state: State) -> NDArray[np.uint8]:
        painter = self._painters.get(state.maze)
        if painter is None:
            if len(self._painters) == MOST_PAINTERS:
                self._painters.clear()
            painter = self._painters[state.maze] = BoardPainter(state.maze, self._cell_size)
        return painter.paint(scene(Transition.standing(state), 1))
