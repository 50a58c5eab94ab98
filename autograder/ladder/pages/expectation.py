"""What the fit of the ratings expects of each game."""

from ..role import Role
from ..table import GameRow, LadderTable


class Expectation:
    """What Pac-Man is expected to get in games of `table`, in percent of a board's worth: what the
    layout gives, plus the rating of Pac-Man, minus the rating of the ghosts."""

    def __init__(self, table: LadderTable) -> None:
        self._layouts = {row.name: row.expected for row in table.layouts}
        standings = {Role.PACMAN: table.standings.pacman, Role.GHOSTS: table.standings.ghosts}
        self._ratings = {
            role: {rank.name: rank.rating for rank in ranks} for role, ranks in standings.items()
        }

    def of(self, game: GameRow) -> float:
        """What Pac-Man is expected to get in that game."""
        pacman, ghosts = self._ratings[Role.PACMAN], self._ratings[Role.GHOSTS]
        return self._layouts[game.layout] + pacman[game.pacman] - ghosts[game.ghosts]

    def surplus(self, game: GameRow) -> float:
        """How much more Pac-Man got in that game, which was finished."""
        assert game.percent is not None
        return game.percent - self.of(game)
