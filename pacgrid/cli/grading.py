"""One run of `pacgrid grade`: with a journal, on a terminal, and maybe stopped."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.history import History, record
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.grader import Grader, Progress
from pacgrid.autograder.sandbox.level import Level, why_not
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.grading_progress import Screen

_FEW = 5


@dataclass(frozen=True)
class Grading:
    """What to grade by, and how. All that is said on the way goes to stderr."""

    assignment: Assignment
    question: str | None
    level: Level
    jobs: int | None
    scheduler: str | None
    journal: Path | None
    compares: bool
    """Whether old grades are shown beside the new ones."""
    lists: bool
    """Whether submissions are shown as they are finished."""

    def run(self, collection: Collection) -> tuple[list[Grade], History | None]:
        """The grades; and the former ones that the journal has of the same submissions.

        When it is interrupted, it says so and ends the command.
        """
        console = SafeConsole(stderr=True, soft_wrap=True)
        for note in self._notes(collection):
            console.print(Text(note, "dim"))
        with ExitStack() as stack:
            journal = stack.enter_context(Journal(self.journal)) if self.journal else None
            try:
                with _stopped_by_sigterm():
                    grades, last = self._graded(collection, journal, console)
            except KeyboardInterrupt:
                if journal:
                    console.print(
                        f"stopped; {journal.path} has what was done, "
                        "and the same command goes on from there"
                    )
                raise typer.Exit(130) from None
            return grades, self._record(journal, grades, last, console) if journal else None

    def _graded(
        self, collection: Collection, journal: Journal | None, console: Console
    ) -> tuple[list[Grade], Progress | None]:
        """The grades, and how far it was in the end."""
        last: Progress | None = None

        def watch(progress: Progress) -> None:
            nonlocal last
            last = progress
            screen.watch(progress)

        grader = Grader(
            self.assignment,
            level=self.level,
            question=self.question,
            jobs=self.jobs,
            scheduler=self.scheduler,
            journal=journal,
            watch=watch,
        )
        with Screen(console, lists=self.lists) as screen:
            grades = grader.grade(collection.submissions)
        return grades, last

    def _record(
        self, journal: Journal, grades: Sequence[Grade], last: Progress | None, console: Console
    ) -> History | None:
        """Say what the journal had; and write the grades into it, beside former ones."""
        if last and last.from_journal:
            told = f"kept from {journal.path}: {last.from_journal} of {last.total} results"
            console.print(Text(told, "dim"))
        version = GradingVersion.of(self.assignment, self.question, self.level)
        history = record(journal, grades, version)
        if history and history.is_news and not self.compares:
            console.print(Text(f"{history}; --compare shows old beside new", "yellow"))
        return history

    def _notes(self, collection: Collection) -> Iterator[str]:
        """What to know before it starts."""
        if left_out := collection.ignored:
            more = f" and {len(left_out) - _FEW} more" if len(left_out) > _FEW else ""
            yield f"left out: {', '.join(left_out[:_FEW])}{more}"
        if not self.level.is_secure:
            reasons = "; ".join(f"{wall} {why_not(wall)}" for wall in Level if why_not(wall))
            yield f"no wall against hostile code{f': {reasons}' if reasons else ''}"


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """SIGTERM stops as Ctrl-C does: with nothing left behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
