"""The folders of results: for the staff, of the saved games, and of what goes back to students."""

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pacgrid.analysis.analysis_file import read_analysis
from pacgrid.render.web.page import page, write_page

from ..assignments.assignment import Assignment
from ..course.grades_file import (
    GradeColumn,
    feedback_paths,
    grades_file,
    left_out,
    note_on_points,
)
from ..course.lateness import LATE_DAYS, NO_COURSE_ROWS, CourseRow
from ..course.register import CountedGrade
from ..course.roster import Roster
from ..kinds.kind import GradedTest
from ..model.grade import Grade
from ..model.played_game import MOST_PAGES, PlayedGame, game_name
from .gradebook import gradebook, late_days_table, mistakes_table, with_names
from .json_reports import to_json
from .pages import as_page, index_page, unreported
from .result_files import FaultLog, ResultsError, file_names, write_files, writing
from .student_view import StudentView, student_view

_GAMES = "games"
"""The folder of pages, in the folder of feedback."""
SAVED_GAMES = "its games"
"""Where a fault was if a game couldn't be saved: then no page of its submission is linked."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of files in a zip, so that it depends on its contents alone."""


# For the staff.


def write_results(
    folder: Path,
    assignment: Assignment,
    grades: Sequence[Grade],
    games: Path | None = None,
    *,
    command: str = "",
    faults: FaultLog | None = None,
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
) -> None:
    """Write gradebook.csv, mistakes.csv, grades.json, index.html, and feedback/ into `folder`, each
    file atomically. They are the same in every run.

    If the games are saved in the folder `games`, the feedback links to copies of the lost games'
    pages, in feedback/games/. The `command` grades a single submission again. What couldn't be
    written by a fault of Pacgrid is added to `faults`. With `course_rows`, by the names of the
    grades, reports say which rule about dates counted; with dates, lateness.csv has late days.

    Raises:
        ResultsError: a file can't be written; names it and says why.
    """
    faults = FaultLog() if faults is None else faults
    rows = {grade.name: course_rows.get(grade.name, CourseRow()) for grade in grades}

    def json_text(some: Sequence[Grade]) -> str:
        return json.dumps(to_json(assignment, some, course_rows), indent=2) + "\n"

    def index_text(some: Sequence[Grade]) -> str:
        return index_page(assignment, some, course_rows)

    book = partial(gradebook, course_rows=course_rows)
    texts = {
        "gradebook.csv": faults.make("gradebook.csv", book, grades, with_names),
        "mistakes.csv": faults.make("mistakes.csv", mistakes_table, grades),
        "grades.json": faults.make("grades.json", json_text, grades),
        "index.html": faults.make("index.html", index_text, grades),
    }
    if any(course_row.due for course_row in course_rows.values()):
        texts[LATE_DAYS] = late_days_table((grade, rows[grade.name]) for grade in grades)
    write_files(folder, {name: text for name, text in texts.items() if text is not None})
    for grade, file in zip(grades, file_names([grade.name for grade in grades]), strict=True):
        linked = games if games and not faults.has(grade, SAVED_GAMES) else None
        view = partial(
            student_view,
            assignment,
            pages=f"{_GAMES}/{file}" if linked else "",
            command=command or None,
            date_rule=rows[grade.name].line(grade, has_hidden_tests=assignment.has_hidden_tests),
        )
        write_files(folder / "feedback", _feedback(faults, grade, view, f"{file}.html", linked))


def _feedback(
    faults: FaultLog,
    grade: Grade,
    view: Callable[[Grade], StudentView],
    name: str,
    games: Path | None = None,
) -> dict[str, str]:
    """The page for the student, called `name`, and the pages in `games` that it links to."""

    def pages(graded: Grade) -> dict[str, str]:
        seen = view(graded)
        return {name: as_page(seen)} | (dict(_linked_pages(seen, games)) if games else {})

    return faults.make_one("feedback", pages, grade) or {name: unreported(grade.name)}


def _linked_pages(view: StudentView, games: Path) -> Iterator[tuple[str, str]]:
    """The pages that the feedback links to: paths in its folder, and texts."""
    for lost in (
        game for question in view.questions for test in question.tests for game in test.lost
    ):
        if path := unquote(lost.page):
            source = games / path.removeprefix(f"{_GAMES}/")
            try:
                yield path, source.read_text("utf-8")
            except OSError as error:
                raise ResultsError(f"{source}: can't be read: {error.strerror}") from None


def page_of(folder: Path, grades: Sequence[Grade]) -> Path:
    """The page to open first in a `folder` of results: the feedback on a single submission, or the
    overview."""
    if len(grades) != 1:
        return folder / "index.html"
    (file,) = file_names([grade.name for grade in grades])
    return folder / "feedback" / f"{file}.html"


# The played games: a record of each, which `pacgrid replay` shows, and pages of some.


@dataclass(frozen=True)
class SavedGame:
    """A played game, and where it is saved."""

    folder: str
    name: str
    """The files' name, without suffix."""
    test: GradedTest
    game: PlayedGame
    answer: str
    """The class or function that played."""
    has_page: bool

    def save(self, folder: Path) -> None:
        """Write the record, and the page if there is one, into the submission's folder in `folder`.

        Raises:
            ResultsError, RecordError, PageError: a file can't be written.
        """
        record = self.test.record_of(self.game, self.answer)
        own = folder / self.folder
        with writing(own):
            own.mkdir(parents=True, exist_ok=True)
        record.save(own / f"{self.name}.jsonl")
        if self.has_page:
            begins = self.game.turning_point or self.game.last_chance
            start = (begins.move - 1) * len(record.agents) if begins else 0
            text = self.game.analysis
            analysis = read_analysis(text, record) if text else None
            write_page(own / f"{self.name}.html", page(record, start, analysis))


def saved_games(
    assignment: Assignment, grades: Sequence[Grade], *, show_hidden: bool
) -> Iterator[SavedGame]:
    """The games of all visible tests; with `show_hidden`, those of hidden tests too. The first lost
    games of a test have a page."""
    folders = file_names([grade.name for grade in grades])
    for grade, folder in zip(grades, folders, strict=True):
        for question in grade.questions:
            answer = question.answer or question.asks_for
            tests = assignment.question(question.name).numbered_tests
            for outcome in question.outcomes:
                test = tests[outcome.number - 1]
                if outcome.is_hidden and not show_hidden:
                    continue
                with_page = [game.seed for game in outcome.lost[:MOST_PAGES]]
                for game in outcome.games:
                    name = game_name(question.name, outcome.number, game)
                    yield SavedGame(folder, name, test, game, answer, game.seed in with_page)


# What goes back to students.


@dataclass(frozen=True)
class Upload:
    """The folder with the grades that the LMS imports, and its files of feedback."""

    folder: Path
    roster: Roster
    column: GradeColumn

    def write(
        self, assignment: Assignment, results: Sequence[CountedGrade], faults: FaultLog
    ) -> list[str]:
        """Write all files, each atomically: the LMS's grades are called as what it exported.
        Returns notes about what isn't in them. A fault of Pacgrid in one student's feedback is
        added to `faults`.

        Raises:
            ResultsError: a file can't be written; names it and says why.
        """
        contents = {Path(self.roster.source).name: grades_file(self.roster, results, self.column)}
        if any(result.course_row.due for result in results):
            late = late_days_table((result.grade, result.course_row) for result in results)
            contents[LATE_DAYS] = late.encode()
        paths = feedback_paths(self.roster, results)
        pages: dict[str, str] = {}
        for result in results:
            if path := paths.get(result.grade.name):
                has_hidden = assignment.has_hidden_tests
                line = result.course_row.line(result.grade, has_hidden_tests=has_hidden)
                view = partial(student_view, assignment, date_rule=line)
                pages |= _feedback(faults, result.grade, view, path)
        if pages:
            contents["feedback.zip"] = _packed(pages)
        write_files(self.folder, contents)
        handed_in = sum(not result.grade.missing for result in results)
        notes = [note_on_points(self.column, assignment.points), left_out(results)]
        lms = self.roster.lms
        if handed_in and lms.feedback_path is not None and len(pages) != handed_in:
            notes.append(
                f"feedback.zip has {len(pages)} of {handed_in} hand-ins: {lms.name} needs the names"
                " of its own download for the others"
            )
        return [note for note in notes if note]


def _packed(pages: Mapping[str, str]) -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for path, text in sorted(pages.items()):
            info = ZipInfo(path, _EPOCH)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, text)
    return data.getvalue()
