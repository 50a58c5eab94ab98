"""pygame, imported quietly. Import this module only when something is to be painted."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "pacgrid")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # no pixels blown up
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # a click that gives focus counts
os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")

import pygame

__all__ = ["pygame"]
