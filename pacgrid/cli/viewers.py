"""Where games are shown: in a window, in the terminal, or nowhere."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from rich.console import Console

from pacgrid.view.overlays import Overlay
from pacgrid.view.show import Show
from pacgrid.view.themes import CLASSIC, Theme
from pacgrid.view.wish import Wish


class View(StrEnum):
    """Where to draw."""

    WINDOW = "window"
    TERMINAL = "terminal"
    NONE = "none"


@dataclass(frozen=True)
class ViewOptions:
    """How a view looks at first; people change it by keys."""

    speed: float = 6
    """Rounds a second."""
    linger: float | None = None
    """Seconds that a result is shown; None is until a key is pressed."""
    theme: Theme = CLASSIC
    overlays: tuple[Overlay, ...] = ()


class Viewer(Protocol):
    """Shows games: one after the other, and those that are given together side by side."""

    shows: tuple[Show, ...]
    """What is on, or was at last: other games than at first if somebody took over."""

    def watch(self, *shows: Show) -> Wish: ...


@contextmanager
def open_viewer(view: View, console: Console, look: ViewOptions) -> Iterator[Viewer]:
    """What shows games in that view. Where no window can be opened it is the terminal, and a line
    on stderr says why."""
    from pacgrid.view.terminal.terminal import TerminalView

    with ExitStack() as stack:
        stack.enter_context(_hangup_interrupts())
        viewer: Viewer = TerminalView(
            console,
            speed=look.speed,
            linger=look.linger,
            theme=look.theme,
            overlays=look.overlays,
        )
        if view is View.WINDOW:
            try:
                viewer = stack.enter_context(_window(look))
            except NoWindowError as error:
                print(f"{error}; drawing in the terminal", file=sys.stderr)  # noqa: T201
        yield viewer


class NoWindowError(Exception):
    """Why there can be no window."""


@contextmanager
def _window(look: ViewOptions) -> Iterator[Viewer]:
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        raise NoWindowError("there is no screen")
    try:
        from pacgrid.view.window.sdl import NoScreenError
        from pacgrid.view.window.window import Window
    except ImportError as error:
        raise NoWindowError(f"pygame can't be imported ({error})") from None
    with ExitStack() as stack:
        try:
            window = stack.enter_context(
                Window(
                    speed=look.speed,
                    linger=look.linger,
                    theme=look.theme,
                    overlays=look.overlays,
                )
            )
        except NoScreenError as error:
            raise NoWindowError(str(error)) from None
        yield window


@contextmanager
def _hangup_interrupts() -> Iterator[None]:
    """Take the end of the session for a Ctrl-C, once; so that what was played is kept."""
    if sys.platform == "win32":
        yield
        return

    def interrupt(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGHUP)
    if before is signal.SIG_IGN:  # as nohup wants it
        yield
        return
    signal.signal(signal.SIGHUP, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)
