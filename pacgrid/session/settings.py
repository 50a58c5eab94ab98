"""Settings that people change, and that outlive a game."""

from dataclasses import dataclass, field

from pacgrid.session.key_commands import STEP_FACTOR, Command
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import DARK, Theme, other_background, other_colours

SLOWEST, FASTEST = 0.5, 240.0
SPEED, PLAYER_SPEED = 6.0, 4.0
"""Rounds per second: to watch, and for a person to play."""
MOVES_PER_SECOND = 1.5
"""Of board games."""


@dataclass
class Settings:
    """How games are shown. Keys change the settings, and the next session keeps them."""

    speed: float = SPEED
    """Rounds per second."""
    theme: Theme = DARK
    overlays: set[Overlay] = field(default_factory=set)
    sound: bool = False
    full_screen: bool = False

    def change_speed(self, factor: float) -> None:
        """Multiply the speed by `factor`, within limits."""
        self.speed = min(max(self.speed * factor, SLOWEST), FASTEST)

    def change(self, command: Command) -> bool:
        """Run a command that changes how everything is shown; return whether it is one."""
        match command:
            case Command.SLOWER:
                self.change_speed(1 / STEP_FACTOR)
            case Command.FASTER:
                self.change_speed(STEP_FACTOR)
            case Command.COLOURS:
                self.theme = other_colours(self.theme)
            case Command.BACKGROUND:
                self.theme = other_background(self.theme)
            case Command.FULL_SCREEN:
                self.full_screen = not self.full_screen
            case _:
                return False
        return True
