"""The folder of a ladder: its tables, its journal, and copies of the entrants' files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from itertools import chain, count
from pathlib import Path

from pydantic import ValidationError

from pacgrid.common.files import atomic_write, read_regular_file

from ..reports.file_names import file_names
from ..reports.results_folder import BYTE_ORDER_MARK, ResultsError, check_folder, writing
from ..submissions.members import caseless
from ..submissions.submission import Submission
from .ladder import PlayedLadder
from .rules import LadderRules
from .table import EarlierTable, LadderTable
from .table_csv import names_csv, table_csv
from .tabulation import ANONYMOUS_FILE, Tabulation

TABLE, CSV, NAMES, JOURNAL, COPIES = (
    *("ladder.json", "table.csv", "names.csv"),
    *("journal.sqlite", "copies"),
)
"""What is in the folder."""
MOST_EARLIER = 50
"""How many earlier tables are kept."""
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
                yield (
                    f"{self.path / TABLE} is of other layouts; it is kept as an earlier table, but"
                    " its ratings don't compare"
                )

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
        """Writes everything, each file atomically. Returns the table, with the earlier ones that
        differ from it. Raises ResultsError."""
        names = shown_names(ladder)
        paths = self._write_copies(ladder, names)
        table = Tabulation(ladder, names, paths).table(datetime.now(UTC).replace(microsecond=0))
        if self.earlier:
            table = with_earlier(table, self.earlier)
        texts = {TABLE: dump_table(table), CSV: f"{BYTE_ORDER_MARK}{table_csv(table)}"}
        if ladder.rules.anonymous:
            texts[NAMES] = f"{BYTE_ORDER_MARK}{names_csv(ladder.entrants, names)}"
        for name, text in texts.items():
            with writing(self.path / name):
                atomic_write(self.path / name, text)
        return table

    def _write_copies(self, ladder: PlayedLadder, names: Mapping[str, str]) -> dict[str, Path]:
        """Writes copies of the files of those who can play. Returns the paths of the main ones, by
        name.

        Each copy has a folder of its own for ever, so that nothing must be removed, and the
        commands of earlier tables still work.
        """
        playing = [each for each in ladder.entrants if each.submission and each.players]
        folders = file_names([names[each.name] for each in playing])
        paths = {}
        for entrant, name in zip(playing, folders, strict=True):
            submission = entrant.submission
            assert submission
            folder = self.path / COPIES / f"{name}-{submission.digest[:8]}"
            main = _anonymous_main(submission) if ladder.rules.anonymous else submission.main
            for name_in_it, content in submission.files:
                path = folder / (main if name_in_it == submission.main else name_in_it)
                with writing(path):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
            paths[entrant.name] = folder / main
        return paths


def _anonymous_main(submission: Submission) -> str:
    """What its main file is called in an anonymous ladder: as no other file or folder of it is."""
    others = [path for path, _ in submission.files if path != submission.main]
    taken = {caseless(path.partition("/")[0]) for path in others}
    names = (f"agent_{number}.py" for number in count(2))
    return next(name for name in chain([ANONYMOUS_FILE], names) if caseless(name) not in taken)


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


def with_earlier(table: LadderTable, earlier: LadderTable) -> LadderTable:
    """`table` with the `earlier` one and those before it; if both say the same, they are one. Names
    don't come into an anonymous table."""
    if table.is_anonymous and not earlier.is_anonymous:
        return table
    same = {"written": table.written, "earlier": table.earlier}
    if earlier.model_copy(update=same) == table:
        return earlier
    last = EarlierTable(
        written=earlier.written,
        engine=earlier.engine,
        games=len(earlier.games),
        standings=earlier.standings,
    )
    return table.model_copy(update={"earlier": [last, *earlier.earlier][:MOST_EARLIER]})


def shown_names(ladder: PlayedLadder) -> dict[str, str]:
    """By name: how tables call an entrant. Numbers of an anonymous ladder depend on its seed."""
    names = [each.name for each in ladder.entrants]
    if not ladder.rules.anonymous:
        return dict(zip(names, names, strict=True))
    hidden = [each.name for each in ladder.entrants if not each.is_anchor]
    seed, digits = ladder.rules.seed, len(str(len(hidden)))
    hidden.sort(key=lambda name: sha256(f"{seed}\0{name}".encode()).digest())
    numbers = {name: f"entrant {n:0{digits}}" for n, name in enumerate(hidden, start=1)}
    return {name: numbers.get(name, name) for name in names}
