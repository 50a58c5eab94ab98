"""pygame, imported quietly, and the screen that a window opens on. Import this module only when
something is to be painted."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "pacgrid")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # no pixels blown up
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # a click that gives focus counts
os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")

import pygame

from pacgrid.errors import PacgridError

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
