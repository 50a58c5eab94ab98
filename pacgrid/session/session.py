"""The common part of sessions: their contract with renderers, commands, settings and sheets.

Keys, clicks and time go in, and frames come out: see `frame`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

from pacgrid.games.game_setup import GameSetup
from pacgrid.session.frame import BOARD_OVERLAYS, Frame, Overlay, Sheet, SheetRow, overlays_for
from pacgrid.session.themes import DARK, Theme, other_background, other_colours

Rows = tuple[tuple[str, str], ...]


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

    def press(self, key: str, *, repeated: bool = False) -> None:
        """Handle a key; `repeated` if it is auto-repeat of a key held down."""
        if self.sheets.press(key, repeated=repeated) or self._press_own(key, repeated):
            return
        command = KEYS.get(key)
        if command and (not repeated or command in REPEATED) and not self.settings.change(command):
            self._run(command)

    @abstractmethod
    def seek(self, ply: int) -> None:
        """The timeline was clicked at that ply, or step: show it, or the nearest one there is."""

    @abstractmethod
    def choose_target(self, number: int) -> None:
        """The target with that number on a diagram was clicked. It may be gone by now."""

    def close(self) -> None:
        """End what is watched."""

    @property
    @abstractmethod
    def at_end(self) -> bool:
        """Whether the end is shown."""

    @abstractmethod
    def help_rows(self) -> Rows:
        """What keys do, and the keys."""

    @abstractmethod
    def _press_own(self, key: str, repeated: bool) -> bool:
        """Handle a key that has a meaning of its own here; return whether it has one."""

    def _run(self, command: "Command") -> None:
        """Run a command that doesn't change the settings; here those of all sessions."""
        match command:
            case Command.HELP:
                self.sheets.open = HelpSheet(self.help_rows())
            case Command.NEXT_GAME if self.at_end:
                self.next_action = NextAction.NEXT_GAME
            case Command.QUIT:
                self.next_action = NextAction.QUIT


class Renderer(Protocol):
    """Draws a session's frames, and tells the session about keys, clicks and time.

    A renderer decides nothing.
    """

    real_time: bool
    """Whether the first arrow key starts the clock; else each arrow key makes one move."""

    def show(self, session: Session) -> None:
        """Show `session` until its `next_action` is set."""


class NextAction(Enum):
    NEXT_GAME = auto()
    """The next game or the menu, if there is one."""
    PLAY_AGAIN = auto()
    QUIT = auto()


STEP_FACTOR = 1.25


class Command(Enum):
    """What a key can do, apart from steering and overlays. A command's value are its keys."""

    PAUSE = (" ", "p")
    ROUND_BACK = ("left", "<")
    ROUND_FORWARD = ("right", ">")
    PLY_BACK = (",",)
    PLY_FORWARD = (".",)
    START = ("home",)
    END = ("end",)
    PREVIOUS_MISTAKE = ("b",)
    NEXT_MISTAKE = ("n",)
    TURNING_POINT = ("x",)
    SLOWER = ("-",)
    FASTER = ("+", "=")
    TAKE_OVER = ("t",)
    COLOURS = ("c",)
    BACKGROUND = ("l",)
    FULL_SCREEN = ("f", "f11")
    HELP = ("?", "h", "f1")
    PLAY_AGAIN = ("r",)
    NEXT_GAME = ("enter",)
    QUIT = ("q", "escape")


KEYS: dict[str, Command] = {key: command for command in Command for key in command.value}
"""Commands by key. While a person plays, the keys that steer take precedence."""
INSIGHT_KEY = "i"
"""While a person chooses moves, it shows what agents think: numbers play moves then."""
OVERLAY_KEYS: dict[str, Overlay] = {overlay.key: overlay for overlay in Overlay}
STEPS = frozenset(
    {Command.ROUND_BACK, Command.ROUND_FORWARD, Command.PLY_BACK, Command.PLY_FORWARD}
)
MISTAKES = frozenset({Command.PREVIOUS_MISTAKE, Command.NEXT_MISTAKE, Command.TURNING_POINT})
REPEATED = STEPS | {Command.SLOWER, Command.FASTER}
SLOWEST, FASTEST = 0.5, 240.0
SPEED, PLAYER_SPEED = 6.0, 4.0
"""Rounds per second: to watch, and for a person to play."""
MOVES_PER_SECOND = 1.5


def usual_speed(setup: GameSetup, *, person_plays: bool) -> float:
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
    full_screen: bool = False

    def change_speed(self, factor: float) -> None:
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


_PAUSE = ("space  P", "pause or resume; at the end, watch again")
_PLY = (",  .", "step back or forward by a ply (one agent moves)")
_STEERED: Rows = (
    ("← ↑ ↓ →  WASD", "steer; while paused, make one move"),
    ("space  P", "pause or resume"),
    (".", "while paused, stand still for one move"),
    ("<  ,", "step back a round or one move; an arrow returns to your game"),
)
_CHOSEN: Rows = (
    ("← ↑ ↓ →", "select a move"),
    ("Enter", "play it; at the end: next game or close"),
    ("1-9", "play the move with that number; a click plays one, too"),
    ("<  >", "step back or forward to where you move"),
    ("", "in an earlier position, another move undoes what followed"),
    (",  .", "step back or forward by a ply"),
    _PAUSE,
    ("I", "show what agents think"),
)
_MISTAKES = ("B  N  X", "the previous, next, costliest bad move")
_TAKE_OVER = ("T", "take over: you or another agent plays on from here")


def help_rows(
    *, steering: bool, arrows_step: bool, analysed: bool = False, in_real_time: bool = True
) -> Rows:
    """The keys and what they do.

    Args:
        steering: whether a person plays.
        arrows_step: whether the arrows step through the game.
        analysed: whether there is an analysis of the game.
        in_real_time: whether a person steers; in other games, they choose a move.
    """
    arrows = "← →  < >" if arrows_step else "<  >"
    first: Rows
    last: Rows
    if in_real_time:
        rounds = (arrows, "step back or forward by a round (every agent moves once)")
        first = _STEERED if steering else (_PAUSE, rounds, _PLY)
        overlays = [(each.key, each.meaning) for each in overlays_for(analysed=analysed)]
        last = (_TAKE_OVER, ("Enter", "at the end: next game, menu or close"))
    elif steering:
        first, overlays, last = _CHOSEN, [], ()
    else:
        rounds = (arrows, "step back or forward to where an agent moves")
        ply = (",  .", "step back or forward by a ply, which may be a roll of the die")
        first = (_PAUSE, rounds, ply)
        overlays = [(each.key, each.label) for each in BOARD_OVERLAYS]
        last = (_TAKE_OVER, ("Enter", "at the end: next game or close"))
    return (
        *first,
        ("Home  End", "go to the start or the end"),
        *((_MISTAKES,) if analysed else ()),
        ("+  -", "faster, slower"),
        *((key, f"show: {shown}") for key, shown in overlays),
        *last,
        ("C  L", "colours for the colour-blind; light or dark background"),
        ("F", "full screen"),
        ("R", "play again: start a new game"),
        ("?", "this help"),
        ("Q  Esc", "close"),
    )


HELP = help_rows(steering=False, arrows_step=True, analysed=True)
"""What the keys do while nobody plays an analysed game."""
BOARD_HELP = help_rows(steering=False, arrows_step=True, in_real_time=False)
"""What the keys do while nobody plays a board game."""
