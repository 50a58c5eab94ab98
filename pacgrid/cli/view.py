"""Opens a view: a window, the terminal or a browser."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.console import note
from pacgrid.cli.options import OptionError
from pacgrid.session.session import Renderer


class View(StrEnum):
    """Where to show games."""

    WINDOW = "window"
    TERMINAL = "terminal"
    WEB = "web"
    NONE = "none"


@dataclass(frozen=True)
class WebOptions:
    """How browsers reach the web view."""

    host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="With --view web: also answer browsers that use this host name, such as a proxy's."
            " Repeat for several.",
        ),
    ] = None
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, metavar="N", help="With --view web: the port. Default: any free one."
        ),
    ] = None
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="With --view web: open a browser."),
    ] = True

    def check(self, view: View | None) -> None:
        """Raises OptionError if the view has no use for them."""
        if view is not View.WEB and (self.host or self.port or not self.browser):
            raise OptionError("--host, --port and --no-browser need --view web")


class NoWindowError(Exception):
    """Why no window can be opened."""


@contextmanager
def open_renderer(
    view: View, console: Console, web: WebOptions = WebOptions()
) -> Iterator[Renderer]:
    """Open a view. If no window can be opened, use the terminal and say why on stderr.

    Meanwhile SIGTERM and SIGHUP end the program as Ctrl-C does, so games are saved.
    """
    with ExitStack() as stack:
        stack.enter_context(_signals_exit())
        yield _open(stack, view, console, web)


def _open(stack: ExitStack, view: View, console: Console, web: WebOptions) -> Renderer:
    if view is View.WINDOW:
        try:
            return _open_window(stack)
        except NoWindowError as error:
            note(f"{error}; drawing in the terminal (--view web draws in a browser)")
    if view is View.WEB:
        from pacgrid.render.web.server import WebRenderer

        renderer = WebRenderer(
            port=web.port or 0, hosts=tuple(web.host or ()), open_browser=web.browser, tell=note
        )
        return stack.enter_context(renderer)
    from pacgrid.render.terminal.terminal import TerminalRenderer

    return TerminalRenderer(console)


def check_screen() -> None:
    """Raises NoWindowError if there is surely no screen for a window."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform == "linux" and not any(map(os.environ.get, screens)):
        raise NoWindowError("there is no screen")


def _open_window(stack: ExitStack) -> Renderer:
    """Raises NoWindowError."""
    check_screen()
    try:
        from pacgrid.render.sdl import NoScreenError
        from pacgrid.render.window.window import Window
    except ImportError as error:
        raise NoWindowError(f"pygame can't be imported ({error})") from None
    try:
        return stack.enter_context(Window())
    except NoScreenError as error:
        raise NoWindowError(str(error)) from None


@contextmanager
def _signals_exit() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise SystemExit, once; signals that are ignored stay so."""

    def leave(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # a shell sends a second SIGHUP
        raise SystemExit(128 + number)

    before = {}
    with suppress(ValueError):  # only the main thread can
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
