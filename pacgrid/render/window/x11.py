"""What becomes of the program when the X server goes away.

Xlib ends a program whose connection breaks, there and then, and whatever was played in the window
would be lost. Since 1.7 (2020) it lets the program say what to do instead. SDL can't be asked for
anything after that: it would wait for ever for an answer of the server, even when it is to quit.
"""

import atexit
import ctypes
import os
import sys
from contextlib import suppress

from pacgrid.render.window.sdl import pygame

_ErrorHandler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_ExitHandler = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


class Connection:
    """Watches over the connection to the X server, where there is one.

    Make it when the display is open, and before the window.
    """

    def __init__(self) -> None:
        self.is_lost = False
        self._handlers = (_ErrorHandler(self._tell_nothing), _ExitHandler(self._go_on))
        # Where the library is missing or too old, Xlib ends the program as ever.
        with suppress(OSError, AttributeError):
            if pygame.display.get_driver() == "x11":
                self._listen(ctypes.CDLL("libX11.so.6"))

    def _listen(self, xlib: ctypes.CDLL) -> None:
        go_on = xlib.XSetIOErrorExitHandler
        go_on.argtypes = (ctypes.c_void_p, _ExitHandler, ctypes.c_void_p)
        xlib.XSetIOErrorHandler.argtypes = (_ErrorHandler,)
        xlib.XSetIOErrorHandler(self._handlers[0])
        go_on(_connection(), self._handlers[1], None)
        _KEPT.append(self)

    def _tell_nothing(self, _display: int | None) -> int:
        return 0

    def _go_on(self, _display: int | None, _data: int | None) -> None:
        if not self.is_lost:
            self.is_lost = True
            atexit.unregister(pygame.quit)
            atexit.register(_leave)


_KEPT: list[Connection] = []
"""Xlib keeps only the addresses of its handlers."""


def _connection() -> int:
    """The address of SDL's `Display`, which pygame tells only of a window of its display module."""
    pygame.display.set_mode((1, 1), pygame.HIDDEN)
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    address: int = pointer(pygame.display.get_wm_info()["display"], b"display")
    return address


def _leave() -> None:
    """End the program without SDL, which would wait for the server."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(1)
