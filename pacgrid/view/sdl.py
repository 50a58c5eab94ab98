"""pygame, imported quietly. Import this module only when something is to be painted."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "pacgrid")

import pygame

from pacgrid.errors import PacgridError

__all__ = ["NoScreenError", "open_display", "pygame"]


class NoScreenError(PacgridError):
    """There is no screen that a window could open on."""


def open_display() -> None:
    """Get the screen ready for a window. Raises NoScreenError."""
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoScreenError(f"can't open a window: {error}") from None
    if pygame.display.get_driver() in ("dummy", "offscreen"):
        pygame.display.quit()
        raise NoScreenError("can't open a window: SDL is set to have no screen")
