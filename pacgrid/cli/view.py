"""`--view`: where games are shown, in a window, the terminal or a browser, and how at first."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.console import note
from pacgrid.cli.options import OptionError
from pacgrid.games.game_setup import GameSetup
from pacgrid.session.frame import BOARD_OVERLAYS, Overlay
from pacgrid.session.session import Renderer, Settings, usual_speed
from pacgrid.session.themes import THEMES, ThemeName


class View(StrEnum):
    """Where to show games."""

    WINDOW = "window"
    TERMINAL = "terminal"
    WEB = "web"
    NONE = "none"


@dataclass(frozen=True)
class WebOptions:
    """How browsers reach the web view."""

    address: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST:]PORT",
            help="With --view web: wait for browsers at this port, and open none. HOST is what they"
            " call this machine, such as a proxy's name. Default: a free port.",
        ),
    ] = None

    def check(self, view: View | None) -> None:
        """Raises OptionError if the address can't be one, or the view has no use for it."""
        if self.address and view is not View.WEB:
            raise OptionError("--address needs --view web")
        self.host_and_port  # noqa: B018 # raises OptionError

    @property
    def host_and_port(self) -> tuple[str, int]:
        """The name, "" for this machine's own, and the port, 0 for a free one."""
        if not self.address:
            return "", 0
        host, _, port = self.address.rpartition(":")
        if not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535):
            raise OptionError(
                f"--address {self.address}: write a port from 1 to 65535, as in 8000 or"
                " hub.example.org:8000"
            )
        return host, int(port)


THEME = "PACGRID_THEME"
"""The environment variable that sets the colours of views and files."""


def chosen_theme(default: ThemeName = ThemeName.DARK) -> ThemeName:
    """The theme that the environment names, or else the `default`. Raises OptionError."""
    name = os.environ.get(THEME) or default
    if name not in THEMES:
        raise OptionError(f"{THEME}={name}: choose {', '.join(ThemeName)}")
    return ThemeName(name)


@dataclass(frozen=True)
class ViewChoice:
    """Where games are shown, and how at first."""

    view: Annotated[
        View | None,
        typer.Option(
            "--view",
            "-v",
            metavar="VIEW",
            help="Where to show games: window, terminal, web (a browser) or none. Default: window;"
            " none for several games, or if you ask for a film or a page.",
        ),
    ] = None
    web: WebOptions = field(default_factory=WebOptions)
    overlay: Annotated[
        list[Overlay] | None,
        typer.Option(
            metavar="OVERLAY",
            help=f"Show what agents think: {', '.join(Overlay)}. Repeat for several.",
        ),
    ] = None

    def chosen(self, *, person: bool, unwatched: bool) -> View:
        """Where to show games. By default, a person's games are always shown, and others unless
        they are `unwatched`. Raises OptionError."""
        if self.view is View.NONE and person:
            raise OptionError(
                "--view none: you play; use --view window, terminal or web, or name an agent"
            )
        self.web.check(self.view)
        return self.view or (View.NONE if unwatched and not person else View.WINDOW)

    def settings(
        self, setup: GameSetup, *, person: bool = False, analysed: bool = False
    ) -> Settings:
        """How games are shown at first. Raises OptionError for an overlay that the game hasn't."""
        overlays = self.overlay or ()
        if not setup.in_real_time:
            for overlay in overlays:
                if overlay not in BOARD_OVERLAYS:
                    names = ", ".join(BOARD_OVERLAYS)
                    raise OptionError(f"--overlay {overlay}: only Pac-Man has it; choose {names}")
        shown = {*overlays, *([Overlay.BEST_MOVE] if analysed else ())}
        speed = usual_speed(setup, person_plays=person)
        return Settings(speed, THEMES[chosen_theme()], shown)


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

        host, port = web.host_and_port
        renderer = WebRenderer(
            port=port,
            hosts=(host,) if host else (),
            open_browser=not web.address and _can_open_browser(),
            tell=note,
        )
        return stack.enter_context(renderer)
    from pacgrid.render.terminal.terminal import TerminalRenderer

    return TerminalRenderer(console)


def check_screen() -> None:
    """Raises NoWindowError if there is surely no screen for a window."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform == "linux" and not any(map(os.environ.get, screens)):
        raise NoWindowError("there is no screen")


def _can_open_browser() -> bool:
    """Whether a browser would be seen: there is a screen, or a remote editor has named its own."""
    try:
        check_screen()
    except NoWindowError:
        return bool(os.environ.get("BROWSER"))
    return True


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
