"""The table of a ladder: what `ladder.json` says."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from .game_result import ForfeitKind
from .pairing import Role


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Rank(_Part):
    """A place in a standing."""

    rank: int
    """From 1. Anchors have the rank that they would have: they take none from entrants."""
    name: str
    is_anchor: bool = False
    rating: float
    """In percent of what a board is worth."""
    low: float | None
    high: float | None
    """Ends of the 95 % interval; None if there are too few games."""
    above_next: float | None
    """The probability that it is stronger than the next entrant; None for the last one, for
    anchors, or if there are too few games."""
    games: int
    """Finished games in this role, or in both."""


class Standings(_Part):
    """Three orders of merit, the strongest first."""

    overall: list[Rank] = []
    """Those who play both roles. The rating is the sum of both."""
    pacman: list[Rank] = []
    ghosts: list[Rank] = []

    @property
    def by_name(self) -> dict[str, list[Rank]]:
        """Those that aren't empty, by `overall`, `pacman` or `ghosts`."""
        listed = {"overall": self.overall, "pacman": self.pacman, "ghosts": self.ghosts}
        return {name: ranks for name, ranks in listed.items() if ranks}


class RoleRecord(_Part):
    """What somebody achieved in one role."""

    agent: str
    """The class in the file, or the name of the anchor."""
    games: int
    """Finished games."""
    wins: int
    """Games won by Pac-Man if it is Pac-Man; games that Pac-Man didn't win if it is the ghosts."""
    average: float | None
    """The mean score of Pac-Man in these games, of forfeits as the rules fix it."""
    forfeits: int
    """Games that it forfeited."""


class EntrantRow(_Part):
    """An entrant or an anchor."""

    name: str
    """Unique."""
    is_anchor: bool = False
    roles: dict[Role, RoleRecord] = {}
    """None if it can't play."""
    problem: str = ""
    """Why it can't play, or not all that it seems to."""
    digest: str = ""
    """A hash of the files; "" for an anchor."""
    path: str = ""
    """The copy of its main file, for `pacgrid play`; "" for an anchor, or if there is no copy."""
    unfinished: int = 0
    """Games that nobody could finish, such as by a fault of Pacgrid."""


class LayoutRow(_Part):
    """A layout."""

    name: str
    """As on the command line; unique."""
    title: str
    """Without folder and suffix."""
    rows: list[str]
    """The drawing."""
    win_score: int
    """Points for all food and the win: 100 %."""
    loss_score: int
    """Points for being caught at once: 0 %."""
    games: int
    average: float | None
    """Pac-Man's mean score."""
    expected: float
    """The percentage that the mean anchors get against each other."""


class GameRow(_Part):
    """A game."""

    id: int
    """From 1, in the order of the pairings."""
    pacman: str
    ghosts: str
    layout: str
    number: int
    """Counts the games of these two on this layout, from 0."""
    score: int | None
    """None: it wasn't finished."""
    percent: float | None
    won: bool
    """Whether Pac-Man won."""
    ending: str
    """Such as `won`, `caught`, `round limit` or `forfeit`; `not finished`."""
    rounds: int
    forfeit: Role | None = None
    """Who forfeited it."""
    kind: ForfeitKind | None = None
    reason: str = ""
    seed: int
    pacman_seed: int
    key: str
    """Under which the journal has the moves."""
    command: str
    """Shows the game again: the words of `pacgrid play`. "" if an entrant has no copy."""


class MatchRow(_Part):
    """All matches of two who both play both roles: in each, both play Pac-Man and ghosts, on the
    same layout with the same seeds."""

    first: str
    second: str
    matches: int
    won: int
    """Matches in which `first` scored more as Pac-Man than `second` did."""
    drawn: int
    lost: int
    difference: float
    """The mean difference of the scores."""


class MeetingRow(_Part):
    """All finished games of a Pac-Man against some ghosts."""

    pacman: str
    ghosts: str
    games: int
    wins: int
    average: float


class ForfeitRow(_Part):
    """Why somebody forfeited games."""

    name: str
    role: Role
    kind: ForfeitKind
    reason: str
    games: int
    example: int
    """The id of the first of these games."""


class LadderTable(_Part):
    """A ladder that was played."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    kind: Literal["pacgrid ladder"] = "pacgrid ladder"
    version: Literal[1, 2] = 2
    """Of the format. The first one also has the standings of earlier runs, which are ignored."""
    title: str
    written: datetime
    """When a run first found this, in UTC."""
    engine: str
    """The version of Pacgrid and Python."""
    sandbox: str
    rounds: int
    """Pac-Man's moves after which a game is cut off."""
    until: float | None
    top: int | None
    is_decided: bool
    """Whether the order is known as well as `until` asks for."""
    notes: list[str] = []
    """What readers must know: entrants that can't be compared, and the like."""
    layouts: list[LayoutRow]
    standings: Standings
    entrants: list[EntrantRow]
    """In the order of their names, the anchors last."""
    matches: list[MatchRow]
    meetings: list[MeetingRow]
    forfeits: list[ForfeitRow]
    games: list[GameRow]

    @property
    def main(self) -> list[str]:
        """Which standings decide: `overall`, or each role's."""
        entrants = [rank for rank in self.standings.overall if not rank.is_anchor]
        return ["overall"] if len(entrants) > 1 else ["pacman", "ghosts"]

    def game(self, number: int) -> GameRow:
        """The game with that id."""
        return self.games[number - 1]
