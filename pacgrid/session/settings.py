"""Settings that people change, and that outlive a game."""

from dataclasses import dataclass, field

from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import DARK, Theme

SLOWEST, FASTEST = 0.5, 240.0
SPEED, PLAYER_SPEED = 6.0, 4.0
"""Rounds per second: to watch, and for a person to play."""


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
