"""Renders an environment: a window, an array of pixels, or text.

pygame is imported only when something is drawn.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from pacgrid.maze import Maze
from pacgrid.session.frame import Transition, scene
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

    A window that the user closes, or for which there is no screen, stays closed, and the game goes
    on. Copies and pickles have no window until they draw.
    """

    def __init__(self, mode: str | None, title: str, cell_size: int) -> None:
        self.mode = mode
        self.title = title
        self._pictures = GamePictures(mode, cell_size)
        self._transition: Transition | None = None
        self._rounds = 0
        self._window: HumanWindow | None = None

    def start(self, state: State, rounds: int = 0) -> None:
        """Start at `state`, after `rounds` rounds."""
        self._go_to(Transition.standing(state), rounds)

    def follow(self, state: State, rounds: int) -> None:
        """Go on to `state`, at most a round later."""
        self._go_to(self._transition_to(state), rounds)

    def render(self, state: State) -> NDArray[np.uint8] | str | None:
        """What an environment's `render()` returns at `state`."""
        if self.mode is None:
            logger.warn("render() shows nothing: make the environment with a render_mode.")
            return None
        if self.mode == "ansi":
            return str(state)
        transition = self._transition
        if transition is None or transition.after is not state:  # in mid-round
            transition = self._transition_to(state)
        if self.mode == "rgb_array":
            return self._pictures.picture(transition)
        self._show(transition, quick=True)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _transition_to(self, state: State) -> Transition:
        before = self._transition
        return Transition.standing(state) if before is None else before.then(state)

    def _go_to(self, transition: Transition, rounds: int) -> None:
        self._transition, self._rounds = transition, rounds
        if self.mode == "human":
            self._show(transition)

    def _show(self, transition: Transition, *, quick: bool = False) -> None:
        from pacgrid.envs.human_window import HumanWindow
        from pacgrid.render.sdl import NoScreenError

        if self._window is None:
            self._window = HumanWindow(self.title, RENDER_FPS)
        try:
            self._window.show(transition, self._rounds, quick=quick)
        except NoScreenError as error:
            self._window.close()
            logger.warn(f'{error}; render_mode="rgb_array" needs no screen')

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_window": None}


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
        if self.mode == "ansi":
            return tuple(map(str, states))
        return tuple(self.picture(Transition.standing(state)) for state in states)

    def picture(self, transition: Transition) -> NDArray[np.uint8]:
        """A picture of the end of `transition`, in a new array."""
        from pacgrid.render.board_painter import BoardPainter

        maze = transition.after.maze
        painter = self._painters.get(maze)
        if painter is None:
            if len(self._painters) == MOST_PAINTERS:
                self._painters.clear()
            painter = self._painters[maze] = BoardPainter(maze, self._cell_size)
        return painter.paint(scene(transition, 1))
