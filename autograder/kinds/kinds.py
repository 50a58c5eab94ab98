"""The kinds of tests that an assignment in TOML may have."""

from .games.games import Games
from .games.ghost_games import GhostGames
from .kind import GradedTest
from .positions import Positions
from .search.search import Search

KINDS: dict[str, type[GradedTest]] = {
    "games": Games,
    "ghosts": GhostGames,
    "positions": Positions,
    "search": Search,
}
"""By what `kind` says. A new kind needs nothing else than its class and a line here."""
