"""What a session shows besides its games, and in which phase it is."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from pacgrid.session.events import EventKind
from pacgrid.session.frame import Sheet
from pacgrid.session.playback import Playback


class Phase(Enum):
    """What a session does now. It decides what keys do, and what a view says about them."""

    LINE = auto()
    """A line that was better than what was played is shown."""
    END = auto()
    EARLIER = auto()
    """A person who plays has stepped back."""
    COUNTDOWN = auto()
    READY = auto()
    """The game waits for a person to start the clock."""
    CHOICE = auto()
    """The game waits for a person's move."""
    STEERING = auto()
    """The clock runs, and a person steers."""
    WATCHING = auto()


@dataclass(frozen=True)
class ViewState:
    """What a person sees of a session besides its games: replaced as a whole, never changed."""

    enter_effect: str = "close"
    """What Enter does at the end: `next game`, `menu` or `close`."""
    real_time: bool = True
    """Whether a key starts the clock of a person who steers."""
    sheet: Sheet | None = None
    """The help or the menu that is open."""
    countdown: float = 0.0
    """Seconds until the game starts; 0 without a countdown."""
    started: bool = False
    """Whether a person who plays has started the clock or made a move."""
    own_game_ended: bool = False
    """Whether a person who steered has seen the end of their game."""
    notice: str = ""
    """Why the last key did nothing."""
    line_rounds: int = 0
    """How many rounds of the line that was better are shown; 0: the game itself."""
    selection: tuple[object, Any] | None = None
    """A position, and the action that a person has selected there."""
    analysing: bool = False
    """Whether it is being found out what the moves of a game cost."""
    sounds: tuple[EventKind, ...] = ()
    """The sounds of what happened since the last frame."""

    def steering(self, playback: Playback) -> bool:
        """Whether a person steers and hasn't reached the end of their game."""
        return playback.own_game is not None and not self.own_game_ended

    def newest(self, playback: Playback) -> int:
        """The last ply that can be shown; while a person steers, the last one of their game."""
        if playback.own_game and not self.own_game_ended:
            return len(playback.own_game.states) - 1
        return playback.last

    def looking_back(self, playback: Playback) -> bool:
        """Whether a person who steers has stepped back to an earlier position."""
        return self.steering(playback) and playback.idle and playback.after < self.newest(playback)

    def waits_for_start(self, playback: Playback) -> bool:
        """Whether the game waits for a person to start the clock."""
        return self.real_time and not self.started and self.steering(playback)

    def phase(self, playback: Playback) -> Phase:
        """What the session does now, whether a sheet is open or not."""
        if self.line_rounds:
            return Phase.LINE
        if playback.at_end:
            return Phase.END
        if not self.steering(playback):
            return Phase.CHOICE if playback.awaits_choice else Phase.WATCHING
        if self.looking_back(playback):
            return Phase.EARLIER
        if self.countdown:
            return Phase.COUNTDOWN
        if self.waits_for_start(playback):
            return Phase.READY
        return Phase.CHOICE if playback.paused else Phase.STEERING
