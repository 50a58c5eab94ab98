"""The table of a ladder as text for a terminal."""

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..model.aim import counted
from .pairing import Role
from .table import EntrantRow, LadderTable, Rank

TITLES = {"overall": "Both roles", "pacman": "Pac-Men", "ghosts": "Ghosts"}
_NAME_WIDTH = 28
_FEW = 10
"""How many reasons for forfeits are listed."""


def table_text(table: LadderTable) -> RenderableType:
    """The standings, what can't play, forfeits, and notes."""
    return Group(*_parts(table))


def _parts(table: LadderTable) -> Iterator[RenderableType]:
    rows = {row.name: row for row in table.entrants}
    for name, ranks in table.standings.by_name.items():
        yield _standing(name, ranks, rows)
        yield Text()
    for row in table.entrants:
        if row.problem:
            verb = "" if row.roles else "can't play: "
            yield Text.assemble((row.name, "bold"), ": ", (f"{verb}{row.problem}", "red"))
    for forfeit in table.forfeits[:_FEW]:
        games = counted(forfeit.games, "game")
        yield Text.assemble(
            (forfeit.name, "bold"),
            f" forfeited {games} as {forfeit.role.label}: ",
            (f"{forfeit.kind}: {forfeit.reason}", "red"),
        )
    if (more := len(table.forfeits) - _FEW) > 0:
        yield Text(f"and {counted(more, 'more reason')} for forfeits, in ladder.json", "red")
    for note in table.notes:
        yield Text(note, "yellow")
    yield Text(summary(table), "dim")


def _standing(name: str, ranks: list[Rank], rows: Mapping[str, EntrantRow]) -> Table:
    shown = Table(title=TITLES[name], box=None, header_style="dim", pad_edge=False)
    shown.add_column("", justify="right", no_wrap=True)
    shown.add_column("", no_wrap=True, overflow="ellipsis", max_width=_NAME_WIDTH)
    for title in ("rating", "95 %", ">next", "games", "forfeits"):
        shown.add_column(title, justify="right", no_wrap=True)
    roles = list(Role) if name == "overall" else [Role(name)]
    for rank in ranks:
        row = rows[rank.name]
        forfeits = sum(row.roles[role].forfeits for role in roles)
        shown.add_row(
            "" if rank.is_anchor else str(rank.rank),
            Text(rank.name),
            f"{rank.rating:+.1f}",
            interval(rank),
            probability(rank.above_next),
            str(rank.games),
            Text(str(forfeits), "red") if forfeits else "",
            style="dim" if rank.is_anchor else "",
        )
    return shown


def interval(rank: Rank) -> str:
    """`+3.1 … +9.0`, or `unknown`."""
    if rank.low is None or rank.high is None:
        return "unknown"
    return f"{rank.low:+.1f} … {rank.high:+.1f}"


def probability(value: float | None) -> str:
    """`97 %`; "" for None. It is never rounded to certainty."""
    if value is None:
        return ""
    return f"{min(max(round(100 * value), 1), 99)} %"


def summary(table: LadderTable) -> str:
    """What was played, in a sentence or two."""
    layouts = counted(len(table.layouts), "layout")
    text = f"{counted(len(table.games), 'game')} on {layouts}"
    if any(row.is_anchor for row in table.entrants):
        text += "; ratings in % of a board, the anchors' mean is 0"
    if table.until is not None:
        whose = f" of the top {table.top}" if table.top else ""
        known = "is known" if table.is_decided else "is not known yet"
        text += f"; the order{whose} {known} with {100 * table.until:g} %"
    return text
