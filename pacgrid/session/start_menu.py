"""The menu that `pacgrid play` opens with: layout, opponents and speed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pacgrid.errors import PacgridError
from pacgrid.records.description import display_name
from pacgrid.session.frame import Sheet, SheetRow
from pacgrid.session.game_source import GameSource

SPEEDS = {"relaxed": 3.0, "normal": 4.0, "fast": 6.0, "very fast": 10.0}
"""Rounds per second."""


@dataclass(frozen=True)
class GameChoice:
    """A game to start."""

    pacman: str
    layout: str
    ghosts: str
    """The agent that plays every ghost."""


class StartMenu:
    """Lets a person choose a game; the boards show it meanwhile.

    Args:
        pacmen, layouts, ghosts: names to choose from; the first ones are the default.
        build: makes the game of a choice; may raise PacgridError.
    """

    def __init__(
        self,
        pacmen: Sequence[str],
        layouts: Sequence[str],
        ghosts: Sequence[str],
        build: Callable[[GameChoice], GameSource],
    ) -> None:
        self.is_open = True
        self.cancelled = False
        self.row = 4
        self.problem = ""
        self._build = build
        self._options: Mapping[str, Sequence[str]] = {
            "Pac-Man": pacmen,
            "Layout": layouts,
            "Ghosts": ghosts,
            "Speed": [*SPEEDS],
        }
        self._chosen = dict.fromkeys(self._options, 0) | {"Speed": [*SPEEDS].index("normal")}
        self.game: GameSource = build(self.choice)
        """The game that is chosen."""

    @property
    def choice(self) -> GameChoice:
        values = {label: names[self._chosen[label]] for label, names in self._options.items()}
        return GameChoice(values["Pac-Man"], values["Layout"], values["Ghosts"])

    @property
    def speed(self) -> float:
        """Rounds per second."""
        return [*SPEEDS.values()][self._chosen["Speed"]]

    def press(self, key: str) -> None:
        rows = len(self._options) + 1
        match key:
            case "up" | "down":
                self.row = (self.row + (1 if key == "down" else -1)) % rows
            case "left" | "right":
                self._change(-1 if key == "left" else 1)
            case "enter" | " ":
                self.is_open = bool(self.problem)
            case "escape" | "q":
                self.is_open, self.cancelled = False, True

    def choose_row(self, row: int) -> None:
        """Choose the row's next value, or start."""
        self.row = row
        if row == len(self._options):
            self.press("enter")
        else:
            self._change(1)

    def choose_tab(self, tab: int) -> None:
        """There are no tabs."""

    def sheet(self) -> Sheet:
        rows = [
            SheetRow(label, f"‹ {display_name(names[self._chosen[label]])} ›")
            for label, names in self._options.items()
        ]
        hint = "↑ ↓ select   ← → change   Enter: start   Esc: close"
        rows.append(SheetRow("Start"))
        return Sheet("Pacgrid", tuple(rows), self.row, hint=hint, problem=self.problem)

    def _change(self, step: int) -> None:
        if self.row == len(self._options):
            return
        label = [*self._options][self.row]
        self._chosen[label] = (self._chosen[label] + step) % len(self._options[label])
        if label == "Speed":
            return
        self.problem = ""
        try:
            self.game = self._build(self.choice)
        except PacgridError as error:
            self.problem = str(error)
