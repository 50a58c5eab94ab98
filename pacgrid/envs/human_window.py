"""The window of an environment. Importing this module loads pygame."""

import os

from pacgrid.render.sdl import NoScreenError, open_display, pygame
from pacgrid.render.window.painter import Painter
from pacgrid.session.frame import Banner, Board, Caption, Frame
from pacgrid.session.scene import Transition, scene
from pacgrid.session.themes import DARK, Ink

FRAMES_PER_SECOND = 48
PART_OF_SCREEN = 0.6
"""How much of the screen's width and height a window has when it opens."""
SCREENLESS = ("dummy", "offscreen")


class HumanWindow:
    """A window that shows rounds as an environment plays them, at most `rounds_per_second`.

    It opens with the first round. When the user closes it, it stays closed and no longer slows the
    environment down. Without a screen, opening raises NoScreenError, unless `SDL_VIDEODRIVER` names
    one of `SCREENLESS`, as on servers and in tests.
    """

    def __init__(self, title: str, rounds_per_second: int) -> None:
        self._title = title
        self._frames = max(FRAMES_PER_SECOND // rounds_per_second, 1)
        self._rate = rounds_per_second * self._frames
        self._painter = Painter()
        self._surface: pygame.Surface | None = None
        self._closed = False
        self._clock = pygame.time.Clock()

    def show(self, transition: Transition, rounds: int, *, quick: bool = False) -> None:
        """Show the moves of `transition` one frame after the other, or only its end if `quick`."""
        if self._closed:
            return
        self._open()
        standing = quick or transition.before is transition.after
        for frame in range(self._frames if standing else 1, self._frames + 1):
            # Only this event: the others may belong to a program that lets a person play.
            if pygame.event.get(pygame.QUIT):
                self.close()
                return
            self._paint(transition, frame / self._frames, rounds)
            if not quick:
                self._clock.tick(self._rate)

    def close(self) -> None:
        """Close the window. Can be called more than once."""
        self._closed = True
        if self._surface is not None and self._surface is _open_surface():
            pygame.display.quit()
        self._surface = None

    def _open(self) -> None:
        if not pygame.display.get_init():
            _open_display()
        surface = pygame.display.get_surface()
        if surface is None:
            wide, high = pygame.display.get_desktop_sizes()[0]
            size = round(PART_OF_SCREEN * wide), round(PART_OF_SCREEN * high)
            surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption(f"Pacgrid: {self._title}")
        self._surface = surface

    def _paint(self, transition: Transition, fraction: float, rounds: int) -> None:
        surface = pygame.display.get_surface()
        assert surface is not None  # set by _open
        self._painter.paint(surface, self._frame(transition, fraction, rounds))
        pygame.display.flip()

    def _frame(self, transition: Transition, fraction: float, rounds: int) -> Frame:
        """A frame with a board, a caption and, at the end, a banner; nobody can do anything."""
        state = transition.after
        banner = None
        if state.is_terminal and fraction == 1:
            verdict, ink = ("Won", Ink.GOOD) if state.is_win else ("Caught", Ink.BAD)
            banner = Banner(verdict, (f"{state.score} points in {rounds} rounds",), ink)
        ghosts = state.num_agents - 1
        return Frame(
            boards=(
                Board(
                    scene=scene(transition, fraction),
                    score=state.score,
                    good=state.is_win,
                ),
            ),
            caption=Caption(
                score=state.score,
                round=rounds,
                ply=rounds * state.num_agents,
                food=len(state.food),
                players=self._title,
                game=f"{ghosts} ghost{'' if ghosts == 1 else 's'}",
                banner=banner,
            ),
            theme=DARK,
            playing=True,
            speed=self._rate / self._frames,
            moving=True,
        )


def _open_display() -> None:
    if os.environ.get("SDL_VIDEODRIVER") not in SCREENLESS:
        open_display()
        return
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoScreenError(f"can't open a window: {error}") from None


def _open_surface() -> pygame.Surface | None:
    return pygame.display.get_surface() if pygame.display.get_init() else None
