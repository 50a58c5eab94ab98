"""The leaderboard: the first of a ladder's pages."""

from collections.abc import Mapping, Sequence

from ..table import LadderTable
from ..table_text import summary
from .expectation import Expectation
from .game_pages import GamePage
from .notable_games import NotableGames
from .results_grid import head_to_head
from .standing_view import standing_views
from .template import template


def leaderboard_page(
    table: LadderTable,
    notable: Sequence[NotableGames],
    pages: Mapping[int, GamePage],
    links: Mapping[str, str],
) -> str:
    """The leaderboard of a published `table`, as one self-contained HTML page.

    Args:
        notable: the games to watch first.
        pages: by the game's id, pages in the folder `games` that play it.
        links: by name, the entrants' pages.
    """
    return template("leaderboard.html.j2")(
        table=table,
        summary=summary(table),
        standings=standing_views(table),
        grids=head_to_head(table),
        notable=[kind for kind in notable if kind.games],
        expected=Expectation(table).of,
        titles={row.name: row.title for row in table.layouts},
        problems=[row for row in table.entrants if row.problem],
        entrants=[row for row in table.entrants if not row.is_anchor],
        anchors=[row for row in table.entrants if row.is_anchor],
        pages=pages,
        links=links,
        up="",
    )
