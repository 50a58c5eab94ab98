"""The window: shows the frames of a session, plays its sounds, and passes on what keys and mouse
do."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Self

import numpy as np

from pacgrid.render.sdl import open_display, pygame
from pacgrid.render.window.canvas import Canvas, Point
from pacgrid.render.window.painter import Painter
from pacgrid.session.scene import NOTES, EventKind, Note
from pacgrid.session.session import NextAction, Session
from pacgrid.session.themes import DARK

FRAMES_PER_SECOND = 60
STILL = 50
"""Milliseconds between two frames while nothing moves and no key is pressed."""
LONGEST_FRAME = 0.1
"""Seconds; when the computer was busy for longer, the game doesn't leap to catch up."""
THREAD_SECONDS = 0.001
"""How long a thinking agent may hold the interpreter while a frame is due."""
SMALLEST, PART_OF_SCREEN = (160, 120), 0.85
"""How many pixels a window has at least, and how much of the screen's sides when it opens."""
HELD, REPEATED = 350, 60
"""Milliseconds after which a key that is held down counts again, and then each time."""
WHEEL = 60
"""Units that a panel scrolls for a step of the wheel."""
_NAMED = "up down left right home end escape tab backspace f1 f11 page_up page_down"
_NAMES = {getattr(pygame, f"K_{name.replace('_', '').upper()}"): name for name in _NAMED.split()}
_NAMES |= {pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter", pygame.K_SPACE: " "}
_SHORTCUTS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
RATE = 44_100
"""Samples per second."""
VOLUME, FADE = 0.2, 0.005
"""A note that doesn't start and end in so many seconds clicks."""


class Window:
    """Shows sessions, one after the other; use it in a `with` statement.

    Raises NoScreenError where there is no screen.
    """

    real_time = True

    def __init__(self) -> None:
        self.window: pygame.Window | None = None
        """What is open, if it is."""
        self._painter = Painter()
        self._pointer = Pointer(self._painter)
        self._held: set[int] = set()
        self._full_screen = False

    def __enter__(self) -> Self:
        open_display()
        self._sounds = Sounds()
        self._thread_seconds = sys.getswitchinterval()
        sys.setswitchinterval(THREAD_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setswitchinterval(self._thread_seconds)
        self._sounds.close()
        if self.window is not None:
            self.window.destroy()
            self.window = None
        pygame.display.quit()

    def show(self, session: Session) -> None:
        """Show frames until the session's next action is set; closing the window sets it, too."""
        clock = pygame.time.Clock()
        window = self.window = self.window or _opened()
        while session.next_action is None:
            frame = session.frame()
            if frame.full_screen != self._full_screen:
                self._full_screen = frame.full_screen
                if frame.full_screen:
                    window.set_fullscreen(desktop=True)
                else:
                    window.set_windowed()
            if window.title != (title := f"Pacgrid: {frame.caption.players}"):
                window.title = title
            self._painter.paint(window.get_surface(), frame)
            window.flip()
            self._sounds.play(frame.sounds)
            if self._painter.sheet_rows:
                session.sheets.page(self._painter.sheet_rows)
            if not frame.moving:
                self.hear(pygame.event.wait(STILL), session)
            for event in pygame.event.get():
                self.hear(event, session)
            session.advance(min(clock.tick(FRAMES_PER_SECOND) / 1000, LONGEST_FRAME))

    def hear(self, event: pygame.Event, session: Session) -> None:
        """Tell the session what happened."""
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                session.next_action = NextAction.QUIT
            case pygame.KEYDOWN:
                if name := name_of(event):
                    session.press(name, repeated=event.key in self._held)
                self._held.add(event.key)
            case pygame.KEYUP:
                self._held.discard(event.key)
            case pygame.WINDOWFOCUSLOST:
                self._held.clear()
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                self._pointer.press(self._scaled(event.pos), session)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                self._pointer.release()
            case pygame.MOUSEMOTION:
                self._pointer.move(self._scaled(event.pos), session)
            case pygame.MOUSEWHEEL:
                self._pointer.turn_wheel(event.y, session)

    def _scaled(self, point: Point) -> Point:
        """In pixels of the surface, of which there may be several for a step of the mouse."""
        assert self.window
        scale = self.window.get_surface().get_width() / self.window.size[0]
        return round(point[0] * scale), round(point[1] * scale)


def _opened() -> pygame.Window:
    size = tuple(round(PART_OF_SCREEN * side) for side in pygame.display.get_desktop_sizes()[0])
    window = pygame.Window("Pacgrid", size, resizable=True, allow_high_dpi=True)
    window.minimum_size = SMALLEST
    icon = Canvas(pygame.Surface((64, 64), pygame.SRCALPHA), DARK, 1)
    icon.agent(0, 64, icon.area.center)
    window.set_icon(icon.surface)
    pygame.key.set_repeat(HELD, REPEATED)
    pygame.key.start_text_input()
    return window


class Pointer:
    """Turns what the mouse does in a window into calls of a session; `painter` has painted it."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._dragging = False
        self._point = (0, 0)

    def press(self, point: Point, session: Session) -> None:
        """The left button goes down."""
        for target in reversed(self._painter.targets):
            if target.area.collidepoint(point):
                self._dragging = target.drag
                target.click(session, point)
                break

    def move(self, point: Point, session: Session) -> None:
        """The mouse goes there."""
        self._point = point
        for target in self._painter.targets:
            if self._dragging and target.drag:
                target.click(session, point)

    def release(self) -> None:
        """The button goes up."""
        self._dragging = False

    def turn_wheel(self, steps: int, session: Session) -> None:
        """The wheel is turned; towards the person if `steps` is negative."""
        painter = self._painter
        panel = next((each for each in painter.panels if each.area.collidepoint(self._point)), None)
        if painter.sheet_rows:
            session.press("up" if steps > 0 else "down")
        elif panel:
            panel.scroll(-round(steps * WHEEL * painter.areas.unit))
        elif not painter.has_timeline:
            pass  # there is nothing to go back to
        elif any(area.collidepoint(self._point) for area in painter.diagrams):
            session.press("," if steps > 0 else ".")
        else:
            session.press("<" if steps > 0 else ">")


def name_of(event: pygame.Event) -> str:
    """The name of the key that went down: `left`, `page_up`, `a`; empty for a shortcut of the
    system, and for a key that has no meaning by itself."""
    if event.mod & _SHORTCUTS:
        return ""
    letter: str = event.unicode.lower() if event.unicode.isprintable() else ""
    return _NAMES.get(event.key, letter)


class Sounds:
    """Plays the tunes of events; opens the mixer with the first of them."""

    def play(self, kinds: Iterable[EventKind]) -> None:
        """Play the tunes of these events; nothing where there is no sound device."""
        for kind in kinds:
            if kind in self._tunes:
                self._tunes[kind].play()

    def close(self) -> None:
        """Close the mixer; it doesn't open again."""
        self._tunes = {}
        pygame.mixer.quit()

    @cached_property
    def _tunes(self) -> dict[EventKind, pygame.mixer.Sound]:
        try:
            with _quiet_libraries():
                pygame.mixer.init(RATE, size=-16, channels=1, buffer=512, allowedchanges=0)
        except pygame.error:
            return {}
        return {kind: pygame.sndarray.make_sound(samples(notes)) for kind, notes in NOTES.items()}


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Drop what C libraries write to stderr: ALSA says a lot where there is no device."""
    stderr, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nowhere)


def samples(notes: Iterable[Note]) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """A tune as a wave of 16 bits."""
    waves = []
    for hertz, seconds in notes:
        times = np.arange(int(RATE * seconds)) / RATE
        loudness = np.minimum(1, np.minimum(times, seconds - times) / FADE)
        waves.append(VOLUME * loudness * np.sin(2 * np.pi * hertz * times))
    return (32767 * np.concatenate(waves)).astype(np.int16)
