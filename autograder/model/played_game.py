"""A game of a test."""

from dataclasses import dataclass
from typing import Any, Literal

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

from .last_chance import LastChance
from .turning_point import TurningPoint

GameNoun = Literal["seed", "game"]


@dataclass(frozen=True)
class PlayedGame:
    """A game of a test, from which its record can be made again."""

    seed: int
    won: bool
    """Whether the submission won it: as Pac-Man; or as ghosts, by catching him."""
    score: int
    actions: str = ""
    """All actions that were played, ghosts' included, as in a record: `NESW`, and `-` to stop."""
    failure: Failure | None = None
    """Why the submission forfeited the game, if it did."""
    last_chance: LastChance | None = None
    """When a lost game could still have been saved, if it is one of the first and that is known."""
    turning_point: TurningPoint | None = None
    """The move that cost most, if the test has its lost games analysed and this is one of them."""
    analysis: str = ""
    """What each of Pac-Man's moves cost, as JSON, if the game was analysed."""
    noun: GameNoun = "seed"
    """What the number in `seed` is: a `game` of a course's test cases has only its own number."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["actions"])


def game_json(game: PlayedGame) -> dict[str, Any]:
    data = {"seed": game.seed, "won": game.won, "score": game.score}
    point = game.turning_point
    return data | ({"turning_point": vars(point)} if point else {})
