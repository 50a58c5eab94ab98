"""The lost games of a test, as reports name them, and the names of games' files."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from .last_chance import LastChance
from .outcome import Outcome
from .played_game import GameNoun, PlayedGame
from .turning_point import TurningPoint

MOST_PAGES = 3
"""How many lost games of a test have a page. A page takes half a second to make."""
_MOST_NAMED = 3


@dataclass(frozen=True)
class LostGame:
    """A lost game, and the page that plays it."""

    seed: int
    page: str = ""
    """The page's relative address; "" if there is none."""
    last_chance: LastChance | None = None
    """When it could still have been saved."""
    turning_point: TurningPoint | None = None
    """The move that cost most, if that is known."""
    noun: GameNoun = "seed"
    """What the number in `seed` is."""

    @property
    def label(self) -> str:
        """`seed 103`, or `game 3`."""
        return f"{self.noun} {self.seed}"

    @property
    def begins(self) -> str:
        """From where its page plays it."""
        if self.turning_point:
            return "from the move that cost most"
        if self.last_chance:
            return "from the last round in which you could be saved"
        return "from the start"


def lost_games(question: str, outcome: Outcome, pages: str = "") -> tuple[LostGame, ...]:
    """The lost games of a question's test; the first ones have a page in the folder `pages`, if it
    is given."""
    with_page = MOST_PAGES if pages else 0
    return tuple(
        LostGame(
            game.seed,
            quote(f"{pages}/{game_name(question, outcome.number, game)}.html")
            * (place < with_page),
            game.last_chance,
            game.turning_point,
            game.noun,
        )
        for place, game in enumerate(outcome.lost)
    )


def lost_lines(games: Sequence[LostGame | PlayedGame]) -> list[str]:
    """`lost with seeds 103, 105` or `lost games 3, 5`, for lost games, and a line for each of which
    is known where it was thrown away, or could still have been saved; nothing if there are none."""
    if not games:
        return []
    named = ", ".join(str(game.seed) for game in games[:_MOST_NAMED])
    more = f" and {len(games) - _MOST_NAMED} more" if len(games) > _MOST_NAMED else ""
    noun = games[0].noun
    lost = f"lost{' with' * (noun == 'seed')} {noun}{'s' * (len(games) > 1)}"
    return [
        f"{lost} {named}{more}",
        *(
            f"{noun} {game.seed} {game.turning_point or game.last_chance}"
            for game in games
            if game.turning_point or game.last_chance
        ),
    ]


def game_name(question: str, test: int, game: PlayedGame) -> str:
    """The name of the files, without suffix, of a game in the test with that number."""
    return f"{question}-{test}-{game.noun}-{game.seed}"
