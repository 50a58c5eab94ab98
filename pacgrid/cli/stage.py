"""Where a game is shown: in a window, in the terminal, or nowhere."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from typing import Protocol

from rich.console import Console

from pacgrid.view.show import Show
from pacgrid.view.terminal import TerminalView
from pacgrid.view.wish import Wish


class View(StrEnum):
    """Where to draw."""

    WINDOW = "window"
    TERMINAL = "terminal"
    NONE = "none"


class Viewer(Protocol):
    """Shows games, one after the other."""

    def watch(self, show: Show) -> Wish: ...


@contextmanager
def open_stage(
    view: View, console: Console, *, speed: float, linger: float | None = None
) -> Iterator[Viewer]:
    """What shows games in that view. Where no window can be opened it is the terminal, and a line
    on stderr says why.

    Args:
        speed: rounds a second.
        linger: seconds that the window shows a result; None is until a key is pressed.
    """
    with ExitStack() as stack:
        viewer: Viewer = TerminalView(console, speed=speed)
        if view is View.WINDOW:
            try:
                viewer = stack.enter_context(_window(speed, linger))
            except NoWindowError as error:
                print(f"{error}; drawing in the terminal", file=sys.stderr)  # noqa: T201
        yield viewer


class NoWindowError(Exception):
    """Why there can be no window."""


@contextmanager
def _window(speed: float, linger: float | None) -> Iterator[Viewer]:
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        raise NoWindowError("there is no screen")
    try:
        from pacgrid.view.sdl import NoScreenError
        from pacgrid.view.window import Window
    except ImportError as error:
        raise NoWindowError(f"pygame can't be imported ({error})") from None
    with ExitStack() as stack:
        try:
            window = stack.enter_context(Window(speed=speed, linger=linger))
        except NoScreenError as error:
            raise NoWindowError(str(error)) from None
        yield window
