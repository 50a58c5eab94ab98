"""The folder of what goes back to students: the LMS's grades, and its feedback files."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pacgrid.common.files import atomic_file

from ..assignments.assignment import Assignment
from ..course.grades_file import (
    GradeColumn,
    feedback_paths,
    grades_file,
    left_out,
    note_on_points,
)
from ..course.lateness import LATE_DAYS
from ..course.register import CountedGrade
from ..course.roster import Roster
from ..model.grade import Grade
from .fault_log import FaultLog
from .feedback import as_page, unreported
from .gradebook import late_days_table
from .results_folder import writing
from .student_view import StudentView, student_view

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""So that the zip depends on its contents alone."""


@dataclass(frozen=True)
class Upload:
    """What is written for students, and where."""

    folder: Path
    roster: Roster
    column: GradeColumn

    @property
    def grades_path(self) -> Path:
        """The file that the LMS imports, which is called as the one that it exported."""
        return self.folder / Path(self.roster.source).name

    def write(
        self, assignment: Assignment, results: Sequence[CountedGrade], faults: FaultLog
    ) -> list[str]:
        """Write all files, each atomically. Returns notes about what isn't in them. A fault of
        Pacgrid in one student's feedback is added to `faults`.

        Raises:
            ResultsError: a file can't be written; names it and says why.
        """
        self._write(self.grades_path, grades_file(self.roster, results, self.column))
        if any(result.course_row.due for result in results):
            table = late_days_table((result.grade, result.course_row) for result in results)
            self._write(self.folder / LATE_DAYS, table.encode())
        paths = feedback_paths(self.roster, results)
        pages: dict[str, str] = {}
        for result in results:
            grade = result.grade
            if path := paths.get(grade.name):
                line = result.course_row.line(grade, has_hidden_tests=assignment.has_hidden_tests)
                view = partial(student_view, assignment, date_rule=line)
                page = faults.make_one("feedback", partial(_page, view), grade)
                pages[path] = page or unreported(grade.name)
        if pages:
            self._write(self.folder / "feedback.zip", _packed(pages))
        notes = [note_on_points(self.column, assignment.points), left_out(results)]
        if handed_in := sum(not result.grade.missing for result in results):
            notes.append(self._on_feedback(len(pages), handed_in))
        return [note for note in notes if note]

    def _on_feedback(self, pages: int, handed_in: int) -> str:
        lms = self.roster.lms
        if lms.feedback_path is None or pages == handed_in:
            return ""
        return (
            f"feedback.zip has {pages} of {handed_in} hand-ins: {lms.name} needs the names of its"
            " own download for the others"
        )

    def _write(self, path: Path, content: bytes) -> None:
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_file(path) as file:
                file.write_bytes(content)


def _page(view: Callable[[Grade], StudentView], grade: Grade) -> str:
    return as_page(view(grade))


def _packed(pages: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for path, text in sorted(pages.items()):
            info = ZipInfo(path, _EPOCH)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, text)
    return data.getvalue()
