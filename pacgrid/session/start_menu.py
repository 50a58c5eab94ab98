"""The menu that `pacgrid play` opens with: the agents, the layout and the speed."""

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass

from pacgrid.errors import PacgridError
from pacgrid.records.description import display_name
from pacgrid.session.frame import Sheet, SheetRow
from pacgrid.session.game_source import GameSource
from pacgrid.session.settings import Settings

SPEEDS = (2.0, 3.0, 4.0, 6.0, 10.0)
"""Rounds per second."""
LABELS = ("Pac-Man", "Layout", "Ghosts")
SPEED_ROW, START_ROW = 3, 4


@dataclass(frozen=True)
class GameChoice:
    """The names that a person chose."""

    pacman: str
    layout: str
    ghosts: str
    """The agent of every ghost, or a team."""


class StartMenu:
    """Lets a person choose a game, which is shown behind the menu.

    Args:
        pacmen, layouts, ghosts: the names to choose from, with descriptions.
        build: makes the chosen game; may raise PacgridError.
        settings: the menu changes their speed.
        choice: the first choice; default: the first names.
    """

    def __init__(
        self,
        pacmen: Mapping[str, str],
        layouts: Mapping[str, str],
        ghosts: Mapping[str, str],
        build: Callable[[GameChoice], GameSource],
        settings: Settings,
        choice: GameChoice | None = None,
    ) -> None:
        self.is_open = True
        self.cancelled = False
        self.row = START_ROW
        """The selected row."""
        self.problem = ""
        """Why the chosen game can't be played."""
        self._options = (pacmen, layouts, ghosts)
        self._build = build
        self._settings = settings
        self.choice = choice or GameChoice(*(next(iter(names)) for names in self._options))
        self.game: GameSource = build(self.choice)
        """The chosen game."""

    def press(self, key: str) -> None:
        match key:
            case "up" | "down" | "w" | "s":
                self.row = (self.row + (1 if key in ("down", "s") else -1)) % (START_ROW + 1)
            case "left" | "right" | "a" | "d":
                self._change(-1 if key in ("left", "a") else 1)
            case "enter" | " ":
                self.is_open = bool(self.problem)
            case "escape" | "q":
                self.is_open, self.cancelled = False, True

    def choose_row(self, row: int) -> None:
        """Choose the row's next value, or start."""
        self.row = row
        if row == START_ROW:
            self.press("enter")
        else:
            self._change(1)

    def choose_tab(self, tab: int) -> None:
        """There are no tabs."""

    def sheet(self) -> Sheet:
        values = [*map(display_name, astuple(self.choice)), f"{self._settings.speed:.3g} rounds/s"]
        rows = zip((*LABELS, "Speed"), values, strict=True)
        return Sheet(
            "Pacgrid",
            (*(SheetRow(label, f"‹ {value} ›") for label, value in rows), SheetRow("Start")),
            self.row,
            subtitle=self._description(),
            hint="↑ ↓ select   ← → change   Enter: start   Esc: close",
            problem=self.problem,
            aside=True,
        )

    def _description(self) -> str:
        """A sentence about the selected row."""
        if self.row == START_ROW:
            return "Eat all the food, and don't get caught."
        if self.row == SPEED_ROW:
            return "The keys + and - change it during the game."
        return self._options[self.row][astuple(self.choice)[self.row]]

    def _change(self, step: int) -> None:
        """Choose the next value of the selected row; after the last one comes the first."""
        if self.row == SPEED_ROW:
            self._settings.speed = _next_speed(self._settings.speed, step)
        if self.row >= SPEED_ROW:
            return
        chosen = list(astuple(self.choice))
        names = list(self._options[self.row])
        chosen[self.row] = names[(names.index(chosen[self.row]) + step) % len(names)]
        self.choice = GameChoice(*chosen)
        self.problem = ""
        try:
            self.game = self._build(self.choice)
        except PacgridError as error:
            self.problem = str(error)


def _next_speed(speed: float, step: int) -> float:
    """The next faster or slower of `SPEEDS`; after the last one comes the first."""
    speeds = SPEEDS[::step]
    return next((each for each in speeds if (each - speed) * step > 0), speeds[0])
