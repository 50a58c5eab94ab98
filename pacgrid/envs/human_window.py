"""The window of an environment. Import this module only when it is to open."""

import os

from pacgrid.view.caption import Caption
from pacgrid.view.scene import Stride, scene
from pacgrid.view.window.frame import FramePainter, good_size
from pacgrid.view.window.sdl import NoScreenError, open_display, pygame

PICTURES_PER_SECOND = 48
SCREENLESS = ("dummy", "offscreen")


class HumanWindow:
    """A window that shows rounds as an environment plays them, `rounds_per_second` at most.

    It opens with the first round that it shows. When the person closes it, it stays closed, and
    nobody waits for it any more. SDL's drivers without a screen are accepted from whoever names
    one in `SDL_VIDEODRIVER`, as servers and tests do.

    Raises NoScreenError when it is to open and there is no screen.
    """

    def __init__(self, title: str, rounds_per_second: int) -> None:
        self._title = title
        self._pictures = max(PICTURES_PER_SECOND // rounds_per_second, 1)
        self._rate = rounds_per_second * self._pictures
        self._painter = FramePainter()
        self._surface: pygame.Surface | None = None
        self._closed = False
        self._clock = pygame.time.Clock()

    def show(self, stride: Stride, rounds: int, *, quick: bool = False) -> None:
        """Show the way along `stride`, or its end alone if it is to be `quick`."""
        if self._closed:
            return
        self._open(stride)
        standing = quick or stride.before is stride.after
        for picture in range(self._pictures if standing else 1, self._pictures + 1):
            # Only this event: others may be somebody else's, who lets a person play.
            if pygame.event.get(pygame.QUIT):
                self.close()
                return
            self._paint(stride, picture / self._pictures, rounds)
            if not quick:
                self._clock.tick(self._rate)

    def close(self) -> None:
        """Close the window. It can be closed more than once."""
        self._closed = True
        if self._surface is not None and self._surface is _open_surface():
            pygame.display.quit()
        self._surface = None

    def _open(self, stride: Stride) -> None:
        if not pygame.display.get_init():
            _open_display()
        surface = pygame.display.get_surface()
        if surface is None:
            size = good_size(stride.after.maze, pygame.display.get_desktop_sizes()[0])
            surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption(f"Pacgrid: {self._title}")
        self._surface = surface

    def _paint(self, stride: Stride, fraction: float, rounds: int) -> None:
        state = stride.after
        count = state.num_agents - 1
        verdict = ("Won" if state.is_win else "Caught") if state.is_terminal else ""
        caption = Caption(
            score=state.score,
            rounds=rounds,
            pairing=self._title,
            place=f"{count} ghost{'' if count == 1 else 's'}",
            verdict=verdict if fraction == 1 else "",
            details=(f"{state.score} points in {rounds} rounds",),
            good=state.is_win,
        )
        surface = pygame.display.get_surface()
        assert surface is not None  # _open has seen to it
        self._painter.paint(surface, scene(stride, fraction), caption)
        pygame.display.flip()


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
