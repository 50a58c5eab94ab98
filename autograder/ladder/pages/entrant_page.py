"""An entrant's own page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..role import Role
from ..table import EntrantRow, GameRow, LadderTable, RoleRecord
from .charts import Scale, rating_bar
from .expectation import Expectation
from .game_pages import GamePage
from .notable_games import losses, opponent
from .results_grid import ResultsGrid, own_games
from .standing_view import StandingRow, StandingView
from .template import template


@dataclass(frozen=True)
class RoleView:
    """How somebody did in a role."""

    role: Role
    record: RoleRecord
    grid: ResultsGrid
    losses: tuple[GameRow, ...]
    games: tuple[GameRow, ...]

    def opponent(self, game: GameRow) -> str:
        return opponent(game, self.role)

    def won(self, game: GameRow) -> bool:
        return game.won == (self.role is Role.PACMAN)


def role_views(
    table: LadderTable,
    row: EntrantRow,
    games: Mapping[tuple[str, Role], Iterable[GameRow]],
    expectation: Expectation,
    most: int,
) -> list[RoleView]:
    """How the entrant in `row` did in each of its roles. At most `most` losses are listed of
    each."""
    views = []
    for role, record in row.roles.items():
        own = tuple(games.get((row.name, role), ()))
        lost = tuple(losses(own, role, expectation, most))
        views.append(RoleView(role, record, own_games(table, own, role), lost, own))
    return views


def entrant_page(
    table: LadderTable,
    row: EntrantRow,
    views: list[RoleView],
    standings: list[StandingView],
    pages: Mapping[int, GamePage],
    links: Mapping[str, str],
    expectation: Expectation,
) -> str:
    """The page of an entrant of a published `table`, as one self-contained HTML page in the folder
    `entrants`; other arguments as for the leaderboard."""
    own: list[tuple[StandingView, StandingRow]] = [
        (standing, each)
        for standing in standings
        for each in standing.rows
        if each.rank.name == row.name
    ]
    scale = Scale.of(each.rank for _, each in own)
    return template("entrant.html.j2")(
        table=table,
        row=row,
        views=views,
        own=own,
        bars=[rating_bar(each.rank, scale) for _, each in own],
        titles={layout.name: layout.title for layout in table.layouts},
        expected=expectation.of,
        forfeits=[each for each in table.forfeits if each.name == row.name],
        pages=pages,
        links=links,
        games_link=games_link(links[row.name]),
        up="../",
    )


def games_page(
    table: LadderTable,
    row: EntrantRow,
    views: list[RoleView],
    pages: Mapping[int, GamePage],
    links: Mapping[str, str],
) -> str:
    """The page of all games of an entrant, with the commands that repeat them."""
    return template("games.html.j2")(
        table=table,
        row=row,
        views=views,
        titles={layout.name: layout.title for layout in table.layouts},
        pages=pages,
        links=links,
    )


def games_link(link: str) -> str:
    """Where the games are of the entrant whose page is at `link`."""
    return f"{link.removesuffix('.html')}-games.html"
