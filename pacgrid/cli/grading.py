"""A run of `pacgrid grade`: journal, progress and interrupts, report and saved games, --watch."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import typer
from rich.console import Console, RenderableType
from rich.text import Text

from pacgrid.autograder.assignments.assignment import Assignment, Question
from pacgrid.autograder.batch.grader import Grader, Progress
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.course.dates import CourseRow
from pacgrid.autograder.course.register import CountedGrade, CourseSubmissions
from pacgrid.autograder.model.fault import Fault, attempt
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import amount
from pacgrid.autograder.reports.result_files import FaultLog, file_names
from pacgrid.autograder.reports.results_folder import SAVED_GAMES, SavedGame, saved_games
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import change_line
from pacgrid.autograder.sandbox.level import Level, strongest, why_not, why_random
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.cli.console import SafeConsole, note, progress_bar, resumable
from pacgrid.cli.options import OptionError, SandboxLevel
from pacgrid.cli.series import in_processes
from pacgrid.common.concurrency import available_cpus
from pacgrid.errors import PacgridError, RecordError
from pacgrid.render.web.page import PageError


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
    notes: Sequence[str] = ()
    entries: CourseSubmissions | None = None
    """The students who handed in, if there is a roster."""
    check: Callable[[], None] = lambda: None
    """Called now and then; may raise an exception, which stops grading."""
    faults: FaultLog = field(default_factory=FaultLog)

    @property
    def questions(self) -> list[Question]:
        if self.selected is not None:
            return list(self.selected)
        chosen = [self.assignment.question(self.question)] if self.question else None
        return chosen or self.assignment.questions

    def run(self, collection: Collection) -> list[CountedGrade]:
        """Grade the submissions. Returns the grades that count.

        An interrupt prints a note and ends the command with exit code 130.
        """
        console = SafeConsole(stderr=True, soft_wrap=True)
        notes = (*self.notes, ignored_note(collection.ignored), *collection.notes)
        for line in filter(None, (*notes, *sandbox_notes(self.level))):
            console.print(Text(line, "dim"))
        with resumable(self.journal) as journal:
            grades, last = self._graded(collection.submissions, journal)
            self.faults.note_judged(grades)
            if collection.is_single:
                grades = [each.for_author(self.assignment.hints) for each in grades]
            if self.entries:
                results = self.entries.results(grades)
            else:
                results = [CountedGrade(grade, CourseRow(), None) for grade in grades]
            if journal:
                if last and last.from_journal:
                    count = f"{last.from_journal} of {last.total} results"
                    console.print(Text(f"{count} were in {journal.path} already", "dim"))
                journal.keep_used()
            return results

    def _graded(
        self, submissions: Sequence[Submission], journal: Journal | None
    ) -> tuple[list[Grade], Progress | None]:
        last: Progress | None = None

        def watch(progress: Progress) -> None:
            nonlocal last
            last = progress
            done, total = progress.done, progress.total
            bar.update(task, completed=done, total=total, description=latest(progress))
            self.check()

        with progress_bar("results") as bar:
            task = bar.add_task("", total=None)
            grader = Grader(
                self.assignment,
                level=self.level,
                questions=self.questions,
                jobs=self.jobs,
                scheduler=self.scheduler,
                journal=journal,
                watch=watch,
            )
            return grader.grade(submissions), last


def latest(progress: Progress) -> str:
    """What has just been done: the points of a submission, or a job."""
    if not (grade := progress.grade):
        return progress.latest
    return f"{grade.name}: {amount(grade.points)} of {amount(grade.possible)}"


def sandbox_level(chosen: SandboxLevel | None, *, is_own: bool) -> Level:
    """The sandbox level to grade with: the chosen one, or the strongest available.

    Only your own file is graded at a level that attacks can escape. Raises OptionError.
    """
    if chosen:
        level = Level(chosen)
        if reason := why_not(level):
            raise OptionError(f"--sandbox {level}: {reason}")
        return level
    level = strongest()
    if not (level.is_secure or is_own):
        reasons = "; ".join(f"{other}: {why_not(other)}" for other in Level if other.is_secure)
        raise OptionError(
            f"grading other people's code requires at least landlock ({reasons}); "
            "override with --sandbox process"
        )
    return level


def ignored_note(ignored: Sequence[str]) -> str:
    """Which paths are not part of a submission; "" if there are none."""
    return f"ignored: {', '.join(ignored)}" if ignored else ""


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
    assignment: Assignment,
    grades: Sequence[Grade],
    faults: FaultLog,
    *,
    show_hidden: bool = False,
    everything: bool = False,
    command: str = "",
    notes: Iterable[str] = (),
    course_rows: Mapping[str, CourseRow] | None = None,
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
    from pacgrid.autograder.reports.terminal_report import staff_report, student_report

    def printable(shown: RenderableType) -> RenderableType:
        with console.capture():
            console.print(shown)
        return shown

    def for_student(grade: Grade) -> RenderableType:
        known = (course_rows or {}).get(grade.name)
        is_hidden = assignment.has_hidden_tests and not show_hidden
        date_rule = known.line(grade, has_hidden_tests=is_hidden) if known else ""
        view = student_view(
            assignment, grade, show_hidden=show_hidden, command=command, date_rule=date_rule
        )
        return printable(student_report(view, everything=everything, writes=not notes))

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


def note_faults(faults: FaultLog, folder: Path | None) -> None:
    """If there are faults, write a file for each submission into `folder`, and say so on stderr.
    Without a folder, or if it can't be written to, they are printed there."""
    from pacgrid.autograder.reports.result_files import ResultsError, write_files

    if not faults:
        return
    try:
        if folder:
            write_files(folder, faults.texts())
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


# `--watch`.


class _SavedAgainError(Exception):
    """A file was saved while it was graded."""


@dataclass
class GradeWatch:
    """Grades one submission, and again after each change at the `paths`."""

    paths: Sequence[Path]
    """Those that are missing don't count."""
    prepare: Callable[[], tuple[Grading, Collection]]
    """Reads the assignment and the submission. May raise PacgridError."""
    show: Callable[[Console, Assignment, Sequence[Grade], FaultLog], None]
    faults_folder: Path
    console: Console = field(default_factory=SafeConsole)
    _before: Grade | None = None

    def __post_init__(self) -> None:
        self._files = SavedFiles([path for path in self.paths if path.exists()])

    def run(self) -> None:
        """Goes on until it is interrupted."""
        try:
            while True:
                self._grade()
                self.console.print(Text("waiting for a file to be saved; Ctrl-C stops", "dim"))
                self._files.wait()
        except KeyboardInterrupt:
            self.console.print()

    def _grade(self) -> None:
        try:
            grading, collection = self.prepare()
            grade = replace(grading, check=self._check).run(collection)[0].grade
        except _SavedAgainError:
            return
        except PacgridError as error:
            self._clear()
            self.console.print(Text(f"Error: {error}", "red"))
            return
        except typer.Exit:  # grading was interrupted
            raise KeyboardInterrupt from None
        self._show(grading.assignment, grade)
        if grade.failure:
            return
        views = [student_view(grading.assignment, each) for each in (self._before, grade) if each]
        if len(views) == 2 and (change := change_line(*views)):
            self.console.print(Text(f"since the last time: {change}", "bold"))
        self._before = grade

    def _check(self) -> None:
        """Stops grading if a file was saved."""
        if self._files.have_changed:
            raise _SavedAgainError

    def _show(self, assignment: Assignment, grade: Grade) -> None:
        faults = FaultLog()
        faults.note_judged([grade])
        self._clear()
        self.show(self.console, assignment, [grade], faults)
        note_faults(faults, self.faults_folder)

    def _clear(self) -> None:
        if self.console.is_terminal:
            self.console.clear()


_PAUSE = 0.2
"""Seconds between two looks at the files."""

_SUFFIXES = (".py", ".test", ".solution", ".lay")


class SavedFiles:
    """The Python files, assignments, test cases and layouts at `paths`: files with what is beside
    them, and folders. `pause` is called between two looks at them."""

    def __init__(
        self, paths: Iterable[Path], pause: Callable[[], None] = lambda: time.sleep(_PAUSE)
    ) -> None:
        self._paths = list(paths)
        self._pause = pause
        self._seen = self._snapshot()

    @property
    def have_changed(self) -> bool:
        """Whether one has changed since the last `wait`."""
        return self._snapshot() != self._seen

    def wait(self) -> None:
        """Wait until one has changed, all that are named are there, and nothing changes any more:
        an editor may delete a file before it writes it again."""
        while not self.have_changed:
            self._pause()
        before, now = self._seen, self._snapshot()
        while now != before or not all(path.exists() for path in self._paths):
            self._pause()
            before, now = now, self._snapshot()
        self._seen = now

    def _snapshot(self) -> dict[Path, tuple[int, int]]:
        """For each file that a grade may depend on, when it was changed, and its size."""
        found = {}
        for path in self._paths:
            beside = path.rglob("*") if path.is_dir() else path.parent.glob("*.py")
            for file in (*beside, path):
                if file == path or file.suffix in _SUFFIXES or file.name == "CONFIG":
                    with suppress(OSError):
                        status = file.stat()
                        found[file] = (status.st_mtime_ns, status.st_size)
        return found
