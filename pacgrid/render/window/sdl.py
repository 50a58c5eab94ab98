"""The screen that a window opens on."""

import os

from pacgrid.errors import PacgridError
from pacgrid.render.sdl import pygame

__all__ = ["NoScreenError", "open_display", "pygame"]


class NoScreenError(PacgridError):
    """There is no screen that a window could open on."""


def open_display() -> None:
    """Get the screen ready for a window. Raises NoScreenError."""
    named = os.environ.get("SDL_VIDEODRIVER")
    if not named and os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        os.environ["SDL_VIDEODRIVER"] = "x11"  # where there is no Wayland, looking for it is noisy
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoScreenError(f"can't open a window: {error}") from None
    finally:
        if not named:
            os.environ.pop("SDL_VIDEODRIVER", None)
    driver = pygame.display.get_driver()
    if driver in ("dummy", "offscreen"):
        pygame.display.quit()
        why = "SDL_VIDEODRIVER names a driver without a display" if named else "no display found"
        raise NoScreenError(f"can't open a window: {why}")
    if driver == "x11":
        # Without a graphics card, a picture by way of OpenGL takes ten times as long.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
