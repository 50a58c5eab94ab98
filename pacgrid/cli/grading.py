"""A run of `pacgrid grade`: journal, progress and interrupts, then the report and saved games."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import typer
from rich.console import Console, RenderableType
from rich.text import Text

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.question import Question
from pacgrid.autograder.batch.grader import Grader, Progress
from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.course.lateness import CourseRow
from pacgrid.autograder.course.register import CountedGrade, CourseSubmissions, course_rows
from pacgrid.autograder.model.fault import Fault, attempt
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.fault_log import FaultLog
from pacgrid.autograder.reports.file_names import file_names
from pacgrid.autograder.reports.history import record
from pacgrid.autograder.reports.results_folder import SAVED_GAMES
from pacgrid.autograder.reports.saved_games import SavedGame, saved_games
from pacgrid.autograder.sandbox.address_layout import why_random
from pacgrid.autograder.sandbox.level import Level, why_not
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.cli.console import SafeConsole, note, stopped_by_sigterm
from pacgrid.cli.grading_progress import ProgressDisplay
from pacgrid.cli.series import in_processes
from pacgrid.common.cpus import available_cpus
from pacgrid.records.record_reader import RecordError
from pacgrid.render.web.page import PageError

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
        for line in self._notes(collection):
            console.print(Text(line, "dim"))
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


_TERMINAL = "the report on the terminal"


def print_report(
    console: Console,
    assignment: "Assignment",
    grades: "Sequence[Grade]",
    faults: "FaultLog",
    *,
    show_hidden: bool = False,
    everything: bool = False,
    command: str = "",
    notes: Iterable[str] = (),
    course_rows: "Mapping[str, CourseRow] | None" = None,
) -> None:
    """Print the grades, and why they are none. The `command` grades a single submission again. What
    can't be printed by a fault of Pacgrid is added to `faults`.

    Args:
        show_hidden: whether a single grade has its hidden tests.
        everything: whether a single grade has all its tests, and all there is to say of them.
        command: grades a single submission again.
        notes: why there is no grade.
        course_rows: by the names of the grades, which rules about dates counted.
    """
    from pacgrid.autograder.reports.brief_report import brief_report
    from pacgrid.autograder.reports.report import staff_report, student_report
    from pacgrid.autograder.reports.student_view import student_view

    def printable(shown: RenderableType) -> RenderableType:
        with console.capture():
            console.print(shown)
        return shown

    def for_student(grade: "Grade") -> RenderableType:
        known = (course_rows or {}).get(grade.name)
        is_hidden = assignment.has_hidden_tests and not show_hidden
        date_rule = known.line(grade, has_hidden_tests=is_hidden) if known else ""
        view = student_view(
            assignment, grade, show_hidden=show_hidden, command=command, date_rule=date_rule
        )
        return printable(
            student_report(view) if everything else brief_report(view, writes=not notes)
        )

    if len(grades) == 1:
        shown = faults.make_one(_TERMINAL, for_student, grades[0])
    else:
        shown = faults.make(
            _TERMINAL, lambda some: printable(staff_report(some, course_rows or {})), grades
        )
    if shown is not None:  # A command that is wider than the terminal isn't cut off.
        console.print(shown, crop=False)
    for reason in notes:
        console.print(Text(f"{reason}; this is no grade", "yellow"))


def note_faults(faults: "FaultLog", folder: Path | None) -> None:
    """If there are faults, write a file for each submission into `folder`, and say so on stderr.
    Without a folder, or if it can't be written to, they are printed there."""
    from pacgrid.autograder.reports.results_folder import ResultsError, write_faults

    if not faults:
        return
    try:
        if folder:
            write_faults(folder, faults)
            note(f"{faults}; please report it, with the files in {folder}")
            return
    except ResultsError as error:
        note(str(error))
    for text in faults.texts().values():
        for line in text.splitlines():
            note(line)
    note(f"{faults}; please report it, with the lines above")


_PAGES_PER_PROCESS = 10
"""Fewer pages are not worth the start of a process."""


def save_games(
    folder: Path,
    assignment: Assignment,
    grades: Sequence[Grade],
    faults: FaultLog,
    *,
    jobs: int | None,
    show_hidden: bool,
) -> None:
    """Save the games of `grades` in `folder`, in several processes if there are many pages to make.
    Those that can't be saved by a fault of Pacgrid are left out, and added to `faults`.

    Raises:
        ResultsError, RecordError, PageError: a file can't be written.
    """

    def listed(grades: Sequence[Grade]) -> list[SavedGame]:
        return list(saved_games(assignment, grades, show_hidden=show_hidden))

    games = faults.make(SAVED_GAMES, listed, grades) or []
    owners = dict(zip(file_names([grade.name for grade in grades]), grades, strict=True))
    pages = sum(game.has_page for game in games)
    processes = min(jobs or available_cpus(), pages // _PAGES_PER_PROCESS)
    with SafeConsole(stderr=True).status("saving the games"):
        for game, fault in in_processes(partial(_save, folder), games, processes):
            if fault:
                faults.note(owners.get(game.folder), SAVED_GAMES, fault)


def _save(folder: Path, game: SavedGame) -> Fault | None:
    """Save `game`. Returns the fault that keeps it from being saved, if there is one."""
    saved = attempt(partial(game.save, folder), RecordError, PageError)
    return saved if isinstance(saved, Fault) else None
