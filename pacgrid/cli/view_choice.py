"""The options that say where and how games are shown."""

from dataclasses import dataclass, field
from typing import Annotated

import typer

from pacgrid.cli.options import OptionError
from pacgrid.cli.view import View, WebOptions
from pacgrid.games.game_setup import GameSetup
from pacgrid.session.frame import BOARD_OVERLAYS, Overlay
from pacgrid.session.session import MOVES_PER_SECOND, PLAYER_SPEED, SPEED, Settings
from pacgrid.session.themes import THEMES, ThemeName


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
    speed: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            metavar="N",
            help="Rounds per second; in a round, every agent moves once."
            f" Default: {SPEED:g}; {PLAYER_SPEED:g} when you play. With --game: moves per second.",
        ),
    ] = None
    theme: Annotated[
        ThemeName,
        typer.Option(metavar="THEME", help=f"Colours: {', '.join(ThemeName)}."),
    ] = ThemeName.DARK
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
        overlays, speed = self.overlay or (), PLAYER_SPEED if person else SPEED
        if not setup.in_real_time:
            speed = MOVES_PER_SECOND
            for overlay in overlays:
                if overlay not in BOARD_OVERLAYS:
                    names = ", ".join(BOARD_OVERLAYS)
                    raise OptionError(f"--overlay {overlay}: only Pac-Man has it; choose {names}")
        shown = {*overlays, *([Overlay.BEST_MOVE] if analysed else ())}
        return Settings(self.speed or speed, THEMES[self.theme], shown)
