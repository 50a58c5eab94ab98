"""The choice that is offered to who wants to take over: in whose place, and who plays on there."""

from pacgrid.agent_loader import AgentError
from pacgrid.session.game_source import GameSource
from pacgrid.session.keyboard import NAME
from pacgrid.session.player import Player
from pacgrid.session.takeover import candidates, take_over


class Offer:
    """A menu that hears keys: arrows, digits and letters choose, Enter takes, Escape leaves it as
    it was. How it looks is left to the views."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seats = [
            (number, seat)
            for number, show in enumerate(player.shows)
            for seat in range(len(show.agents))
        ]
        """All places: the game's number, and the agent's in it."""
        self.place = 0
        """Which of them is chosen."""
        self.row = 0
        """Which of the names is chosen."""
        self.names = self._found()
        """Who could play on in the chosen place."""
        self.trouble = ""
        """Why it couldn't be done."""
        self.taken = False
        """Whether somebody has taken over."""

    @property
    def show(self) -> GameSource:
        """The game in which a place is chosen."""
        return self.player.shows[self.seats[self.place][0]]

    @property
    def seat(self) -> int:
        """The agent whose place is chosen."""
        return self.seats[self.place][1]

    @property
    def name(self) -> str:
        """Who is chosen."""
        return self.names[self.row]

    def press(self, key: str) -> bool:
        """Hear a key; False if the menu is to go away."""
        self.trouble = ""
        match key:
            case "escape" | "q" | "t":
                return False
            case "enter":
                return not self.take()
            case "up" | "down":
                self.row = (self.row + (1 if key == "down" else -1)) % len(self.names)
            case "left" | "right" | "tab":
                self.choose_place(self.place + (-1 if key == "left" else 1))
            case _ if key.isdecimal() and 1 <= int(key) <= len(self.names):
                self.row = int(key) - 1
            case _ if len(key) == 1:
                self._search(key)
        return True

    def choose_place(self, place: int) -> None:
        """Choose a place; beyond the last one is the first."""
        self.place = place % len(self.seats)
        self.names = self._found()
        self.row = min(self.row, len(self.names) - 1)

    def take(self) -> bool:
        """Do it; False, and `trouble` says why, if it can't be done."""
        number = self.seats[self.place][0]
        if self.player.state(number).is_terminal:
            self.trouble = "the game is over at this point: step back first"
            return False
        elsewhere = (show for show in self.player.shows if show is not self.show)
        if self.name == NAME and any(show.person for show in elsewhere):
            self.trouble = "the keyboard already controls an agent in another game"
            return False
        ply = min(self.player.after, len(self.show.states) - 1)
        try:
            branch = take_over(self.show, ply, self.seat, self.name)
        except AgentError as error:
            self.trouble = str(error)
            return False
        self.player.replace(number, branch)
        self.taken = True
        return True

    def _found(self) -> list[str]:
        return candidates(self.show, self.seat)

    def _search(self, letter: str) -> None:
        """The next name that begins with that letter."""
        names = self.names
        later = [(self.row + step) % len(names) for step in range(1, len(names) + 1)]
        self.row = next((n for n in later if names[n].lower().startswith(letter)), self.row)
