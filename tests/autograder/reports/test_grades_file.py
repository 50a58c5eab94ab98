import csv
import io
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.course_register import graded, hand_in, refusal, result, roster, student
from pacgrid.autograder.course.dates import CourseRow, Lateness
from pacgrid.autograder.course.register import CountedGrade
from pacgrid.autograder.course.roster import CsvTable
from pacgrid.autograder.model.fault import Fault
from pacgrid.autograder.reports.results_folder import (
    feedback_paths,
    grade_column,
    grades_file,
    left_out,
    note_on_points,
)

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
CANVAS = (
    MARK + "Student,ID,SIS User ID,SIS Login ID,Section,HW 1 (77),HW 2 (78),Current Score\r\n"
    "    Points Possible,,,,,10,20,(read only)\r\n"
    '"Ito, Ada",11,s1,ada,A,,3,"99,5"\r\n"=cmd, Bob",12,s2,bob,A,,,\r\n'
)
MOODLE = (
    MARK + "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    'Participant 11,Ada Ito,a@x.edu,"Submitted for grading",,10.00,Yes,'
    '"Friday, 30 October 2026, 11:58 PM",-,\n'
    "Participant 12,Bob _ Kaya,b@x.edu,-,,10.00,Yes,-,-,Ask me\n"
)
BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Availability"\t"HW 1 [Total Pts: 10 Score] |123"\t'
    '"Feedback to Learner"\n"Ito"\t"Ada"\t"11"\t"Yes"\t""\t""\n'
    '"Kaya"\t"Bob"\t"12"\t"Yes"\t"7"\t""\n'
)
BRIGHTSPACE = (
    "OrgDefinedId,Username,Last Name,First Name,HW 1 Points Grade <Numeric MaxPoints:10 Weight:5>,"
    "End-of-Line Indicator\r\n#11,ada,Ito,Ada,,#\r\n#12,bob,Kaya,Bob,,#\r\n"
)
GRADESCOPE = (
    "First Name,Last Name,SID,Email,Role\nAda,Ito,11,a@x,Student\nBob,Kaya,12,b@x,Student\n"
)
PLAIN = "name;identifier\r\nAda;11\r\nBob;12"
LATE = Lateness(timedelta(hours=2), 1, percent=Fraction(10))
ROW = CourseRow(lateness=LATE, rule=LATE.rule)


GRADED = {
    "Canvas": (CANVAS, "utf-8", {"ada,A,,3": "ada,A,3.6,3"}),
    "Moodle": (
        *(MOODLE, "utf-8"),
        {
            '"Submitted for grading",,': '"Submitted for grading",3.6,',
            '11:58 PM",-,\n': '11:58 PM",-,3.6 of 5 points; 10 % off: 1 day late\n',
        },
    ),
    "Blackboard": (
        *(BLACKBOARD, "utf-16"),
        {'"11"\t"Yes"\t""\t""': '"11"\t"Yes"\t"3.6"\t"3.6 of 5 points; 10 % off: 1 day late"'},
    ),
    "Brightspace": (BRIGHTSPACE, "cp1252", {"Ito,Ada,,#": "Ito,Ada,3.6,#"}),
    "Gradescope": (
        *(GRADESCOPE, "utf-8"),
        {"Role\n": "Role,HW 1\n", "a@x,Student": "a@x,Student,3.6"},
    ),
    "a plain CSV": (
        *(PLAIN, "utf-8"),
        {"identifier\r\n": "identifier;HW 1\r\n", "Ada;11": "Ada;11;3.6"},
    ),
}
"""By system: its file, its encoding, and what is filled in."""


@pytest.mark.parametrize("lms", GRADED)
def test_grades_are_filled_into_the_file_of_each_lms_and_nothing_else_changes(lms):
    text, encoding, changes = GRADED[lms]
    found = roster(text.encode(encoding))
    assert found.lms.name == lms
    column = grade_column(found, "HW 1")
    assert column.points == (None if found.lms.adds_columns else 10)
    missing = CountedGrade(
        graded(replace(hand_in("12"), missing=True)), CourseRow(), student(found, "12")
    )
    written = grades_file(found, [result(found, "11", 4, ROW), missing], column)
    expected = text
    for old, new in changes.items():
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    again, meant = (CsvTable.parse(each, "r") for each in (written, expected.encode(encoding)))
    assert [row.raw for row in again.rows] == [row.raw for row in meant.rows]
    assert (again.form, again.mark, again.encoding) == (meant.form, meant.mark, meant.encoding)


NAME_ONE = "name one as `column` in the file of --dates"


def test_a_column_that_is_not_there_is_named():
    for text, title, line in (
        (
            CANVAS,
            "HW 3",
            f"has no column of grades called 'HW 3'; did you mean 'HW 2'?; {NAME_ONE}",
        ),
        (
            *(BRIGHTSPACE, "Pac-Man"),
            f"has no column of grades called 'Pac-Man'; Brightspace has HW 1; {NAME_ONE}",
        ),
        (
            *("name,id,HW 1,hw 1\nAda,1,,\n", "HW 1"),
            "2 columns are called 'HW 1'; name one as it stands there as `column` in the file of"
            " --dates",
        ),
    ):
        assert refusal(grade_column, roster(text), title) == f"roster.csv:1: {line}"


def test_a_column_may_be_named_as_it_stands_there():
    assert grade_column(roster(CANVAS), "Pac-Man", "HW 2 (78)").index == 6
    assert grade_column(roster(CANVAS), "Pac-Man", "hw 2").points == 20
    assert grade_column(roster(MOODLE), "Pac-Man").heading == "Grade"
    note = note_on_points(grade_column(roster(CANVAS), "HW 2"), 5)
    assert note == ("'HW 2 (78)' has 20 points in the LMS, and 5 here; the grades are not scaled")
    assert note_on_points(grade_column(roster(CANVAS), "HW 2"), 20.0) == ""


def test_a_grade_that_is_not_sure_is_left_out():
    found = roster(PLAIN)
    twice = [result(found, "11"), result(found, "11", 1)]
    faulty = result(found, "12")
    question = replace(faulty.grade.questions[0], failure=Fault("a fault"))
    faulty = replace(faulty, grade=replace(faulty.grade, questions=(question,)))
    stranger = replace(result(found, "12"), student=None, grade=graded(hand_in("99")))
    written = grades_file(found, [*twice, faulty, stranger], grade_column(found, "HW 1"))
    assert written.decode() == PLAIN.replace("identifier", "identifier;HW 1") + "\r\n"
    assert left_out([*twice, faulty, stranger]) == (
        "no grades are filled in for Ada, Ada, Bob and 99; see their rows"
    )


def test_feedback_goes_where_each_lms_looks_for_it():
    moodle, canvas, brightspace = map(roster, (MOODLE, CANVAS, BRIGHTSPACE))
    assert feedback_paths(moodle, [result(moodle, "11"), result(moodle, "12")]) == {
        "Ada Ito": "Ada Ito_11_assignfeedback_file_/feedback.html",
        "Bob _ Kaya": "Bob   Kaya_12_assignfeedback_file_/feedback.html",
    }
    named = replace(result(canvas, "11"), entry="itoada_LATE_11_70001_")
    assert feedback_paths(canvas, [named, result(canvas, "12")]) == {
        "Ada Ito": "itoada_LATE_11_70001_feedback.html"
    }
    folder = "11-5 - Ada Ito - Oct 30, 2026 1130 PM/"
    named = replace(result(brightspace, "11"), entry=folder)
    assert feedback_paths(brightspace, [named]) == {"Ada Ito": f"{folder}feedback.html"}
    named = replace(result(brightspace, "11"), entry="11-5 - Ad\udce9/")  # a zip can't store it
    assert feedback_paths(brightspace, [named]) == {"Ada Ito": "11-5 - Ad\ufffd/feedback.html"}
    assert feedback_paths(roster(PLAIN), [result(roster(PLAIN), "11")]) == {}


CELL = st.text(st.sampled_from('ab=+-@é",;\n '), max_size=5)


@given(
    st.lists(st.tuples(CELL, CELL, st.floats(0, 10)), min_size=1, max_size=5),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_of_any_roster_all_other_cells_are_kept(drawn, encoding, quoting):
    output = io.StringIO()
    table = csv.writer(output, quoting=quoting)
    table.writerow(["Student", "ID", "Section", "HW 1 (7)", "Notes"])
    for number, (name, note, _) in enumerate(drawn):
        table.writerow([f"x{name}", f"n{number}", name, "", note])
    found = roster(output.getvalue().encode(encoding))
    results = [result(found, f"n{n}", points) for n, (_, _, points) in enumerate(drawn)]
    results = [replace(r, grade=replace(r.grade, name=str(n))) for n, r in enumerate(results)]
    written = grades_file(found, results, grade_column(found, "HW 1"))
    again = CsvTable.parse(written, "again.csv")
    assert (again.mark, again.encoding) == (found.table.mark, found.table.encoding)
    for old, new in zip(found.table.rows, again.rows, strict=True):
        assert (old.raw[:3], old.raw[4:]) == (new.raw[:3], new.raw[4:])
    points = [row.cell(3) for row in again.rows[1:]]
    assert all(abs(float(p) - d[2]) <= 0.00501 for p, d in zip(points, drawn, strict=True))
