"""The window of an environment. Importing this module loads pygame."""

import os

from pacgrid.maze import Maze
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.sdl import NoScreenError, open_display, pygame
from pacgrid.session.frame import Transition, scene

FRAMES_PER_SECOND = 48
PART_OF_SCREEN = 0.6
"""How much of the screen's width and height a board may take."""
SCREENLESS = ("dummy", "offscreen")


class HumanWindow:
    """A window that shows rounds as an environment plays them, at most `rounds_per_second`; the
    score is in its title.

    It opens with the first round. When the user closes it, it stays closed and no longer slows the
    environment down. Without a screen, opening raises NoScreenError, unless `SDL_VIDEODRIVER` names
    one of `SCREENLESS`, as on servers and in tests.
    """

    def __init__(self, title: str, rounds_per_second: int) -> None:
        self._title = title
        self._frames = max(FRAMES_PER_SECOND // rounds_per_second, 1)
        self._rate = rounds_per_second * self._frames
        self._painter: BoardPainter | None = None
        self._surface: pygame.Surface | None = None
        self._closed = False
        self._clock = pygame.time.Clock()

    def show(self, transition: Transition, rounds: int, *, quick: bool = False) -> None:
        """Show the moves of `transition` one frame after the other, or only its end if `quick`."""
        if self._closed:
            return
        state = transition.after
        painter, surface = self._open(state.maze)
        over = (", won" if state.is_win else ", caught") if state.is_terminal else ""
        status = f"round {rounds}, score {state.score}{over}"
        pygame.display.set_caption(f"Pacgrid: {self._title}: {status}")
        standing = quick or transition.before is state
        for frame in range(self._frames if standing else 1, self._frames + 1):
            # Only this event: the others may belong to a program that lets a person play.
            if pygame.event.get(pygame.QUIT):
                self.close()
                return
            painter.paint_on(surface, scene(transition, frame / self._frames))
            pygame.display.flip()
            if not quick:
                self._clock.tick(self._rate)

    def close(self) -> None:
        """Close the window. Can be called more than once."""
        self._closed = True
        is_open = pygame.display.get_init() and pygame.display.get_surface() is self._surface
        if self._surface is not None and is_open:
            pygame.display.quit()
        self._surface = None

    def _open(self, maze: Maze) -> tuple[BoardPainter, pygame.Surface]:
        """A window for the board of `maze`, as large as fits into its part of the screen."""
        if not pygame.display.get_init():
            _open_display()
        surface = pygame.display.get_surface()
        if surface is None or self._painter is None or self._painter.maze != maze:
            wide, high = pygame.display.get_desktop_sizes()[0]
            cell = max(round(PART_OF_SCREEN * min(wide / maze.width, high / maze.height)), 1)
            self._painter = BoardPainter(maze, cell, depth=32)
            surface = pygame.display.set_mode((maze.width * cell, maze.height * cell))
        self._surface = surface
        return self._painter, surface


def _open_display() -> None:
    if os.environ.get("SDL_VIDEODRIVER") not in SCREENLESS:
        open_display()
        return
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoScreenError(f"can't open a window: {error}") from None
