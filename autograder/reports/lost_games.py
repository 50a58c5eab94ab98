"""The lost games of a test, as reports name them, and the names of games' files."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from pacgrid.autograder.grade import Outcome

MOST_PAGES = 3
"""How many lost games of a test have a page. A page takes half a second to make."""
_MOST_NAMED = 3


@dataclass(frozen=True)
class LostGame:
    """A lost game, and the page that plays it."""

    seed: int
    page: str = ""
    """The page's relative address; "" if there is none."""


def lost_games(question: str, outcome: Outcome, pages: str = "") -> tuple[LostGame, ...]:
    """The lost games of a question's test; the first ones have a page in the folder `pages`, if it
    is given."""
    with_page = MOST_PAGES if pages else 0
    return tuple(
        LostGame(
            seed,
            quote(f"{pages}/{game_name(question, outcome.number, seed)}.html")
            * (place < with_page),
        )
        for place, seed in enumerate(game.seed for game in outcome.lost)
    )


def lost_line(seeds: Sequence[int]) -> str:
    """`lost with seeds 103, 105`, for the seeds of lost games; "" if there are none."""
    if not seeds:
        return ""
    named = ", ".join(map(str, seeds[:_MOST_NAMED]))
    more = f" and {len(seeds) - _MOST_NAMED} more" if len(seeds) > _MOST_NAMED else ""
    return f"lost with {'seed' if len(seeds) == 1 else 'seeds'} {named}{more}"


def game_name(question: str, test: int, seed: int) -> str:
    """The name of the files, without suffix, of a game in the test with that number."""
    return f"{question}-{test}-seed-{seed}"
