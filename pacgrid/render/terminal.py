"""Shows a session in the terminal: drawn in place and steered by keys as they are pressed, without
Enter, or printed. Of what is drawn in place, only the lines that have changed are sent."""

import codecs
import errno
import io
import os
import re
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from shutil import get_terminal_size
from typing import Any

from rich.console import Console
from rich.text import Text

from pacgrid.errors import PacgridError
from pacgrid.render.board_text import Lines, Style
from pacgrid.render.screen import picture, screen, visible_rows
from pacgrid.session.frame import VANISH_SECONDS, Frame, Scene
from pacgrid.session.session import NextAction, Session

TICK, RESTING_TICK = 0.05, 0.15
"""Seconds between two frames: while something moves, and while nothing does."""
LONGEST_TICK = 0.25
"""Seconds; when the computer was busy for longer, the game doesn't leap to catch up."""
_OPEN = "\x1b[?1049h\x1b[?25l"
_CLOSE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_CLEAR = "\x1b[0m\x1b[2J"


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
        keys: "Keys | None" = None,
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

    def _draw(self, session: Session, keys: "Keys") -> None:
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
                tick = TICK if frame.moving else RESTING_TICK
                typed += canvas.wait(0 if typed and not session.busy else tick)
                now = self._clock()
                session.advance(min(now - before, LONGEST_TICK))
                before = now
                _press(session, typed)
        frame = _last_frame(session)
        self._print(self._picture(frame), self._style(frame).background)

    def _print_turns(self, session: Session, keys: "Keys") -> None:
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


class AlternateScreen:
    """The alternate screen of a terminal, and its keyboard."""

    def __init__(self, console: Console, keys: "Keys") -> None:
        self._console, self._keys = console, keys
        self._file = console.file  # what agents print meanwhile goes elsewhere
        self._drawn: list[Text] = []
        self._size, self._background = (0, 0), ""
        self._signals: set[int] = set()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Use the terminal; it is as it was before at the end, and while Ctrl-Z stops the program.
        What is printed inside comes out afterwards."""
        with _noted(self._signals, "SIGTSTP", "SIGCONT"), _apart_from_agents():
            try:
                self._open()
                yield
            finally:
                self._close()

    @property
    def size(self) -> tuple[int, int]:
        return self._console.width, self._console.height

    @property
    def stale(self) -> bool:
        """Whether everything must be drawn: the size has changed, or others may have drawn here."""
        return self._size != self.size

    def draw(self, lines: Sequence[Text], background: str) -> None:
        """Show these lines, and nothing below them, on the background (a style of rich's)."""
        columns, rows = size = self.size
        changes = ""
        if (self._size, self._background) != (size, background):
            self._size, self._background, changes = size, background, _CLEAR
            self._drawn = [Text()] * rows
        for row, line in enumerate([*lines, *[Text()] * rows][:rows]):
            filled = Text(style=background, no_wrap=True).append_text(line)
            filled.align("left", columns)
            if self._drawn[row] != filled:
                self._drawn[row] = filled
                changes += f"\x1b[{row + 1};1H{self._rendered(filled)}"
        self.send(changes)

    def send(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()

    def wait(self, seconds: float) -> list[str]:
        """The keys that were pressed, after `seconds` at most. Ctrl-L draws everything, and Ctrl-Z
        stops the program."""
        keys = self._keys.wait(seconds)
        if REDRAW in keys:
            self._size = (0, 0)
        if self._signals:
            self._obey_signals()
        return [key for key in keys if key != REDRAW]

    def _obey_signals(self) -> None:
        self._close()
        if signal.SIGTSTP in self._signals:
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
        self._signals.clear()
        self._open()

    def _open(self) -> None:
        self._keys.grab()
        self.send(_OPEN)
        self._size = (0, 0)

    def _close(self) -> None:
        self._keys.release()
        with suppress(OSError):  # the terminal is gone
            self.send(_CLOSE)

    def _rendered(self, line: Text) -> str:
        with self._console.capture() as capture:
            self._console.print(line, end="", soft_wrap=True, highlight=False)
        return capture.get()


@contextmanager
def _noted(signals: set[int], *names: str) -> Iterator[None]:
    """Put signals into a set instead of obeying them, unless they were ignored; so the program
    stops between two frames, never in the middle of one."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # only the main thread can
    with ExitStack() as stack:
        for number in numbers:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before = signal.signal(number, lambda number, _: signals.add(number))
                stack.callback(signal.signal, number, before or signal.SIG_DFL)
        yield


@contextmanager
def _apart_from_agents() -> Iterator[None]:
    """What is printed inside comes out afterwards, so that it doesn't spoil what is drawn. Agents
    can't read what is typed, so that they don't wait for the keys of the view."""
    keyboard = sys.stdin
    streams, texts = (sys.stdout, sys.stderr), (io.StringIO(), io.StringIO())
    try:
        sys.stdin = io.StringIO()
        with redirect_stdout(texts[0]), redirect_stderr(texts[1]):
            yield
    finally:
        sys.stdin = keyboard
        for stream, text in zip(streams, texts, strict=True):
            with suppress(OSError):  # the terminal is gone
                stream.write(text.getvalue())
                stream.flush()


PATIENCE = 0.25
"""Seconds after which an escape that nothing has followed is the key: on a slow line the rest of a
sequence comes late."""
REDRAW = "redraw"
"""Ctrl-L, which is meant for the canvas."""

_SEQUENCES = {
    "up": ("\x1b[A", "\0H"),
    "down": ("\x1b[B", "\0P"),
    "right": ("\x1b[C", "\0M"),
    "left": ("\x1b[D", "\0K"),
    "home": ("\x1b[H", "\x1b[1~", "\x1b[7~", "\0G"),
    "end": ("\x1b[F", "\x1b[4~", "\x1b[8~", "\0O"),
    "page_up": ("\x1b[5~", "\0I"),
    "page_down": ("\x1b[6~", "\0Q"),
    "f1": ("\x1b[P", "\x1b[11~", "\x1b[[A", "\0;"),
    "f11": ("\x1b[23~", "\0\x85"),
    "enter": ("\r", "\n", "\x1b[M"),
    "tab": ("\t",),
    "backspace": ("\x7f", "\b"),
    "escape": ("\x1b",),
    REDRAW: ("\x0c",),
}
"""What is sent for keys; with a null, on Windows."""
_NAMES = {sent: key for key, sequences in _SEQUENCES.items() for sent in sequences}
_SENT = re.compile(
    r"""\0.
    | \x1b+(?:\[\[?|O)[0-?]*[ -/]*[@-Z\\-~]?  # with Alt there is one more escape
    | \x1b+[^\x1b]
    | .""",
    re.DOTALL | re.VERBOSE,
)
_UNFINISHED = re.compile(r"\x1b(?:(?:\[\[?|O)[0-?]*[ -/]*)?\Z")


class NoKeyboardError(PacgridError):
    """A person is to play, and the program's input is no terminal."""


def key_names(sent: str) -> list[str]:
    r"""The keys for what a terminal sends; those without a name are left out.

    >>> key_names("W\x1b[A\x1b[15~.\x1b")
    ['w', 'up', '.', 'escape']
    """
    names = []
    for key in _SENT.findall(sent):
        letter = key.lower() if len(key) == 1 and key.isprintable() else ""
        names.append(_NAMES.get(key.replace("\x1bO", "\x1b["), letter))
    return [name for name in names if name]


class Keys:
    def wait(self, seconds: float) -> Sequence[str]:
        """The keys that were pressed, by name; waits for about `seconds` if there are none.

        Raises OSError if the terminal is gone.
        """
        raise NotImplementedError

    def grab(self) -> None:
        """Have the terminal send keys at once, and not echo them."""

    def release(self) -> None:
        """Leave the terminal as it was before."""


class UnixKeys(Keys):
    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._input = sys.stdin
        self._modes: list[Any] | None = None

    def wait(self, seconds: float) -> Sequence[str]:
        sent = self._read(seconds)
        while _UNFINISHED.search(sent) and (rest := self._read(PATIENCE)):
            sent += rest
        return key_names(sent)

    def grab(self) -> None:
        import termios
        import tty

        self._modes = self._modes or termios.tcgetattr(self._input)
        tty.setcbreak(self._input, termios.TCSADRAIN)  # which keeps what was typed ahead

    def release(self) -> None:
        import termios

        if self._modes is not None:
            with suppress(termios.error):  # it is gone
                termios.tcsetattr(self._input, termios.TCSADRAIN, self._modes)
            self._modes = None

    def _read(self, seconds: float) -> str:
        from select import select

        if not select([self._input], [], [], seconds)[0]:
            return ""
        sent = os.read(self._input.fileno(), 1024)
        if not sent:
            raise OSError(errno.EIO, "the terminal was closed")
        return self._decoder.decode(sent)


class WindowsKeys(Keys):
    """The keys of a console of Windows, which sends them at once and doesn't echo them."""

    def wait(self, seconds: float) -> Sequence[str]:
        import msvcrt

        if not msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            time.sleep(seconds)
        names: list[str] = []
        while msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            sent: str = msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
            if sent == "\x03":
                raise KeyboardInterrupt
            if sent in "\0\xe0":
                sent = "\0" + msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
            names += key_names(sent)
        return names


class NoKeys(Keys):
    """Instead of a person: leaves every game that is over."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        self._sleep = sleep

    def wait(self, seconds: float) -> Sequence[str]:
        self._sleep(seconds)
        return ["enter"]


def terminal_keys() -> Keys | None:
    """The keys of the program's own terminal; None when its input is no terminal."""
    try:
        is_terminal = sys.stdin.isatty()
    except (AttributeError, ValueError):  # it was closed
        is_terminal = False
    if not is_terminal:
        return None
    return WindowsKeys() if sys.platform == "win32" else UnixKeys()
