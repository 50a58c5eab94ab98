import pytest

from helpers.course_register import dates, roster, student
from pacgrid.autograder.course.csv_table import CourseError
from pacgrid.autograder.course.dates import deadlines, read_extensions

CLASS = roster(
    "name,id,time factor,own deadline\n"
    "Ada,1,,\nBob,2,1.5,\nCem,3,2,2026-11-01 12:00\nDora,4,,2026-10-01 12:00\n"
)
DATES = dates("", "opens = 2026-10-28T23:59:00")


def test_the_latest_deadline_counts_and_says_why(tmp_path):
    path = tmp_path / "extensions.csv"
    path.write_text(
        "id,until,days,assignment,reason\n1,2026-11-02 23:59,,HW 1,ill\n2,,3,,\n"
        "3,,1,,\n4,,9,HW 2,\n"
    )
    extensions = read_extensions(path, CLASS, DATES, "HW 1")
    found, notes = deadlines(CLASS, DATES, extensions)
    assert {one.identifier: (DATES.shown(d.due), d.reason) for one, d in found.items()} == {
        "1": ("2026-11-02 23:59", "extension until 2026-11-02 23:59 (ill)"),
        "2": ("2026-11-02 23:59", "extension until 2026-11-02 23:59"),
        "3": ("2026-11-01 23:59", "accommodation until 2026-11-01 23:59"),
        "4": ("2026-10-30 23:59", ""),
    }
    assert notes == [
        "roster.csv:5: accommodation until 2026-10-01 12:00 of Dora (4) is before 2026-10-30 23:59,"
        " when it is due for all, so it isn't used"
    ]


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ("9,2026-11-02 12:00,", ":2: '9' is not in the roster; correct or remove it"),
        ("1,,", ":2: Ada (1) needs either until or days; fill in one"),
        ("1,2026-11-02 12:00,3", ":2: Ada (1) needs either until or days; fill in one"),
        ("1,,soon", ":2: 'soon' is not a number of days; write one such as 3"),
        ("1,tomorrow,", ":2: 'tomorrow' is not a time; write one such as 2026-10-30 23:59"),
        (
            "1,2026-10-25 02:30,",
            ":2: 2026-10-25 02:30 comes twice in Europe/Berlin, where clocks go back; write"
            " 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00",
        ),
        ("1,,3\nAda,,4", ":3: Ada (1) has an extension in {path}:2, too"),
    ],
)
def test_a_row_that_cannot_be_used_is_named(tmp_path, rows, line):
    path = tmp_path / "e.csv"
    path.write_text(f"id,until,days\n{rows}\n")
    with pytest.raises(CourseError) as error:
        read_extensions(path, CLASS, DATES, "HW 1")
    assert str(error.value) == f"{path}{line.format(path=path)}"


def test_a_time_factor_needs_to_know_when_the_assignment_opens():
    with pytest.raises(CourseError) as error:
        deadlines(CLASS, dates(), {})
    assert str(error.value) == (
        "roster.csv:3: Bob (2) has a time factor, but the dates don't say when the assignment"
        " opens; add opens"
    )
    assert student(CLASS, "2").time_factor is not None
