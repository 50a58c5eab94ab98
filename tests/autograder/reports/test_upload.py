import csv
import io
from zipfile import ZipFile

import pytest

from helpers.course_register import collected, dates, graded, hand_in, roster
from helpers.grading import TINY
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.course.grades_file import grade_column
from pacgrid.autograder.course.register import CountedGrade, Register, course_rows
from pacgrid.autograder.reports.fault_log import FaultLog
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.results_folder import ResultsError
from pacgrid.autograder.reports.upload import Upload

ASSIGNMENT = Assignment.parse(TINY, "tiny.toml")
MOODLE = roster(
    "Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade)\n"
    "Participant 11,Ada Ito,a@x.edu,,4.00,-\nParticipant 12,=Bob,,,4.00,-\n"
    "Participant 13,Cem,c@x.edu,,4.00,-\n",
    "folder/Grades-HW 1.csv",
)
DATES = dates("percent_per_day = 10")


@pytest.fixture(scope="module")
def results() -> list[CountedGrade]:
    handed_in = collected(
        hand_in("11", "2026-10-31 12:00", entry="Ada Ito_11_assignsubmission_file_/"),
        hand_in("12", "2026-10-30 12:00"),
        hand_in("99", "2026-10-30 12:00"),
    )
    entries = Register(MOODLE, DATES).enter(handed_in)
    return entries.results([graded(one) for one in entries.collection.submissions])


def test_the_folder_has_all_that_goes_back_to_students(tmp_path, results):
    upload = Upload(tmp_path / "up", MOODLE, grade_column(MOODLE, "Tiny"))
    notes = upload.write(ASSIGNMENT, results, FaultLog())
    paths = {path.relative_to(upload.folder).as_posix() for path in upload.folder.rglob("*.*")}
    assert paths == {"Grades-HW 1.csv", "feedback.zip", "lateness.csv"}
    assert notes == [
        "no grades are filled in for 99; see their rows",
        "feedback.zip has 2 of 3 hand-ins: Moodle needs the names of its own download for the"
        " others",
    ]
    grades = upload.grades_path.read_text("utf-8")
    assert "Participant 11,Ada Ito,a@x.edu,3.6,4.00,-\n" in grades
    assert "Participant 12,=Bob,,4,4.00,-\n" in grades  # as Moodle wrote it
    assert "Participant 13,Cem,c@x.edu,,4.00,-\n" in grades
    with ZipFile(upload.folder / "feedback.zip") as archive:
        assert archive.namelist() == [
            "=Bob_12_assignfeedback_file_/feedback.html",
            "Ada Ito_11_assignfeedback_file_/feedback.html",
        ]
        page = archive.read("Ada Ito_11_assignfeedback_file_/feedback.html").decode()
        assert "10 % off: 1 day late; 3.6 points count" in page
    before = {path: path.read_bytes() for path in upload.folder.rglob("*.*")}
    upload.write(ASSIGNMENT, results, FaultLog())
    assert before == {path: path.read_bytes() for path in upload.folder.rglob("*.*")}


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path, results):
    (tmp_path / "file").write_text("")
    upload = Upload(tmp_path / "file", MOODLE, grade_column(MOODLE, "Tiny"))
    with pytest.raises(ResultsError, match=r"file/Grades-HW 1\.csv: can't be written"):
        upload.write(ASSIGNMENT, results, FaultLog())


def test_every_row_of_the_gradebook_has_the_rule_and_both_points(results):
    text = gradebook([one.grade for one in results], course_rows(results))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(r["submission"], r["total"], r["points that count"], r["rule"]) for r in rows] == [
        ("99", "4", "4", "on time"),
        ("'=Bob", "4", "4", "on time"),
        ("Ada Ito", "4", "3.6", "10 % off: 1 day late"),
        ("Cem", "", "", "nothing handed in"),
    ]
    assert rows[2]["late"] == "12 h 1 min"
