"""Pages that play single games of a ladder."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.common.files import atomic_write
from pacgrid.records.record import Record
from pacgrid.render.web.page import page

from ...batch.journal import Journal
from ...model.engine_version import engine_version
from ...reports.results_folder import ResultsError
from ..saved_game import MissingGameError, saved_game
from ..table import GameRow, LadderTable
from .game_notes import GameNotes, game_notes
from .published import published_text

NODES = 2000
"""How many positions are searched to judge a move: less than by default, since there are many
games."""


@dataclass(frozen=True)
class GamePage:
    """A page that was written."""

    name: str
    """Of its file, in the folder of games."""
    notes: GameNotes


@dataclass
class GamePages:
    """Writes pages of games of a published `table` into `folder`. Those that are there already
    aren't made again.

    Games whose moves the journal doesn't have get no page.
    """

    folder: Path
    table: LadderTable
    journal: Journal | None
    nodes: int = NODES
    _written: dict[int, GamePage | None] = field(default_factory=dict)

    def page(self, game: GameRow) -> GamePage | None:
        """The page of `game`. Raises JournalError or ResultsError."""
        if game.id not in self._written:
            self._written[game.id] = self._found(game) or self._made(game)
        return self._written[game.id]

    def food_left(self, game: GameRow) -> int | None:
        """How much food was left when `game` ended; None if the journal doesn't have its moves."""
        if not (record := self._record(game)):
            return None
        *_, last = record.states()
        return len(last.food)

    def remove_others(self) -> None:
        """Removes pages that nothing refers to any more."""
        kept = {Path(each.name).stem for each in self._written.values() if each}
        for path in self.folder.glob("*"):
            if path.suffix in (".html", ".json") and path.stem not in kept:
                with suppress(OSError):
                    path.unlink()

    def _stem(self, game: GameRow) -> str:
        """A hash of all that the page depends on."""
        title = next(row.title for row in self.table.layouts if row.name == game.layout)
        parts = (engine_version(), game.key, game.pacman, game.ghosts, title, str(self.nodes))
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def _found(self, game: GameRow) -> GamePage | None:
        stem = self._stem(game)
        if not (self.folder / f"{stem}.html").exists():
            return None
        with suppress(OSError, ValidationError):
            text = (self.folder / f"{stem}.json").read_bytes()
            return GamePage(f"{stem}.html", GameNotes.model_validate_json(text))
        return None

    def _made(self, game: GameRow) -> GamePage | None:
        if not (record := self._record(game)):
            return None
        analysis = JudgeChoice(nodes=self.nodes).analyse(record)
        notes, stem = game_notes(record, analysis), self._stem(game)
        texts = {"html": page(record, analysis=analysis), "json": notes.model_dump_json()}
        for suffix, text in texts.items():
            path = self.folder / f"{stem}.{suffix}"
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                atomic_write(path, text)
            except OSError as error:
                raise ResultsError(f"{path}: can't be written: {error.strerror}") from None
        return GamePage(f"{stem}.html", notes)

    def _record(self, game: GameRow) -> Record | None:
        if self.journal is None:
            return None
        try:
            record = saved_game(self.table, game.id, self.journal)
        except MissingGameError:
            return None
        message = published_text(record.message, is_anonymous=self.table.is_anonymous)
        return replace(record, message=message)


@contextmanager
def open_journal(path: Path | None) -> Iterator[Journal | None]:
    """The journal in that file; None if there is no such file."""
    if path is None or not path.exists():
        yield None
        return
    with Journal(path) as journal:
        yield journal
