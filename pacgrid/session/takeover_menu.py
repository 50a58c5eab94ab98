"""The menu to take over: which agent to replace, and by which other."""

from pacgrid.agent import AgentError
from pacgrid.records.description import display_name
from pacgrid.session.frame import Sheet, SheetRow, Tab
from pacgrid.session.game_source import LiveGame
from pacgrid.session.keyboard_agent import NAME
from pacgrid.session.playback import Playback
from pacgrid.session.takeover import candidates, take_over


class TakeoverMenu:
    """Arrows, digits and letters select, Enter takes over, Escape closes."""

    def __init__(self, playback: Playback, symbols: tuple[str, ...] = ()) -> None:
        self.is_open = True
        self.branch: tuple[int, LiveGame] | None = None
        """The number of the game that was taken over, and the game that replaces it."""
        self.tab = _first_tab(playback)
        """The selected agent."""
        self.row = 0
        """The selected name."""
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
