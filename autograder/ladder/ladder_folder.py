"""The folder of a ladder, with its table, journal and copies of files; the table on a terminal."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pacgrid.analysis.results import interval_text
from pacgrid.common.files import read_regular_file

from ..model.outcome import counted
from ..reports.result_files import ResultsError, check_folder, file_names, write_files, writing
from .entrants import Role
from .ladder import LadderRules, PlayedLadder
from .ladder_table import LadderTable, Rank, ladder_table

TABLE, JOURNAL, COPIES = "ladder.json", "journal.sqlite", "copies"
"""The names of what is in the folder."""
_MAX_BYTES = 1 << 30


@dataclass(frozen=True)
class LadderFolder:
    """The folder at `path`, which may not exist yet."""

    path: Path

    def prepare(self) -> None:
        """Makes the folder. Raises ResultsError if nothing can be written there, or if it has a
        table that isn't a ladder's."""
        check_folder(self.path)
        with writing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
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
        """The table that is there; None if there is none. Raises ResultsError if it can't be
        read."""
        file = self.path / TABLE
        try:
            return LadderTable.model_validate_json(read_regular_file(file, _MAX_BYTES))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ResultsError(f"{file}: can't be read: {error.strerror}") from None
        except ValidationError:
            raise ResultsError(
                f"{file}: is not a ladder's table, or of another version; move it away"
            ) from None

    def write(self, ladder: PlayedLadder) -> LadderTable:
        """Writes everything, each file atomically. Returns the table, which is the one that is
        there if both say the same. Raises ResultsError."""
        paths = self._write_copies(ladder)
        table = ladder_table(ladder, paths, datetime.now(UTC).replace(microsecond=0))
        if (earlier := self.earlier) and table.model_copy(
            update={"version": earlier.version, "written": earlier.written}
        ) == earlier:
            table = table.model_copy(update={"written": earlier.written})
        write_files(self.path, {TABLE: table.model_dump_json(indent=1) + "\n"})
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
            write_files(folder, dict(submission.files))
            paths[entrant.name] = folder / submission.main
        return paths


# On a terminal

TITLES = {"overall": "Both roles", "pacman": "Pac-Men", "ghosts": "Ghosts"}
_NAME_WIDTH = 28
_FEW = 10
"""How many reasons for forfeits are listed."""


def table_text(table: LadderTable) -> RenderableType:
    """The standings, what can't play, forfeits, and notes."""
    return Group(*_parts(table))


def _parts(table: LadderTable) -> Iterator[RenderableType]:
    for name in table.standings.by_name:
        yield _standing(name, table)
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
        yield Text(f"and {counted(more, 'more reason')} for forfeits, in {TABLE}", "red")
    for note in table.notes:
        yield Text(note, "yellow")
    yield Text(summary(table), "dim")


def _standing(name: str, table: LadderTable) -> Table:
    rows = {row.name: row for row in table.entrants}
    shown = Table(title=TITLES[name], box=None, header_style="dim", pad_edge=False)
    shown.add_column("", justify="right", no_wrap=True)
    shown.add_column("", no_wrap=True, overflow="ellipsis", max_width=_NAME_WIDTH)
    for title in ("rating", "95 %", ">next", "games", "forfeits"):
        shown.add_column(title, justify="right", no_wrap=True)
    roles = list(Role) if name == "overall" else [Role(name)]
    for rank in table.standings.by_name[name]:
        forfeits = sum(rows[rank.name].roles[role].forfeits for role in roles)
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
    """`+3.1 to +9.0`, or `unknown`."""
    return interval_text(rank.interval, "+.1f") or "unknown"


def probability(value: float | None) -> str:
    """`97 %`; "" for None. It is never rounded to certainty."""
    return "" if value is None else f"{min(max(round(100 * value), 1), 99)} %"


def summary(table: LadderTable) -> str:
    """What was played, in a sentence or two."""
    text = f"{counted(len(table.games), 'game')} on {counted(len(table.layouts), 'layout')}"
    if any(row.is_anchor for row in table.entrants):
        text += "; ratings in % of a board, the anchors' mean is 0"
    return text
