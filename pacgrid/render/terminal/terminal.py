"""Shows a session in the terminal: drawn in place and steered by keys, or printed."""

import errno
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from shutil import get_terminal_size

from rich.console import Console

from pacgrid.errors import PacgridError
from pacgrid.render.terminal.canvas import Canvas
from pacgrid.render.terminal.keys import REDRAW, Keys, NoKeyboardError, terminal_keys
from pacgrid.render.terminal.screen import LEAST_COLUMNS, complaint, picture, screen
from pacgrid.render.terminal.sheet import visible_rows
from pacgrid.render.terminal.style import Lines, Style
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Frame
from pacgrid.session.next_action import NextAction
from pacgrid.session.scene import VANISHING
from pacgrid.session.session import Session

TICK = 0.05
"""Seconds between two frames."""
LONGEST_TICK = 0.25
"""Seconds; when the computer was busy for longer, the game doesn't leap to catch up."""


class TooSmallError(PacgridError):
    """There is no room to draw in."""


class TerminalRenderer:
    """Draws with rich: in place on a terminal; elsewhere it prints the first and the last position,
    or every position in which a person is to move.

    Without a keyboard, a game that is over is left at once. A terminal that is gone ends the
    program.

    Args:
        keys: where keys come from; default: the terminal that is the program's input.
        clock, sleep: seconds from any start, and a way to let some go by.
    """

    real_time = False

    def __init__(
        self,
        console: Console,
        *,
        keys: Keys | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._console = console
        self._keys = keys or terminal_keys()
        self._clock, self._sleep = clock, sleep
        self._in_place = (
            console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows
        )
        self._unicode = not (console.options.ascii_only or console.is_dumb_terminal)

    def show(self, session: Session) -> None:
        """Show `session` until its `next_action` is set.

        Raises:
            NoKeyboardError: a person is to play, and there is no keyboard.
            TooSmallError: nothing can be drawn.
        """
        person = session.keyboard
        if person and not self._keys:
            raise NoKeyboardError(
                "playing yourself needs a keyboard; to watch an agent: pacgrid play alpha_beta"
            )
        if not self._in_place and self._width < LEAST_COLUMNS:
            raise TooSmallError(complaint(self._width))
        try:
            if self._in_place:
                self._draw(session)
            elif person and self._keys:
                self._print_turns(session, self._keys)
            else:
                self._print_start_and_end(session)
        except OSError as error:
            is_file = error.errno in (errno.ENOSPC, errno.EPIPE)
            if (self._in_place or self._keys) and not is_file:  # the terminal is gone
                raise SystemExit(1) from None
            raise

    def _draw(self, session: Session) -> None:
        typed: deque[str] = deque()
        drawn: Frame | None = None
        with Canvas(self._console, self._keys) as canvas:
            before = self._clock()
            while session.next_action is None:
                frame = self._frame(session)
                style = self._style(frame)
                if frame != drawn or canvas.stale:
                    drawn = frame
                    canvas.draw(screen(frame, *canvas.size, style), style.background)
                if frame.sheet:
                    session.page_sheet(visible_rows(frame.sheet, *canvas.size, style))
                if {EventKind.CAUGHT, EventKind.WON}.intersection(frame.sounds):
                    canvas.beep()
                typed += self._wait(0 if typed and not session.busy else TICK)
                now = self._clock()
                session.advance(min(now - before, LONGEST_TICK))
                before = now
                if REDRAW in typed:
                    canvas.redraw()
                    typed.remove(REDRAW)
                self._press(session, typed)
                canvas.mind_signals()
        if self._console.width >= LEAST_COLUMNS:
            frame = self._last_frame(session)
            self._print(self._picture(frame), self._style(frame).background)

    def _print_start_and_end(self, session: Session) -> None:
        self._print(self._picture(session.frame()))
        while session.next_action is None:
            session.advance(1)
            session.press("enter")
        self._print(self._picture(self._last_frame(session)))

    def _print_turns(self, session: Session, keys: Keys) -> None:
        """Print every position in which the person is to move, and the last one."""
        typed: deque[str] = deque()
        printed: Lines = []
        keys.grab()
        try:
            while session.next_action is None:
                session.advance(1)
                frame = session.frame()
                if frame.moving:
                    continue
                lines = self._picture(frame, keys=True)
                if lines != printed and not typed:
                    self._print(lines)
                    printed = lines
                typed += keys.wait(0 if typed else TICK)
                if typed:
                    session.press(typed.popleft())
        finally:
            keys.release()

    def _wait(self, seconds: float) -> Sequence[str]:
        if self._keys:
            return self._keys.wait(seconds)
        self._sleep(seconds)
        return ()

    def _press(self, session: Session, typed: deque[str]) -> None:
        """Press the keys that were typed; keys typed ahead wait for the move before them."""
        if not self._keys:
            session.press("enter")  # it leaves a game that is over
        while typed and not session.busy and session.next_action is None:
            session.press(typed.popleft())

    def _frame(self, session: Session) -> Frame:
        """What a terminal can show: no pulse of capsules, and no keys without a keyboard."""
        frame = session.frame()
        boards = (replace(each, scene=replace(each.scene, pulse=1)) for each in frame.boards)
        return replace(frame, boards=tuple(boards), keys=frame.keys if self._keys else ())

    def _last_frame(self, session: Session) -> Frame:
        if session.next_action is NextAction.NEXT_GAME:
            session.advance(VANISHING)
        return session.frame()

    def _picture(self, frame: Frame, *, keys: bool = False) -> Lines:
        columns = self._width if self._console.is_terminal else None
        return picture(frame, columns, self._style(frame), keys=keys)

    def _print(self, lines: Lines, background: str = "") -> None:
        for line in lines:
            line.style = background
            self._console.print(line, soft_wrap=True, highlight=False)

    def _style(self, frame: Frame) -> Style:
        colours = not self._console.no_color and self._console.color_system is not None
        return Style(frame.theme, self._unicode, colours)

    @property
    def _width(self) -> int:
        """The columns of the terminal; rich doesn't look how wide a dumb one is."""
        width = self._console.width
        if not self._console.is_dumb_terminal:
            return width
        return min(width, get_terminal_size((width, 24)).columns)
