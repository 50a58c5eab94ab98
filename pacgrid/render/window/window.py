"""The window: paints games as they go on, and hears keys and mouse."""

import sys
from collections.abc import Collection
from types import TracebackType
from typing import Self

from pacgrid.records.description import pairing
from pacgrid.render.window.desk import Desk, desk_size
from pacgrid.render.window.sdl import open_display, pygame
from pacgrid.render.window.spectator import Spectator
from pacgrid.render.window.x11 import Connection
from pacgrid.session.game_source import GameSource
from pacgrid.session.loss import DisplayLostError
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK, Theme

PICTURES_PER_SECOND = 60
LONGEST_PICTURE = 0.1
"""Seconds; when the computer was busy for longer, the game doesn't leap to catch up."""
THREAD_SECONDS = 0.001
"""How long a thinking agent may hold the interpreter while a picture is due."""
ORDINARY_SCREEN = 1080
"""On a screen so many pixels high, letters are as large as they are meant to be."""
SMALLEST = (160, 120)
HELD, REPEATED = 350, 60
"""Milliseconds after which a key that is held down counts again, and then each time."""

_UNDESTROYED: list[pygame.Window | None] = []
"""Windows of screens that are gone: SDL would wait for ever for the server to take them away."""


class Window:
    """A window that shows games, one after the other or side by side; use it in a `with` statement.

    Args:
        speed: rounds a second.
        linger: seconds that a result stays; None: until a key is pressed.
        overlays: what is laid over the boards at first.

    What a person changes by keys stays for the next games. Raises NoScreenError where there is no
    screen.
    """

    def __init__(
        self,
        *,
        speed: float = 6,
        linger: float | None = None,
        theme: Theme = DARK,
        overlays: Collection[Overlay] = (),
    ) -> None:
        self.speed = speed
        self.linger = linger
        self.overlays = set(overlays)
        self.shows: tuple[GameSource, ...] = ()
        """What is on, or was at last: other games than at first if somebody took over."""
        self.desk = Desk(theme)
        self.window: pygame.Window | None = None
        """What is open, if it is."""
        self._full = False
        self._connection: Connection | None = None

    def __enter__(self) -> Self:
        open_display()
        self._connection = Connection()
        self._thread_seconds = sys.getswitchinterval()
        sys.setswitchinterval(THREAD_SECONDS)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.setswitchinterval(self._thread_seconds)
        if self._is_lost:
            _UNDESTROYED.append(self.window)
            return
        if self.window is not None:
            self.window.destroy()
            self.window = None
        pygame.display.quit()

    def watch(self, *shows: GameSource) -> NextAction:
        """Show games until they have ended and were looked at, or until the person leaves them.

        Raises DisplayLostError when the screen goes away meanwhile.
        """
        self.shows = shows
        window = self._opened(shows)
        player = Player(*shows, speed=self.speed)
        player.overlays = self.overlays
        spectator = Spectator(player, self.desk, self._switch_full_screen)
        try:
            return self._run(window, spectator)
        finally:
            player.leave()
            self.shows = player.shows
            self.speed = player.speed

    def _run(self, window: pygame.Window, spectator: Spectator) -> NextAction:
        clock = pygame.time.Clock()
        player = spectator.player
        while True:
            surface = window.get_surface()
            scale = surface.get_width() / window.size[0]
            self.desk.screen = unit_of_screen() * scale
            for event in pygame.event.get():
                if (wish := spectator.hear(event, scale)) is not None:
                    return wish
            if self.linger is not None and player.since_end > self.linger:
                return NextAction.NEXT_GAME
            spectator.advance(min(clock.tick(PICTURES_PER_SECOND) / 1000, LONGEST_PICTURE))
            surface = window.get_surface()
            spectator.paint(surface)
            window.flip()
            if self._is_lost:
                raise DisplayLostError

    def _opened(self, shows: tuple[GameSource, ...]) -> pygame.Window:
        title = "Pacgrid: " + ", ".join(pairing(show.agents) for show in shows)
        if self.window is None:
            unit = unit_of_screen()
            size = desk_size(shows, pygame.display.get_desktop_sizes()[0], unit)
            self.window = pygame.Window(title, size, resizable=True, allow_high_dpi=True)
            self.window.minimum_size = SMALLEST
            pygame.key.set_repeat(HELD, REPEATED)
            pygame.key.start_text_input()
        self.window.title = title
        return self.window

    def _switch_full_screen(self) -> None:
        assert self.window is not None
        self._full = not self._full
        if self._full:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()

    @property
    def _is_lost(self) -> bool:
        return self._connection is not None and self._connection.is_lost


def unit_of_screen() -> float:
    """How much larger things are to be than on an ordinary screen, in quarters."""
    height = pygame.display.get_desktop_sizes()[0][1]
    return min(max(round(4 * height / ORDINARY_SCREEN) / 4, 1), 4)
