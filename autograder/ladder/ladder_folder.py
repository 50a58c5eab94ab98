"""The folder of a ladder: its tables, its journal, and copies of the entrants' files."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from pacgrid.common.files import atomic_write, read_regular_file

from ..reports.file_names import file_names
from ..reports.gradebook import defused
from ..reports.results_folder import BYTE_ORDER_MARK, ResultsError, check_folder, writing
from .ladder import PlayedLadder
from .pairing import Role
from .rules import LadderRules
from .table import LadderTable, Rank
from .tabulation import Tabulation

TABLE, CSV, JOURNAL, COPIES = "ladder.json", "table.csv", "journal.sqlite", "copies"
"""What is in the folder."""
_MAX_BYTES = 1 << 30


@dataclass(frozen=True)
class LadderFolder:
    """The folder at `path`, which may not exist yet."""

    path: Path

    def prepare(self) -> None:
        """Makes the folder. Raises ResultsError if nothing can be written there, or if it has a
        table that isn't a ladder's."""
        check_folder(self.path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ResultsError(f"{self.path}: can't be made: {error.strerror}") from None
        _ = self.earlier

    def notes(self, rules: LadderRules) -> Iterator[str]:
        """What to say about the table that is there, before a ladder by these `rules`."""
        if earlier := self.earlier:
            before = {tuple(layout.rows) for layout in earlier.layouts}
            if before != {layout.rows for layout in rules.layouts}:
                yield f"{self.path / TABLE} is of other layouts, so its ratings don't compare"

    @property
    def journal(self) -> Path:
        """The file of the journal, if no other is named."""
        return self.path / JOURNAL

    @cached_property
    def earlier(self) -> LadderTable | None:
        """The table that is there. Raises ResultsError if it can't be read."""
        file = self.path / TABLE
        try:
            return read_table(file)
        except FileNotFoundError:
            return None

    def write(self, ladder: PlayedLadder) -> LadderTable:
        """Writes everything, each file atomically. Returns the table, which is the one that is
        there if both say the same. Raises ResultsError."""
        paths = self._write_copies(ladder)
        table = Tabulation(ladder, paths).table(datetime.now(UTC).replace(microsecond=0))
        if (earlier := self.earlier) and table.model_copy(
            update={"version": earlier.version, "written": earlier.written}
        ) == earlier:
            table = table.model_copy(update={"written": earlier.written})
        texts = {TABLE: dump_table(table), CSV: f"{BYTE_ORDER_MARK}{table_csv(table)}"}
        for name, text in texts.items():
            with writing(self.path / name):
                atomic_write(self.path / name, text)
        return table

    def _write_copies(self, ladder: PlayedLadder) -> dict[str, Path]:
        """Writes copies of the files of those who can play. Returns the paths of the main ones, by
        name.

        Each copy has a folder of its own for ever, so that nothing must be removed, and the
        commands of earlier tables still work.
        """
        playing = [each for each in ladder.entrants if each.submission and each.players]
        folders = file_names([each.name for each in playing])
        paths = {}
        for entrant, name in zip(playing, folders, strict=True):
            submission = entrant.submission
            assert submission
            folder = self.path / COPIES / f"{name}-{submission.digest[:8]}"
            for name_in_it, content in submission.files:
                path = folder / name_in_it
                with writing(path):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
            paths[entrant.name] = folder / submission.main
        return paths


def read_table(file: Path) -> LadderTable:
    """The table in `file`. Raises FileNotFoundError, or ResultsError if it can't be read."""
    try:
        return LadderTable.model_validate_json(read_regular_file(file, _MAX_BYTES))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ResultsError(f"{file}: can't be read: {error.strerror}") from None
    except ValidationError:
        raise ResultsError(
            f"{file}: is not a ladder's table, or of another version; move it away"
        ) from None


def dump_table(table: LadderTable) -> str:
    """`table` as JSON."""
    return table.model_dump_json(indent=1) + "\n"


def table_csv(table: LadderTable) -> str:
    """`table` as CSV for any spreadsheet, without formulas: a header, and a row for each entrant
    and anchor, those with an overall rank first."""
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
