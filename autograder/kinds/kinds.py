"""The kinds of tests that an assignment in TOML may have."""

from .exercise.exercise import Exercise
from .games.games import Games
from .kind import GradedTest
from .positions import Positions
from .search.search import Search

KINDS: dict[str, type[GradedTest]] = {
    "games": Games,
    "positions": Positions,
    "search": Search,
    "exercise": Exercise,
}
"""By what `kind` says. A new kind needs nothing else than its class and a line here."""
