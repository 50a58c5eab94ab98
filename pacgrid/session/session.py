"""What sessions have in common: what renderers know of them, settings, and sheets.

Keys, clicks and time go in, and frames come out: see `frame`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

from pacgrid.games.game_setup import GameSetup
from pacgrid.session.frame import Frame, Overlay, Sheet, SheetRow
from pacgrid.session.key_commands import STEP_FACTOR, Command
from pacgrid.session.themes import DARK, Theme, other_background, other_colours


class Session(ABC):
    """Something that a person watches or plays, without a pixel.

    A session decides everything. A renderer draws its frames and passes on keys, clicks and time.
    """

    settings: "Settings"
    next_action: "NextAction | None" = None
    """What follows the session; None until it is over."""
    sheets: "Sheets"
    """The sheet that is open, if one is: it is told of clicks on its rows and tabs."""

    @property
    def person_plays(self) -> bool:
        """Whether a person plays, so that a keyboard is needed."""
        return False

    @property
    def steering(self) -> bool:
        """Whether a person plays and hasn't reached the end of their game."""
        return False

    @property
    def busy(self) -> bool:
        """Whether a move that a person made is still being played: keys typed ahead should wait."""
        return False

    @abstractmethod
    def frame(self) -> Frame:
        """What to show now."""

    @abstractmethod
    def advance(self, seconds: float) -> None:
        """Let time pass. Nothing moves while a sheet is open."""

    @abstractmethod
    def press(self, key: str, *, repeated: bool = False) -> None:
        """Handle a key; `repeated` if it is auto-repeat of a key held down."""

    @abstractmethod
    def seek(self, ply: int) -> None:
        """The timeline was clicked at that ply, or step: show it, or the nearest one there is."""

    @abstractmethod
    def choose_target(self, number: int) -> None:
        """The target with that number on a diagram was clicked. It may be gone by now."""

    def close(self) -> None:
        """End what is watched."""


class Renderer(Protocol):
    """Draws a session's frames, and tells the session about keys, clicks and time.

    A renderer decides nothing.
    """

    real_time: bool
    """Whether the first arrow key starts the clock; else each arrow key makes one move."""

    def show(self, session: Session) -> None:
        """Show `session` until its `next_action` is set."""


class NextAction(Enum):
    """What a person wants after a session."""

    NEXT_GAME = auto()
    """The next game or the menu, if there is one."""
    PLAY_AGAIN = auto()
    """One more game of the same kind."""
    QUIT = auto()


SLOWEST, FASTEST = 0.5, 240.0
SPEED, PLAYER_SPEED = 6.0, 4.0
"""Rounds per second: to watch, and for a person to play."""
MOVES_PER_SECOND = 1.5
"""Moves per second of board games."""


def usual_speed(setup: GameSetup, *, person_plays: bool) -> float:
    """The speed of a game until somebody changes it."""
    if not setup.in_real_time:
        return MOVES_PER_SECOND
    return PLAYER_SPEED if person_plays else SPEED


@dataclass
class Settings:
    """How games are shown. Keys change the settings, and the next session keeps them."""

    speed: float = SPEED
    """Rounds, or moves, or steps per second."""
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


_REPEATED = frozenset({"up", "down", "left", "right", "page_up", "page_down"})
"""The keys that auto-repeat on a sheet."""


class OpenSheet(ABC):
    """A sheet that is open. It closes itself by setting `is_open`."""

    is_open = True

    @abstractmethod
    def press(self, key: str) -> None:
        """A key was pressed."""

    @abstractmethod
    def choose_row(self, row: int) -> None:
        """A row was clicked."""

    def choose_tab(self, tab: int) -> None:
        """A tab was clicked, of a sheet that has some."""

    @abstractmethod
    def sheet(self) -> Sheet:
        """What to show."""


class HelpSheet(OpenSheet):
    """What the keys do; scrolled if not all rows fit."""

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        self.visible_rows = len(rows)
        """How many rows fit on the screen."""
        self._rows = tuple(SheetRow(*row) for row in rows)
        self._scroll = 0

    def press(self, key: str) -> None:
        steps = {"down": 1, "up": -1, "page_down": 8, "page_up": -8, " ": 8}
        last = max(len(self._rows) - self.visible_rows, 0)
        scroll = min(max(self._scroll + steps.get(key, 0), 0), last)
        if key not in steps or (key == " " and scroll == self._scroll):
            self.is_open = False
        self._scroll = scroll

    def choose_row(self, row: int) -> None:  # noqa: ARG002
        self.is_open = False

    def sheet(self) -> Sheet:
        fits = self.visible_rows >= len(self._rows)
        hint = "any key: close" if fits else "↑ ↓ scroll   any other key: close"
        return Sheet("Keys", self._rows, scroll=self._scroll, hint=hint)


class Sheets:
    """Where a session keeps its open sheet, which gets all keys and clicks.

    Args:
        sheet: the sheet that is open at first.
        used: called with a sheet after a key or a click that may have changed or closed it.
    """

    def __init__(
        self, sheet: OpenSheet | None = None, used: Callable[[OpenSheet], None] | None = None
    ) -> None:
        self.open: OpenSheet | None = sheet
        self._used = used

    @property
    def shown(self) -> Sheet | None:
        """What to show of the open sheet."""
        return self.open.sheet() if self.open else None

    def press(self, key: str, *, repeated: bool = False) -> bool:
        """Pass a key to the open sheet; return whether there is one."""
        if self.open is None:
            return False
        if not repeated or key in _REPEATED:
            self.open.press(key)
            self._after_use()
        return True

    def choose_row(self, row: int) -> None:
        """A row was clicked. It may be gone by now."""
        if self.open and row < len(self.open.sheet().rows):
            self.open.choose_row(row)
            self._after_use()

    def choose_tab(self, tab: int) -> None:
        """A tab was clicked. It may be gone by now."""
        if self.open and tab < len(self.open.sheet().tabs):
            self.open.choose_tab(tab)

    def page(self, rows: int) -> None:
        """Scroll the help by pages of this many rows."""
        if isinstance(self.open, HelpSheet):
            self.open.visible_rows = rows

    def _after_use(self) -> None:
        sheet = self.open
        if sheet and not sheet.is_open:
            self.open = None
        if sheet and self._used:
            self._used(sheet)
