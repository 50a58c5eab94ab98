"""The window: paints the frames of a session, and hears keys and mouse."""

import sys
from typing import Self

from pacgrid.render.window.canvas import Canvas, Point
from pacgrid.render.window.keys import name_of
from pacgrid.render.window.painter import Painter
from pacgrid.render.window.pointer import Pointer
from pacgrid.render.window.sdl import open_display, pygame
from pacgrid.render.window.sounds import Sounds
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
