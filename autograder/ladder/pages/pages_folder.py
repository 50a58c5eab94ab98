"""Writes all pages of a ladder."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pacgrid.common.files import atomic_write

from ...batch.journal import Journal
from ...reports.file_names import file_names
from ...reports.results_folder import writing
from ..role import Role
from ..table import GameRow, LadderTable
from .entrant_page import RoleView, entrant_page, games_link, games_page, role_views
from .expectation import Expectation
from .game_pages import GamePages, Run, in_turn
from .leaderboard_page import leaderboard_page
from .notable_games import notable_games
from .published import published
from .standing_view import standing_views

PAGES = "pages"
"""The folder, in that of the ladder."""
_ENTRANTS, _GAMES = "entrants", "games"
_MOST_LOSSES, _ALL_LOSSES = 2, 24
"""Games that an entrant lost in a role which have a page, and about how many in all."""


@dataclass(frozen=True)
class PagesFolder:
    """The pages of a `table` in the folder `path`, which has nothing else.

    Args:
        journal: has the moves of the games; without it, no game has a page.
        losses: how many lost games of an entrant in a role have a page; by default 2, or 1
            if there are many entrants.
    """

    path: Path
    table: LadderTable
    journal: Journal | None = None
    losses: int | None = None

    def write(
        self, run: Run = in_turn, watch: Callable[[int, int], object] = lambda *_: None
    ) -> Path:
        """Writes all pages, each atomically, and returns the first one. `run` and `watch` are for
        the pages of games: see `GamePages.write`.

        Raises JournalError or ResultsError.
        """
        table = published(self.table)
        entrants = [row for row in table.entrants if not row.is_anchor]
        names = _file_names([row.name for row in entrants])
        links = {
            row.name: f"{_ENTRANTS}/{name}.html" for row, name in zip(entrants, names, strict=True)
        }
        expectation, standings = Expectation(table), standing_views(table)
        games = _by_player(table)
        views = {
            row.name: role_views(table, row, games, expectation, self._most_losses)
            for row in entrants
        }
        writer = GamePages(self.path / _GAMES, table, self.journal)
        notable = notable_games(table, writer.food_left)
        shown = [*chain(*(kind.games for kind in notable)), *_lost(views)]
        pages = writer.write({game.id: game for game in shown}.values(), run, watch)
        self._remove_others([*links.values(), *map(games_link, links.values())])
        for row in entrants:
            own = views[row.name]
            text = entrant_page(table, row, own, standings, pages, links, expectation)
            self._write(links[row.name], text)
            if any(view.games for view in own):
                text = games_page(table, row, own, pages, links)
                self._write(games_link(links[row.name]), text)
        return self._write("index.html", leaderboard_page(table, notable, pages, links))

    @property
    def _most_losses(self) -> int:
        if self.losses is not None:
            return self.losses
        roles = sum(len(row.roles) for row in self.table.entrants if not row.is_anchor)
        return max(1, min(_MOST_LOSSES, _ALL_LOSSES // max(1, roles)))

    def _remove_others(self, names: Collection[str]) -> None:
        """Removes pages of entrants of an earlier run."""
        for path in (self.path / _ENTRANTS).glob("*.html"):
            if f"{_ENTRANTS}/{path.name}" not in names:
                with writing(path):
                    path.unlink(missing_ok=True)

    def _write(self, name: str, text: str) -> Path:
        path = self.path / name
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(path, text)
        return path


def _file_names(names: Sequence[str]) -> list[str]:
    """As `file_names`; none is that of another one's list of games."""
    found = file_names(names)
    clashes = {f"{name}-games".lower() for name in found}
    return [f"{name}-" if name.lower() in clashes else name for name in found]


def _lost(views: dict[str, list[RoleView]]) -> Iterator[GameRow]:
    """The lost games that entrants' pages show."""
    for own in views.values():
        for view in own:
            yield from view.losses


def _by_player(table: LadderTable) -> dict[tuple[str, Role], list[GameRow]]:
    games: dict[tuple[str, Role], list[GameRow]] = defaultdict(list)
    for game in table.games:
        games[game.pacman, Role.PACMAN].append(game)
        games[game.ghosts, Role.GHOSTS].append(game)
    return games
