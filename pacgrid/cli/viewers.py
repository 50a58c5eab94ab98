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

from pacgrid.cli.notes import note
from pacgrid.session.game_source import GameSource
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.renderer import Renderer
from pacgrid.session.session import Session
from pacgrid.session.settings import Settings
from pacgrid.session.themes import DARK, Theme


class View(StrEnum):
    """Where to draw."""

    WINDOW = "window"
    TERMINAL = "terminal"
    NONE = "none"


@dataclass(frozen=True)
class ViewOptions:
    """How a view starts; people can change it with keys."""

    speed: float = 6
    """Rounds per second."""
    linger: float | None = None
    """Seconds that a result is shown; None waits for a key."""
    theme: Theme = DARK
    overlays: tuple[Overlay, ...] = ()


class Viewer(Protocol):
    """Shows games, several side by side if they are given together."""

    shows: tuple[GameSource, ...]
    """The latest games shown; taking over replaces them."""

    def watch(self, *shows: GameSource) -> NextAction: ...


@contextmanager
def open_viewer(view: View, console: Console, options: ViewOptions) -> Iterator[Viewer]:
    """Open a view. If no window can be opened, use the terminal and say why on stderr."""
    from pacgrid.render.terminal.terminal import TerminalView

    with ExitStack() as stack:
        stack.enter_context(_hangup_interrupts())
        viewer: Viewer = TerminalView(
            console,
            speed=options.speed,
            linger=options.linger,
            theme=options.theme,
            overlays=options.overlays,
        )
        if view is View.WINDOW:
            try:
                viewer = stack.enter_context(_window(options))
            except NoWindowError as error:
                note(f"{error}; drawing in the terminal")
        yield viewer


class NoWindowError(Exception):
    """Why no window can be opened."""


@contextmanager
def _window(options: ViewOptions) -> Iterator[Viewer]:
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        raise NoWindowError("there is no screen")
    try:
        from pacgrid.render.window.sdl import NoScreenError
        from pacgrid.render.window.window import Window
    except ImportError as error:
        raise NoWindowError(f"pygame can't be imported ({error})") from None
    with ExitStack() as stack:
        try:
            window = stack.enter_context(Window())
        except NoScreenError as error:
            raise NoWindowError(str(error)) from None
        yield _SessionViewer(window, options)


class _SessionViewer:
    """Shows games with a renderer, in a session each."""

    def __init__(self, renderer: Renderer, options: ViewOptions) -> None:
        self.shows: tuple[GameSource, ...] = ()
        self._renderer = renderer
        self._linger = options.linger
        self._settings = Settings(options.speed, options.theme, set(options.overlays))

    def watch(self, *shows: GameSource) -> NextAction:
        session = Session(*shows, settings=self._settings, linger=self._linger)
        try:
            self._renderer.show(session)
        finally:
            session.close()
            self.shows = tuple(session.games)
        return session.next_action or NextAction.QUIT


@contextmanager
def _hangup_interrupts() -> Iterator[None]:
    """Treat a hang-up as Ctrl-C, once, so that what was played is kept."""
    if sys.platform == "win32":
        yield
        return

    def interrupt(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGHUP)
    if before is signal.SIG_IGN:  # under nohup
        yield
        return
    signal.signal(signal.SIGHUP, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)
