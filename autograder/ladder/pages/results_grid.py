"""Tables of results, coloured by what was got."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import mean

from ...model.aim import counted
from ..role import Role
from ..table import GameRow, LadderTable
from .notable_games import opponent

_MINUS = "\N{MINUS SIGN}"
SHADES = 4
"""On each side of the middle."""


@dataclass(frozen=True)
class ResultsCell:
    """A mean of some games."""

    text: str = ""
    """A number; "" if there was no game."""
    shade: int = 0
    """From `-SHADES`, the worst for who stands in the row, to `SHADES`."""
    details: str = ""


@dataclass(frozen=True)
class ResultsRow:
    """A row of cells, one for each column."""

    name: str
    cells: tuple[ResultsCell, ...]


@dataclass(frozen=True)
class ResultsGrid:
    """A table of results."""

    columns: tuple[str, ...]
    rows: tuple[ResultsRow, ...]


def head_to_head(table: LadderTable) -> dict[str, ResultsGrid]:
    """Who got what against whom, by the name of a standing, the strongest first: the mean percent
    of a Pac-Man against some ghosts; and, of those who play both roles, the mean difference of
    both."""
    games: dict[tuple[str, str], list[GameRow]] = defaultdict(list)
    for game in table.games:
        if game.percent is not None:
            games[game.pacman, game.ghosts].append(game)
    means = {pair: mean(g.percent or 0 for g in listed) for pair, listed in games.items()}
    standings = table.standings

    def meeting(pacman: str, ghosts: str) -> ResultsCell:
        listed = games.get((pacman, ghosts), [])
        return _percent_cell(listed, f"{pacman} against {ghosts}")

    def match(one: str, other: str) -> ResultsCell:
        if (one, other) not in means or (other, one) not in means:
            return ResultsCell()
        difference = means[one, other] - means[other, one]
        details = f"{one} as Pac-Man {means[one, other]:.0f} %, {other} {means[other, one]:.0f} %"
        return ResultsCell(whole(difference), _shade(difference / 2), details)

    both = [rank.name for rank in standings.overall]
    pacmen = [rank.name for rank in standings.pacman]
    ghosts = [rank.name for rank in standings.ghosts]
    grids = {"overall": _grid(both, both, match), "pacman": _grid(pacmen, ghosts, meeting)}
    return {name: grid for name, grid in grids.items() if grid.rows and grid.columns}


def own_games(table: LadderTable, games: Iterable[GameRow], role: Role) -> ResultsGrid:
    """Somebody's `games` in `role`, by opponent, the strongest first, and layout; the last row and
    the last column are the means."""
    listed = [game for game in games if game.percent is not None]
    by_cell: dict[tuple[str, str], list[GameRow]] = defaultdict(list)
    for game in listed:
        for key in ((opponent(game, role), game.layout), (opponent(game, role), "")):
            by_cell[key].append(game)
        by_cell["", game.layout].append(game)
    by_cell["", ""] = listed
    other = table.standings.ghosts if role is Role.PACMAN else table.standings.pacman
    met = {name for name, _ in by_cell if name}
    names = [rank.name for rank in other if rank.name in met]
    layouts = [row.name for row in table.layouts]
    sign = 1 if role is Role.PACMAN else -1

    def cell(name: str, layout: str) -> ResultsCell:
        found = by_cell.get((name, layout), [])
        return _percent_cell(found, f"{name or 'all'} on {layout or 'all layouts'}", sign)

    return _grid([*names, ""], [*layouts, ""], cell, apart=False) if names else ResultsGrid((), ())


def _grid(
    rows: Sequence[str],
    columns: Sequence[str],
    cell: Callable[[str, str], ResultsCell],
    *,
    apart: bool = True,
) -> ResultsGrid:
    """All cells; with `apart`, nobody meets themselves."""
    return ResultsGrid(
        tuple(columns),
        tuple(
            ResultsRow(
                row,
                tuple(
                    ResultsCell() if apart and row == column else cell(row, column)
                    for column in columns
                ),
            )
            for row in rows
        ),
    )


def _percent_cell(games: Sequence[GameRow], what: str, sign: int = 1) -> ResultsCell:
    if not games:
        return ResultsCell()
    percent = mean(game.percent or 0 for game in games)
    won = sum(game.won for game in games)
    details = f"{what}: Pac-Man won {won} of {counted(len(games), 'game')}"
    return ResultsCell(whole(percent), _shade(sign * (percent - 50)), details)


def _shade(value: float) -> int:
    """A shade for a value from -50 to 50."""
    return max(-SHADES, min(SHADES, round(value / 50 * SHADES)))


def whole(value: float) -> str:
    """`value` without decimals, and never `-0`."""
    return f"{round(value) + 0:d}".replace("-", _MINUS)
