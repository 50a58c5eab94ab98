"""Standings as pages show them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from ..role import Role
from ..table import EntrantRow, LadderTable, Rank
from ..table_text import TITLES
from .charts import Scale, progress_chart, rating_bar
from .rating_history import RatingHistory, Runs


@dataclass(frozen=True)
class StandingRow:
    """A row of a standing."""

    rank: Rank
    bar: Markup
    roles: Mapping[Role, Rank]
    """By role, how it stands there, if both roles are shown together."""
    won: int | None
    """Games won in this role; None for both roles: a half of the games is Pac-Man's."""
    forfeits: int
    progress: RatingHistory
    chart: Markup


@dataclass(frozen=True)
class StandingView:
    """A standing as pages show it."""

    name: str
    """`overall`, `pacman` or `ghosts`."""
    title: str
    rows: tuple[StandingRow, ...]
    scale: Scale
    has_progress: bool
    is_main: bool


def standing_views(table: LadderTable) -> list[StandingView]:
    """All standings; those that decide come first."""
    runs, main = Runs(table), table.main
    names = sorted(table.standings.by_name, key=lambda name: name not in main)
    entrants = {row.name: row for row in table.entrants}
    roles = {
        role: {rank.name: rank for rank in table.standings.by_name.get(role, [])} for role in Role
    }
    return [
        StandingView(
            name,
            TITLES[name],
            tuple(_rows(name, table.standings.by_name[name], entrants, roles, runs)),
            Scale.of(table.standings.by_name[name]),
            len(runs) > 1,
            name in main,
        )
        for name in names
    ]


def _rows(
    name: str,
    ranks: list[Rank],
    entrants: Mapping[str, EntrantRow],
    roles: Mapping[Role, Mapping[str, Rank]],
    runs: Runs,
) -> Iterator[StandingRow]:
    scale = Scale.of(ranks)
    for rank in ranks:
        own = entrants[rank.name].roles
        shown = list(Role) if name == "overall" else [Role(name)]
        progress = runs.history(name, rank.name)
        yield StandingRow(
            rank,
            rating_bar(rank, scale),
            {role: roles[role][rank.name] for role in shown} if name == "overall" else {},
            None if name == "overall" else own[shown[0]].wins,
            sum(own[role].forfeits for role in shown),
            progress,
            progress_chart(progress.ratings, progress.words),
        )
