"""Renders an environment: a window, an array of pixels, or text.

pygame is imported only when something is drawn.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from pacgrid.maze import Maze
from pacgrid.session.scene import Transition, scene
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.envs.human_window import HumanWindow
    from pacgrid.render.board_painter import BoardPainter


RENDER_MODES = ("human", "rgb_array", "ansi")
RENDER_FPS = 8
"""Rounds a second."""
CELL_SIZE = 24
"""Pixels. Even, because video encoders need even sizes."""


class EnvRenderer:
    """Follows one game and shows it as `mode` says.

    A window that the user closes stays closed, and the game goes on. Copies and pickles have no
    window until they draw.
    """

    def __init__(self, mode: str | None, title: str, cell_size: int) -> None:
        self.mode = mode
        self.title = title
        self._cell_size = cell_size
        self._transition: Transition | None = None
        self._rounds = 0
        self._board: BoardPainter | None = None
        self._window: HumanWindow | None = None

    def start(self, state: State, rounds: int = 0) -> None:
        """Start at `state`, after `rounds` rounds."""
        self._transition = Transition.standing(state)
        self._rounds = rounds
        if self.mode == "human":
            self._show()

    def follow(self, state: State, rounds: int) -> None:
        """Go on to `state`, at most a round later."""
        if self._transition is None:
            self._transition = Transition.standing(state)
        self._transition = self._transition.then(state)
        self._rounds = rounds
        if self.mode == "human":
            self._show()

    def render(self, state: State) -> NDArray[np.uint8] | str | None:
        """What an environment's `render()` returns at `state`."""
        if self.mode is None:
            logger.warn("render() shows nothing: make the environment with a render_mode.")
            return None
        if self.mode == "ansi":
            return str(state)
        if self._transition is None or self._transition.after is not state:
            # In mid-round, or `follow` was never called.
            transition = (
                Transition.standing(state)
                if self._transition is None
                else self._transition.then(state)
            )
        else:
            transition = self._transition
        if self.mode == "rgb_array":
            return self._painter(state).paint(scene(transition, 1.0))
        self._show(transition, quick=True)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _painter(self, state: State) -> "BoardPainter":
        from pacgrid.render.board_painter import BoardPainter

        if self._board is None or self._board.maze != state.maze:
            self._board = BoardPainter(state.maze, self._cell_size)
        return self._board

    def _show(self, transition: Transition | None = None, *, quick: bool = False) -> None:
        from pacgrid.envs.human_window import HumanWindow

        if self._window is None:
            self._window = HumanWindow(self.title, RENDER_FPS)
        current = transition or self._transition
        assert current is not None  # set by start, follow and render
        self._window.show(current, self._rounds, quick=quick)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_window": None, "_board": None}


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
        from pacgrid.render.board_painter import BoardPainter

        painter = self._painters.get(state.maze)
        if painter is None:
            if len(self._painters) == MOST_PAINTERS:
                self._painters.clear()
            painter = self._painters[state.maze] = BoardPainter(state.maze, self._cell_size)
        return painter.paint(scene(Transition.standing(state), 1))
