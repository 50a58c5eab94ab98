"""Shows a session in the terminal: drawn in place and steered by keys, or printed."""

import errno
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from shutil import get_terminal_size

from rich.console import Console

from pacgrid.render.terminal.canvas import AlternateScreen
from pacgrid.render.terminal.keys import Keys, NoKeyboardError, NoKeys, terminal_keys
from pacgrid.render.terminal.screen import picture, screen
from pacgrid.render.terminal.sheet import visible_rows
from pacgrid.render.terminal.style import Lines, Style
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Frame
from pacgrid.session.scene import VANISH_SECONDS, Scene
from pacgrid.session.session import NextAction, Session

TICK, RESTING_TICK = 0.05, 0.15
"""Seconds between two frames: while something moves, and while nothing does."""
LONGEST_TICK = 0.25
"""Seconds; when the computer was busy for longer, the game doesn't leap to catch up."""


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
        self._no_keys = NoKeys(sleep)
        self._clock = clock
        self._in_place = (
            console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows
        )
        self._unicode = not (console.options.ascii_only or console.is_dumb_terminal)

    def show(self, session: Session) -> None:
        """Show `session` until its `next_action` is set.

        Raises:
            NoKeyboardError: a person is to play, and there is no keyboard.
        """
        if session.person_plays and not self._keys:
            raise NoKeyboardError(
                "playing yourself needs a keyboard; name an agent to watch, such as alpha_beta"
            )
        try:
            if self._in_place:
                self._draw(session, self._keys or self._no_keys)
            else:
                keys = self._keys if session.person_plays else None
                self._print_turns(session, keys or self._no_keys)
        except OSError as error:
            is_file = error.errno in (errno.ENOSPC, errno.EPIPE)
            if (self._in_place or self._keys) and not is_file:  # the terminal is gone
                raise SystemExit(1) from None
            raise

    def _draw(self, session: Session, keys: Keys) -> None:
        """Draw in place; afterwards print the last position."""
        typed: deque[str] = deque()
        drawn: Frame | None = None
        canvas = AlternateScreen(self._console, keys)
        with canvas.opened():
            before = self._clock()
            while session.next_action is None:
                frame = self._frame(session)
                style = self._style(frame)
                if frame != drawn or canvas.stale:
                    drawn = frame
                    canvas.draw(screen(frame, *canvas.size, style), style.background)
                if frame.sheet:
                    session.sheets.page(visible_rows(frame.sheet, *canvas.size, style))
                if {EventKind.CAUGHT, EventKind.WON}.intersection(frame.sounds):
                    canvas.send("\a")
                tick = TICK if frame.moving else RESTING_TICK
                typed += canvas.wait(0 if typed and not session.busy else tick)
                now = self._clock()
                session.advance(min(now - before, LONGEST_TICK))
                before = now
                _press(session, typed)
        frame = _last_frame(session)
        self._print(self._picture(frame), self._style(frame).background)

    def _print_turns(self, session: Session, keys: Keys) -> None:
        """Print the first and the last position, and those in which a person is to move."""
        typed: deque[str] = deque()
        printed: Lines = []
        keys.grab()
        try:
            while True:
                over = session.next_action is not None
                frame = _last_frame(session) if over else session.frame()
                lines = self._picture(frame, live=session.person_plays)
                is_due = over or not (printed and (frame.moving or typed))
                if is_due and lines != printed:
                    self._print(lines)
                    printed = lines
                if over:
                    return
                if not frame.moving:
                    typed += keys.wait(0 if typed else TICK)
                session.advance(1)
                _press(session, typed)
        finally:
            keys.release()

    def _frame(self, session: Session) -> Frame:
        """What a terminal can show: no pulse of capsules, and no keys without a keyboard."""
        frame = session.frame()
        boards = tuple(
            replace(each, scene=replace(each.scene, pulse=1))
            if isinstance(each.scene, Scene)
            else each
            for each in frame.boards
        )
        return replace(frame, boards=boards, keys=frame.keys if self._keys else ())

    def _picture(self, frame: Frame, *, live: bool = False) -> Lines:
        columns = self._width if self._console.is_terminal else None
        return picture(frame, columns, self._style(frame), live=live)

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
        return get_terminal_size((width, 24)).columns if self._console.is_dumb_terminal else width


def _press(session: Session, typed: deque[str]) -> None:
    """Press the keys that were typed; keys typed ahead wait for the move before them."""
    while typed and not session.busy and session.next_action is None:
        session.press(typed.popleft())


def _last_frame(session: Session) -> Frame:
    """The last position; of a game that is over, at its very end."""
    if session.next_action is NextAction.NEXT_GAME:
        session.advance(VANISH_SECONDS)
    return session.frame()
