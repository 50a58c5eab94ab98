"""The options that say where and how games are shown."""

from dataclasses import dataclass

from pacgrid.cli.options import (
    BrowserOption,
    HostOption,
    OptionError,
    OverlayOption,
    PortOption,
    SpeedOption,
    ThemeOption,
    ViewOption,
    chosen_view,
    web_options,
)
from pacgrid.cli.view import View, WebOptions
from pacgrid.games.game_setup import GameSetup
from pacgrid.session.board_insight import BOARD_OVERLAYS
from pacgrid.session.overlays import Overlay
from pacgrid.session.settings import MOVES_PER_SECOND, PLAYER_SPEED, SPEED, Settings
from pacgrid.session.themes import THEMES, ThemeName


@dataclass(frozen=True)
class ViewChoice:
    """Where games are shown, and how at first."""

    view: ViewOption = None
    host: HostOption = None
    port: PortOption = None
    browser: BrowserOption = True
    speed: SpeedOption = None
    theme: ThemeOption = ThemeName.DARK
    overlay: OverlayOption = None

    @property
    def web(self) -> WebOptions:
        return web_options(self.host, self.port, browser=self.browser)

    def chosen(self, *, person: bool, unwatched: bool) -> View:
        """Where games are shown, as in `chosen_view`. Raises OptionError."""
        return chosen_view(self.view, self.web, person=person, unwatched=unwatched)

    def settings(
        self, setup: GameSetup, *, person: bool = False, analysed: bool = False
    ) -> Settings:
        """How games are shown at first. Raises OptionError for an overlay that the game hasn't."""
        overlays, speed = self.overlay or (), PLAYER_SPEED if person else SPEED
        if not setup.in_real_time:
            speed = MOVES_PER_SECOND
            for overlay in overlays:
                if overlay not in BOARD_OVERLAYS:
                    names = ", ".join(BOARD_OVERLAYS)
                    raise OptionError(f"--overlay {overlay}: only Pac-Man has it; choose {names}")
        shown = {*overlays, *([Overlay.BEST_MOVE] if analysed else ())}
        return Settings(self.speed or speed, THEMES[self.theme], shown)
