"""The leaderboard of a ladder: one page, from which games open that play in the browser."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import mean

from pacgrid.common.files import atomic_write

from ..batch.journal import Journal
from ..model.aim import counted
from ..reports.results_folder import writing
from ..reports.template import environment_of
from .game_pages import Run, in_turn, published_text, write_game_pages
from .pairing import Role
from .table import EntrantRow, GameRow, LadderTable, Rank
from .table_text import TITLES, interval, probability, summary

PAGES = "pages"
"""The folder of the page, in that of the ladder."""
SHADES = 4
"""Of the cells of a grid, on each side of the middle."""
_GAMES = "games"
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class StandingRow:
    """A row of a standing."""

    rank: Rank
    roles: Mapping[Role, Rank]
    """How it stands in the roles that the standing is about."""
    won: int
    """Games won in these roles."""
    forfeits: int
    games: Mapping[Role, int]
    """By role, the id of a game to watch."""


@dataclass(frozen=True)
class StandingView:
    """A standing as the page shows it."""

    name: str
    """`overall`, `pacman` or `ghosts`."""
    title: str
    rows: tuple[StandingRow, ...]
    is_main: bool


@dataclass(frozen=True)
class ResultsCell:
    """What a Pac-Man got against some ghosts."""

    text: str = ""
    """The mean percent; "" if there was no game."""
    shade: int = 0
    """From `-SHADES`, the worst for Pac-Man, to `SHADES`."""
    details: str = ""


@dataclass(frozen=True)
class ResultsGrid:
    """Who got what against whom: a row for each Pac-Man, a column for the ghosts of each."""

    columns: tuple[str, ...]
    rows: Mapping[str, tuple[ResultsCell, ...]]


def write_leaderboard(
    folder: Path,
    table: LadderTable,
    journal: Journal | None = None,
    run: Run = in_turn,
    watch: Callable[[int, int], object] = lambda *_: None,
) -> Path:
    """Writes the leaderboard of `table` and the pages of its games into `folder`, each atomically.
    Returns the leaderboard. It has nothing of the machine that it was made on, nor any code.

    The `journal` has the moves of the games; without it, none plays. `run` and `watch` are for the
    pages of games: see `write_game_pages`.

    Raises JournalError or ResultsError.
    """
    shown = {game.id: game for game in games_to_watch(table).values()}
    pages = write_game_pages(folder / _GAMES, table, shown.values(), journal, run, watch)
    path = folder / "index.html"
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        links = {number: f"{_GAMES}/{name}" for number, name in pages.items()}
        atomic_write(path, leaderboard_page(table, links))
    return path


def leaderboard_page(table: LadderTable, links: Mapping[int, str]) -> str:
    """The leaderboard of `table`, as one self-contained HTML page; `links` lead to pages that play
    games, by the game's id."""
    return _template()(
        table=table,
        summary=summary(table),
        standings=standings(table),
        grid=results_grid(table),
        problems=[row for row in table.entrants if row.problem],
        entrants=[row for row in table.entrants if not row.is_anchor],
        anchors=[row for row in table.entrants if row.is_anchor],
        links=links,
    )


def games_to_watch(table: LadderTable) -> dict[tuple[str, Role], GameRow]:
    """By entrant and role: a game against the strongest opponent that it has met. Forfeits don't
    count."""
    ranked = {Role.PACMAN: table.standings.ghosts, Role.GHOSTS: table.standings.pacman}
    places = {
        role: {rank.name: place for place, rank in enumerate(ranks)}
        for role, ranks in ranked.items()
    }
    entrants = {row.name for row in table.entrants if not row.is_anchor}
    found: dict[tuple[str, Role], tuple[int, GameRow]] = {}
    for game in table.games:
        if game.score is None or game.forfeit:
            continue
        for role, name, opponent in (
            (Role.PACMAN, game.pacman, game.ghosts),
            (Role.GHOSTS, game.ghosts, game.pacman),
        ):
            place = places[role].get(opponent, len(places[role]))
            known = found.get((name, role))
            if name in entrants and (known is None or place < known[0]):
                found[name, role] = place, game
    return {key: game for key, (_, game) in found.items()}


def standings(table: LadderTable) -> list[StandingView]:
    """All standings; those that decide come first."""
    main, by_name = table.main, table.standings.by_name
    return [
        StandingView(name, TITLES[name], tuple(_rows(table, name)), name in main)
        for name in sorted(by_name, key=lambda name: name not in main)
    ]


def _rows(table: LadderTable, name: str) -> Iterator[StandingRow]:
    entrants: dict[str, EntrantRow] = {row.name: row for row in table.entrants}
    watched = games_to_watch(table)
    shown = list(Role) if name == "overall" else [Role(name)]
    ranks = {
        role: {rank.name: rank for rank in table.standings.by_name.get(role, [])} for role in shown
    }
    for rank in table.standings.by_name[name]:
        own = entrants[rank.name].roles
        yield StandingRow(
            rank,
            {role: ranks[role][rank.name] for role in shown},
            sum(own[role].wins for role in shown),
            sum(own[role].forfeits for role in shown),
            {role: watched[rank.name, role].id for role in shown if (rank.name, role) in watched},
        )


def results_grid(table: LadderTable) -> ResultsGrid:
    """Who got what against whom, the strongest first."""
    games: dict[tuple[str, str], list[GameRow]] = defaultdict(list)
    for game in table.games:
        if game.percent is not None:
            games[game.pacman, game.ghosts].append(game)
    ghosts = tuple(rank.name for rank in table.standings.ghosts)
    return ResultsGrid(
        ghosts,
        {
            rank.name: tuple(_cell(games.get((rank.name, name), [])) for name in ghosts)
            for rank in table.standings.pacman
        },
    )


def _cell(games: list[GameRow]) -> ResultsCell:
    if not games:
        return ResultsCell()
    percent = mean(game.percent or 0 for game in games)
    won = sum(game.won for game in games)
    first = games[0]
    return ResultsCell(
        f"{round(percent):d}".replace("-", _MINUS),
        max(-SHADES, min(SHADES, round((percent - 50) / 50 * SHADES))),
        f"{first.pacman} against {first.ghosts}: Pac-Man won {won} of"
        f" {counted(len(games), 'game')}",
    )


@lru_cache
def _template() -> Callable[..., str]:
    """Renders the page with the values it is given; HTML is escaped."""
    environment = environment_of("pacgrid.autograder.ladder", "pacgrid.autograder.reports")
    environment.filters |= {
        "interval": interval,
        "probability": probability,
        "published": published_text,
        "signed": lambda value: f"{value:+.1f}",
        "shade": lambda number: f"m{-number}" if number < 0 else f"p{number}",
    }
    return environment.get_template("leaderboard.html.j2").render
