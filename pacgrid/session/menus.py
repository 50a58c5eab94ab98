"""The menus: what to play, and who takes over."""

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass

from pacgrid.agent import AgentError
from pacgrid.errors import PacgridError
from pacgrid.records.description import display_name
from pacgrid.session.frame import Sheet, SheetRow, Tab
from pacgrid.session.game_source import NAME, GameSource, LiveGame
from pacgrid.session.playback import Playback
from pacgrid.session.session import OpenSheet, Settings
from pacgrid.session.takeover import candidates, take_over


class TakeoverMenu(OpenSheet):
    """Arrows, digits and letters select, Enter takes over, Escape closes."""

    def __init__(self, playback: Playback, symbols: tuple[str, ...] = ()) -> None:
        self.branch: tuple[int, LiveGame] | None = None
        """The number of the game that was taken over, and the game that replaces it."""
        self.tab = _first_tab(playback)
        """The number of the selected agent's tab."""
        self.row = 0
        """The number of the selected name."""
        self.problem = ""
        self._playback = playback
        self._tabs = tuple(
            Tab(agent, number, _label(playback, number, seat), symbols)
            for number, game in enumerate(playback.games)
            for agent, seat in enumerate(game.setup.players)
        )
        self.names = self._candidates()
        """The names of agents that could take over."""

    def press(self, key: str) -> None:
        self.problem = ""
        match key:
            case "escape" | "q" | "t":
                self.is_open = False
            case "enter":
                self._take_over()
            case "up" | "down":
                self.row = (self.row + (1 if key == "down" else -1)) % len(self.names)
            case "left" | "right" | "tab":
                self.choose_tab(self.tab + (-1 if key == "left" else 1))
            case _ if key.isdecimal() and 1 <= int(key) <= len(self.names):
                self.row = int(key) - 1
            case _ if len(key) == 1:
                self._search(key)

    def choose_row(self, row: int) -> None:
        """Take over with the name in that row."""
        self.row = row
        self.press("enter")

    def choose_tab(self, tab: int) -> None:
        """Select an agent; after the last one comes the first."""
        self.tab = tab % len(self._tabs)
        self.names = self._candidates()
        self.row = min(self.row, len(self.names) - 1)

    def sheet(self) -> Sheet:
        tab = self._tabs[self.tab]
        game = self._playback.games[tab.game]
        seat, name = game.setup.players[tab.agent], display_name(game.agents[tab.agent])
        where = f" in game {tab.game + 1}" if len(self._playback.games) > 1 else ""
        rows = (
            SheetRow(str(number) if number < 10 else "", display_name(name))
            for number, name in enumerate(self.names, start=1)
        )
        return Sheet(
            "Take over from here",
            tuple(rows),
            self.row,
            self._tabs,
            self.tab,
            subtitle=f"Replace {seat} ({name}){where} with",
            hint="← → agent   ↑ ↓ replacement   Enter: take over   Esc: close",
            problem=self.problem,
        )

    def _take_over(self) -> None:
        tab, name = self._tabs[self.tab], self.names[self.row]
        games = self._playback.games
        game = games[tab.game]
        ply = self._ply(tab)
        if game.states[ply].is_terminal:
            self.problem = "this game is over here; close this menu and step back with <"
            return
        if name == NAME and any(each.person_plays for each in games if each is not game):
            self.problem = "you already play in another game; choose another replacement"
            return
        try:
            self.branch = tab.game, take_over(game, ply, tab.agent, name)
        except AgentError as error:
            self.problem = str(error)
            return
        self.is_open = False

    def _ply(self, tab: Tab) -> int:
        """The ply at which the game of that tab would be taken over."""
        return min(self._playback.reached, len(self._playback.games[tab.game].states) - 1)

    def _candidates(self) -> list[str]:
        tab = self._tabs[self.tab]
        return candidates(self._playback.games[tab.game], tab.agent)

    def _search(self, letter: str) -> None:
        """Select the next name that begins with that letter."""
        names = self.names
        later = [(self.row + step) % len(names) for step in range(1, len(names) + 1)]
        self.row = next(
            (n for n in later if display_name(names[n]).lower().startswith(letter)), self.row
        )


def _first_tab(playback: Playback) -> int:
    """The agent that is selected at first: in a game without rounds, the one to move."""
    game = playback.games[0]
    if game.setup.has_rounds:
        return 0
    mover: int = game.states[min(playback.reached, len(game.states) - 1)].to_move
    return max(mover, 0)


def _label(playback: Playback, number: int, seat: str) -> str:
    return f"{seat}, game {number + 1}" if len(playback.games) > 1 else seat


SPEEDS = (2.0, 3.0, 4.0, 6.0, 10.0)
"""The speeds to choose from, in rounds per second."""
LABELS = ("Pac-Man", "Layout", "Ghosts")
SPEED_ROW, START_ROW = 3, 4


@dataclass(frozen=True)
class GameChoice:
    """The names that a person chose."""

    pacman: str
    layout: str
    ghosts: str
    """The agent of every ghost, or a team."""


class StartMenu(OpenSheet):
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
        self.cancelled = False
        self.row = START_ROW
        self.problem = ""
        """Why the chosen game can't be played."""
        self._options = (pacmen, layouts, ghosts)
        self._build = build
        self._settings = settings
        self.choice = choice or GameChoice(*(next(iter(names)) for names in self._options))
        self.game: GameSource = build(self.choice)

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
