"""The folders of results: for the staff, of the saved games, and of what goes back to students."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import unquote

from pacgrid.analysis.analyse import read_analysis
from pacgrid.common.sanitize import did_you_mean, one_line
from pacgrid.render.web.page import page, write_page

from ..assignments.assignment import Assignment
from ..course.dates import LATE_DAYS, NO_COURSE_ROWS, CourseRow, decimal
from ..course.register import CountedGrade
from ..course.roster import CourseError, CsvTable, Roster
from ..kinds.kind import GradedTest
from ..model.fault import faults_of
from ..model.grade import Grade
from ..model.outcome import amount
from ..model.played_game import MOST_PAGES, PlayedGame, game_name
from ..submissions.lms import Lms, points_of
from ..submissions.members import join_all
from .gradebook import gradebook, late_days_table, mistakes_table, with_names
from .json_reports import to_json
from .pages import as_page, index_page, unreported
from .result_files import FaultLog, ResultsError, file_names, write_files, writing, zipped
from .student_view import StudentView, student_view

_GAMES = "games"
"""The folder of pages, in the folder of feedback."""
SAVED_GAMES = "its games"
"""Where a fault was if a game couldn't be saved: then no page of its submission is linked."""


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


# What goes back to students: the very roster, with the grades filled in, and feedback.


@dataclass(frozen=True)
class GradeColumn:
    """Where the grades of an assignment go in a roster."""

    index: int
    heading: str
    points: Fraction | None
    """How many points there are, if the file says so."""


def grade_column(roster: Roster, title: str, wanted: str | None = None) -> GradeColumn:
    """The column of grades of the assignment called `title`, or the one that is `wanted`.

    Raises:
        CourseError: there is none; names those that there are.
    """
    table, lms = roster.table, roster.lms
    assert table is not None  # only a roster from a file is filled in
    headings = table.headings
    if lms.only_column and wanted is None:
        index = table.columns([lms.only_column])[0]
        return GradeColumn(index, headings[index], _points_beside(table, lms))
    name = title if wanted is None else wanted
    found = [
        index
        for index, heading in enumerate(headings)
        if name.casefold() in (heading.casefold(), lms.name_in(heading).casefold())
    ]
    if len(found) == 1:
        heading = headings[found[0]]
        points = (
            lms.points_in(heading)
            or _points_below(table, lms, found[0])
            or _points_beside(table, lms)
        )
        return GradeColumn(found[0], heading, points)
    if found:
        raise CourseError(
            f"{table.place}: {len(found)} columns are called {name!r}; name one as it stands there"
            " as `column` in the file of --dates"
        )
    if lms.adds_columns:
        return GradeColumn(len(headings), name, None)
    names = [each for h in headings if (each := lms.name_in(h)) not in ("", h)]
    hint = did_you_mean(name, names) or f"{lms.name} has {join_all(names) if names else 'none'}"
    raise CourseError(
        f"{table.place}: has no column of grades called {name!r}; {hint}; name one as"
        " `column` in the file of --dates"
    )


def grades_file(roster: Roster, results: Sequence[CountedGrade], column: GradeColumn) -> bytes:
    """The roster's file with the points of `results` in that column, and comments where it has a
    column for them. All other cells have the values that they had.

    Who handed in nothing keeps their cell, and so does whom `left_out` names.
    """
    table, lms = roster.table, roster.lms
    assert table is not None  # only a roster from a file is filled in
    comments = next(iter(table.columns([lms.comments])), None) if lms.comments else None
    cells: dict[tuple[int, int], str] = {}
    if column.index == len(table.headings):
        cells[table.heading or 0, column.index] = column.heading
    for result in _certain(results):
        final, student = result.course_row.final(result.grade), result.student
        if student is None or final is None:
            continue
        cells[student.row, column.index] = decimal(final)
        if comments is not None and not table.rows[student.row].cell(comments):
            cells[student.row, comments] = escape(_comment(result), quote=False)
    return table.filled(cells)


def left_out(results: Sequence[CountedGrade]) -> str:
    """Whose grades aren't filled in, although they handed in, and why; "" if there are none."""
    certain = {id(result) for result in _certain(results)}
    names = [result.grade.name for result in results if id(result) not in certain]
    return f"no grades are filled in for {join_all(names)}; see their rows" if names else ""


def note_on_points(column: GradeColumn, possible: float) -> str:
    """That the LMS has another number of points; "" if it doesn't."""
    if column.points is None or decimal(column.points) == amount(possible):
        return ""
    return (
        f"{column.heading!r} has {decimal(column.points)} points in the LMS, and {amount(possible)}"
        " here; the grades are not scaled"
    )


def _certain(results: Sequence[CountedGrade]) -> Iterator[CountedGrade]:
    """The results that belong to one student for sure, and have no fault of Pacgrid."""
    count = Counter(result.student for result in results)
    for result in results:
        is_only = result.student is not None and count[result.student] == 1
        if result.grade.missing or (is_only and not any(faults_of(result.grade))):
            yield result


def _comment(result: CountedGrade) -> str:
    """What counts, in a line: `4.5 of 5 points; 1 day late`."""
    final = result.course_row.final(result.grade) or Fraction(0)
    points = f"{decimal(final)} of {amount(result.grade.possible)} points"
    return "; ".join(filter(None, [points, result.course_row.rule]))


def _points_below(table: CsvTable, lms: Lms, column: int) -> Fraction | None:
    """What the row about the columns says."""
    for _, row in table.body() if lms.points_row else ():
        if any(cell.casefold() == lms.points_row for cell in row.cells):
            return points_of(row.cell(column))
    return None


def _points_beside(table: CsvTable, lms: Lms) -> Fraction | None:
    """What the column of points says, if it is the same in all rows."""
    for column in table.columns([lms.points_column]) if lms.points_column else ():
        found = {row.cell(column) for _, row in table.body()}
        return points_of(found.pop()) if len(found) == 1 else None
    return None


def feedback_paths(roster: Roster, results: Sequence[CountedGrade]) -> Mapping[str, str]:
    """By the name of a grade: the path of its feedback in the zip for the LMS's bulk upload. Those
    that have no place there are left out."""
    path_of = roster.lms.feedback_path
    if path_of is None:
        return {}
    found: dict[str, str] = {}
    for result in _certain(results):
        student = result.student
        if student and not result.grade.missing:
            path = one_line(path_of(student.name, student.identifier, result.entry))
            if path and path not in found.values():
                found[result.grade.name] = path
    return found


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
            contents["feedback.zip"] = zipped(pages)
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
