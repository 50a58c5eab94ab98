"""An `EvalAgentTest`: whole games with thresholds."""

from itertools import islice
from typing import Annotated, Literal, Self

from pydantic import Field

from pacgrid.cs188.ghosts import ghosts_of
from pacgrid.records.record import Record

from ...model.played_game import PlayedGame
from ...model.strict_model import Option
from ..game_record import game_record
from .course_kind import CourseLayout, CourseTest


class CourseGames(CourseTest):
    """Games that one instance of `agent` plays, all on one stream of random numbers.

    Each threshold that is reached gives a point, but none count if a minimum is missed. The case
    itself always passes.
    """

    noun = "games"
    kind: Literal["course_games"] = "course_games"
    layout: CourseLayout
    options: dict[str, Option] = Field(default_factory=dict)
    """The options that the agent is built with: words as in the file, or 1 for a word alone."""
    ghosts: str
    """The ghosts as in the file, such as `[RandomGhost(1)]`; see `pacgrid.cs188.ghosts`."""
    games: Annotated[int, Field(ge=1)]
    seed: int
    max_time: int
    """Seconds for all moves of the agent in a game."""
    score_minimum: int | None = None
    """For the average score."""
    wins_minimum: int | None = None
    non_timeout_minimum: int | None = None
    """For the number of games that were not timed out."""
    score_thresholds: list[int] = Field(default_factory=list)
    wins_thresholds: list[int] = Field(default_factory=list)
    non_timeout_thresholds: list[int] = Field(default_factory=list)
    same_random: bool = False
    """Whether the agent and the ghosts draw from one stream, as in the original."""
    weight: float | None = None
    """What `points` in the file says; only some questions use it."""

    @property
    def points(self) -> float:
        thresholds = self.score_thresholds, self.wins_thresholds, self.non_timeout_thresholds
        return sum(map(len, thresholds))

    @property
    def full_size(self) -> int:
        return self.games

    @property
    def agent_options(self) -> dict[str, Option]:
        return dict(self.options)

    def shortened(self, most: int, /) -> Self:
        """Of fewer games, as large a share must be won and not timed out."""
        games = min(self.games, most)
        share = games / self.games

        def scaled(count: int) -> int:
            return max(1, round(count * share))

        wins, timely = self.wins_minimum, self.non_timeout_minimum
        changes = {
            "games": games,
            "wins_thresholds": [*map(scaled, self.wins_thresholds)],
            "non_timeout_thresholds": [*map(scaled, self.non_timeout_thresholds)],
            "wins_minimum": wins and scaled(wins),
            "non_timeout_minimum": timely and scaled(timely),
        }
        return self.model_copy(update=changes)

    def record_of(self, game: PlayedGame, _answer: str, /) -> Record:
        """A game in which the agent fails just stops."""
        ghosts = islice(ghosts_of(self.ghosts), len(self.layout.ghosts))
        players = (self.agent, *(ghost.name for ghost in ghosts))
        return game_record(game, self.layout, players, forfeits=False)
