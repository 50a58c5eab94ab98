"""Shows games in the terminal: drawn in place and steered by keys, or printed."""

import time
from collections import deque
from collections.abc import Callable, Collection
from contextlib import ExitStack
from dataclasses import replace
from shutil import get_terminal_size

from rich.console import Console

from pacgrid.errors import PacgridError
from pacgrid.render.terminal.canvas import Canvas, prints_kept
from pacgrid.render.terminal.job_control import noted_signals, raise_if_ended, suspend
from pacgrid.render.terminal.keys import Keys, NoKeyboardError, terminal_keys
from pacgrid.render.terminal.screen import LEAST_COLUMNS, complaint, picture, screen
from pacgrid.render.terminal.sitting import Sitting
from pacgrid.render.terminal.style import Style
from pacgrid.session.game_source import GameSource
from pacgrid.session.loss import DisplayLostError
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import FASTEST, QUICK_ANSWER, Player
from pacgrid.session.scene import VANISHING
from pacgrid.session.themes import DARK, Theme

TICK = 0.05
"""Seconds between two pictures."""
LONGEST_TICK = 0.25
"""Seconds; when the computer was busy for longer, the game doesn't leap to catch up."""


class TooSmallError(PacgridError):
    """There is no room to draw in."""


class TerminalLostError(DisplayLostError):
    """The terminal that was drawn in is gone."""

    def __init__(self) -> None:
        PacgridError.__init__(self, "the terminal was closed")


class TerminalView:
    """Draws games with rich: in place on a terminal, with the keys of the window; elsewhere it
    prints the first and the last position.

    Args:
        speed: rounds a second.
        linger: seconds that a result stays; None: until a key is pressed. Without a keyboard, a
            game that is over is left at once.
        keys: where keys come from, if it isn't the terminal.
        clock, sleep: seconds from anywhere on, and a way to let some go by without keys.
        patience: seconds that a picture waits for a move; None: as long as it takes.
    """

    def __init__(
        self,
        console: Console,
        *,
        speed: float = 6,
        linger: float | None = None,
        theme: Theme = DARK,
        overlays: Collection[Overlay] = (),
        keys: Keys | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        patience: float | None = QUICK_ANSWER,
    ) -> None:
        self._console = console
        self.speed = speed
        self.linger = linger
        self.theme = theme
        self.overlays = frozenset(overlays)
        self.shows: tuple[GameSource, ...] = ()
        """What is on, or was at last: other games than at first if somebody took over."""
        self._keys = keys
        self._clock, self._sleep = clock, sleep
        self._patience = patience
        self._animated = (
            console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows
        )
        self._unicode = not (console.options.ascii_only or console.is_dumb_terminal)

    def watch(self, *shows: GameSource) -> NextAction:
        """Show games side by side until all have ended and were looked at, or until the person
        leaves them.

        Raises:
            NoKeyboardError: a person is to play, and there is no keyboard.
            TooSmallError: nothing can be drawn.
            TerminalLostError: the terminal has gone away meanwhile.
        """
        self.shows = shows
        keys = self._keys or terminal_keys()
        person = any(show.person for show in shows)
        if person and keys is None:
            raise NoKeyboardError(
                "playing yourself needs a keyboard; to watch an agent: pacgrid play alpha_beta"
            )
        if not self._animated and self._width < LEAST_COLUMNS:
            raise TooSmallError(complaint(self._width))
        patience = self._patience if self._animated else None
        player = Player(*shows, speed=self.speed, patience=patience)
        player.overlays |= self.overlays
        sitting = Sitting(player, self.theme, has_keys=keys is not None)
        try:
            return self._sit(sitting, keys)
        except BrokenPipeError:
            raise
        except OSError:
            if keys is None and not self._animated:
                raise
            raise TerminalLostError from None
        finally:
            player.leave()
            self.shows = player.shows
            self.speed, self.theme = player.speed, sitting.theme
            self.overlays = frozenset(player.overlays)

    def _sit(self, sitting: Sitting, keys: Keys | None) -> NextAction:
        if self._animated:
            wish = self._draw(sitting, keys)
            columns, _ = self._console.size
            if columns >= LEAST_COLUMNS:
                self._print(sitting, columns)
            return wish
        if sitting.player.person and keys:
            return self._print_turns(sitting, keys)
        self._print(sitting)
        sitting.player.speed = FASTEST
        while not sitting.player.over:
            sitting.advance(1)
        sitting.advance(VANISHING)
        self._print(sitting)
        return NextAction.NEXT_GAME

    # In place.

    def _draw(self, sitting: Sitting, keys: Keys | None) -> NextAction:
        """Draw until there is a wish."""
        canvas = Canvas(self._console)
        with ExitStack() as stack:
            noted = stack.enter_context(noted_signals())
            stack.enter_context(prints_kept())
            if keys:
                stack.callback(keys.release)
                keys.grab()
            stack.callback(canvas.close)
            canvas.open()
            typed: deque[str] = deque()
            before = self._clock()
            drawn: object = None
            wish: NextAction | None = None
            while wish is None:
                wanted = canvas.size if _rests(sitting) else None
                if wanted is None or wanted != drawn:
                    style = self._style(sitting)
                    canvas.draw(screen(sitting, *canvas.size, style), style.ground)
                heard = self._wait(keys, 0 if typed and sitting.listens else TICK)
                drawn = None if heard or typed or noted else wanted
                typed += heard
                now = self._clock()
                sitting.advance(min(now - before, LONGEST_TICK))
                before = now
                wish = self._hear(sitting, typed, canvas) or self._enough(sitting, keys)
                self._mind(noted, canvas, keys)
        if wish is NextAction.NEXT_GAME and sitting.player.over:
            sitting.advance(VANISHING)
        return wish

    def _wait(self, keys: Keys | None, seconds: float) -> "deque[str]":
        if keys:
            return deque(keys.wait(seconds))
        self._sleep(seconds)
        return deque()

    def _hear(self, sitting: Sitting, typed: "deque[str]", canvas: Canvas) -> NextAction | None:
        while typed and sitting.listens:
            key = typed.popleft()
            if key == "redraw":
                canvas.forget()
            elif wish := sitting.press(key):
                return wish
        return None

    def _enough(self, sitting: Sitting, keys: Keys | None) -> NextAction | None:
        """Whether a result has been shown for long enough."""
        player = sitting.player
        if not player.over or sitting.sheet:
            return None
        if keys is None or (self.linger is not None and player.since_end > self.linger):
            return NextAction.NEXT_GAME
        return None

    def _mind(self, noted: set[str], canvas: Canvas, keys: Keys | None) -> None:
        """Do what signals want."""
        if not noted:
            return
        raise_if_ended(noted)
        if "SIGTSTP" in noted:
            canvas.close()
            if keys:
                keys.release()
            suspend(noted)
            canvas.open()
        noted.discard("SIGCONT")
        if keys:
            keys.grab()
        canvas.forget()

    # Printed.

    def _print_turns(self, sitting: Sitting, keys: Keys) -> NextAction:
        """Print every position in which the person is to move."""
        with ExitStack() as stack:
            stack.callback(keys.release)
            keys.grab()
            typed: deque[str] = deque()
            printed: object = None
            wish: NextAction | None = None
            while wish is None:
                while not sitting.player.still:
                    sitting.advance(1)
                sitting.advance(0)
                if sitting.seen_end:
                    wish = NextAction.NEXT_GAME
                    sitting.advance(VANISHING)
                shown = sitting.player.after, sitting.seen_end, sitting.sheet
                if sitting.player.still and shown != printed and not typed:
                    self._print(sitting, keys=wish is None)
                    printed = shown
                if wish is None:
                    typed += () if typed else keys.wait(TICK)
                    if typed:
                        wish = sitting.press(typed.popleft())
        return wish

    def _print(self, sitting: Sitting, columns: int | None = None, *, keys: bool = False) -> None:
        style = self._style(sitting)
        if columns is None and self._console.is_terminal:
            columns = self._width
        for line in picture(sitting, columns, style, keys=keys):
            if self._animated:
                line.style = style.ground
            self._console.print(line, soft_wrap=True, highlight=False)

    def _style(self, sitting: Sitting) -> Style:
        """Without colours, ghosts wear their numbers."""
        if self._console.no_color or not self._console.color_system:
            return Style(replace(sitting.theme, numbered=True), self._unicode, colours=False)
        return Style(sitting.theme, self._unicode)

    @property
    def _width(self) -> int:
        """The columns of the terminal; rich doesn't look how wide a dumb one is."""
        width = self._console.width
        if not self._console.is_dumb_terminal:
            return width
        return min(width, get_terminal_size((width, 24)).columns)


def _rests(sitting: Sitting) -> bool:
    """Whether the next picture will be like this one, if nobody presses a key."""
    player = sitting.player
    if player.over:
        return player.since_end > VANISHING
    return player.still or sitting.sheet is not None
