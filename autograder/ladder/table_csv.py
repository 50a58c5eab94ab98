"""The tables of a ladder as CSV for any spreadsheet, without formulas."""

import csv
import io
from collections.abc import Sequence

from ..reports.gradebook import defused
from .role import Role
from .table import LadderTable, Rank


def table_csv(table: LadderTable) -> str:
    """A header, and a row for each entrant and anchor: those with an overall rank first."""
    standings = table.standings.by_name
    ranks = {name: {rank.name: rank for rank in listed} for name, listed in standings.items()}
    kinds = ("overall", "pacman", "ghosts")
    head = ["name", "anchor"]
    for kind in kinds:
        head += [f"{kind} {part}" for part in ("rank", "rating", "low", "high", "above next")]
    for role in Role:
        head += [f"{role} {part}" for part in ("games", "wins", "average", "forfeits")]
    rows = []
    for entrant in table.entrants:
        own = [ranks.get(kind, {}).get(entrant.name) for kind in kinds]
        cells: list[object] = [defused(entrant.name), "yes" if entrant.is_anchor else ""]
        for rank in own:
            cells += _rank_cells(rank)
        for role in Role:
            record = entrant.roles.get(role)
            cells += (
                [record.games, record.wins, _number(record.average), record.forfeits]
                if record
                else [""] * 4
            )
        order = [rank.rank if rank else len(table.entrants) + 1 for rank in own]
        rows.append((order, entrant.name, [*cells, defused(entrant.problem)]))
    listed = [cells for _, _, cells in sorted(rows, key=lambda row: row[:2])]
    return _text([[*head, "problem"], *listed])


def _rank_cells(rank: Rank | None) -> list[object]:
    if not rank:
        return [""] * 5
    numbers = map(_number, (rank.rating, rank.low, rank.high, rank.above_next))
    return ["" if rank.is_anchor else rank.rank, *numbers]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _text(rows: Sequence[Sequence[object]]) -> str:
    output = io.StringIO()
    csv.writer(output, lineterminator="\n").writerows(rows)
    return output.getvalue()
