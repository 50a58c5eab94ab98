"""Pages that play single games of a ladder."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.common.files import atomic_write
from pacgrid.records.record import Record
from pacgrid.render.web.page import page

from ...batch.journal import Journal
from ...model.engine_version import engine_version
from ...reports.results_folder import writing
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


@dataclass(frozen=True)
class PageJob:
    """A page to be made. Can be sent to another process."""

    stem: str
    """The file's name without suffix: a hash of all that the page depends on."""
    record: Record
    nodes: int


@dataclass(frozen=True)
class MadePage:
    """What came of it."""

    text: str
    notes: GameNotes


Run = Callable[
    [Callable[[PageJob], MadePage], Sequence[PageJob]], Iterable[tuple[PageJob, MadePage]]
]
"""Calls a function with each of some jobs, in any order."""


def make_page(job: PageJob) -> MadePage:
    """Makes the page, which shows what each move cost."""
    analysis = JudgeChoice(nodes=job.nodes).analyse(job.record)
    return MadePage(page(job.record, analysis=analysis), game_notes(job.record, analysis))


def in_turn(
    function: Callable[[PageJob], MadePage], jobs: Sequence[PageJob]
) -> Iterator[tuple[PageJob, MadePage]]:
    """Runs jobs one after the other."""
    return ((job, function(job)) for job in jobs)


@dataclass(frozen=True)
class GamePages:
    """Writes pages of games of a published `table` into `folder`. Those that are there already
    aren't made again.

    Games whose moves the journal doesn't have get no page.
    """

    folder: Path
    table: LadderTable
    journal: Journal | None
    nodes: int = NODES

    def write(
        self,
        games: Iterable[GameRow],
        run: Run = in_turn,
        watch: Callable[[int, int], object] = lambda *_: None,
    ) -> dict[int, GamePage]:
        """The pages of these `games`, by id; removes all others. `run` makes those that are
        missing, and `watch` is called with their number so far, and of all.

        Raises JournalError or ResultsError.
        """
        pages: dict[int, GamePage] = {}
        jobs: dict[str, tuple[GameRow, PageJob]] = {}
        for game in games:
            stem = self._stem(game)
            if found := self._found(stem):
                pages[game.id] = found
            elif record := self._record(game):
                jobs[stem] = game, PageJob(stem, record, self.nodes)
        for done, (job, made) in enumerate(run(make_page, [job for _, job in jobs.values()]), 1):
            game, _ = jobs[job.stem]
            pages[game.id] = self._store(job.stem, made)
            watch(done, len(jobs))
        self._remove_others(pages.values())
        return pages

    def food_left(self, game: GameRow) -> int | None:
        """How much food was left when `game` ended; None if the journal doesn't have its moves."""
        record = self._record(game)
        return len(record.last_state.food) if record else None

    def _remove_others(self, pages: Iterable[GamePage]) -> None:
        """Removes pages that nothing refers to any more."""
        kept = {Path(each.name).stem for each in pages}
        for path in self.folder.glob("*"):
            if path.suffix in (".html", ".json") and path.stem not in kept:
                with suppress(OSError):
                    path.unlink()

    def _stem(self, game: GameRow) -> str:
        title = next(row.title for row in self.table.layouts if row.name == game.layout)
        parts = (engine_version(), game.key, game.pacman, game.ghosts, title, str(self.nodes))
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def _found(self, stem: str) -> GamePage | None:
        """The page that is there already."""
        if not (self.folder / f"{stem}.html").exists():
            return None
        with suppress(OSError, ValidationError):
            text = (self.folder / f"{stem}.json").read_bytes()
            return GamePage(f"{stem}.html", GameNotes.model_validate_json(text))
        return None

    def _store(self, stem: str, made: MadePage) -> GamePage:
        for suffix, text in {"html": made.text, "json": made.notes.model_dump_json()}.items():
            path = self.folder / f"{stem}.{suffix}"
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                atomic_write(path, text)
        return GamePage(f"{stem}.html", made.notes)

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
