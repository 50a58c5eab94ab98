"""One run of `pacgrid grade`: with a journal, progress on the terminal, and interrupts."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.question import Question
from pacgrid.autograder.batch.grader import Grader, Progress
from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.course.lateness import CourseRow
from pacgrid.autograder.course.register import CountedGrade, CourseSubmissions, course_rows
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.fault_log import FaultLog
from pacgrid.autograder.reports.history import record
from pacgrid.autograder.sandbox.address_layout import why_random
from pacgrid.autograder.sandbox.level import Level, why_not
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.grading_progress import ProgressDisplay
from pacgrid.cli.interrupts import stopped_by_sigterm

_FEW = 5


@dataclass(frozen=True)
class Grading:
    """What to grade, and how. Notes and progress go to stderr."""

    assignment: Assignment
    question: str | None
    """The only question to grade, if one was chosen."""
    selected: Sequence[Question] | None
    """The only questions and tests to try, if some were selected."""
    level: Level
    jobs: int | None
    scheduler: str | None
    journal: Path | None
    show_finished: bool
    """Whether submissions are shown as they are finished."""
    notes: Sequence[str] = ()
    """About the assignment."""
    entries: CourseSubmissions | None = None
    """Whose the submissions are, if there is a roster."""
    check: Callable[[], None] = lambda: None
    """Called now and then; may raise an exception, which stops grading."""
    faults: FaultLog = field(default_factory=FaultLog)
    """The faults of Pacgrid that are found."""

    @property
    def questions(self) -> list[Question]:
        """What is graded."""
        if self.selected is not None:
            return list(self.selected)
        chosen = [self.assignment.question(self.question)] if self.question else None
        return chosen or self.assignment.questions

    def run(self, collection: Collection) -> list[CountedGrade]:
        """Grade the submissions. Returns the grades that count.

        An interrupt prints a note and ends the command with exit code 130.
        """
        with self._opened(collection) as (journal, console):
            grades, last = self._graded(collection.submissions, journal, console)
            self.faults.note_judged(grades)
            if self.entries:
                results = self.entries.results(grades)
            else:
                results = [CountedGrade(grade, CourseRow(), None) for grade in grades]
            if journal:
                self._record(journal, results, last, console)
            return results

    @contextmanager
    def _opened(self, collection: Collection) -> Iterator[tuple[Journal | None, Console]]:
        """Prints the notes about `collection`, and opens the journal for the length of the `with`,
        which ends with a note if it is interrupted."""
        console = SafeConsole(stderr=True, soft_wrap=True)
        for note in self._notes(collection):
            console.print(Text(note, "dim"))
        with Journal(self.journal) if self.journal else nullcontext() as journal:
            try:
                with stopped_by_sigterm():
                    yield journal, console
            except KeyboardInterrupt:
                if journal:
                    console.print(
                        f"stopped; {journal.path} has the results so far: "
                        "run the same command again to resume"
                    )
                raise typer.Exit(130) from None

    def _graded(
        self, submissions: Sequence[Submission], journal: Journal | None, console: Console
    ) -> tuple[list[Grade], Progress | None]:
        """The grades of `submissions`, and the last progress."""
        last: Progress | None = None

        def watch(progress: Progress) -> None:
            nonlocal last
            last = progress
            display.update(progress)
            self.check()

        grader = Grader(
            self.assignment,
            level=self.level,
            questions=self.questions,
            jobs=self.jobs,
            scheduler=self.scheduler,
            journal=journal,
            watch=watch,
        )
        with ProgressDisplay(console, show_finished=self.show_finished) as display:
            grades = grader.grade(submissions)
        return grades, last

    def _record(
        self,
        journal: Journal,
        results: Sequence[CountedGrade],
        last: Progress | None,
        console: Console,
    ) -> None:
        """Note what the journal had, and write the grades into it, beside earlier ones."""
        if last and last.from_journal:
            message = f"{last.from_journal} of {last.total} results were in {journal.path} already"
            console.print(Text(message, "dim"))
        version = GradingVersion.of(self.assignment, self.question, self.level)

        def recorded(grades: Sequence[Grade]) -> str:
            return record(journal, grades, version, course_rows(results))

        grades = [result.grade for result in results]
        if news := self.faults.make("the journal", recorded, grades):
            whose = "to see whose, compare the new gradebook.csv with the old one"
            console.print(Text(f"{news}; {whose}", "yellow"))

    def _notes(self, collection: Collection) -> Iterator[str]:
        """Notes before grading starts."""
        yield from self.notes
        yield from filter(None, [ignored_note(collection.ignored)])
        yield from collection.notes
        yield from sandbox_notes(self.level)


def ignored_note(ignored: Sequence[str]) -> str:
    """Which paths are not part of a submission; "" if there are none."""
    if not ignored:
        return ""
    more = f" and {len(ignored) - _FEW} more" if len(ignored) > _FEW else ""
    return f"ignored: {', '.join(ignored[:_FEW])}{more}"


def sandbox_notes(level: Level) -> Iterator[str]:
    """What the sandbox `level` doesn't do on this machine."""
    if not level.is_secure:
        reasons = "; ".join(
            f"{level} {why_not(level)}" for level in Level if level.is_secure and why_not(level)
        )
        yield f"no sandbox against hostile code{f': {reasons}' if reasons else ''}"
    if reason := why_random():
        yield f"an agent that iterates over a set of objects may vary from run to run: {reason}"
